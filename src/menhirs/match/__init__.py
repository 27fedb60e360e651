"""A game being played: seats, clocks, the claim window, offers. No I/O; the time is passed in."""
