# rank_of of inlined.py for compiled callers: the same as Ranking.rank_packed.
from menhirs.core.fog cimport mask
from menhirs.engine.solver.ranking cimport Ranking

cdef inline unsigned int rank_of(Ranking ranking, mask packed, int tiles) noexcept nogil:
    return (
        ranking.bases[tiles * ranking.highs + (packed >> ranking.low_bits)]
        + ranking.low_rank[packed & ranking.low_mask]
    )
