# The C types of revalue.py.
cimport cython

from menhirs.core.fog cimport mask
from menhirs.core.turn_flow cimport removable
from menhirs.engine.solver.passes.value cimport MarkHigher, Turn, ValuePictures, ValuePositions
from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.walk cimport Scratch, Walk, rank_origins

cdef int _MOST
cdef int _EXACT

cdef class NearSame(Walk):
    cdef unsigned char[::1] near

    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class NearFewer(NearSame):
    @cython.locals(free=mask, tile=mask)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class Touch(Turn):
    cdef unsigned char[::1] touched
    cdef unsigned char[::1] waiting
    cdef unsigned char[::1] higher

    @cython.final
    @cython.locals(after=int, known=int)
    cdef int touch(
        self, Py_ssize_t entry, int was, int now, int spare, mask tile
    ) noexcept nogil

    @cython.final
    @cython.locals(kept_as=int)
    cdef bint is_worth_keeping(self, Py_ssize_t entry, int after) noexcept nogil

    @cython.final
    @cython.locals(entry=Py_ssize_t)
    cdef void mark_origin(self, Py_ssize_t picture, int family, int worth) noexcept nogil

cdef class TouchSame(Touch):
    @cython.locals(family=int, there=Py_ssize_t)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(best=int, spare_was=int, spare=int, after=int)
    cdef void consider(self, Py_ssize_t entry, int family, Py_ssize_t there) noexcept nogil

cdef class TouchFewer(Touch):
    @cython.locals(family=int, there=Py_ssize_t)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(
        was=int, now=int, spare_was=int, spare=int, origin_was=mask, origin=mask, free=mask,
        tile=mask, picture=Py_ssize_t, after=int
    )
    cdef void consider_tiles(self, mask fog, int family, Py_ssize_t there) noexcept nogil

    @cython.final
    @cython.locals(picture=Py_ssize_t)
    cdef void mark_with(self, mask tile, mask origin, int family, int worth) noexcept nogil

cdef class RevaluePictures(ValuePictures):
    cdef unsigned char[::1] touched
    cdef signed char[::1] before

    @cython.locals(count=int, family=int, entry=Py_ssize_t, before=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class ComparePictures(Turn):
    cdef int model_families
    cdef const signed char[::1] model
    cdef unsigned char[::1] touched
    cdef signed char[::1] before

    @cython.locals(family=int, entry=Py_ssize_t, there=Py_ssize_t, was=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class MarkExact(MarkHigher):
    cdef unsigned char[::1] exact
    cdef unsigned char[::1] waiting

    @cython.locals(family=int, entry=Py_ssize_t)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    cdef void mark_move(self, Py_ssize_t entry, int worth) noexcept nogil

cdef class WakeFamily(Walk):
    cdef int family
    cdef int families
    cdef unsigned char[::1] touched
    cdef unsigned char[::1] waiting

    @cython.locals(index=Py_ssize_t, entry=Py_ssize_t)
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

cdef class SpreadChanges(Turn):
    cdef const unsigned char[::1] touched
    cdef const signed char[::1] before
    cdef unsigned char[::1] waiting
    cdef unsigned char[::1] higher
    cdef unsigned char[::1] locks
    cdef readonly bint overflowed

    @cython.locals(
        count=int, family=int, entry=Py_ssize_t, was=int, now=int, is_better=bint, origin=int,
        there=Py_ssize_t
    )
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(best=int, is_best=bint)
    cdef void improve(
        self, Py_ssize_t entry, Py_ssize_t picture, int worth, Scratch scratch
    ) noexcept nogil

    @cython.final
    cdef void trace(self, Py_ssize_t entry, Py_ssize_t picture) noexcept nogil

    @cython.final
    @cython.locals(trace=int)
    cdef bint may_be_runner_up(self, Py_ssize_t entry, Py_ssize_t picture) noexcept nogil

cdef class MarkResults(Turn):
    cdef unsigned char[::1] marks

    @cython.locals(option=int)
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

cdef class RevaluePositions(ValuePositions):
    cdef const unsigned char[::1] waiting

    @cython.final
    cdef void list_all(self, mask fog, Scratch scratch) noexcept nogil

    @cython.locals(
        family=int, entry=Py_ssize_t, best=int, second=int, picture=cython.uint, enough=int,
        also=int, was_changed=bint
    )
    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil
