# The C types of walk.py.
cimport cython

from menhirs.core.fog cimport around, flood, mask, size, step, write_moves, write_origins
from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.ranking cimport Images, Ranking, Rests

cdef int _SMALL
cdef int STAYS

@cython.final
cdef class Scratch:
    cdef mask[::1] parts
    cdef unsigned char[::1] directions
    cdef unsigned int[::1] results
    cdef int count
    cdef unsigned int[::1] ranks
    cdef int ranked
    cdef signed char[::1] worth
    cdef mask rest
    cdef Py_ssize_t next_move
    cdef Py_ssize_t last_move
    cdef mask near
    cdef public unsigned int[::1] listed
    cdef public Py_ssize_t used
    cdef public long long[::1] tally
    cdef Rests rests
    cdef int stays
    cdef mask[::1] stay_touches
    cdef long long[::1] stay_offsets
    cdef unsigned int[::1] wests
    cdef int[::1] starts
    cdef int[::1] filled

cdef class Walk:
    cdef Ranking ranking
    cdef int tiles
    cdef Py_ssize_t fogs
    cdef public const unsigned char[::1] only
    cdef public int marks_a_fog

    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(
        high=int, west=int, begin=Py_ssize_t, east=mask, wests=Py_ssize_t, end=Py_ssize_t,
        index=Py_ssize_t, visits_all=bint
    )
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

    cdef void begin_east(self, int high, Scratch scratch) noexcept nogil

    cdef bint visits_all(self) noexcept nogil

    @cython.locals(begin=Py_ssize_t, place=Py_ssize_t)
    cdef Py_ssize_t next_fog(self, Py_ssize_t index, Py_ssize_t end) noexcept nogil

    @cython.final
    cdef Py_ssize_t first(self, int high) noexcept nogil

cdef class GrowClusters(Walk):
    cdef unsigned char[::1] clusters

    @cython.locals(near=mask, free=mask, tile=mask)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class ListMoves(Walk):
    cdef Images images

    @cython.locals(
        cluster=mask, stride=int, mirror=int, count=int, begin=Py_ssize_t, move=int, part=mask,
        change=mask
    )
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(image=mask, before=int)
    cdef bint is_new(self, int mirror, mask fog) noexcept nogil

    @cython.locals(begin=Py_ssize_t, move=int)
    cdef void list_image(
        self, int mirror, Py_ssize_t like, int count, Scratch scratch
    ) noexcept nogil

    @cython.locals(near=Py_ssize_t, move=Py_ssize_t, change=cython.uint)
    cdef void put_near_first(
        self, Py_ssize_t begin, Py_ssize_t end, Scratch scratch
    ) noexcept nogil

@cython.final
cdef class Moves:
    cdef Ranking ranking
    cdef readonly unsigned int fewest
    cdef Py_ssize_t small
    cdef Py_ssize_t large
    cdef const unsigned int[::1] listed
    cdef Py_ssize_t small_slots
    cdef Py_ssize_t slots
    cdef mask[::1] entries

    @cython.locals(begin=Py_ssize_t)
    cdef void count_all(self) noexcept nogil

    @cython.locals(begin=Py_ssize_t, cluster=mask, entry=Py_ssize_t)
    cdef void enter_all(self) noexcept nogil

    @cython.locals(slot=Py_ssize_t, first=Py_ssize_t, last=Py_ssize_t)
    cdef Py_ssize_t find(self, mask cluster) noexcept nogil

    @cython.locals(
        first='long long', rest=mask, stays=int, cluster=mask, touch=mask,
        begin=Py_ssize_t, move=Py_ssize_t, change=cython.uint, there=int
    )
    cdef void list_stays(self, int high, int tiles, Scratch scratch) noexcept nogil

    cdef void begin_results(self, mask fog, mask near, Scratch scratch) noexcept nogil

    @cython.locals(cluster=mask, begin=Py_ssize_t, end=Py_ssize_t, count=int, move=Py_ssize_t)
    cdef bint write_results(self, mask fog, int most, Scratch scratch) noexcept nogil

    @cython.locals(rest=mask, first=mask, cluster=mask)
    cdef mask next_cluster(self, Scratch scratch) noexcept nogil

    @cython.locals(ways=int, move=Py_ssize_t)
    cdef int ways_to_leave(self, mask cluster, Py_ssize_t begin, mask cells) noexcept nogil

    @cython.locals(near=mask, rest=mask, moves=int, cluster=mask)
    cdef bint are_few(self, mask fog, mask cells) noexcept nogil

@cython.locals(here=mask, count=int, move=int, part=mask, origin=mask)
cpdef int rank_origins(mask fog, int tiles, Ranking ranking, Scratch scratch) noexcept nogil
