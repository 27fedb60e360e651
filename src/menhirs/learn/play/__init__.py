"""What somebody's own games tell: what they miss, and exercises for just that. No I/O.

=========================  =============================================================
``stage.py``               the stages of a game
``facts.py``               what one finished game tells of one player
``statistics.py``          what many games come to
``shares.py``              shares in words: "one in three"
``telling.py``             the same as pictures with a sentence each
``memory.py``              when something is due again (FSRS)
``training.py``            the exercises from one's own games, and their schedule
``sprint.py``              three minutes of claims, the same for all on one day
=========================  =============================================================
"""
