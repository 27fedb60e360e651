# The C types of reference.py.
cimport cython

from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.pass_base cimport LayerPass, Scratch

cpdef int shifted(int value, int by, int fixed_up_to, int tie) noexcept nogil

cdef class ShiftValues(LayerPass):
    cdef Py_ssize_t values_per_fog
    cdef int by
    cdef int fixed_up_to
    cdef signed char[::1] values

    @cython.locals(
        values="signed char[::1]", by="signed char", fixed="signed char", end=Py_ssize_t,
        place=Py_ssize_t, value="signed char", grows="signed char", falls="signed char"
    )
    cdef void run(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

cdef class ClearMarks(LayerPass):
    cdef Py_ssize_t values_per_fog
    cdef unsigned char[::1] marks

    @cython.locals(marks="unsigned char[::1]", place=Py_ssize_t, end=Py_ssize_t)
    cdef void run(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

cdef class CopyToVariants(LayerPass):
    cdef int variants
    cdef const signed char[::1] reference_best
    cdef const signed char[::1] reference_second
    cdef const unsigned int[::1] reference_best_move
    cdef const unsigned char[::1] reference_second_move
    cdef signed char[::1] best
    cdef signed char[::1] second
    cdef unsigned int[::1] best_move
    cdef unsigned char[::1] second_move

    @cython.locals(position=Py_ssize_t, rank=Py_ssize_t)
    cdef void run(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

cdef class FindChanges(LayerPass):
    cdef int variants
    cdef const signed char[::1] best
    cdef const signed char[::1] second
    cdef const unsigned int[::1] best_move
    cdef unsigned char[::1] changed
    cdef signed char[::1] old_best
    cdef signed char[::1] old_second
    cdef unsigned int[::1] old_best_move
    cdef int reference_variants
    cdef int by
    cdef int fixed_up_to
    cdef const signed char[::1] reference_best
    cdef const signed char[::1] reference_second
    cdef const unsigned int[::1] reference_best_move

    @cython.locals(
        count='long long', shared=bint, end=Py_ssize_t, position=Py_ssize_t, there=Py_ssize_t,
        best=int, second=int
    )
    cdef void run(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

cdef class SwapDelta(LayerPass):
    cdef signed char[::1] best
    cdef signed char[::1] second
    cdef unsigned int[::1] best_move
    cdef signed char[::1] old_best
    cdef signed char[::1] old_second
    cdef unsigned int[::1] old_best_move

    @cython.locals(
        row=Py_ssize_t, position=Py_ssize_t, best="signed char", second="signed char",
        best_move=cython.uint
    )
    cdef void run(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

@cython.locals(
    changed="const unsigned char[::1]", best="const signed char[::1]",
    second="const signed char[::1]", best_move="const unsigned int[::1]",
    places="unsigned int[::1]", old_best="signed char[::1]", old_second="signed char[::1]",
    old_best_move="unsigned int[::1]", end=Py_ssize_t, place=Py_ssize_t, row=Py_ssize_t
)
cpdef void collect(object changes, object delta) except *
