"""Requests about people: their accounts, their games, their turn alerts."""
