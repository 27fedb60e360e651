# The C types of bits.py.
cimport cython

from menhirs.core.fog cimport mask, size

cdef mask _BIT
cdef mask _ALL

@cython.locals(total=Py_ssize_t, word=Py_ssize_t)
cpdef Py_ssize_t count(const mask[::1] bits) noexcept nogil

@cython.locals(total=Py_ssize_t, word=Py_ssize_t)
cpdef Py_ssize_t count_between(
    const mask[::1] bits, Py_ssize_t begin, Py_ssize_t end
) noexcept nogil

@cython.locals(total=Py_ssize_t, word=Py_ssize_t)
cpdef Py_ssize_t count_differing(const mask[::1] one, const mask[::1] other) noexcept nogil

@cython.locals(word=Py_ssize_t)
cpdef void fill(mask[::1] target) noexcept nogil

@cython.locals(word=Py_ssize_t)
cpdef void add(mask[::1] target, const mask[::1] bits) noexcept nogil

@cython.locals(word=Py_ssize_t)
cpdef void add_all_but(mask[::1] target, const mask[::1] bits) noexcept nogil

@cython.locals(word=Py_ssize_t)
cpdef void add_first_only(
    mask[::1] target, const mask[::1] one, const mask[::1] other
) noexcept nogil

@cython.locals(word=Py_ssize_t)
cpdef void take_off(mask[::1] target, const mask[::1] bits) noexcept nogil

@cython.locals(word=Py_ssize_t)
cpdef void add_differing(
    mask[::1] target, const mask[::1] one, const mask[::1] other
) noexcept nogil

@cython.locals(word=Py_ssize_t, chosen=mask)
cpdef void add_chosen(
    mask[::1] target, const mask[::1] where, const mask[::1] there, const mask[::1] elsewhere
) noexcept nogil

@cython.locals(place=Py_ssize_t)
cpdef void add_marks(mask[::1] target, const unsigned char[::1] marks, int least) noexcept nogil
