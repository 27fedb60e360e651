# The C types of changes.py.
cimport cython

from menhirs.core.fog cimport mask, step, write_origins
from menhirs.engine.solver.ranking cimport Ranking
from menhirs.engine.solver.walk cimport Scratch, Walk

cpdef int grown(int value, int by, int still, int tie) noexcept nogil

@cython.locals(here=mask, count=int, move=int, part=mask, origin=mask)
cpdef bint mark_origins(
    mask fog, Py_ssize_t index, int tiles, Ranking ranking, unsigned char[::1] marks,
    Scratch scratch
) noexcept nogil

cdef class Grow(Walk):
    cdef int families
    cdef int by
    cdef int still
    cdef signed char[::1] values

    @cython.locals(end=Py_ssize_t, entry=Py_ssize_t, value=int, grows=int, falls=int)
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

cdef class Compare(Walk):
    cdef int families
    cdef int model_families
    cdef int by
    cdef int still
    cdef unsigned char[::1] changed
    cdef const signed char[::1] best
    cdef const signed char[::1] second
    cdef const unsigned int[::1] picture
    cdef const signed char[::1] model_best
    cdef const signed char[::1] model_second
    cdef const unsigned int[::1] model_picture

    @cython.locals(index=Py_ssize_t, family=int, entry=Py_ssize_t, there=Py_ssize_t)
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

cdef class TouchLarger(Walk):
    cdef unsigned char[::1] touched

    @cython.locals(free=mask, tile=mask)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class MarkOrigins(Walk):
    cdef unsigned char[::1] waiting
    cdef readonly bint overflowed

    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

@cython.locals(count=Py_ssize_t, index=Py_ssize_t, family=int)
cpdef void write_changes(
    const unsigned char[::1] changed, int families,
    const signed char[::1] best, const signed char[::1] second, const unsigned int[::1] picture,
    unsigned int[::1] fogs,
    signed char[::1] bests, signed char[::1] seconds, unsigned int[::1] pictures
) noexcept nogil

@cython.locals(change=Py_ssize_t, family=int, entry=Py_ssize_t)
cpdef void read_changes(
    const unsigned int[::1] fogs, int families,
    const signed char[::1] bests, const signed char[::1] seconds,
    const unsigned int[::1] pictures,
    signed char[::1] best, signed char[::1] second, unsigned int[::1] picture
) noexcept nogil

@cython.locals(entry=Py_ssize_t, there=Py_ssize_t)
cpdef void copy_grown(
    int families, int model_families, int by, int still, int tie,
    const signed char[::1] source, signed char[::1] target
) noexcept nogil

@cython.locals(entry=Py_ssize_t)
cpdef void copy_pictures(
    int families, int model_families, const unsigned int[::1] source, unsigned int[::1] target
) noexcept nogil
