"""Who meets whom next: one file for each system, behind :func:`next_round`."""
