"""Pages, sockets and storage: the game on the web."""
