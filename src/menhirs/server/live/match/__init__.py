"""Matches in memory: their rooms, who is there, sockets, seats, clocks, ratings."""
