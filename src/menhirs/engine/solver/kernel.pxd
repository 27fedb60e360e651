# The C types of kernel.py.
cimport cython

from menhirs.core.fog cimport can_free, mask, size, step, write_moves
from menhirs.engine.solver.ranking cimport Ranking

cdef int _LOWEST

@cython.locals(high=int, west=int, index=Py_ssize_t, place=int, fog=mask)
cpdef void find_wins(
    Ranking ranking, int highs_from, int highs_to, int tiles, mask menhirs,
    unsigned char[::1] wins
) noexcept nogil

@cython.locals(
    high=int, west=int, index=Py_ssize_t, place=int, fog=mask, covered=mask, removable=mask,
    family=int, entry=Py_ssize_t, there=Py_ssize_t, rest=mask, tile=mask, other=Py_ssize_t,
    could_be=int
)
cpdef void value_pictures(
    Ranking ranking, int highs_from, int highs_to, int tiles, mask menhirs, int win, int claimed,
    const unsigned char[::1] wins, int families, const int[::1] kept_as, const int[::1] taken_as,
    int same_families, const signed char[::1] same_best, const signed char[::1] same_second,
    int fewer_families, const signed char[::1] fewer_best, const signed char[::1] fewer_second,
    const unsigned char[::1] only, signed char[::1] after, signed char[::1] spare
) noexcept nogil

cdef int _spare(int best, int second) noexcept nogil

@cython.locals(
    value=int, result=mask, there=Py_ssize_t, reply=int, covered=mask, rest=mask, tile=mask
)
cpdef int exact_edge(
    Ranking ranking, mask fog, mask moved, mask landed, int tiles, mask menhirs,
    int kept_as, int taken_as,
    int same_families, const signed char[::1] same_best, const signed char[::1] same_second,
    const unsigned int[::1] same_picture,
    int fewer_families, const signed char[::1] fewer_best, const signed char[::1] fewer_second,
    const unsigned int[::1] fewer_picture
) noexcept nogil

@cython.locals(
    high=int, west=int, index=Py_ssize_t, place=int, fog=mask, entry=Py_ssize_t, family=int,
    count=int, options=int, option=int, landed=mask, top=int, runner_up=int, where=cython.uint,
    there=Py_ssize_t, value=int
)
cpdef void value_positions(
    Ranking ranking, int highs_from, int highs_to, int tiles, mask menhirs, int win,
    bint may_forbid_wins, const unsigned char[::1] wins, int families, const int[::1] kept_as, const int[::1] taken_as,
    int same_families, const signed char[::1] same_best, const signed char[::1] same_second,
    const unsigned int[::1] same_picture,
    int fewer_families, const signed char[::1] fewer_best, const signed char[::1] fewer_second,
    const unsigned int[::1] fewer_picture,
    const signed char[::1] after, const signed char[::1] spare, const unsigned char[::1] only,
    mask[::1] parts, unsigned char[::1] directions, unsigned int[::1] ranks,
    signed char[::1] best, signed char[::1] second, unsigned int[::1] picture
) noexcept nogil

@cython.locals(
    both=Py_ssize_t, index=Py_ssize_t, value=int, without_first=int, without_second=int,
    entry=Py_ssize_t
)
cpdef Py_ssize_t decide(
    Py_ssize_t begin, Py_ssize_t end, int families,
    const signed char[::1] on_first, const signed char[::1] on_first_second,
    const unsigned int[::1] on_first_picture,
    const signed char[::1] on_second, const signed char[::1] on_second_second,
    const unsigned int[::1] on_second_picture,
    const signed char[::1] back, int family,
    signed char[::1] best, signed char[::1] second, unsigned int[::1] picture
) noexcept nogil

@cython.locals(left_to_second=int)
cdef int _decided(int on_first, int on_second, int back) noexcept nogil

@cython.locals(
    high=int, west=int, index=Py_ssize_t, place=int, fog=mask, free=mask, tile=mask, top=int,
    there=int
)
cpdef void place(
    Ranking ranking, int highs_from, int highs_to, int tiles, int player,
    const signed char[::1] placed, signed char[::1] value
) noexcept nogil

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
