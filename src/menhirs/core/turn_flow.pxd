# The C types of turn_flow.py: what compiled callers cimport. The rules stand in turn_flow.py only.
cimport cython
from menhirs.core.fog cimport mask, may_move, step

cdef int _MAY
cdef int _MUST
cdef int _OVER
cdef int _DECISION
cdef int _NOT_DUE
cdef int _DUE_WITHOUT_CHANCES
cdef int _DUE

@cython.locals(covered=mask)
cpdef mask removable(mask fog, mask menhirs) noexcept nogil

cpdef mask remembered(mask landed, mask taken) noexcept nogil

cpdef bint goes_straight_back(mask tiles, int direction, mask last, int last_direction) noexcept nogil

cpdef mask picture_before(mask fog, mask landed, int direction, int stride) noexcept nogil

cpdef mask forbidden_picture(mask landed, mask before, mask fog, int stride) noexcept nogil

cpdef int winner_of_tie(int chooser) noexcept nogil

@cython.final
cdef class TurnFlow:
    cdef object parts
    cdef readonly int chances
    cdef readonly bint counts_taken
    cdef readonly bint endless
    cdef readonly int[::1] places
    cdef readonly int[::1] held
    cdef readonly int[::1] taking
    cdef readonly int[::1] claims
    cdef readonly int[::1] following
    cdef readonly int[::1] due
    cdef readonly int[::1] going_on
    cdef readonly int[::1] going_back

    @cython.locals(taking=int, taken=int)
    cpdef mask takeable(self, int turn, int one, int two, mask fog, mask menhirs) noexcept nogil

    cpdef bint may_keep(self, int turn, mask takeable) noexcept nogil

    @cython.locals(due=int)
    cpdef bint decision_is_due(self, int turn, int one, int two) noexcept nogil

    cpdef int after(self, int turn, int one, int two) noexcept nogil

    cpdef int begin(self, int turn, int one, int two) noexcept nogil

    @cython.locals(held=int, own=int, theirs=int)
    cpdef int placed(self, int turn, int one, int two) noexcept nogil
