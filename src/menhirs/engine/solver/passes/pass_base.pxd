# The C types of pass_base.py.
cimport cython

from menhirs.core.fog cimport mask
from menhirs.engine.solver.passes cimport inlined
from menhirs.engine.solver.passes.ranking cimport Ranking, Removals

@cython.final
cdef class Scratch:
    cdef mask[::1] parts
    cdef unsigned char[::1] directions
    cdef unsigned int[::1] results
    cdef int count
    cdef unsigned int[::1] ranks
    cdef int ranked
    cdef signed char[::1] values
    cdef mask rest
    cdef Py_ssize_t next_move
    cdef Py_ssize_t last_move
    cdef mask near
    cdef int half_moves
    cdef mask[::1] half_move_near
    cdef long long[::1] half_move_offsets
    cdef Removals removals
    cdef Py_ssize_t row
    cdef public unsigned int[::1] listed
    cdef public Py_ssize_t used
    cdef unsigned int[::1] wests
    cdef int[::1] starts
    cdef int[::1] filled
    cdef public long long[::1] tally

cdef class LayerPass:
    cdef Ranking ranking
    cdef int tiles
    cdef Py_ssize_t fogs
    cdef bint all_selected
    cdef const unsigned char[::1] selected
    cdef const unsigned int[::1] places
    cdef Py_ssize_t marks_per_fog

    cdef void process(self, mask fog, Py_ssize_t rank, Scratch scratch) noexcept nogil

    @cython.locals(
        high=int, west=int, begin=Py_ssize_t, east=mask, wests=Py_ssize_t,
        end=Py_ssize_t, rank=Py_ssize_t
    )
    cdef void run(self, int highs_from, int highs_to, Scratch scratch) noexcept nogil

    cdef void begin_half(self, int high, Scratch scratch) noexcept nogil

    @cython.final
    @cython.locals(begin=Py_ssize_t, place=Py_ssize_t)
    cdef Py_ssize_t next_selected(
        self, Py_ssize_t rank, Py_ssize_t end, Scratch scratch
    ) noexcept nogil

    @cython.final
    @cython.locals(begin=Py_ssize_t, row=Py_ssize_t)
    cdef Py_ssize_t next_with_place(
        self, Py_ssize_t rank, Py_ssize_t end, Scratch scratch
    ) noexcept nogil

    @cython.final
    @cython.locals(place=Py_ssize_t, first=Py_ssize_t, last=Py_ssize_t, middle=Py_ssize_t)
    cdef Py_ssize_t first_row(self, int high) noexcept nogil

    @cython.final
    cdef Py_ssize_t first_rank(self, int high) noexcept nogil
