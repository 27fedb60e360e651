# The C types of walk.py.
cimport cython

from menhirs.core.fog cimport flood, mask, step, write_moves, write_origins
from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.ranking cimport Images, Ranking

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
    cdef public unsigned int[::1] listed
    cdef public Py_ssize_t used
    cdef public long long[::1] tally

cdef class Walk:
    cdef Ranking ranking
    cdef int tiles
    cdef Py_ssize_t fogs
    cdef public const unsigned char[::1] only
    cdef public int marks_a_fog

    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(
        high=int, west=int, begin=Py_ssize_t, east=mask, wests=Py_ssize_t, end=Py_ssize_t,
        index=Py_ssize_t
    )
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(place=Py_ssize_t)
    cdef Py_ssize_t next_fog(self, Py_ssize_t index, Py_ssize_t end) noexcept nogil

    cdef Py_ssize_t first(self, int high) noexcept nogil

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

@cython.final
cdef class Moves:
    cdef Ranking ranking
    cdef const unsigned int[::1] listed
    cdef mask last_slot
    cdef mask[::1] entries

    @cython.locals(clusters=Py_ssize_t, begin=Py_ssize_t)
    cdef Py_ssize_t count(self) noexcept nogil

    @cython.locals(begin=Py_ssize_t, cluster=mask, entry=Py_ssize_t)
    cdef void enter_all(self) noexcept nogil

    @cython.locals(slot=mask)
    cdef Py_ssize_t find(self, mask cluster) noexcept nogil

    cdef void begin_results(self, mask fog, Scratch scratch) noexcept nogil

    @cython.locals(
        first=mask, cluster=mask, begin=Py_ssize_t, moves=int, count=int, move=int
    )
    cdef bint write_results(self, mask fog, mask near, Scratch scratch) noexcept nogil

    @cython.locals(
        covered=mask, cluster=mask, ways=int, begin=Py_ssize_t, move=Py_ssize_t
    )
    cdef int ways_to_leave(self, mask fog, mask cells) noexcept nogil

    @cython.locals(near=mask, rest=mask, moves=int, cluster=mask)
    cdef bint are_few(self, mask fog, mask cells) noexcept nogil

@cython.locals(here=mask, count=int, move=int, part=mask, origin=mask)
cpdef int rank_origins(mask fog, int tiles, Ranking ranking, Scratch scratch) noexcept nogil
