# The C types of kernel.py.
cimport cython

from menhirs.core.fog cimport mask, step
from menhirs.engine.solver cimport unlocked
from menhirs.engine.solver.changes cimport grown, mark_origins
from menhirs.engine.solver.ranking cimport Ranking
from menhirs.engine.solver.walk cimport Moves, Scratch, Walk

cdef int _LOWEST
cdef int _MOST

cdef class FindWins(Walk):
    cdef Moves moves
    cdef mask menhirs
    cdef unsigned char[::1] wins

    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class Turn(Walk):
    cdef Moves moves
    cdef mask menhirs
    cdef mask covers
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

cdef class RevaluePictures(ValuePictures):
    cdef unsigned char[::1] touched

    @cython.locals(first=Py_ssize_t, family=int, after=int, spare=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class TallyPictures(Turn):
    @cython.locals(entry=Py_ssize_t)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class MarkHigher(Turn):
    cdef int ceiling
    cdef unsigned char[::1] higher
    cdef readonly bint overflowed

    @cython.locals(high=bint, family=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(there=Py_ssize_t, rest=mask, tile=mask, place=Py_ssize_t, origin=mask)
    cdef void mark_exact(self, mask fog, Py_ssize_t index, int family) noexcept nogil

cdef class ValuePositions(Turn):
    cdef bint may_forbid_wins
    cdef int ceiling
    cdef const unsigned char[::1] higher

    @cython.locals(first=Py_ssize_t, entry=Py_ssize_t, enough=int, family=int, floor=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(
        top=int, runner_up=int, where=cython.uint, option=int, place=Py_ssize_t, there=Py_ssize_t,
        value=int
    )
    cdef int look(
        self, mask fog, int family, Py_ssize_t entry, int enough, Scratch scratch
    ) noexcept nogil

    @cython.locals(more=bint, wins=int, option=int, result=cython.uint)
    cdef bint write_results(self, mask fog, Scratch scratch) noexcept nogil

    @cython.locals(
        top=int, runner_up=int, where=cython.uint, option=int, place=Py_ssize_t, there=Py_ssize_t,
        value=int
    )
    cdef void choose(
        self, mask fog, int family, Py_ssize_t entry, int floor, Scratch scratch
    ) noexcept nogil

    @cython.locals(
        value=int, place=Py_ssize_t, there=Py_ssize_t, reply=int, rest=mask, tile=mask
    )
    cdef int exact_edge(self, mask fog, mask result, int family) noexcept nogil

    @cython.locals(
        before=mask, after=mask, direction=int, moved=mask, pushed=mask, there=mask
    )
    cdef mask landed(self, mask fog, mask result) noexcept nogil

cdef class RevaluePositions(ValuePositions):
    cdef unsigned char[::1] changed

    @cython.locals(first=Py_ssize_t, family=int, best=int, second=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class PlaceTile(Walk):
    cdef int sign
    cdef const signed char[::1] placed
    cdef signed char[::1] value

    @cython.locals(free=mask, tile=mask, top=int, there=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class Decide(Walk):
    cdef int family
    cdef int families
    cdef int by
    cdef int tie
    cdef const signed char[::1] back
    cdef const signed char[::1] on_best
    cdef const signed char[::1] on_second
    cdef signed char[::1] best
    cdef signed char[::1] second

    @cython.locals(index=Py_ssize_t, entry=Py_ssize_t)
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

    @cython.locals(by_first=int, by_second=int, left_to_second=int)
    cdef int decided(self, int on, int back) noexcept nogil

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
