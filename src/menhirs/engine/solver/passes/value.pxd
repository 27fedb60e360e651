# The C types of value.py.
cimport cython

from menhirs.core.fog cimport around, mask, size, step
from menhirs.core.turn_flow cimport remembered, removable
from menhirs.engine.solver.passes cimport unlocked
from menhirs.engine.solver.passes.ranking cimport Ranking
from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.walk cimport Moves, Scratch, Walk, rank_origins

cdef int _LOWEST
cdef int _MOST
cdef int _EXACT
cdef int _VALUES
cdef int _SAMPLED
cdef int _LARGE
cdef int _AT_ONCE
cdef int _AT_FIRST

cdef class FindWins(Walk):
    cdef Moves moves
    cdef mask menhirs
    cdef unsigned char[::1] wins

    @cython.locals(
        slots=Py_ssize_t, highs=Py_ssize_t, slot=Py_ssize_t, cluster=mask, begin=Py_ssize_t,
        packed=mask, ways=int, near=mask, free=mask
    )
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

    @cython.locals(
        others=int, low=mask, free_low=mask, west=int, free_high=mask, high=mask, left=int,
        base=Py_ssize_t, place=int
    )
    cdef void mark_with(self, mask cluster, mask free, int ways, Scratch scratch) noexcept nogil

    @cython.locals(added=int, part=mask)
    cdef int write_wests(self, mask low, mask free, int most, Scratch scratch) noexcept nogil

cdef class FindStuck(Walk):
    cdef Moves moves
    cdef mask menhirs
    cdef unsigned char[::1] stuck

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
    cdef signed char[::1] worth
    cdef signed char[::1] best
    cdef signed char[::1] second
    cdef unsigned int[::1] picture
    cdef unsigned char[::1] runner_up
    cdef unsigned char[::1] changed
    cdef signed char[::1] old_best
    cdef signed char[::1] old_second
    cdef unsigned int[::1] old_picture

cdef class ValuePictures(Turn):
    @cython.locals(first=Py_ssize_t, count=int, family=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    cdef void begin_east(self, int high, Scratch scratch) noexcept nogil

    @cython.locals(rest=mask, low=mask, west=mask, count=int, tile=mask, number=int)
    cdef int rank_rests(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(
        after=int, spare=int, there=Py_ssize_t, option=int, place=Py_ssize_t, best=int,
        could_be=int
    )
    cdef void value(self, Py_ssize_t index, int family, int count, Scratch scratch) noexcept nogil

    @cython.locals(entry=Py_ssize_t)
    cdef void fill(self, Py_ssize_t first, int after, int spare) noexcept nogil

cdef class TallyPictures(Turn):
    @cython.locals(high=int)
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

    @cython.locals(family=int, value=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class MarkHigher(Turn):
    cdef const int[::1] ceilings
    cdef unsigned char[::1] higher
    cdef readonly bint overflowed

    @cython.locals(family=int, entry=Py_ssize_t, count=int, origin=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(
        there=Py_ssize_t, worth=int, rest=mask, tile=mask, place=Py_ssize_t, origin=mask
    )
    cdef void mark_exact(
        self, mask fog, Py_ssize_t index, int family, int least
    ) noexcept nogil

    cdef void mark_move(self, Py_ssize_t entry, int worth) noexcept nogil

cdef class ValuePositions(Turn):
    cdef bint may_forbid_wins
    cdef int most
    cdef const int[::1] ceilings
    cdef const unsigned char[::1] higher
    cdef const unsigned char[::1] exact

    cdef bint is_won(self, Py_ssize_t index) noexcept nogil

    cdef void begin_east(self, int high, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(
        top=int, runner_up=int, where=cython.uint, next_best=cython.uint, move=int,
        place=Py_ssize_t, there=Py_ssize_t, value=int
    )
    cdef bint look_at_stays(
        self, mask fog, Py_ssize_t index, int family, int enough, int also, Scratch scratch
    ) noexcept nogil

    @cython.locals(first=Py_ssize_t, entry=Py_ssize_t, enough=int, family=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(
        exactly=int, top=int, runner_up=int, where=cython.uint, next_best=cython.uint, begin=int, end=int, option=int,
        value=int, spare=int
    )
    cdef bint look(
        self, mask fog, int family, Py_ssize_t entry, int enough, int also, Scratch scratch
    ) noexcept nogil

    @cython.final
    @cython.locals(
        end=int, option=int, place=Py_ssize_t, there=Py_ssize_t
    )
    cdef int gather(self, int family, int begin, Scratch scratch) noexcept nogil

    @cython.locals(more=bint, wins=int, option=int, result=cython.uint)
    cdef bint write_results(self, mask fog, Scratch scratch) noexcept nogil

    @cython.locals(
        floor=int, top=int, runner_up=int, where=cython.uint, next_best=cython.uint, option=int, after=int, value=int,
        spare=int, exact=bint
    )
    cdef void choose(
        self, mask fog, int family, Py_ssize_t entry, Scratch scratch
    ) noexcept nogil

    @cython.final
    cdef void note(
        self, Py_ssize_t entry, int best, cython.uint picture, int second, cython.uint runner_up
    ) noexcept nogil

    @cython.locals(place=Py_ssize_t, there=Py_ssize_t, rest=mask, tile=mask)
    cdef int played_back(self, mask fog, mask result, int family, int value) noexcept nogil

    @cython.locals(
        value=int, place=Py_ssize_t, there=Py_ssize_t, reply=int, rest=mask, tile=mask
    )
    cdef int exact_edge(self, mask fog, mask result, int family) noexcept nogil

    @cython.final
    cdef bint returns(
        self, mask fog, mask result, mask tile, Py_ssize_t picture
    ) noexcept nogil

    @cython.locals(
        before=mask, after=mask, direction=int, moved=mask, pushed=mask, there=mask
    )
    cdef mask landed(self, mask fog, mask result) noexcept nogil
