# The C types of wins.py.
cimport cython

from menhirs.core.fog cimport around, mask, size
from menhirs.engine.solver.passes.cluster_moves cimport ClusterMoves
from menhirs.engine.solver.passes.pass_base cimport LayerPass, Scratch

cdef class MarkWins(LayerPass):
    cdef ClusterMoves moves
    cdef mask menhirs
    cdef unsigned char[::1] wins

    @cython.locals(
        slots=Py_ssize_t, highs=Py_ssize_t, slot=Py_ssize_t, cluster=mask, begin=Py_ssize_t,
        packed=mask, wins=int, near=mask, free=mask
    )
    cdef void run(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

    @cython.locals(
        others=int, low=mask, free_low=mask, west=int, free_high=mask, high=mask, left=int,
        base=Py_ssize_t, place=int
    )
    cdef void mark_fogs_with(
        self, mask cluster, mask free, int wins, Scratch scratch
    ) noexcept nogil

    @cython.locals(added=int, part=mask)
    cdef int write_wests(self, mask low, mask free, int most, Scratch scratch) noexcept nogil

cdef class MarkFewMoves(LayerPass):
    cdef ClusterMoves moves
    cdef mask menhirs
    cdef unsigned char[::1] marks

    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil
