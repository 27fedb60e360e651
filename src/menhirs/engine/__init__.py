"""The engine: what it thinks of a position, and what it plays.

====================  ======================================================================
``engine.py``         :class:`Engine`: tables where a layout is solved, else the search
``analysis.py``       what is asked of an analyst, and what it answers
``search/``           alpha-beta for any position under any rules
``solver/``           perfect play worked out into tables, and the tables asked
``levels/``           eight opponents, from beginner to full strength
``rollout.py``        compiled: whole random games
``stakes.py``         the points of a win, and the most that can still be won, turn by turn
``atomic_file.py``    files that are there whole or not at all
``claims.py``         whether to claim
``difficulty.py``     how many replies to an action lose
``equals.py``         all actions that are as good as the best one
``replies.py``        lines of a table followed to the end of the game
``tables_folder.py``  the folder of tables that somebody names
``work.py``           compiled work that runs without the interpreter's lock
====================  ======================================================================
"""
