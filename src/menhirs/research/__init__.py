"""For researchers: the game for learning programs, surveys of many layouts, reports on them."""
