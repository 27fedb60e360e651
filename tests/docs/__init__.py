"""The documentation: its pictures are up to date, and what it says about the rules is true."""
