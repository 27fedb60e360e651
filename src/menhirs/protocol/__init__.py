"""The engine protocol: the engine as a program that reads and writes lines, and its client."""
