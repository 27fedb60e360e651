"""Matches: their terms and entries, lists of them, invitations, reviews."""
