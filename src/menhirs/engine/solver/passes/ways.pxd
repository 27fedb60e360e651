# The C types of ways.py.
cimport cython

from menhirs.core.fog cimport mask
from menhirs.core.turn_flow cimport removable
from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.ranking cimport Ranking
from menhirs.engine.solver.passes.soles cimport Soles, Ways
from menhirs.engine.solver.passes.walk cimport Moves, Scratch, Walk, rank_origins

cdef int _AT_ONCE

cdef class BitWalk(Walk):
    cdef const mask[::1] asked

    cdef bint visits_all(self) noexcept nogil

    cdef Py_ssize_t next_fog(self, Py_ssize_t index, Py_ssize_t end) noexcept nogil

cdef class MarkLive(Walk):
    cdef mask menhirs
    cdef mask[::1] live

    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class TurnWalk(BitWalk):
    cdef Moves moves
    cdef mask menhirs
    cdef mask covers
    cdef const mask[::1] wins
    cdef bint claims
    cdef bint has_same
    cdef bint has_fewer
    cdef bint has_edges
    cdef Ways same
    cdef Ways fewer
    cdef mask[::1] good
    cdef mask[::1] opened

cdef class LookAtPictures(TurnWalk):
    cdef mask[::1] turned

    @cython.locals(was_good=bint, is_good=bint)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(is_open=bint, rest=mask, tile=mask, there=Py_ssize_t)
    cdef bint is_good(self, mask fog, Py_ssize_t index) noexcept nogil

cdef class SpreadToPictures(BitWalk):
    cdef Ways fewer
    cdef mask[::1] good
    cdef mask[::1] opened

    @cython.locals(is_open=bint, free=mask, tile=mask, place=Py_ssize_t)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class MarkWithTile(BitWalk):
    cdef mask[::1] marked

    @cython.locals(free=mask, tile=mask, place=Py_ssize_t)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class MarkOrigins(BitWalk):
    cdef const mask[::1] good
    cdef Ways known
    cdef mask[::1] marked
    cdef readonly bint overflowed

    @cython.locals(count=int, is_good=bint, origin=int, place=Py_ssize_t)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class MarkRestored(BitWalk):
    cdef Moves moves
    cdef mask menhirs
    cdef Ways ways
    cdef bint same
    cdef mask[::1] marked

    @cython.locals(before=mask, rank='unsigned int')
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(tile=mask, place=Py_ssize_t)
    cdef void mark_with_tile(self, mask before, mask free) noexcept nogil

cdef class CountWays(TurnWalk):
    cdef Ways ways
    cdef Soles soles
    cdef Soles edges
    cdef mask[::1] changed
    cdef bint lists_stays

    cdef void begin_east(self, int high, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(has_one=bint, move=int)
    cdef bint has_two_stays(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(
        count=int, sole='unsigned int', wins=bint, near=mask, done=int, result=mask,
        place=Py_ssize_t, is_way=bint
    )
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(one=bint, two=bint, same=bint)
    cdef void enter(
        self, Py_ssize_t index, int count, bint wins, unsigned int sole
    ) noexcept nogil

    cdef int count_with_pass(
        self, mask fog, Py_ssize_t index, int count, Scratch scratch
    ) noexcept nogil

    @cython.locals(rest=mask, tile=mask, there=Py_ssize_t)
    cdef bint may_pass(self, mask fog, Py_ssize_t index) noexcept nogil

    @cython.locals(rest=mask, tile=mask, there=Py_ssize_t)
    cdef bint is_way(
        self, mask fog, Py_ssize_t index, mask result, Py_ssize_t place
    ) noexcept nogil

    @cython.locals(frees=bint)
    cdef bint has_reply(
        self, mask fog, Py_ssize_t index, mask was_there, mask before
    ) noexcept nogil

cdef class PlaceTile(BitWalk):
    cdef bint by_attacker
    cdef mask under
    cdef const mask[::1] placed
    cdef mask[::1] reached

    @cython.locals(free=mask, tile=mask, reached=bint)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil
