"""Tournaments, and what an operator does about them."""
