"""Statistics of a player's own games, and exercises made from their mistakes. No I/O.

=========================  =============================================================
``stage.py``               the stages of a game
``facts.py``               the facts of one finished game about one player
``statistics.py``          the statistics of many games
``shares.py``              shares in words: "one in three"
``statistics_data.py``     the statistics as charts with a sentence each
``spaced_repetition.py``   when an exercise is due again (FSRS)
``training.py``            the exercises from one's own games, and their schedule
``sprint.py``              three minutes of claims, the same for all on one day
=========================  =============================================================
"""
