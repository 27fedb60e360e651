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
from menhirs.engine.search.transposition cimport TranspositionTable, mixed, print_of
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
    cdef unsigned char[::1] ways
    cdef mask[::1] pictures
    cdef int[::1] weights
    cdef mask[::1] answers
    cdef int[::1] history
    cdef int ties
    cdef int[::1] tie_turns
    cdef mask[::1] tie_fogs
    cdef mask[::1] tie_bans

    cdef void lay(self, mask menhirs) noexcept nogil

    cdef bint visit(self) noexcept nogil

    @cython.locals(index=int)
    cdef bint is_tie(self, int turn, mask fog, mask banned) noexcept nogil

    @cython.locals(counts=int)
    cdef mask key(self, int turn, mask fog, int one, int two, int chooser) noexcept nogil

    @cython.locals(place=int, known=mask)
    cdef bint wins(self, mask fog) noexcept nogil

    @cython.locals(count=int, index=int, picture=mask)
    cdef bint can_win(self, mask fog, mask banned) noexcept nogil

    @cython.locals(top=int, count=int, index=int, part=mask)
    cdef int write(self, mask fog) noexcept nogil

    cdef bint has_room(self, int count) noexcept nogil

    @cython.locals(mark=int)
    cdef int trace(self, int index, int player) noexcept nogil

    @cython.locals(
        entry=int, least=int, enough=int, top=int, whole=int, count=int, safe=int, ripe=int
    )
    cdef int estimate(
        self, int turn, mask fog, int one, int two, int chooser, int alpha, int beta
    ) noexcept nogil

    @cython.locals(own=int, theirs=int, worth=int)
    cdef int tempo(self, int turn, int one, int two) noexcept nogil

    @cython.locals(covered=mask, apart=mask)
    cdef int ripeness(self, mask fog) noexcept nogil

    @cython.locals(safe=int, index=int, part=mask, picture=mask)
    cdef int count_safe(self, mask fog, int begin, int end, int enough) noexcept nogil
