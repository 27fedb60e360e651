# The C types of invalidation.py.
cimport cython

from menhirs.core.fog cimport mask
from menhirs.core.turn_flow cimport removable
from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.afterstates cimport MarkRaised
from menhirs.engine.solver.passes.cluster_moves cimport rank_predecessors
from menhirs.engine.solver.passes.pass_base cimport LayerPass, Scratch
from menhirs.engine.solver.passes.turn_pass cimport TurnPass

cdef int _HIGHEST
cdef int _NO_CEILING
cdef int _VALUED_ALONE

cdef class InvalidateAfterstates(TurnPass):
    cdef const signed char[::1] old_best
    cdef const signed char[::1] old_second
    cdef const unsigned int[::1] old_best_move
    cdef unsigned char[::1] dirty_afterstates
    cdef unsigned char[::1] dirty_positions
    cdef unsigned char[::1] raised

    @cython.final
    @cython.locals(value=int, known=int)
    cdef int invalidate(
        self, Py_ssize_t afterstate, int old, int new, int restricted, mask tile
    ) noexcept nogil

    @cython.final
    @cython.locals(variant=int)
    cdef bint is_worth_keeping(self, Py_ssize_t afterstate, int value) noexcept nogil

    @cython.final
    @cython.locals(position=Py_ssize_t)
    cdef void invalidate_position(
        self, Py_ssize_t fog_rank, int variant, int value
    ) noexcept nogil

cdef class InvalidateByKept(InvalidateAfterstates):
    @cython.locals(first=Py_ssize_t, row=Py_ssize_t, variant=int)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(there=Py_ssize_t, best=int, old_restricted=int, restricted=int, value=int)
    cdef void consider_reply(
        self, Py_ssize_t afterstate, int variant, Py_ssize_t row
    ) noexcept nogil

cdef class InvalidateByTaken(InvalidateAfterstates):
    @cython.locals(first=Py_ssize_t, row=Py_ssize_t, variant=int)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(
        there=Py_ssize_t, old=int, new=int, old_restricted=int, restricted=int, old_origin=mask, origin=mask,
        free=mask, tile=mask, rank=Py_ssize_t, value=int
    )
    cdef void consider_tiles(self, mask fog, int variant, Py_ssize_t row) noexcept nogil

    @cython.final
    @cython.locals(rank=Py_ssize_t)
    cdef void consider_origin(
        self, mask tile, mask origin, int variant, int value
    ) noexcept nogil

cdef class InvalidateRestricted(MarkRaised):
    cdef unsigned char[::1] restricted
    cdef unsigned char[::1] dirty_positions

    @cython.locals(variant=int, position=Py_ssize_t, value=int)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

    cdef void mark_position(self, Py_ssize_t position, int value) noexcept nogil

cdef class InvalidateVariant(LayerPass):
    cdef int variant
    cdef int variants
    cdef unsigned char[::1] dirty_positions

    @cython.locals(rank=Py_ssize_t)
    cdef void run(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

cdef class UpdatePredecessors(TurnPass):
    cdef const int[::1] ceilings
    cdef const unsigned char[::1] dirty_afterstates
    cdef const signed char[::1] old_values
    cdef unsigned char[::1] dirty_positions
    cdef unsigned char[::1] raised
    cdef unsigned char[::1] changed
    cdef signed char[::1] old_best
    cdef signed char[::1] old_second
    cdef unsigned int[::1] old_best_move
    cdef unsigned char[::1] locks
    cdef readonly bint overflowed

    @cython.locals(
        count=int, variant=int, afterstate=Py_ssize_t, old=int, new=int, ceiling=int,
        is_better=bint, above=int, concerned=int, place=Py_ssize_t, predecessor=int,
        there=Py_ssize_t
    )
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(best=int, is_best=bint)
    cdef void improve(
        self, Py_ssize_t position, Py_ssize_t move, int value, Scratch scratch
    ) noexcept nogil

    @cython.final
    cdef void store_second_move(self, Py_ssize_t position, Py_ssize_t move) noexcept nogil

    @cython.final
    @cython.locals(known=int)
    cdef bint may_be_second_move(self, Py_ssize_t position, Py_ssize_t move) noexcept nogil
