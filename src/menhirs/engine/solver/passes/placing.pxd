# The C types of placing.py.
cimport cython

from menhirs.core.fog cimport mask
from menhirs.engine.solver.passes.pass_base cimport LayerPass, Scratch
from menhirs.engine.solver.passes.reference cimport shifted

cdef int _LOWEST

cdef class PlaceTile(LayerPass):
    cdef mask under
    cdef int sign
    cdef const signed char[::1] placed
    cdef signed char[::1] value

    @cython.locals(under=mask, high=int, west=int, wests=Py_ssize_t, count=Py_ssize_t)
    cdef void run(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(
        begin=Py_ssize_t, value="signed char[::1]", placed="const signed char[::1]",
        turned="signed char", place=Py_ssize_t, free=mask, tile=mask, there=Py_ssize_t,
        number=Py_ssize_t, worth="signed char", best="signed char"
    )
    cdef void place_in_east(self, int high, Py_ssize_t count) noexcept nogil

    @cython.final
    @cython.locals(
        begin=Py_ssize_t, there=Py_ssize_t, under=mask, number=Py_ssize_t, low=mask, best=int,
        free=mask, tile=mask, worth=int
    )
    cdef void place_in_west(self, int high, Py_ssize_t wests, Py_ssize_t count) noexcept nogil

cdef class DecisionPass(LayerPass):
    cdef int by
    cdef int tie
    cdef const signed char[::1] on_best
    cdef const signed char[::1] on_second
    cdef const signed char[::1] back
    cdef int variant
    cdef int variants
    cdef signed char[::1] best
    cdef signed char[::1] second

    @cython.locals(rank=Py_ssize_t, position=Py_ssize_t)
    cdef void run(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(by_first=int, by_second=int, left_to_second=int)
    cdef int decide(self, int on, int back) noexcept nogil
