# The C types of turns.py; readonly, so that plain Python can stand on it too.
from menhirs.core.fog cimport mask
from menhirs.engine.work cimport Work

cdef class Turns(Work):
    cdef readonly mask cells
    cdef readonly int stride
    cdef readonly int[::1] places
    cdef readonly int[::1] held
    cdef readonly int[::1] taking
    cdef readonly int[::1] following
    cdef readonly int[::1] due
    cdef readonly int[::1] on
    cdef readonly int[::1] back
    cdef readonly int[::1] score
    cdef readonly int width
    cdef readonly int chances
    cdef readonly bint counts
    cdef readonly int in_hand
    cdef readonly int point
