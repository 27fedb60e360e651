# run_unlocked of unlocked.py for compiled callers.
from menhirs.engine.solver.passes.pass_base cimport LayerPass, Scratch

cdef inline void run_unlocked(LayerPass part, int highs_from, int highs_to, Scratch scratch):
    with nogil:
        part.run(highs_from, highs_to, scratch)
