# The C types of blocks.py.
cimport cython

from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.reference cimport shifted

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
    const unsigned int[::1] best_move,
    unsigned int[::1] places, signed char[::1] values, unsigned int[::1] moves
) noexcept nogil

@cython.locals(exception=Py_ssize_t)
cpdef void read_exceptions(
    const unsigned int[::1] places, const signed char[::1] values,
    const unsigned int[::1] moves, signed char[::1] second, unsigned int[::1] best_move
) noexcept nogil

@cython.locals(becomes="signed char[256]", many=bint, fog=Py_ssize_t, variant=int, value=int)
cpdef void copy_shifted(
    int variants, int reference_variants, int by, int fixed_up_to, int tie,
    const signed char[::1] source, signed char[::1] target
) noexcept nogil

@cython.locals(fog=Py_ssize_t, entry=Py_ssize_t)
cpdef void copy_moves_to_variants(
    int variants, const unsigned int[::1] source, unsigned int[::1] target
) noexcept nogil

@cython.locals(end=Py_ssize_t, place=Py_ssize_t, count=Py_ssize_t)
cpdef void write_delta(
    const unsigned char[::1] changed,
    const signed char[::1] best, const signed char[::1] second, const unsigned int[::1] best_move,
    unsigned int[::1] places,
    signed char[::1] bests, signed char[::1] seconds, unsigned int[::1] moves
) noexcept nogil

@cython.locals(change=Py_ssize_t)
cpdef void read_delta(
    const unsigned int[::1] places, const signed char[::1] bests,
    const signed char[::1] seconds, const unsigned int[::1] moves, int by,
    signed char[::1] best, signed char[::1] second, unsigned int[::1] best_move
) noexcept nogil
