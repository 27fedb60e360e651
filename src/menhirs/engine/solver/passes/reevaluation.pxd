# The C types of reevaluation.py.
cimport cython

from menhirs.core.fog cimport mask
from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.afterstates cimport ValueAfterstates
from menhirs.engine.solver.passes.pass_base cimport LayerPass, Scratch
from menhirs.engine.solver.passes.positions cimport ValuePositions
from menhirs.engine.solver.passes.turn_pass cimport TurnPass

cdef int _HIGHEST
cdef int _NO_CEILING

cdef class MarkAfterstatesOfKept(LayerPass):
    cdef unsigned char[::1] afterstates

    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

cdef class MarkAfterstatesOfTaken(MarkAfterstatesOfKept):
    @cython.locals(free=mask, tile=mask)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

cdef class MarkMoves(TurnPass):
    cdef unsigned char[::1] marks

    @cython.locals(option=int)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

cdef class RevalueAfterstates(ValueAfterstates):
    cdef unsigned char[::1] dirty_afterstates
    cdef signed char[::1] old_values

    @cython.locals(count=int, variant=int, afterstate=Py_ssize_t, old=int)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

cdef class CompareAfterstates(TurnPass):
    cdef int reference_variants
    cdef const signed char[::1] reference
    cdef unsigned char[::1] dirty_afterstates
    cdef signed char[::1] old_values

    @cython.locals(variant=int, afterstate=Py_ssize_t, there=Py_ssize_t, old=int)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

cdef class RevaluePositions(ValuePositions):
    cdef const unsigned char[::1] dirty_positions
    cdef unsigned char[::1] changed
    cdef signed char[::1] old_best
    cdef signed char[::1] old_second
    cdef unsigned int[::1] old_best_move

    @cython.locals(variant=int, position=Py_ssize_t)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(
        position=Py_ssize_t, best=int, second=int, best_move=cython.uint, enough=int,
        enough_second=int, was_changed=bint
    )
    cdef void revalue(
        self, mask fog, Py_ssize_t rank, int variant, Scratch scratch
    ) noexcept nogil

    @cython.final
    cdef void list_all(self, mask fog, Scratch scratch) noexcept nogil
