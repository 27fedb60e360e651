# The C types of game_state.py.
cimport cython
from menhirs.core.fog cimport around, can_free, can_go, flood, mask, size, step, write_moves
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
cdef int _PASS_NUMBER
cdef int _KEEP_NUMBER
cdef int _BACK_NUMBER
cdef int _ON_NUMBER
cdef int _CLAIM_NUMBER
cdef int _ALONG_NUMBER
cdef int _STAYS_NUMBER
cdef int _WORDS
cdef int _PLACE_PLANE
cdef int _REMOVE_PLANE
cdef int _MOVE_PLANE
cdef int _SPLIT_PLANE

@cython.final
cdef class GameRules:
    cdef readonly object rules
    cdef readonly bint claims_at_once
    cdef readonly TurnFlow flow
    cdef readonly mask cells
    cdef readonly int stride
    cdef readonly int count
    cdef readonly int actions
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

@cython.final
cdef class GameState:
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
    cdef readonly int winner
    cdef readonly int points
    cdef readonly int reason
    cdef readonly mask asked
    cdef readonly mask along
    cdef readonly mask stays
    cdef readonly int part_way
    cdef readonly mask part
    cdef readonly int way
    cdef readonly mask shown
    cdef readonly int shown_way
    cdef readonly int past
    cdef mask[::1] past_fogs
    cdef mask[::1] past_lasts
    cdef unsigned char[::1] past_ways

    cdef void begin(self, GameRules game, mask menhirs) except *

    cdef void clear(self, GameRules game) except *

    @cython.locals(actions=list, phase=int, takeable=mask)
    cpdef list legal_actions(self)

    cpdef void apply(self, int action) except *

    @cython.locals(copy=GameState)
    cpdef GameState clone(self)

    cpdef void become(self, GameState other) except *

    @cython.locals(game=GameRules, plane=int, tile=mask)
    cdef bint act(self, int action) except -1

    cdef bint say(self, int action) except -1

    cdef bint flip(self, mask tile) noexcept

    cdef void cover_menhirs(self) noexcept

    cdef bint place(self, mask tile) noexcept

    @cython.locals(cluster=mask)
    cdef bint move_whole(self, mask first, int way) except -1

    @cython.locals(
        game=GameRules, fog=mask, cluster=mask, common=mask, either=mask, index=int, part=mask,
        open_tiles=mask
    )
    cdef bint narrow(self, mask along, mask stays, int way) except -1

    cpdef void ask(self, mask asked, mask along, mask stays, int way) noexcept

    @cython.locals(game=GameRules)
    cdef void move(self, mask tiles, int way) except *

    cdef void take_away_or_end(self) noexcept

    cdef mask takeable(self) noexcept

    cdef bint remove(self, mask tile) noexcept

    cdef void count_taken(self, int turn, int change) noexcept

    @cython.locals(following=int)
    cdef void end_turn(self) noexcept

    cdef void go_to(self, int turn) noexcept

    @cython.locals(flow=TurnFlow)
    cdef void decide(self, bint go_on) noexcept

    cdef void close_claim_window(self) noexcept

    cdef bint may_claim(self) noexcept

    @cython.locals(game=GameRules)
    cdef void claim(self) noexcept

    @cython.locals(game=GameRules, part=mask, way=int, index=int, tiles=mask, landed=mask)
    cdef void claim_at_once(self) except *

    @cython.locals(winner=int)
    cdef void tie(self) noexcept

    cdef void end(self, int winner, int reason) noexcept

    @cython.locals(
        game=GameRules, fog=mask, last=mask, last_way=int, way=int, found=int, index=int, part=mask
    )
    cdef int survey_moves(self) except -1

    @cython.locals(found=int, way=int)
    cdef void add_moves(self, list actions) except *

    @cython.locals(cells=mask, first=int, tile=mask)
    cdef void add_cells(self, list actions, int plane, mask tiles) except *

    cdef void remember_position(self) except *

    @cython.locals(index=int)
    cpdef void read_position(self, object position) except *

    @cython.locals(fogs=mask[::1], lasts=mask[::1], ways='unsigned char[::1]', index=int)
    cdef void keep_past(self, int room) except *

    @cython.locals(found=int, banned=mask, index=int)
    cpdef int times_seen(self) noexcept

    @cython.locals(stride=int)
    cdef mask banned(self, mask last, int way) noexcept

@cython.locals(state=GameState)
cpdef GameState state_of(GameRules game, object position)
