"""The engine at work for people: moves, analyses, reviews, proofs, values."""
