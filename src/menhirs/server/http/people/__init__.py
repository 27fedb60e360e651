"""Requests about people: who they are, what they have played, how they are told of turns."""
