# The C types of work.py.
cdef class Work:
    cdef void run(self) noexcept nogil
