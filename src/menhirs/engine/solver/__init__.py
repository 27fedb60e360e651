"""The solver: the exact value of every position of a layout, working back from the last turn."""
