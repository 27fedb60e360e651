# The C types of fog.py: what compiled callers cimport. The rules themselves stand in fog.py only.
cimport cython

ctypedef unsigned long long mask

cdef int _SPLIT_FROM
cdef int _SMALLEST_PART

@cython.locals(count=int)
cpdef int size(mask tiles) noexcept nogil

cpdef mask step(mask tiles, int direction, int stride) noexcept nogil

cpdef mask around(mask tiles, int stride) noexcept nogil

@cython.locals(reached=mask)
cpdef mask flood(mask seed, mask within, int stride) noexcept nogil

cpdef bint stays_on_board(mask tiles, int direction, mask cells, int stride) noexcept nogil

cpdef bint lands_free(mask tiles, int direction, mask fog, int stride) noexcept nogil

cpdef bint may_be_split(mask cluster) noexcept nogil

cpdef bint is_large_enough(mask group) noexcept nogil

@cython.locals(rest=mask, group=mask)
cpdef bint leaves_large_groups(mask cluster, mask part, int stride) noexcept nogil

@cython.locals(count=int, rest=mask, cluster=mask, seeds=mask, barred=mask, first=mask)
cpdef int write_moves(
    mask fog, mask cells, int stride, mask[::1] parts, unsigned char[::1] directions
) noexcept nogil

@cython.locals(direction=int)
cdef int _write_part(
    mask part, mask fog, mask cells, int stride,
    mask[::1] parts, unsigned char[::1] directions, int count
) noexcept nogil

@cython.locals(undecided=mask, tile=mask)
cdef int _write_splits(
    mask cluster, mask part, mask barred, mask fog, mask cells, int stride,
    mask[::1] parts, unsigned char[::1] directions, int count
) noexcept nogil
