"""The solver's passes, compiled: loops over all fogs of so many tiles, without the lock.

====================  ======================================================================
``ranking.py``        the number of a fog among all fogs of so many tiles
``pass_base.py``      what a pass is
``cluster_moves.py``  the moves of every cluster, listed once
``wins.py``           fogs that are won in one move
``turn_pass.py``      the arrays of a turn, and the words for them
``afterstates.py``    first pass over a turn: the values of its afterstates
``positions.py``      second pass: the best moves of its positions
``reference.py``      a turn's reference, and the differences from it
``invalidation.py``   incremental update: what a difference can affect
``reevaluation.py``   incremental update: working that out anew
``placing.py``        placing fog, and the decision moment
``inlined.py``        steps too small to be called
``unlocked.py``       letting go of the interpreter's lock
====================  ======================================================================
"""
