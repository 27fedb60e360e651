"""Tournaments being held."""
