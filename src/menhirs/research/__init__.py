"""What researchers need: adapters for other programs, surveys of many layouts, reports on them."""
