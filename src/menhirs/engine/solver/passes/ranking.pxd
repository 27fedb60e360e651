# The C types of ranking.py.
cimport cython

from menhirs.core.fog cimport mask, size

@cython.final
cdef class Removals:
    cdef int count
    cdef mask[::1] tiles
    cdef long long[::1] offsets
    cdef unsigned int first

@cython.final
cdef class Ranking:
    cdef readonly mask cells
    cdef readonly int stride
    cdef readonly int cell_count
    cdef readonly int low_bits
    cdef mask low_mask
    cdef mask all_packed
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

    @cython.locals(packed=mask, column=int)
    cpdef mask pack(self, mask fog) noexcept nogil

    cpdef mask unpack(self, mask packed) noexcept nogil

    cpdef unsigned int rank_packed(self, mask packed, int tiles) noexcept nogil

    @cython.locals(first=Py_ssize_t, low=Py_ssize_t, high=Py_ssize_t, middle=Py_ssize_t, east=mask, west=Py_ssize_t)
    cpdef mask unrank_packed(self, unsigned int rank, int tiles) noexcept nogil

    @cython.locals(here=Py_ssize_t, fewer=Py_ssize_t, rest=mask, tile=mask)
    cdef void list_removals(self, int high, int tiles, Removals removals) noexcept nogil

    cpdef unsigned int rank(self, mask fog, int tiles) noexcept nogil

@cython.final
cdef class Images:
    cdef readonly int count
    cdef int low_bits
    cdef mask low_mask
    cdef int highs
    cdef unsigned int[::1] low_images
    cdef unsigned int[::1] high_images

    cpdef mask image(self, int mirror, mask packed) noexcept nogil
