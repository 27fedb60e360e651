"""People: who somebody is, what opens their games, what belongs to them, and leaving."""
