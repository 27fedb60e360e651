# The C types of quick_game.py.
cimport cython
from menhirs.core.fog cimport around, can_free, mask, size, step, write_moves
from menhirs.core.turn_flow cimport (
    TurnFlow,
    forbidden_picture,
    goes_straight_back,
    picture_before,
    remembered,
    winner_of_tie,
)

cdef int _FLIP
cdef int _PLACE
cdef int _MOVE
cdef int _REMOVE
cdef int _DECIDE
cdef int _PROVE
cdef int _OVER
cdef int _FREED
cdef int _CLAIMED
cdef int _WRONG_CLAIM
cdef int _TIE
cdef int _CHOOSER
cdef int _DECISION
cdef int _NO_TURN

@cython.final
cdef class GameRules:
    cdef readonly object rules
    cdef readonly bint claims_at_once
    cdef readonly TurnFlow flow
    cdef readonly mask cells
    cdef readonly int stride
    cdef readonly int count
    cdef readonly mask[::1] board
    cdef int menhirs
    cdef int standing
    cdef int in_hand
    cdef int repetitions
    cdef int width
    cdef readonly int[::1] score
    cdef mask[::1] parts
    cdef unsigned char[::1] ways
    cdef mask listed
    cdef int found
    cdef mask[::1] whole
    cdef mask[::1] split
    cdef mask[::1] no_tiles
    cdef unsigned char[::1] no_ways

    @cython.locals(count=int)
    cdef int list_moves(self, mask fog) except -1

cdef class QuickGame:
    cdef readonly GameRules game
    cdef readonly mask menhirs
    cdef readonly mask fog
    cdef readonly int phase
    cdef readonly int turn
    cdef readonly int one
    cdef readonly int two
    cdef readonly int chooser
    cdef readonly mask last
    cdef readonly int last_way
    cdef readonly int claimed
    cdef readonly mask taken
    cdef readonly mask options
    cdef readonly int winner
    cdef readonly int points
    cdef readonly int reason
    cdef readonly mask part
    cdef readonly int way
    cdef readonly mask shown
    cdef readonly int shown_way
    cdef readonly int past
    cdef mask[::1] past_fogs
    cdef mask[::1] past_lasts
    cdef unsigned char[::1] past_ways

    @cython.final
    cdef void begin_game(self, GameRules game, mask menhirs) except *

    @cython.final
    cdef void set_game(self, GameRules game) except *

    @cython.final
    cdef void start(self, mask menhirs) noexcept nogil

    @cython.final
    cdef void copy_from(self, QuickGame other) except *

    @cython.final
    cdef bint flip(self, mask tile) noexcept nogil

    @cython.final
    cdef void cover_menhirs(self) noexcept nogil

    @cython.final
    cdef bint place(self, mask tile) noexcept nogil

    @cython.final
    cdef void play_move(self, mask tiles, int way) except *

    @cython.final
    cdef void move(self, mask tiles, int way) noexcept nogil

    @cython.final
    cdef void pass_turn(self) noexcept nogil

    @cython.final
    cdef void take_away_or_end(self) noexcept nogil

    @cython.final
    cdef mask takeable(self) noexcept nogil

    @cython.final
    cdef bint may_keep(self) noexcept nogil

    @cython.final
    cdef bint remove(self, mask tile) noexcept nogil

    @cython.final
    cdef void count_taken(self, int turn, int change) noexcept nogil

    @cython.final
    @cython.locals(following=int)
    cdef void end_turn(self) noexcept nogil

    @cython.final
    cdef void begin_turn(self, int turn) noexcept nogil

    @cython.final
    @cython.locals(back=int)
    cdef void decide(self, bint go_on) noexcept nogil

    @cython.final
    cdef void close_claim_window(self) noexcept nogil

    @cython.final
    cdef bint may_claim(self) noexcept nogil

    @cython.final
    @cython.locals(game=GameRules)
    cdef void claim(self) noexcept

    @cython.final
    @cython.locals(game=GameRules, part=mask, way=int, index=int, tiles=mask, landed=mask)
    cdef void claim_at_once(self) except *

    @cython.final
    @cython.locals(winner=int)
    cdef void end_in_tie(self) noexcept nogil

    @cython.final
    cdef void end(self, int winner, int reason) noexcept nogil

    @cython.final
    @cython.locals(
        game=GameRules, fog=mask, last=mask, last_way=int, way=int, found=int, index=int, part=mask
    )
    cdef int find_moves(self) except -1

    @cython.final
    cdef void remember_position(self) noexcept nogil

    @cython.final
    cdef void make_room(self) except *

    @cython.locals(index=int)
    cpdef void read_position(self, object position) except *

    @cython.final
    @cython.locals(fogs=mask[::1], lasts=mask[::1], ways='unsigned char[::1]', index=int)
    cdef void resize_past(self, int room) except *

    @cython.final
    @cython.locals(found=int, banned=mask, index=int)
    cdef int count_seen(self) noexcept nogil

    @cython.final
    @cython.locals(stride=int)
    cdef mask banned_fog(self, mask last, int way) noexcept nogil
