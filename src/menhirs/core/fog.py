"""Moving fog: clusters, parts and moves (M1 to M3) on bit masks.

The one place where these rules stand: the rules of the game, the search and the solver all call
this file. It is plain Python; the install compiles it with the C types of ``fog.pxd``, and without
a compiler it runs as it is, only slower. Compiled callers ``cimport`` the same functions and call
them without the interpreter's lock. To behave alike in both worlds every mask stays within the
board's bits, and a direction is its bare number (N NE SE S SW NW are 0 to 5).

``stride`` is the board's number of bits a column, ``cells`` the mask of all its cells; see
``geometry.py`` for how they are laid out.
"""

from array import array
from collections.abc import MutableSequence

from menhirs.core.memory import is_plain, remember

_SPLIT_FROM = 6  # M2: the smallest cluster that may be split
_SMALLEST_PART = 3  # M2: what moves, and every group that stays, has at least this many tiles
_BITS = 0x5555555555555555  # every second bit, pair of bits and so on, to count with
_PAIRS = 0x3333333333333333
_NIBBLES = 0x0F0F0F0F0F0F0F0F
_BYTES = 0x0101010101010101
_ROOM = 512  # room for every move of 11 tiles on the standard board (408 at the most)


def size(tiles: int) -> int:
    """How many tiles."""
    # Adds up neighbouring bits, then the sums: a loop costs more, its end being hard to foresee.
    tiles -= tiles >> 1 & _BITS
    tiles = (tiles & _PAIRS) + (tiles >> 2 & _PAIRS)
    tiles = tiles + (tiles >> 4) & _NIBBLES
    return tiles * _BYTES >> 56 & 0xFF


def step(tiles: int, direction: int, stride: int) -> int:
    """The tiles one step on. What leaves the board lands outside its cells, or vanishes."""
    if direction == 0:
        return tiles << 1
    if direction == 1:
        return tiles << (stride + 1)
    if direction == 2:
        return tiles << stride
    if direction == 3:
        return tiles >> 1
    if direction == 4:
        return tiles >> (stride + 1)
    return tiles >> stride


def around(tiles: int, stride: int) -> int:
    """The tiles and all that lies next to them, bits outside the board included."""
    up = tiles | tiles << 1
    down = tiles | tiles >> 1
    return up | down | up << stride | down >> stride


def _next_to(tile: int, stride: int) -> int:
    """The cells next to one tile: few questions, so that an answer can be remembered."""
    return around(tile, stride)


def flood(seed: int, within: int, stride: int) -> int:
    """M1: the cluster of ``within`` that holds ``seed`` (of several seeds, all their clusters)."""
    # As in around, but written out: uncompiled, a call takes as long as what it does.
    reached = 0
    while reached != seed:
        reached = seed
        up = reached | reached << 1
        down = reached | reached >> 1
        seed = (up | down | up << stride | down >> stride) & within
    return reached


def stays_on_board(tiles: int, direction: int, cells: int, stride: int) -> bool:
    """M3: no tile leaves the board."""
    # Asked from the far side: a tile that leaves over a corner may vanish from the mask, but a
    # cell that can be reached is always the step of a cell in the opposite direction.
    return not tiles & ~step(cells, (direction + 3) % 6, stride)


def lands_free(tiles: int, direction: int, fog: int, stride: int) -> bool:
    """M3, D9: no tile lands on fog that stays where it is."""
    return not step(tiles, direction, stride) & fog & ~tiles


def may_be_split(cluster: int) -> bool:
    """M2: only from a large cluster may a part split off."""
    return size(cluster) >= _SPLIT_FROM


def is_large_enough(group: int) -> bool:
    """M2: what splits off and every group that stays behind has at least 3 tiles."""
    return size(group) >= _SMALLEST_PART


def leaves_large_groups(cluster: int, part: int, stride: int) -> bool:
    """M2, D2: with the part lifted off, every group of the cluster has at least 3 tiles."""
    return not _in_small_groups(cluster & ~part, stride)


def _in_small_groups(tiles: int, stride: int) -> int:
    """M2: the tiles whose group has fewer than 3 tiles."""
    # A group has 3 tiles or more (_SMALLEST_PART) if one of them touches two others, and then
    # every tile of the group is such a tile or touches one. So no group has to be flooded.
    north = tiles << 1
    south = tiles >> 1
    north_east = north << stride
    south_east = tiles << stride
    north_west = tiles >> stride
    south_west = south >> stride
    column = north | south
    east = north_east | south_east
    west = north_west | south_west
    inner = tiles & (
        north & south
        | north_east & south_east
        | north_west & south_west
        | column & east
        | (column | east) & west
    )
    return tiles & ~around(inner, stride)


def write_moves(
    fog: int, cells: int, stride: int, parts: MutableSequence[int], directions: MutableSequence[int]
) -> int:
    """Every move of M1 to M3: which tiles, and the direction they go.

    Returns how many moves there are and writes as many as there is room for. Whole clusters come
    first, in the order of their first tile; the return rule (M4) is the caller's, who knows what
    was moved last.
    """
    count = write_whole_moves(fog, cells, stride, parts, directions)
    return write_splits(fog, cells, stride, parts, directions, count)


def write_whole_moves(
    fog: int, cells: int, stride: int, parts: MutableSequence[int], directions: MutableSequence[int]
) -> int:
    """Writes the moves of whole clusters only: the first moves that :func:`write_moves` writes."""
    count = 0
    rest = fog
    while rest:
        cluster = flood(rest & (0 - rest), rest, stride)
        rest ^= cluster
        count = _write_whole(cluster, cells, stride, parts, directions, count)
    return count


def write_splits(
    fog: int,
    cells: int,
    stride: int,
    parts: MutableSequence[int],
    directions: MutableSequence[int],
    count: int,
) -> int:
    """The other moves (M2), written behind ``count`` that are there; returns the new count."""
    rest = fog
    while size(rest) >= _SPLIT_FROM:
        cluster = flood(rest & (0 - rest), rest, stride)
        rest ^= cluster
        if may_be_split(cluster):
            count = _write_splits_of(cluster, cells, stride, parts, directions, count)
    return count


def _write_whole(
    cluster: int,
    cells: int,
    stride: int,
    parts: MutableSequence[int],
    directions: MutableSequence[int],
    count: int,
) -> int:
    """Appends the moves of the whole cluster."""
    for direction in range(6):
        # M3: it can't land on fog, since no other cluster touches it.
        if stays_on_board(cluster, direction, cells, stride):
            if count < len(parts):
                parts[count] = cluster
                directions[count] = direction
            count += 1
    return count


def _write_splits_of(
    cluster: int,
    cells: int,
    stride: int,
    parts: MutableSequence[int],
    directions: MutableSequence[int],
    count: int,
) -> int:
    """Appends the splits (M2) of a cluster.

    Every connected part comes up at most once: it is grown from its first tile, and for each tile
    that touches it both branches are followed, with the tile and without it, until none is
    undecided. The way without it waits on a stack. A way that leaves a group of fewer than 3 tiles
    behind for good is abandoned.
    """
    most = size(cluster) - _SMALLEST_PART
    # No other cluster touches this one, so only the edge and its own tiles can be in the way.
    stuck = [0] * 6
    for direction in range(6):
        stuck[direction] = cluster & ~step(cells, (direction + 3) % 6, stride)
    waiting_parts = [0] * 64
    waiting_left = [0] * 64
    waiting_undecided = [0] * 64
    waiting_alone = [0] * 64
    waiting_sizes = [0] * 64
    seeds = cluster
    while seeds:
        part = seeds & (0 - seeds)
        seeds ^= part
        alone = _in_small_groups(cluster ^ part, stride)
        if alone & ~seeds:
            continue  # an earlier tile: the parts with it came up before
        waiting_parts[0] = part
        waiting_left[0] = seeds
        waiting_undecided[0] = around(part, stride) & seeds
        waiting_alone[0] = alone
        waiting_sizes[0] = 1
        depth = 1
        while depth:
            depth -= 1
            part = waiting_parts[depth]
            left = waiting_left[depth]  # what may still become part of it
            undecided = waiting_undecided[depth]
            alone = waiting_alone[depth]  # what can't stay behind
            held = waiting_sizes[depth]
            while undecided and held < most:
                tile = undecided & (0 - undecided)
                left ^= tile
                undecided ^= tile
                if not alone & tile:
                    waiting_parts[depth] = part
                    waiting_left[depth] = left
                    waiting_undecided[depth] = undecided
                    waiting_alone[depth] = alone
                    waiting_sizes[depth] = held
                    depth += 1
                part |= tile
                held += 1
                undecided |= _next_to(tile, stride) & left
                alone = _in_small_groups(cluster ^ part, stride)
                if alone & ~left:
                    break
            if alone or held < _SMALLEST_PART:
                continue
            rest = cluster ^ part
            for direction in range(6):
                if not part & stuck[direction] and not step(part, direction, stride) & rest:  # M3
                    if count < len(parts):
                        parts[count] = part
                        directions[count] = direction
                    count += 1
    return count


def write_origins(
    fog: int, cells: int, stride: int, parts: MutableSequence[int], directions: MutableSequence[int]
) -> int:
    """Every move of M1 to M3 that leads to this fog: which tiles came, and the direction they went.

    The tiles are given where they lie now. Returns how many there are and writes as many as there
    is room for. Parts are grown as in ``_write_splits_of``, but of every size.
    """
    count = 0
    stuck = [0] * 6
    for direction in range(6):
        stuck[direction] = fog & ~step(cells, direction, stride)
    waiting_parts = [0] * 64
    waiting_barred = [0] * 64
    seeds = fog
    while seeds:
        tile = seeds & (0 - seeds)
        seeds ^= tile
        cluster = flood(tile, fog, stride)
        waiting_parts[0] = tile
        waiting_barred[0] = cluster & (tile - 1)
        depth = 1
        while depth:
            depth -= 1
            part = waiting_parts[depth]
            barred = waiting_barred[depth]
            undecided = around(part, stride) & cluster & ~part & ~barred
            while undecided:
                tile = undecided & (0 - undecided)
                barred |= tile
                waiting_parts[depth] = part
                waiting_barred[depth] = barred
                depth += 1
                part |= tile
                undecided = (undecided | around(tile, stride)) & cluster & ~part & ~barred
            for direction in range(6):
                if part & stuck[direction]:
                    continue  # M3
                origin = step(part, (direction + 3) % 6, stride)
                if not origin & fog & ~part and may_move(origin, fog & ~part, stride):
                    if count < len(parts):
                        parts[count] = part
                        directions[count] = direction
                    count += 1
    return count


def may_move(part: int, others: int, stride: int) -> bool:
    """M1, M2: whether these connected tiles, among the others, are a cluster or may split off."""
    if not around(part, stride) & others:
        return True
    if not is_large_enough(part):
        return False
    cluster = flood(part, part | others, stride)
    return may_be_split(cluster) and leaves_large_groups(cluster, part, stride)


def can_go(part: int, direction: int, fog: int, cells: int, stride: int) -> bool:
    """M3: whether the part can take a step in that direction."""
    return stays_on_board(part, direction, cells, stride) and lands_free(
        part, direction, fog, stride
    )


def is_move(part: int, direction: int, fog: int, cells: int, stride: int) -> bool:
    """M1 to M3: whether these tiles, even if not connected, may take a step in that direction."""
    return (
        part != 0
        and not part & ~fog
        and flood(part & (0 - part), part, stride) == part
        and may_move(part, fog & ~part, stride)
        and can_go(part, direction, fog, cells, stride)
    )


def can_free(fog: int, menhirs: int, cells: int, stride: int) -> bool:
    """M6: whether one move of M1 to M3 leaves no menhir under fog.

    Asks without writing the moves down: what moves holds every covered menhir, so most fogs are
    answered by one flood fill. (Whether M4 takes the only one away is the caller's to know.)
    """
    covered = fog & menhirs
    cluster = flood(covered & (0 - covered), fog, stride)
    return not covered & ~cluster and _can_free_by(cluster, menhirs, cells, stride)


def _can_free_by(cluster: int, menhirs: int, cells: int, stride: int) -> bool:
    """M6: whether a move of the cluster, or of a part of it, leaves none of its menhirs covered."""
    covered = cluster & menhirs
    large = may_be_split(cluster)
    bare = cells & ~menhirs
    for direction in range(6):
        back = (direction + 3) % 6
        stuck = cluster & ~step(bare, back, stride)
        if not stuck:
            return True  # the whole cluster
        if not large or stuck & covered:
            continue
        stuck = _pushed(stuck, back, cluster, stride)  # what stands behind a stuck tile
        if stuck & covered:
            continue
        wanted = _pushed(covered, direction, cluster, stride)
        part = flood(wanted & (0 - wanted), wanted, stride)
        if _splits_off(cluster, part, stuck, wanted, direction, stride):
            return True
    return False


def _pushed(tiles: int, direction: int, cluster: int, stride: int) -> int:
    """The tiles and all fog of their cluster that stands before them in a row."""
    reached = 0
    while reached != tiles:
        reached = tiles
        tiles |= step(tiles, direction, stride) & cluster
    return reached


def _splits_off(
    cluster: int, part: int, barred: int, wanted: int, direction: int, stride: int
) -> bool:
    """Whether a part (M2) that holds ``part`` and all ``wanted`` tiles, but no barred one, can go.

    A tile takes along the fog that it would land on (M3), so growing part and barred tiles by
    whole rows keeps every part that comes up free to go in this direction.
    """
    if size(part) > size(cluster) - _SMALLEST_PART:
        return False
    alone = _in_small_groups(cluster & ~part, stride)
    if not alone and not wanted & ~part and is_large_enough(part):
        return True
    undecided = around(part, stride) & cluster & ~part & ~barred
    if not undecided or alone & barred:
        return False
    if undecided & alone:
        undecided &= alone  # they can't stay behind
    tile = undecided & (0 - undecided)
    row = _pushed(tile, direction, cluster, stride)
    if _splits_off(cluster, part | row, barred, wanted, direction, stride):
        return True
    row = barred | _pushed(tile, (direction + 3) % 6, cluster, stride)
    return not row & (wanted | alone) and _splits_off(cluster, part, row, wanted, direction, stride)


def moves(fog: int, cells: int, stride: int) -> list[tuple[int, int]]:
    """Every move of M1 to M3 as pairs (tiles, direction), in the order of :func:`write_moves`."""
    room = _ROOM
    while True:
        parts = array("Q", bytes(8 * room))
        directions = array("B", bytes(room))
        count = write_moves(fog, cells, stride, parts, directions)
        if count <= room:
            return list(zip(parts[:count], directions[:count], strict=True))
        room = count  # a house board with more fog than ours


if is_plain(size):
    globals()["size"] = int.bit_count  # counts the same, at once
remember(
    globals(),
    answers=("_can_free_by", "_next_to"),
    writers=("_write_whole", "_write_splits_of"),
)
