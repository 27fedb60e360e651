# The C types of rollout.py.
cimport cython
from menhirs.core.fog cimport (
    flood,
    is_large_enough,
    leaves_large_groups,
    mask,
    may_be_split,
    size,
    step,
    write_moves,
)
from menhirs.core.turn_flow cimport (
    TurnFlow,
    forbidden_picture,
    goes_straight_back,
    remembered,
    winner_of_tie,
)
from menhirs.engine cimport unlocked
from menhirs.engine.work cimport Work

cdef int DECISION
cdef int OVER
cdef mask _LOW
cdef mask _CARRY
cdef int _TRIES
cdef int _MOST_MOVES
cdef int _LONGEST
cdef int _FLIP
cdef int _PLACE
cdef int _REMOVE
cdef int _KEEP
cdef int _PASS
cdef int _BACK
cdef int _ON

cdef class Rollout(Work):
    cdef object rules
    cdef TurnFlow flow
    cdef mask cells
    cdef int stride
    cdef int in_hand
    cdef int point
    cdef int width
    cdef int[::1] score
    cdef int stones
    cdef int flips
    cdef int room
    cdef mask[::1] edges
    cdef int[::1] lefts
    cdef int[::1] rights
    cdef mask[::1] board
    cdef mask[::1] clusters
    cdef mask[::1] hanging
    cdef mask[::1] bare
    cdef mask[::1] loose
    cdef mask[::1] sums
    cdef mask[::1] parts
    cdef unsigned char[::1] ways
    cdef mask wholes
    cdef int large
    cdef mask[::1] tiles
    cdef unsigned char[::1] kinds
    cdef mask state
    cdef long long todo
    cdef readonly long long games
    cdef readonly long long actions
    cdef readonly long long ties
    cdef readonly long long[::1] wins
    cdef readonly int played
    cdef readonly int winner
    cdef readonly int points
    cdef mask laid
    cdef mask menhirs
    cdef mask fog
    cdef int one
    cdef int two
    cdef int chooser
    cdef mask last
    cdef int last_way
    cdef mask before
    cdef int repetitions
    cdef int turns
    cdef mask[::1] fogs
    cdef mask[::1] bans
    cdef mask part
    cdef int way

    cdef void run(self) noexcept nogil

    @cython.final
    cdef inline mask number(self) noexcept nogil

    @cython.final
    cdef inline mask draw(self, mask below) noexcept nogil

    @cython.final
    @cython.locals(tile=mask)
    cdef mask pick(self, mask tiles) noexcept nogil

    @cython.final
    cdef inline void note(self, int kind, mask tiles) noexcept nogil

    @cython.final
    @cython.locals(tile=mask, turn=int, _=int)
    cdef void play_one(self) noexcept nogil

    @cython.final
    @cython.locals(tile=mask)
    cdef int place(self, int turn) noexcept nogil

    @cython.final
    @cython.locals(landed=mask, following=int)
    cdef int move(self, int turn) noexcept nogil

    @cython.final
    @cython.locals(banned=mask, found=int, turn=int)
    cdef bint is_repeated(self) noexcept nogil

    @cython.final
    cdef void win(self, int turn, int winner) noexcept nogil

    @cython.final
    @cython.locals(options=mask, tile=mask)
    cdef void take_away(self, int turn) noexcept nogil

    @cython.final
    @cython.locals(player=int)
    cdef int decide(self, int turn) noexcept nogil

    @cython.final
    @cython.locals(total=mask, wanted=mask, _=int)
    cdef bint draw_move(self) noexcept nogil

    @cython.final
    @cython.locals(draws=mask, rest=mask, cluster=mask)
    cdef mask survey(self) noexcept nogil

    @cython.final
    @cython.locals(way=int)
    cdef inline void note_whole(self, mask cluster) noexcept nogil

    @cython.final
    @cython.locals(twigs=mask, trunk=mask, way=int, stuck=mask, loose=mask, sets=mask)
    cdef mask note_large(self, mask cluster, mask draws) noexcept nogil

    @cython.final
    @cython.locals(
        once=mask, twice=mask, thrice=mask, corners=mask, previous=mask, way=int, near=mask,
        tips=mask, with_two=mask, bent=mask
    )
    cdef inline mask twigs(self, mask cluster) noexcept nogil

    @cython.final
    @cython.locals(
        entry=int, index=int, large=int, cluster=mask, twigs=mask, coins=mask, part=mask, rest=mask,
        alone=mask
    )
    cdef bint draw_part(self, mask wanted) noexcept nogil

    @cython.final
    cdef inline mask behind(self, mask tiles, int way) noexcept nogil

    @cython.final
    cdef inline mask beside(self, mask tiles) noexcept nogil

    @cython.final
    cdef inline bint goes_back(self) noexcept nogil

    @cython.final
    @cython.locals(count=int, legal=int, index=int)
    cdef bint choose_move(self) noexcept nogil
