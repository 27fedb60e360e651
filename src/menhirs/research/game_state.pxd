# The C types of game_state.py.
cimport cython
from menhirs.core.fog cimport can_go, flood, mask, size
from menhirs.core.turn_flow cimport goes_straight_back
from menhirs.engine.quick_game cimport GameRules, QuickGame

cdef int _FLIP
cdef int _PLACE
cdef int _MOVE
cdef int _REMOVE
cdef int _DECIDE
cdef int _PROVE
cdef int _OVER
cdef int _PASS_NUMBER
cdef int _KEEP_NUMBER
cdef int _BACK_NUMBER
cdef int _ON_NUMBER
cdef int _CLAIM_NUMBER
cdef int _ALONG_NUMBER
cdef int _STAYS_NUMBER
cdef int _WORDS
cdef int _PLANES
cdef int _PLACE_PLANE
cdef int _REMOVE_PLANE
cdef int _MOVE_PLANE
cdef int _SPLIT_PLANE

@cython.final
cdef class GameState(QuickGame):
    cdef readonly mask asked
    cdef readonly mask along
    cdef readonly mask stays
    cdef readonly int part_way

    cdef void clear_split(self) noexcept

    @cython.locals(actions=list, phase=int)
    cpdef list legal_actions(self)

    cpdef void apply(self, int action) except *

    @cython.locals(copy=GameState)
    cpdef GameState clone(self)

    cpdef void become(self, GameState other) except *

    @cython.locals(game=GameRules, plane=int, tile=mask)
    cdef bint play(self, int action) except -1

    cdef bint play_word(self, int action) except -1

    @cython.locals(cluster=mask)
    cdef bint move_whole(self, mask first, int way) except -1

    @cython.locals(
        game=GameRules, fog=mask, cluster=mask, common=mask, either=mask, index=int, part=mask,
        open_tiles=mask
    )
    cdef bint move_or_ask(self, mask along, mask stays, int way) except -1

    cpdef void ask_for(self, mask asked, mask along, mask stays, int way) noexcept

    @cython.locals(found=int, way=int)
    cdef void add_moves(self, list actions) except *

    @cython.locals(cells=mask, first=int, tile=mask)
    cdef void add_cells(self, list actions, int plane, mask tiles) except *

@cython.locals(state=GameState)
cpdef GameState state_of(GameRules game, object position)
