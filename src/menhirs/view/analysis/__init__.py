"""What an analysis board is sent: lines, trees, positions set up, engine lines."""
