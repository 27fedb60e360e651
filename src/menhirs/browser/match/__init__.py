"""Matches kept in the browser: their records, their referee, the connection of a page."""
