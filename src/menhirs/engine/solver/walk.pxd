# The C types of walk.py.
cimport cython

from menhirs.core.fog cimport mask
from menhirs.engine.solver.ranking cimport Ranking

@cython.final
cdef class Scratch:
    cdef mask[::1] parts
    cdef unsigned char[::1] directions
    cdef unsigned int[::1] ranks

cdef class Walk:
    cdef Ranking ranking
    cdef int tiles
    cdef public const unsigned char[::1] only

    cdef void visit(self, mask fog, Py_ssize_t index, Scratch scratch) noexcept nogil

    @cython.locals(high=int, west=int, index=Py_ssize_t, place=int, fog=mask)
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil
