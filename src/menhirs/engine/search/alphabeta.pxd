# The C types of alphabeta.py.
cimport cython
from menhirs.core.fog cimport mask, size, step
from menhirs.engine cimport unlocked
from menhirs.engine.search.phases cimport PhaseSearch
from menhirs.engine.search.transposition cimport (
    TranspositionTable,
    answers,
    bound_of,
    doubt_in,
    is_certain,
    mixed,
    packed,
    picture_in,
    print_of,
    taken_in,
    value_in,
)

cdef int _ENDLESS
cdef int _KEEP
cdef int _REMEMBERED
cdef int _FAMOUS
cdef int _FLIP
cdef int _PLACE
cdef int _MOVE
cdef int _REMOVE
cdef int _FIRST_WORD
cdef int _SECOND_WORD

cdef class AlphaBeta(PhaseSearch):
    cdef int kind
    cdef int turn
    cdef mask fog
    cdef mask before
    cdef mask landed
    cdef int one
    cdef int two
    cdef int chooser
    cdef mask banned
    cdef int depth
    cdef int alpha
    cdef int beta
    cdef int value

    @cython.locals(entry=int, win=int, value=int)
    cdef int arrive(
        self, int turn, mask fog, int one, int two, int chooser, mask banned, bint calm,
        int depth, int alpha, int beta
    ) noexcept nogil

    @cython.locals(
        entry=int, high=int, low=int, place=mask, key=mask, data=mask, free=mask, base=int,
        count=int, best=int, best_index=int, best_taken=int, smear=int, moves=int, index=int,
        picture=mask, value=int, bound=int
    )
    cdef int search(
        self, int turn, mask fog, int one, int two, int chooser, mask banned,
        int depth, int alpha, int beta
    ) noexcept nogil

    @cython.locals(value=int, bound=int, data=mask)
    cdef int judge(
        self,
        int turn,
        mask fog,
        int one,
        int two,
        int chooser,
        mask place,
        int alpha,
        int beta,
    ) noexcept nogil

    @cython.locals(base=int, count=int, picture=int, index=int)
    cdef int ordered(self, int turn, mask fog, mask data) noexcept nogil

    @cython.locals(best=int, other=int)
    cdef void bring_best(self, int index, int end) noexcept nogil

    @cython.locals(part=mask, way=int, picture=mask, weight=int)
    cdef void swap(self, int one, int other) noexcept nogil

    @cython.locals(trace=int)
    cdef void praise(self, int index, int player, int depth) noexcept nogil

    @cython.locals(
        turn=int, fog=mask, one=int, two=int, depth=int, alpha=int, beta=int
    )
    cdef void run(self) noexcept nogil
