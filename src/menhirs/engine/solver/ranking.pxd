# The C types of ranking.py.
cimport cython

from menhirs.core.fog cimport mask, size

@cython.final
cdef class Ranking:
    cdef readonly mask cells
    cdef readonly int stride
    cdef readonly int cell_count
    cdef readonly int low_bits
    cdef readonly int highs
    cdef readonly int columns
    cdef int[::1] shifts
    cdef mask[::1] masks
    cdef mask[::1] low_fog
    cdef mask[::1] high_fog
    cdef unsigned int[::1] low_rank
    cdef unsigned int[::1] lows
    cdef int[::1] low_start
    cdef unsigned int[::1] bases

    cpdef int tiles_in(self, mask high) noexcept nogil

    @cython.locals(dense=mask, column=int)
    cpdef unsigned int rank(self, mask fog, int tiles) noexcept nogil
