# The functions of inlined.py for compiled callers.
from libc.string cimport memchr

from menhirs.core.fog cimport mask
from menhirs.engine.solver.passes.ranking cimport Ranking

# The same as Ranking.rank_packed.
cdef inline unsigned int rank_of(Ranking ranking, mask packed, int tiles) noexcept nogil:
    return (
        ranking.bases[tiles * ranking.highs + (packed >> ranking.low_bits)]
        + ranking.low_rank[packed & ranking.low_mask]
    )

cdef inline Py_ssize_t next_mark(
    const unsigned char[::1] marks, Py_ssize_t begin, Py_ssize_t end
) noexcept nogil:
    if begin >= end:
        return end
    cdef const unsigned char* found = <const unsigned char*>memchr(&marks[begin], 1, end - begin)
    return end if found is NULL else found - &marks[0]

cdef inline int if_reply_forbidden(int best, int second) noexcept nogil:
    if second > best:
        return 127
    return -second if second < best else -128

cdef inline int shifted_by(int value, int by, int fixed_up_to) noexcept nogil:
    return (
        value
        + by * ((value > fixed_up_to) & (value < 127))
        - by * ((value < -fixed_up_to) & (value > -128))
    )

cdef inline unsigned char move_hash(unsigned int afterstate) noexcept nogil:
    cdef unsigned char mixed = (
        afterstate ^ afterstate >> 8 ^ afterstate >> 16 ^ afterstate >> 24
    ) & 255
    return mixed - (mixed == 255)

# A lock takes few cycles where nobody waits for it. As it is never held for long, one may spin.
cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    #define MENHIRS_TAKE(lock) _InterlockedExchange8((volatile char*)(lock), 1)
    #define MENHIRS_LEAVE(lock) _InterlockedExchange8((volatile char*)(lock), 0)
    #else
    #define MENHIRS_TAKE(lock) __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)
    #define MENHIRS_LEAVE(lock) __atomic_store_n(lock, 0, __ATOMIC_RELEASE)
    #endif
    """
    bint MENHIRS_TAKE(unsigned char* lock) noexcept nogil
    void MENHIRS_LEAVE(unsigned char* lock) noexcept nogil

cdef inline void lock(unsigned char[::1] locks, Py_ssize_t place) noexcept nogil:
    while MENHIRS_TAKE(&locks[place & (locks.shape[0] - 1)]):
        pass

cdef inline void unlock(unsigned char[::1] locks, Py_ssize_t place) noexcept nogil:
    MENHIRS_LEAVE(&locks[place & (locks.shape[0] - 1)])
