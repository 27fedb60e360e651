# The C types of phases.py.
cimport cython
from menhirs.core.fog cimport mask, size
from menhirs.core.turn_flow cimport forbidden_picture, remembered, winner_of_tie
from menhirs.engine.search cimport records
from menhirs.engine.search.evaluation cimport Evaluation
from menhirs.engine.search.transposition cimport (
    answers,
    bound_of,
    doubt_in,
    is_certain,
    packed,
    taken_in,
    value_in,
)

cdef int DECISION
cdef int OVER
cdef int _ENDLESS
cdef int _KEEP
cdef int _EARLY
cdef int _LATE
cdef int _SHALLOW
cdef int _FAR_BACK
cdef mask _TILE

cdef class PhaseSearch(Evaluation):
    cdef int begin_turn(self, records.Node node, int depth, int alpha, int beta) noexcept nogil

    @cython.final
    @cython.locals(turn=int, entry=int, ceiling=int, value=int)
    cdef int after_move(
        self, records.AfterMove moved, int depth, int alpha, int beta
    ) noexcept nogil

    @cython.final
    @cython.locals(
        left=mask, after=records.Node, value=int, best=int, best_taken=int, doubt=int, tried=int,
        player=int, cell=int, reduction=int
    )
    cdef int take_away(
        self, records.AfterMove moved, bint cannot_win, int depth, int alpha, int beta
    ) noexcept nogil

    @cython.final
    @cython.locals(
        before=records.Node, turn=int, tile=mask, kept=bint, fog=mask, group=mask, banned=mask,
        counted=int
    )
    cdef records.Node after_taking(
        self, records.AfterMove moved, int cell, bint cannot_win
    ) noexcept nogil

    @cython.final
    @cython.locals(before=records.Node, tiles=mask)
    cdef mask options(self, records.AfterMove moved) noexcept nogil

    @cython.final
    @cython.locals(favourite=int)
    cdef int next_option(self, mask left, int hint, int player) noexcept nogil

    @cython.final
    cdef int reduction_of(self, int tried, int depth) noexcept nogil

    @cython.final
    @cython.locals(value=int)
    cdef int end_turn(
        self, records.Node node, int depth, int alpha, int beta, int reduction
    ) noexcept nogil

    @cython.final
    @cython.locals(turn=int, following=int, begun=records.Node, winner=int, worth=int)
    cdef int next_turn(self, records.Node node, int depth, int alpha, int beta) noexcept nogil

    @cython.final
    @cython.locals(value=int, doubt=int, back=int)
    cdef int decide_first(self, records.Node node, int depth, int alpha, int beta) noexcept nogil

    @cython.final
    @cython.locals(value=int, doubt=int, back=int, less=int, first=int, lap=records.Node)
    cdef int decide_second(
        self, records.Node node, int depth, int alpha, int beta
    ) noexcept nogil

    @cython.final
    @cython.locals(begun=records.Node)
    cdef int go_on(
        self, records.Node node, int chooser, int depth, int alpha, int beta
    ) noexcept nogil

    @cython.final
    @cython.locals(first=int, begun=records.Node)
    cdef int begin_lap(self, records.Node node, int depth, int alpha, int beta) noexcept nogil

    @cython.final
    @cython.locals(acting=int)
    cdef int place_or_move(
        self, int player, records.Node node, int depth, int alpha, int beta
    ) noexcept nogil

    @cython.final
    @cython.locals(
        high=int, key=mask, data=mask, hint=int, best=int, best_cell=int, doubt=int, left=mask,
        cell=int, value=int, bound=int
    )
    cdef int place(self, records.Node node, int depth, int alpha, int beta) noexcept nogil

    @cython.final
    @cython.locals(player=int, one=int, two=int, following=int, placed=records.Node)
    cdef int after_placing(
        self, records.Node node, int cell, int depth, int alpha, int beta
    ) noexcept nogil

    @cython.final
    @cython.locals(menhirs=mask, best=int, doubt=int, left=mask, tile=mask, value=int)
    cdef int flip(self, int flips, int depth, int alpha, int beta) noexcept nogil

    @cython.final
    @cython.locals(hand=int, lap=records.Node)
    cdef int after_flip(self, int flips, int depth, int alpha, int beta) noexcept nogil
