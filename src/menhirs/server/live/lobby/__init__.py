"""The lobby: invitations and games to watch."""
