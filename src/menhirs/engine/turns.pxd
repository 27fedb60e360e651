# The C types of turns.py.
from menhirs.core.fog cimport mask
from menhirs.engine.work cimport Work

cdef class Turns(Work):
    cdef mask cells
    cdef int stride
    cdef int[::1] places
    cdef int[::1] held
    cdef int[::1] taking
    cdef int[::1] following
    cdef int[::1] due
    cdef int[::1] on
    cdef int[::1] back
    cdef int[::1] score
    cdef int width
    cdef int chances
    cdef bint counts
    cdef int in_hand
    cdef int point
