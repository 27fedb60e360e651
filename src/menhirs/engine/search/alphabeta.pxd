# The C types of alphabeta.py.
cimport cython
from menhirs.core.fog cimport mask, size, step
from menhirs.engine cimport unlocked
from menhirs.engine.search cimport records
from menhirs.engine.search.phases cimport PhaseSearch
from menhirs.engine.search.transposition cimport (
    TranspositionTable,
    answers,
    bound_of,
    doubt_in,
    hash_of,
    is_certain,
    mixed,
    move_in,
    packed,
    taken_in,
    value_in,
)

cdef int _ENDLESS
cdef int _KEEP
cdef int _KNOWN_BEST
cdef int _MOST_HISTORY
cdef int _FLIP
cdef int _PLACE
cdef int _MOVE
cdef int _REMOVE
cdef int _DECIDE_FIRST
cdef int _DECIDE_SECOND

cdef class AlphaBeta(PhaseSearch):
    cdef int kind
    cdef records.Node root
    cdef mask afterstate
    cdef mask landed
    cdef int depth
    cdef int alpha
    cdef int beta
    cdef int value
    cdef int best_index

    @cython.locals(
        root=records.Node, moved=records.AfterMove, depth=int, alpha=int, beta=int
    )
    cdef void run(self) noexcept nogil

    @cython.locals(entry=int, win=int)
    cdef int begin_turn(self, records.Node node, int depth, int alpha, int beta) noexcept nogil

    @cython.final
    @cython.locals(
        entry=int, high=int, low=int, known=records.Lookup, base=int, count=int,
        passed=records.AfterMove, best=int, bound=int
    )
    cdef int search(self, records.Node node, int depth, int alpha, int beta) noexcept nogil

    @cython.final
    @cython.locals(
        best=int, best_index=int, best_taken=int, doubt=int, end=int, index=int, afterstate=mask,
        moved=records.AfterMove, value=int
    )
    cdef int search_moves(
        self, records.Node node, mask data, int base, int high, int depth, int alpha, int beta
    ) noexcept nogil

    @cython.final
    @cython.locals(place=mask, data=mask, answered=bint, key=mask, free=mask)
    cdef records.Lookup look_up(
        self, records.Node node, int depth, int alpha, int beta
    ) noexcept nogil

    @cython.final
    @cython.locals(value=int, bound=int, data=mask)
    cdef int estimate_and_store(
        self, records.Node node, mask place, int alpha, int beta
    ) noexcept nogil

    @cython.final
    @cython.locals(base=int, count=int, move=int, index=int)
    cdef int list_ordered(self, records.Node node, mask data) noexcept nogil

    @cython.final
    @cython.locals(best=int, other=int)
    cdef void bring_best(self, int index, int end) noexcept nogil

    @cython.final
    @cython.locals(part=mask, direction=int, afterstate=mask, weight=int)
    cdef void swap(self, int one, int other) noexcept nogil

    @cython.final
    @cython.locals(entry=int)
    cdef void add_to_history(self, int index, int player, int depth) noexcept nogil
