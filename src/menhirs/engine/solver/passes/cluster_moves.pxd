# The C types of cluster_moves.py.
cimport cython

from menhirs.core.fog cimport around, flood, mask, size, step, write_moves, write_origins
from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.pass_base cimport LayerPass, Scratch
from menhirs.engine.solver.passes.ranking cimport Images, Ranking

cdef int _SMALL
cdef int _HALF_MOVES

cdef class MarkLargerClusters(LayerPass):
    cdef unsigned char[::1] clusters

    @cython.locals(near=mask, free=mask, tile=mask)
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

cdef class ListMoves(LayerPass):
    cdef Images images

    @cython.locals(
        cluster=mask, stride=int, mirror=int, count=int, begin=Py_ssize_t, move=int, part=mask,
        change=mask
    )
    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

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
cdef class ClusterMoves:
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
        first='long long', rest=mask, count=int, cluster=mask, near=mask, begin=Py_ssize_t,
        move=Py_ssize_t, change=cython.uint, there=int
    )
    cdef void list_half_moves(self, int high, int tiles, Scratch scratch) noexcept nogil

    cdef void begin_list(self, mask fog, mask near, Scratch scratch) noexcept nogil

    @cython.locals(cluster=mask, begin=Py_ssize_t, end=Py_ssize_t, count=int, move=Py_ssize_t)
    cdef bint list_more(self, mask fog, int most, Scratch scratch) noexcept nogil

    @cython.locals(rest=mask, first=mask, cluster=mask)
    cdef mask next_cluster(self, Scratch scratch) noexcept nogil

    @cython.locals(count=int, move=Py_ssize_t)
    cdef int count_uncovering(self, mask cluster, Py_ssize_t begin, mask cells) noexcept nogil

    @cython.locals(near=mask, rest=mask, moves=int, cluster=mask)
    cdef bint are_few(self, mask fog, mask cells) noexcept nogil

@cython.locals(here=mask, count=int, move=int, part=mask, origin=mask)
cpdef int rank_predecessors(mask fog, int tiles, Ranking ranking, Scratch scratch) noexcept nogil
