# go_unlocked of unlocked.py for compiled callers.
from menhirs.engine.solver.passes.walk cimport Scratch, Walk

cdef inline void go_unlocked(Walk walk, int highs_from, int highs_to, Scratch scratch):
    with nogil:
        walk.go(highs_from, highs_to, scratch)
