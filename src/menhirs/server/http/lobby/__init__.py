"""Requests about the lobby: invitations, and games to watch."""
