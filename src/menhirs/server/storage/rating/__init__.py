"""Ratings: changes by rated matches, rankings, and the operator's view."""
