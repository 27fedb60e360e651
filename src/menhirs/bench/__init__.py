"""How fast things run, measured side by side in one run."""
