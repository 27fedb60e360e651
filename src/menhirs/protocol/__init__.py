"""The engine as a program that is talked to in lines, and the client that drives such programs."""
