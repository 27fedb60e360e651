# The C types of soles.py.
cimport cython

from menhirs.core.fog cimport mask
from menhirs.engine.solver.passes cimport bits, inlined

cdef unsigned int _NONE

@cython.final
cdef class Soles:
    cdef readonly Py_ssize_t used
    cdef Py_ssize_t slots
    cdef unsigned int[::1] keys
    cdef unsigned int[::1] pictures

    @cython.locals(slots=Py_ssize_t, other=Soles)
    cpdef void reserve(self, Py_ssize_t more)

    @cython.locals(slot=Py_ssize_t)
    cdef void put_all(self, unsigned int[::1] keys, unsigned int[::1] pictures) noexcept nogil

    @cython.locals(slot=Py_ssize_t)
    cdef Py_ssize_t find(self, mask key) noexcept nogil

    @cython.locals(slot=Py_ssize_t)
    cpdef unsigned int get(self, mask key) noexcept nogil

    @cython.locals(slot=Py_ssize_t)
    cpdef void put(self, mask key, unsigned int picture) noexcept nogil

@cython.final
cdef class Ways:
    cdef readonly int tiles
    cdef public mask[::1] one
    cdef public mask[::1] two
    cdef public const mask[::1] wins
    cdef public Soles soles
    cdef public Soles edges

    cpdef bint is_single(self, Py_ssize_t rank) noexcept nogil

    cpdef bint has_way(
        self, Py_ssize_t rank, unsigned int forbidden, bint forbidden_wins
    ) noexcept nogil

cpdef void merge(
    Ways ways, Py_ssize_t fogs, const mask[::1] where, Soles there, Soles elsewhere
)

@cython.locals(count=Py_ssize_t, rank=Py_ssize_t)
cdef Py_ssize_t count_soles(Ways ways, Py_ssize_t fogs) noexcept nogil

@cython.locals(rank=Py_ssize_t)
cdef void enter(
    Ways ways, Py_ssize_t fogs, const mask[::1] where, Soles there, Soles elsewhere
) noexcept nogil

cpdef void add_differing(mask[::1] target, Py_ssize_t fogs, Ways now, Ways before)

@cython.locals(rank=Py_ssize_t)
cdef void add_other_soles(
    mask[::1] target, Py_ssize_t fogs, Ways now, Ways before
) noexcept nogil
