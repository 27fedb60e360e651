# The C types of phases.py.
cimport cython
from menhirs.core.fog cimport mask, size
from menhirs.core.turn_flow cimport forbidden_picture, remembered, winner_of_tie
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
    cdef int arrive(
        self, int turn, mask fog, int one, int two, int chooser, mask banned, bint calm,
        int depth, int alpha, int beta
    ) noexcept nogil

    @cython.locals(
        calm=bint, ceiling=int, entry=int, left=mask, banned=mask, value=int, best=int,
        best_taken=int, smear=int, cell=int, tile=mask, group=mask, fog=mask, counted=int, tried=int
    )
    cdef int after(
        self, int turn, mask before, mask picture, mask landed, int one, int two, int chooser,
        int depth, int alpha, int beta, int haste, int hint
    ) noexcept nogil

    @cython.locals(tiles=mask)
    cdef mask options(self, int turn, mask fog, int one, int two) noexcept nogil

    @cython.locals(favourite=int)
    cdef int next_option(self, mask left, int hint, int player) noexcept nogil

    cdef int haste(self, int tried, int depth) noexcept nogil

    @cython.locals(value=int)
    cdef int close(
        self, int turn, mask fog, int one, int two, int chooser, mask banned, bint calm,
        int depth, int alpha, int beta, int haste
    ) noexcept nogil

    @cython.locals(following=int, winner=int, worth=int)
    cdef int end_turn(
        self, int turn, mask fog, int one, int two, int chooser, mask banned, bint calm,
        int depth, int alpha, int beta
    ) noexcept nogil

    @cython.locals(on=int, value=int, smear=int, back=int)
    cdef int first_word(
        self, int turn, mask fog, int one, int two, mask banned, bint calm,
        int depth, int alpha, int beta
    ) noexcept nogil

    @cython.locals(on=int, value=int, smear=int, back=int, less=int)
    cdef int second_word(
        self, int turn, mask fog, int one, int two, mask banned, bint calm,
        int depth, int alpha, int beta
    ) noexcept nogil

    @cython.locals(first=int)
    cdef int begin(
        self, int turn, mask fog, int one, int two, int depth, int alpha, int beta
    ) noexcept nogil

    cdef int go_to(
        self, int player, int turn, mask fog, int one, int two, int depth, int alpha, int beta
    ) noexcept nogil

    @cython.locals(
        high=int, key=mask, data=mask, hint=int, best=int, best_cell=int, smear=int, left=mask,
        cell=int, tile=mask, value=int, bound=int
    )
    cdef int place(
        self, int turn, mask fog, int one, int two, int depth, int alpha, int beta
    ) noexcept nogil

    @cython.locals(player=int, following=int)
    cdef int placed(
        self, int turn, mask fog, int one, int two, int depth, int alpha, int beta
    ) noexcept nogil

    @cython.locals(menhirs=mask, best=int, smear=int, left=mask, tile=mask, value=int)
    cdef int flip(self, int flips, int depth, int alpha, int beta) noexcept nogil

    @cython.locals(hand=int)
    cdef int flipped(self, int flips, int depth, int alpha, int beta) noexcept nogil
