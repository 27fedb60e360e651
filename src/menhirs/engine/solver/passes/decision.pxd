# The C types of decision.py.
cimport cython

from menhirs.core.fog cimport mask
from menhirs.engine.solver.passes.grow cimport grown
from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.walk cimport Scratch, Walk

cdef int _LOWEST

cdef class PlaceTile(Walk):
    cdef mask under
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
