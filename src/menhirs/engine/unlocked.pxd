# run of unlocked.py for compiled callers.
from menhirs.engine.work cimport Work

cdef inline void run(Work work):
    with nogil:
        work.run()
