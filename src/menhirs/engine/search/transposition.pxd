# The C types of transposition.py.
cimport cython
from menhirs.core.fog cimport mask

cdef mask _WORD
cdef mask _FIRST
cdef mask _SECOND
cdef int _BUCKET
cdef int _LOWER
cdef int _UPPER
cdef int _EXACT
cdef int _BIAS

@cython.locals(word=mask)
cpdef mask mixed(mask one, mask other) noexcept nogil

@cython.locals(high=mask)
cpdef mask packed(int value, int bound, int depth, int doubt, mask picture, mask taken) noexcept nogil

cpdef int bound_of(int value, int alpha, int beta, int high) noexcept nogil

@cython.locals(bound=int, value=int)
cpdef bint answers(mask data, int banned, int depth, int alpha, int beta) noexcept nogil

@cython.locals(at_least=bint, at_most=bint)
cpdef bint is_certain(int value, int bound, int high, int doubt, int point) noexcept nogil

cpdef int value_in(mask data) noexcept nogil
cpdef int doubt_in(mask data) noexcept nogil
cpdef int move_in(mask data) noexcept nogil
cpdef int taken_in(mask data) noexcept nogil
cpdef int depth_in(mask data) noexcept nogil
cpdef int hash_of(mask fog) noexcept nogil

@cython.final
cdef class TranspositionTable:
    cdef mask[::1] words
    cdef mask last

    @cython.locals(slot=mask, index=mask, data=mask)
    cdef mask find(self, mask place, mask key) noexcept nogil

    @cython.locals(slot=mask, index=mask, chosen=mask, old=mask, least=int, depth=int)
    cdef void store(self, mask place, mask key, mask data) noexcept nogil
