# The C types of blocks.py.
cimport cython

from menhirs.engine.solver.passes.reference cimport shifted

@cython.locals(index=Py_ssize_t)
cpdef bint are_below(Py_ssize_t limit, const unsigned int[::1] numbers) noexcept nogil

@cython.locals(index=Py_ssize_t)
cpdef bint are_rising(const unsigned int[::1] numbers) noexcept nogil

@cython.locals(count=Py_ssize_t, index=Py_ssize_t)
cpdef Py_ssize_t count_exceptions(
    const signed char[::1] best, const signed char[::1] second
) noexcept nogil

@cython.locals(
    best="const signed char[::1]", second="const signed char[::1]",
    best_move="const unsigned int[::1]", places="unsigned int[::1]", moves="unsigned int[::1]",
    seconds="signed char[::1]", count=Py_ssize_t, index=Py_ssize_t
)
cpdef void write_exceptions(object layer, object rows) except *

@cython.locals(
    places="const unsigned int[::1]", moves="const unsigned int[::1]",
    seconds="const signed char[::1]", second="signed char[::1]", best_move="unsigned int[::1]",
    row=Py_ssize_t
)
cpdef void read_exceptions(object rows, object layer) except *

@cython.locals(
    best="const signed char[::1]", second="const signed char[::1]",
    best_move="const unsigned int[::1]", places="const unsigned int[::1]",
    moves="unsigned int[::1]", values="signed char[::1]", seconds="signed char[::1]",
    place=Py_ssize_t, row=Py_ssize_t
)
cpdef void write_delta(object layer, object rows) except *

@cython.locals(
    places="const unsigned int[::1]", moves="const unsigned int[::1]",
    values="const signed char[::1]", seconds="const signed char[::1]", best="signed char[::1]",
    second="signed char[::1]", best_move="unsigned int[::1]", row=Py_ssize_t
)
cpdef void read_delta(object rows, int by, object layer) except *

@cython.locals(becomes="signed char[256]", many=bint, fog=Py_ssize_t, variant=int, value=int)
cpdef void copy_shifted(
    int variants, int reference_variants, object shift,
    const signed char[::1] source, signed char[::1] target
) except *

@cython.locals(fog=Py_ssize_t, entry=Py_ssize_t)
cpdef void copy_moves_to_variants(
    int variants, const unsigned int[::1] source, unsigned int[::1] target
) noexcept nogil
