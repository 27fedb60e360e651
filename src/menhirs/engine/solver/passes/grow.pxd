# The C types of grow.py.
cimport cython

from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.walk cimport Scratch, Walk

cpdef int grown(int value, int by, int still, int tie) noexcept nogil

cdef class Grow(Walk):
    cdef int families
    cdef int by
    cdef int still
    cdef signed char[::1] values

    @cython.locals(
        values="signed char[::1]", by="signed char", still="signed char", end=Py_ssize_t,
        entry=Py_ssize_t, value="signed char", grows="signed char", falls="signed char"
    )
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

cdef class Clear(Walk):
    cdef int families
    cdef unsigned char[::1] marks

    @cython.locals(marks="unsigned char[::1]", entry=Py_ssize_t, end=Py_ssize_t)
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

cdef class Spread(Walk):
    cdef int families
    cdef const signed char[::1] model_best
    cdef const signed char[::1] model_second
    cdef const unsigned int[::1] model_picture
    cdef const unsigned char[::1] model_runner_up
    cdef signed char[::1] best
    cdef signed char[::1] second
    cdef unsigned int[::1] picture
    cdef unsigned char[::1] runner_up

    @cython.locals(entry=Py_ssize_t, index=Py_ssize_t)
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

cdef class WalkChanges(Walk):
    cdef int families
    cdef unsigned char[::1] changed
    cdef signed char[::1] best
    cdef signed char[::1] second
    cdef unsigned int[::1] picture
    cdef signed char[::1] old_best
    cdef signed char[::1] old_second
    cdef unsigned int[::1] old_picture

cdef class Compare(WalkChanges):
    cdef int model_families
    cdef int by
    cdef int still
    cdef const signed char[::1] model_best
    cdef const signed char[::1] model_second
    cdef const unsigned int[::1] model_picture

    @cython.locals(
        differing='long long', shared=bint, end=Py_ssize_t, entry=Py_ssize_t, model=Py_ssize_t,
        best=int, second=int
    )
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

cdef class Exchange(WalkChanges):
    @cython.locals(
        end=Py_ssize_t, entry=Py_ssize_t, best="signed char", second="signed char",
        picture=cython.uint
    )
    cdef void go(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil
