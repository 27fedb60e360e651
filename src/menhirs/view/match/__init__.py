"""A match as its visitors see it, and the talk of a page with the referee."""
