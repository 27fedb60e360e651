# The C types of positions.py.
cimport cython

from menhirs.core.fog cimport mask
from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.pass_base cimport Scratch
from menhirs.engine.solver.passes.turn_pass cimport TurnPass

cdef int _LOWEST
cdef int _HIGHEST
cdef int _VALUED_ALONE
cdef int _AT_ONCE
cdef int _AT_FIRST

cdef class ValuePositions(TurnPass):
    cdef mask menhir_cells
    cdef bint may_forbid_wins
    cdef int most
    cdef const int[::1] ceilings
    cdef const unsigned char[::1] raised
    cdef const unsigned char[::1] restricted

    @cython.final
    cdef bint is_won(self, Py_ssize_t rank) noexcept nogil

    cdef void begin_half(self, int high, Scratch scratch) noexcept nogil

    @cython.locals(first=Py_ssize_t, position=Py_ssize_t, enough=int, variant=int)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

    @cython.final
    cdef void begin_moves(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(
        best=int, second=int, best_move=cython.uint, second_move=cython.uint, move=int,
        place=Py_ssize_t, there=Py_ssize_t, value=int
    )
    cdef bint search_half_moves(
        self, mask fog, Py_ssize_t rank, int variant, int enough, int enough_second,
        Scratch scratch
    ) noexcept nogil

    @cython.final
    @cython.locals(
        restricted=int, best=int, second=int, best_move=cython.uint, second_move=cython.uint,
        begin=int, end=int, option=int, value=int, could_be=int
    )
    cdef bint search_moves(
        self, mask fog, Py_ssize_t position, int variant, int enough, int enough_second,
        Scratch scratch
    ) noexcept nogil

    @cython.final
    @cython.locals(end=int, option=int, place=Py_ssize_t, there=Py_ssize_t)
    cdef int look_up(self, int variant, int begin, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(more=bint, wins=int, option=int, result=cython.uint)
    cdef bint list_more(self, mask fog, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(
        floor=int, best=int, second=int, best_move=cython.uint, second_move=cython.uint,
        option=int, afterstate=int, value=int, restricted=int, valued_alone=bint
    )
    cdef void choose_exactly(
        self, mask fog, Py_ssize_t position, int variant, Scratch scratch
    ) noexcept nogil

    @cython.final
    cdef void store(
        self, Py_ssize_t position, int best, cython.uint best_move, int second,
        cython.uint second_move
    ) noexcept nogil
