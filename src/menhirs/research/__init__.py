"""The game for learning programs: numbered actions, a quick state, OpenSpiel and PettingZoo."""
