"""Requests about a match: its page and its socket, its pictures, its stream."""
