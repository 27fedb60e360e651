# The C types of evaluation.py.
cimport cython
from menhirs.core.fog cimport (
    can_free,
    flood,
    mask,
    size,
    step,
    write_moves,
    write_splits,
    write_whole_moves,
)
from menhirs.core.turn_flow cimport TurnFlow
from menhirs.engine.search cimport records
from menhirs.engine.search.transposition cimport TranspositionTable, hash_of, mixed
from menhirs.engine.work cimport Work

cdef int MAY
cdef int MUST
cdef int _ENOUGH
cdef int _TIE_LOST
cdef int _RIPE
cdef int _COVERED
cdef int _APART
cdef int _CHANCE
cdef int _LAST_CHANCES
cdef int _LEAD
cdef int _MANY
cdef int _HISTORY

cdef class Evaluation(Work):
    cdef TurnFlow flow
    cdef mask cells
    cdef int stride
    cdef int in_hand
    cdef int point
    cdef int width
    cdef int[::1] score
    cdef public mask menhirs
    cdef mask salt
    cdef int[::1] counts_matter
    cdef int[::1] most
    cdef int[::1] later
    cdef int[::1] pair
    cdef TranspositionTable table
    cdef unsigned char[::1] flag
    cdef public long long nodes
    cdef public long long most_nodes
    cdef public bint stopped
    cdef public bint crowded
    cdef public int doubt
    cdef public int taken
    cdef int[::1] favourites
    cdef int room
    cdef int top
    cdef mask[::1] parts
    cdef unsigned char[::1] directions
    cdef mask[::1] afterstates
    cdef int[::1] weights
    cdef mask[::1] answers
    cdef int[::1] history
    cdef int ties
    cdef int[::1] tie_turns
    cdef mask[::1] tie_fogs
    cdef mask[::1] tie_bans

    @cython.final
    cdef void set_menhirs(self, mask menhirs) noexcept nogil

    @cython.final
    cdef bint count_node(self) noexcept nogil

    @cython.final
    @cython.locals(index=int)
    cdef bint is_tie(self, records.Node node) noexcept nogil

    @cython.final
    @cython.locals(counts=int)
    cdef mask key(self, records.Node node) noexcept nogil

    @cython.final
    @cython.locals(place=int, known=mask)
    cdef bint has_win(self, mask fog) noexcept nogil

    @cython.final
    @cython.locals(count=int, index=int, afterstate=mask)
    cdef bint can_win(self, mask fog, mask banned) noexcept nogil

    @cython.final
    @cython.locals(top=int, count=int, index=int, part=mask)
    cdef int list_moves(self, mask fog) noexcept nogil

    @cython.final
    cdef bint has_room(self, int count) noexcept nogil

    @cython.final
    @cython.locals(move=int)
    cdef int history_entry(self, int index, int player) noexcept nogil

    @cython.final
    @cython.locals(
        turn=int, fog=mask, entry=int, least=int, enough=int, top=int, whole=int, count=int,
        safe=int, ripe=int
    )
    cdef int estimate(self, records.Node node, int alpha, int beta) noexcept nogil

    @cython.final
    @cython.locals(own=int, theirs=int, worth=int)
    cdef int tempo(self, int turn, int one, int two) noexcept nogil

    @cython.final
    @cython.locals(covered=mask, apart=mask)
    cdef int ripeness(self, mask fog) noexcept nogil

    @cython.final
    @cython.locals(safe=int, index=int, part=mask, afterstate=mask)
    cdef int count_safe(self, mask fog, int begin, int end, int enough) noexcept nogil
