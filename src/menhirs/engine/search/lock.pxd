# run_unlocked of lock.py for compiled callers.
from menhirs.engine.search.ground cimport Ground

cdef inline void run_unlocked(Ground ground):
    with nogil:
        ground.run()
