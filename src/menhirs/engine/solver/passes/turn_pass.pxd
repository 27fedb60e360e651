# The C types of turn_pass.py.
cimport cython

from menhirs.core.fog cimport mask, step
from menhirs.core.turn_flow cimport remembered, removable
from menhirs.engine.solver.passes cimport inlined, unlocked
from menhirs.engine.solver.passes.cluster_moves cimport ClusterMoves
from menhirs.engine.solver.passes.pass_base cimport LayerPass, Scratch

cdef int _LOWEST

cdef class TurnPass(LayerPass):
    cdef ClusterMoves moves
    cdef mask menhirs
    cdef const unsigned char[::1] wins
    cdef int win
    cdef int if_claimed
    cdef int variants
    cdef const int[::1] variant_if_kept
    cdef const int[::1] variant_if_taken
    cdef int kept_variants
    cdef const signed char[::1] kept_best
    cdef const signed char[::1] kept_second
    cdef const unsigned int[::1] kept_best_move
    cdef int taken_variants
    cdef const signed char[::1] taken_best
    cdef const signed char[::1] taken_second
    cdef const unsigned int[::1] taken_best_move
    cdef signed char[::1] afterstates
    cdef signed char[::1] best
    cdef signed char[::1] second
    cdef unsigned int[::1] best_move
    cdef unsigned char[::1] second_move

    @cython.final
    @cython.locals(there=Py_ssize_t, rest=mask, tile=mask)
    cdef int value_after_return(self, mask fog, mask result, int variant, int value) noexcept nogil

    @cython.final
    @cython.locals(value=int, there=Py_ssize_t, reply=int, rest=mask, tile=mask)
    cdef int value_of_move(self, mask fog, mask result, int variant) noexcept nogil

    @cython.final
    @cython.locals(rank=Py_ssize_t)
    cdef Py_ssize_t kept_position(self, mask fog, int variant) noexcept nogil

    @cython.final
    @cython.locals(rank=Py_ssize_t)
    cdef Py_ssize_t taken_position(self, mask fog, int variant) noexcept nogil

    @cython.final
    cdef bint returns(self, mask fog, mask result, mask tile, Py_ssize_t move) noexcept nogil

    @cython.final
    @cython.locals(
        before=mask, after=mask, direction=int, moved=mask, pushed=mask, there=mask
    )
    cdef mask landed(self, mask fog, mask result) noexcept nogil
