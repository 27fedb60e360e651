"""What is kept: matches, seats and entries in SQLite or PostgreSQL."""
