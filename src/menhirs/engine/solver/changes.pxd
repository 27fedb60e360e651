# The C types of changes.py.
cimport cython

from menhirs.core.fog cimport mask, step, write_origins
from menhirs.engine.solver.ranking cimport Ranking
from menhirs.engine.solver.walk cimport Scratch, Walk

cpdef int shifted(int value, int shift) noexcept nogil

@cython.locals(index=Py_ssize_t)
cpdef void copy_shifted(
    Py_ssize_t begin, Py_ssize_t end, int shift,
    const signed char[::1] source, signed char[::1] target
) noexcept nogil

@cython.locals(count=Py_ssize_t, index=Py_ssize_t, family=int, entry=Py_ssize_t)
cpdef Py_ssize_t find_changes(
    Py_ssize_t begin, Py_ssize_t end, int families, int shift,
    const signed char[::1] best, const signed char[::1] second, const unsigned int[::1] picture,
    const signed char[::1] model_best, const signed char[::1] model_second,
    const unsigned int[::1] model_picture, unsigned char[::1] changed
) noexcept nogil

@cython.locals(index=Py_ssize_t, family=int, entry=Py_ssize_t)
cpdef void find_changed_pictures(
    Py_ssize_t begin, Py_ssize_t end, int families, int shift,
    const signed char[::1] after, const signed char[::1] spare,
    const signed char[::1] model_after, const signed char[::1] model_spare,
    unsigned char[::1] touched
) noexcept nogil

cdef class TouchLarger(Walk):
    cdef unsigned char[::1] touched

    @cython.locals(free=mask, tile=mask)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class MarkOrigins(Walk):
    cdef unsigned char[::1] waiting
    cdef readonly bint overflowed

    @cython.locals(count=int, move=int, back=int, origin=mask)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil
