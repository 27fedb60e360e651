"""Ratings: what a rated match changed, who stands where, and what an operator looks at."""
