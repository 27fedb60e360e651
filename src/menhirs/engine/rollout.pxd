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
from menhirs.core.turn_flow cimport goes_straight_back
from menhirs.engine cimport unlocked
from menhirs.engine.quick_game cimport GameRules, QuickGame
from menhirs.engine.work cimport Work

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
cdef int _FLIPPING
cdef int _PLACING
cdef int _MOVING
cdef int _REMOVING
cdef int _OVER

@cython.final
cdef class RandomMoves:
    cdef mask cells
    cdef int stride
    cdef int room
    cdef mask[::1] board
    cdef mask[::1] edges
    cdef int[::1] lefts
    cdef int[::1] rights
    cdef mask[::1] clusters
    cdef mask[::1] hanging
    cdef mask[::1] bare
    cdef mask[::1] loose
    cdef mask[::1] sums
    cdef mask[::1] parts
    cdef unsigned char[::1] ways
    cdef mask wholes
    cdef int large
    cdef mask state
    cdef mask fog
    cdef mask last
    cdef int last_way
    cdef readonly mask part
    cdef readonly int way

    cdef inline mask number(self) noexcept nogil

    cdef inline mask draw(self, mask below) noexcept nogil

    @cython.locals(tile=mask)
    cdef mask pick(self, mask tiles) noexcept nogil

    @cython.locals(total=mask, wanted=mask, _=int)
    cpdef bint draw_move(self, mask fog, mask last, int last_way) noexcept nogil

    @cython.locals(draws=mask, rest=mask, cluster=mask)
    cdef mask list_draws(self) noexcept nogil

    @cython.locals(way=int)
    cdef inline void list_whole_moves(self, mask cluster) noexcept nogil

    @cython.locals(twigs=mask, trunk=mask, way=int, stuck=mask, loose=mask, sets=mask)
    cdef mask list_splits(self, mask cluster, mask draws) noexcept nogil

    @cython.locals(
        once=mask, twice=mask, thrice=mask, corners=mask, previous=mask, way=int, near=mask,
        tips=mask, with_two=mask, bent=mask
    )
    cdef inline mask twigs(self, mask cluster) noexcept nogil

    @cython.locals(
        entry=int, index=int, large=int, cluster=mask, twigs=mask, coins=mask, part=mask, rest=mask,
        alone=mask
    )
    cdef bint draw_split(self, mask wanted) noexcept nogil

    cdef inline mask behind(self, mask tiles, int way) noexcept nogil

    cdef inline mask beside(self, mask tiles) noexcept nogil

    cdef inline bint goes_back(self) noexcept nogil

    @cython.locals(count=int, legal=int, index=int)
    cdef bint choose_move(self) noexcept nogil

cdef class Rollout(Work):
    cdef object rules
    cdef readonly RandomMoves chance
    cdef QuickGame playing
    cdef mask[::1] tiles
    cdef unsigned char[::1] kinds
    cdef long long todo
    cdef readonly long long games
    cdef readonly long long actions
    cdef readonly long long ties
    cdef readonly long long[::1] wins
    cdef readonly int played
    cdef mask laid

    cdef void run(self) noexcept nogil

    @cython.final
    @cython.locals(_=int)
    cdef void play_one(self) noexcept nogil

    @cython.final
    @cython.locals(phase=int, tile=mask, go_on=mask)
    cdef void play_action(self) noexcept nogil

    @cython.final
    cdef inline void record_action(self, int kind, mask tiles) noexcept nogil

    @cython.final
    cdef void move(self) noexcept nogil

    @cython.final
    @cython.locals(options=mask, tile=mask)
    cdef void take_away(self) noexcept nogil
