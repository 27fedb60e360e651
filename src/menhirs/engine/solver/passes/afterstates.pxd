# The C types of afterstates.py.
cimport cython

from menhirs.core.fog cimport mask
from menhirs.core.turn_flow cimport removable
from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.cluster_moves cimport rank_predecessors
from menhirs.engine.solver.passes.pass_base cimport LayerPass, Scratch
from menhirs.engine.solver.passes.turn_pass cimport TurnPass

cdef int _LOWEST
cdef int _VALUES
cdef int _SAMPLED
cdef int _LARGE

cdef class ValueAfterstates(TurnPass):
    @cython.locals(first=Py_ssize_t, count=int, variant=int)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

    cdef void begin_half(self, int high, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(rest=mask, low=mask, west=mask, count=int, tile=mask, number=int)
    cdef int rank_removals(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(
        value=int, restricted=int, there=Py_ssize_t, option=int, place=Py_ssize_t, best=int,
        could_be=int
    )
    cdef void value(self, Py_ssize_t rank, int variant, int count, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(afterstate=Py_ssize_t)
    cdef void fill(self, Py_ssize_t first, int value, int restricted) noexcept nogil

cdef class SampleAfterstates(TurnPass):
    @cython.locals(high=int)
    cdef void run(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

    @cython.locals(variant=int, value=int)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

cdef class MarkRaised(TurnPass):
    cdef const int[::1] ceilings
    cdef unsigned char[::1] raised
    cdef readonly bint overflowed

    @cython.locals(variant=int, afterstate=Py_ssize_t, count=int, predecessor=int)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(
        there=Py_ssize_t, value=int, rest=mask, tile=mask, place=Py_ssize_t, origin=mask
    )
    cdef void mark_restricted(
        self, mask fog, Py_ssize_t rank, int variant, int least
    ) noexcept nogil

    cdef void mark_position(self, Py_ssize_t position, int value) noexcept nogil
