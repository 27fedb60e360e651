# The C types of fog.py: what compiled callers cimport. The rules themselves stand in fog.py only.
cimport cython

ctypedef unsigned long long mask

cdef int _SPLIT_FROM
cdef int _SMALLEST_PART
cdef mask _BITS
cdef mask _PAIRS
cdef mask _NIBBLES
cdef mask _BYTES

cpdef int size(mask tiles) noexcept nogil

cpdef mask step(mask tiles, int direction, int stride) noexcept nogil

@cython.locals(up=mask, down=mask)
cpdef mask around(mask tiles, int stride) noexcept nogil

cdef mask _next_to(mask tile, int stride) noexcept nogil

@cython.locals(reached=mask, up=mask, down=mask)
cpdef mask flood(mask seed, mask within, int stride) noexcept nogil

cpdef bint stays_on_board(mask tiles, int direction, mask cells, int stride) noexcept nogil

cpdef bint lands_free(mask tiles, int direction, mask fog, int stride) noexcept nogil

cpdef bint may_be_split(mask cluster) noexcept nogil

cpdef bint is_large_enough(mask group) noexcept nogil

cpdef bint leaves_large_groups(mask cluster, mask part, int stride) noexcept nogil

@cython.locals(
    north=mask, south=mask, north_east=mask, south_east=mask, north_west=mask, south_west=mask,
    column=mask, east=mask, west=mask, inner=mask
)
cdef mask _in_small_groups(mask tiles, int stride) noexcept nogil

@cython.locals(count=int)
cpdef int write_moves(
    mask fog, mask cells, int stride, mask[::1] parts, unsigned char[::1] directions
) noexcept nogil

@cython.locals(count=int, rest=mask, cluster=mask)
cpdef int write_whole_moves(
    mask fog, mask cells, int stride, mask[::1] parts, unsigned char[::1] directions
) noexcept nogil

@cython.locals(rest=mask, cluster=mask)
cpdef int write_splits(
    mask fog, mask cells, int stride, mask[::1] parts, unsigned char[::1] directions, int count
) noexcept nogil

@cython.locals(direction=int)
cdef int _write_whole(
    mask cluster, mask cells, int stride, mask[::1] parts, unsigned char[::1] directions, int count
) noexcept nogil

@cython.locals(
    most=int, stuck=mask[6], waiting_parts=mask[64], waiting_left=mask[64],
    waiting_undecided=mask[64], waiting_alone=mask[64], waiting_sizes=int[64], seeds=mask,
    part=mask, left=mask, undecided=mask, alone=mask, held=int, depth=int, tile=mask, rest=mask,
    direction=int
)
cdef int _write_splits_of(
    mask cluster, mask cells, int stride, mask[::1] parts, unsigned char[::1] directions, int count
) noexcept nogil

@cython.locals(
    count=int, stuck=mask[6], waiting_parts=mask[64], waiting_barred=mask[64], seeds=mask,
    tile=mask, cluster=mask, depth=int, part=mask, barred=mask, undecided=mask, direction=int,
    origin=mask
)
cpdef int write_origins(
    mask fog, mask cells, int stride, mask[::1] parts, unsigned char[::1] directions
) noexcept nogil

@cython.locals(cluster=mask)
cpdef bint may_move(mask part, mask others, int stride) noexcept nogil

cpdef bint can_go(mask part, int direction, mask fog, mask cells, int stride) noexcept nogil

@cython.locals(covered=mask, cluster=mask)
cpdef bint can_free(mask fog, mask menhirs, mask cells, int stride) noexcept nogil

@cython.locals(
    covered=mask, large=bint, bare=mask, direction=int, back=int, stuck=mask, wanted=mask, part=mask
)
cdef bint _can_free_by(mask cluster, mask menhirs, mask cells, int stride) noexcept nogil

@cython.locals(reached=mask)
cdef mask _pushed(mask tiles, int direction, mask cluster, int stride) noexcept nogil

@cython.locals(alone=mask, undecided=mask, tile=mask, row=mask)
cdef bint _splits_off(
    mask cluster, mask part, mask barred, mask wanted, int direction, int stride
) noexcept nogil
