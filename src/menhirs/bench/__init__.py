"""Benchmarks; figures to be compared are measured in one run."""
