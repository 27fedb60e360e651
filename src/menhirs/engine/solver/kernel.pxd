# The C types of kernel.py.
cimport cython

from menhirs.core.fog cimport can_free, mask, step, write_moves
from menhirs.engine.solver cimport unlocked
from menhirs.engine.solver.ranking cimport Ranking
from menhirs.engine.solver.walk cimport Scratch, Walk

cdef int _LOWEST

cdef class FindWins(Walk):
    cdef mask menhirs
    cdef unsigned char[::1] wins

    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class Turn(Walk):
    cdef mask menhirs
    cdef int win
    cdef int claimed
    cdef int families
    cdef int same_families
    cdef int fewer_families
    cdef const unsigned char[::1] wins
    cdef const int[::1] kept_as
    cdef const int[::1] taken_as
    cdef const signed char[::1] same_best
    cdef const signed char[::1] same_second
    cdef const unsigned int[::1] same_picture
    cdef const signed char[::1] fewer_best
    cdef const signed char[::1] fewer_second
    cdef const unsigned int[::1] fewer_picture
    cdef signed char[::1] after
    cdef signed char[::1] spare
    cdef signed char[::1] best
    cdef signed char[::1] second
    cdef unsigned int[::1] picture

    @cython.locals(covered=mask)
    cdef mask removable(self, mask fog) noexcept nogil

cdef class ValuePictures(Turn):
    @cython.locals(
        first=Py_ssize_t, family=int, entry=Py_ssize_t, there=Py_ssize_t, rest=mask, tile=mask,
        place=Py_ssize_t
    )
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(entry=Py_ssize_t)
    cdef void fill(self, Py_ssize_t first, int after, int spare) noexcept nogil

    @cython.locals(value=int, could_be=int)
    cdef void offer(self, Py_ssize_t entry, Py_ssize_t there) noexcept nogil

cdef int _spare(int best, int second) noexcept nogil

cdef class ValuePositions(Turn):
    cdef bint may_forbid_wins

    @cython.locals(
        first=Py_ssize_t, entry=Py_ssize_t, count=int, options=int, option=int, part=mask,
        landed=mask, family=int
    )
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(
        top=int, runner_up=int, where=cython.uint, option=int, there=Py_ssize_t, value=int,
        part=mask, landed=mask
    )
    cdef void choose(
        self, mask fog, int family, Py_ssize_t entry, int count, int options, Scratch scratch
    ) noexcept nogil

    @cython.locals(
        value=int, result=mask, there=Py_ssize_t, reply=int, rest=mask, tile=mask, place=Py_ssize_t
    )
    cdef int exact_edge(self, mask fog, mask moved, mask landed, int family) noexcept nogil

cdef class PlaceTile(Walk):
    cdef int sign
    cdef const signed char[::1] placed
    cdef signed char[::1] value

    @cython.locals(free=mask, tile=mask, top=int, there=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

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
