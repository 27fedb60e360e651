"""Tournaments, and the operator's changes to them."""
