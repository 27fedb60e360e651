# The C types of blocks.py.
cimport cython

from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.grow cimport grown

@cython.locals(index=Py_ssize_t)
cpdef bint are_below(Py_ssize_t limit, const unsigned int[::1] numbers) noexcept nogil

@cython.locals(index=Py_ssize_t)
cpdef bint are_rising(const unsigned int[::1] numbers) noexcept nogil

@cython.locals(count=Py_ssize_t, index=Py_ssize_t)
cpdef Py_ssize_t count_exceptions(
    const signed char[::1] best, const signed char[::1] second
) noexcept nogil

@cython.locals(count=Py_ssize_t, index=Py_ssize_t)
cpdef void write_exceptions(
    const signed char[::1] best, const signed char[::1] second,
    const unsigned int[::1] picture,
    unsigned int[::1] places, signed char[::1] values, unsigned int[::1] pictures
) noexcept nogil

@cython.locals(exception=Py_ssize_t)
cpdef void read_exceptions(
    const unsigned int[::1] places, const signed char[::1] values,
    const unsigned int[::1] pictures, signed char[::1] second, unsigned int[::1] picture
) noexcept nogil

@cython.locals(becomes="signed char[256]", many=bint, fog=Py_ssize_t, family=int, value=int)
cpdef void copy_grown(
    int families, int model_families, int by, int still, int tie,
    const signed char[::1] source, signed char[::1] target
) noexcept nogil

@cython.locals(fog=Py_ssize_t, entry=Py_ssize_t)
cpdef void spread_pictures(
    int families, const unsigned int[::1] source, unsigned int[::1] target
) noexcept nogil

@cython.locals(end=Py_ssize_t, place=Py_ssize_t, count=Py_ssize_t)
cpdef void write_changes(
    const unsigned char[::1] changed,
    const signed char[::1] best, const signed char[::1] second, const unsigned int[::1] picture,
    unsigned int[::1] places,
    signed char[::1] bests, signed char[::1] seconds, unsigned int[::1] pictures
) noexcept nogil

@cython.locals(change=Py_ssize_t)
cpdef void read_changes(
    const unsigned int[::1] places, const signed char[::1] bests,
    const signed char[::1] seconds, const unsigned int[::1] pictures, int by,
    signed char[::1] best, signed char[::1] second, unsigned int[::1] picture
) noexcept nogil
