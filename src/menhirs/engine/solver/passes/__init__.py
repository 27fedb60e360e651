"""The solver's passes, compiled: loops over all fogs of so many tiles, without the lock.

================  ==========================================================================
``ranking.py``    the number of a fog among all fogs of so many tiles
``walk.py``       going through them; the moves of every cluster, listed once
``value.py``      a turn worked out from the turn after it
``grow.py``       a turn that differs from a later one only in what wins are worth
``revalue.py``    only what changed since that later turn
``decision.py``   placing fog, and the decision moment
``inlined.py``    steps too small to be called
``unlocked.py``   letting go of the interpreter's lock
================  ==========================================================================
"""
