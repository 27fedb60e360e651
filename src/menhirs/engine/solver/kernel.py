"""The solver's passes over all fogs of n tiles, compiled.

Values are points from the view of the player to move. What a position is worth may depend on the
return rule (M4), which forbids at most one resulting picture. So a position is three numbers:
``best``, its value when nothing is forbidden; ``picture``, the rank of the picture that its only
best move leads to; and ``second``, its value when that picture is forbidden. Where several moves
are best ``second`` equals ``best``, and ``picture`` means nothing.

A turn is worked out in two passes. The first finds for every picture what it is worth to the one
who has just moved there: ``after``, the better of keeping and of taking the best tile away, with
nothing forbidden to the opponent; and ``spare``, the most that it could be worth to a mover whose
starting picture is just the one that the opponent would want to return to. The second pass goes
through the moves of every position; where ``spare`` could matter it works the edge out exactly.

Positions with the same number of tiles belong to families (who has taken how many) that lie side
by side: ``families`` values a fog. ``kept_as`` and ``taken_as`` tell in which family of the next
turn each one goes on, -1 where that cannot be.

Each pass takes a range of eastern halves (see ``ranking.py``), so that threads can share it.
"""

from collections.abc import MutableSequence, Sequence

from menhirs.core.fog import can_free, size, step, write_moves
from menhirs.engine.solver.ranking import Ranking

_LOWEST = -128
"""Below every value: no option at all."""


def find_wins(
    ranking: Ranking,
    highs_from: int,
    highs_to: int,
    tiles: int,
    menhirs: int,
    wins: MutableSequence[int],
) -> None:
    """Marks the fogs from which one move frees all menhirs."""
    for high in range(highs_from, highs_to):
        west = tiles - size(high)
        if west < 0 or west > ranking.low_bits:
            continue
        index = ranking.bases[tiles * ranking.highs + high]
        for place in range(ranking.low_start[west], ranking.low_start[west + 1]):
            fog = ranking.high_fog[high] | ranking.low_fog[ranking.lows[place]]
            if fog & menhirs and can_free(fog, menhirs, ranking.cells, ranking.stride):
                wins[index] = 1
            index += 1


def value_pictures(
    ranking: Ranking,
    highs_from: int,
    highs_to: int,
    tiles: int,
    menhirs: int,
    win: int,
    claimed: int,
    wins: Sequence[int],
    families: int,
    kept_as: Sequence[int],
    taken_as: Sequence[int],
    same_families: int,
    same_best: Sequence[int],
    same_second: Sequence[int],
    fewer_families: int,
    fewer_best: Sequence[int],
    fewer_second: Sequence[int],
    only: Sequence[int],
    after: MutableSequence[int],
    spare: MutableSequence[int],
) -> None:
    """The first pass: what each picture is worth to the one who moved there.

    ``win`` is what a win is worth now; ``claimed`` what a mover gets who leaves the opponent a win
    that can be claimed (A9), or 0 where there is no claiming. ``same`` and ``fewer`` are the next
    turn's values with as many tiles and with one less. ``only``, if not empty, marks the pictures
    to look at.
    """
    for high in range(highs_from, highs_to):
        west = tiles - size(high)
        if west < 0 or west > ranking.low_bits:
            continue
        index = ranking.bases[tiles * ranking.highs + high]
        for place in range(ranking.low_start[west], ranking.low_start[west + 1]):
            if len(only) and not only[index]:
                index += 1
                continue
            fog = ranking.high_fog[high] | ranking.low_fog[ranking.lows[place]]
            covered = fog & menhirs
            removable = fog
            if covered & (covered - 1) == 0:
                removable = fog & ~covered  # A8, B3: not the tile on the last menhir
            for family in range(families):
                entry = index * families + family
                if not covered:
                    after[entry] = win
                    spare[entry] = _LOWEST
                    continue
                if claimed and wins[index]:
                    after[entry] = claimed
                    spare[entry] = claimed
                    continue
                after[entry] = _LOWEST
                spare[entry] = _LOWEST
                if kept_as[family] >= 0:
                    there = index * same_families + kept_as[family]
                    after[entry] = -same_best[there]
                    spare[entry] = _spare(same_best[there], same_second[there])
            if covered and fewer_families:
                rest = removable
                while rest:
                    tile = rest & (0 - rest)
                    rest ^= tile
                    other = ranking.rank(fog & ~tile, tiles - 1)
                    for family in range(families):
                        entry = index * families + family
                        if taken_as[family] < 0 or (claimed and wins[index]):
                            continue
                        there = other * fewer_families + taken_as[family]
                        if -fewer_best[there] > after[entry]:
                            after[entry] = -fewer_best[there]
                        could_be = _spare(fewer_best[there], fewer_second[there])
                        if could_be > spare[entry]:
                            spare[entry] = could_be
            index += 1


def _spare(best: int, second: int) -> int:
    """What a reply is worth to the mover if its best move is forbidden."""
    if second > best:
        return 127  # the reply gains by having to pass (M7): every edge must be looked at
    return -second if second < best else _LOWEST


def exact_edge(
    ranking: Ranking,
    fog: int,
    moved: int,
    landed: int,
    tiles: int,
    menhirs: int,
    kept_as: int,
    taken_as: int,
    same_families: int,
    same_best: Sequence[int],
    same_second: Sequence[int],
    same_picture: Sequence[int],
    fewer_families: int,
    fewer_best: Sequence[int],
    fewer_second: Sequence[int],
    fewer_picture: Sequence[int],
) -> int:
    """What one move is worth to the mover, the return rule exact (M4)."""
    value = _LOWEST
    result = (fog & ~moved) | landed
    if kept_as >= 0:
        there = ranking.rank(result, tiles) * same_families + kept_as
        reply = same_best[there]
        if same_second[there] != reply and same_picture[there] == ranking.rank(fog, tiles):
            reply = same_second[there]
        value = -reply
    if taken_as >= 0 and fewer_families:
        covered = result & menhirs
        rest = result
        if covered & (covered - 1) == 0:
            rest = result & ~covered
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            there = ranking.rank(result & ~tile, tiles - 1) * fewer_families + taken_as
            reply = fewer_best[there]
            # M4: with one of the moved tiles taken away it is no longer the same group.
            if (
                fewer_second[there] != reply
                and not tile & landed
                and fewer_picture[there] == ranking.rank(fog & ~tile, tiles - 1)
            ):
                reply = fewer_second[there]
            if -reply > value:
                value = -reply
    return value


def value_positions(
    ranking: Ranking,
    highs_from: int,
    highs_to: int,
    tiles: int,
    menhirs: int,
    win: int,
    may_forbid_wins: bool,
    wins: Sequence[int],
    families: int,
    kept_as: Sequence[int],
    taken_as: Sequence[int],
    same_families: int,
    same_best: Sequence[int],
    same_second: Sequence[int],
    same_picture: Sequence[int],
    fewer_families: int,
    fewer_best: Sequence[int],
    fewer_second: Sequence[int],
    fewer_picture: Sequence[int],
    after: Sequence[int],
    spare: Sequence[int],
    only: Sequence[int],
    parts: MutableSequence[int],
    directions: MutableSequence[int],
    ranks: MutableSequence[int],
    best: MutableSequence[int],
    second: MutableSequence[int],
    picture: MutableSequence[int],
) -> None:
    """The second pass: the best move of every position.

    Even a win can be forbidden, if the tile taken away since was the last to cover a menhir before
    the move: with ``may_forbid_wins`` the moves of won positions are looked at too.
    """
    for high in range(highs_from, highs_to):
        west = tiles - size(high)
        if west < 0 or west > ranking.low_bits:
            continue
        index = ranking.bases[tiles * ranking.highs + high]
        for place in range(ranking.low_start[west], ranking.low_start[west + 1]):
            if len(only) and not only[index]:
                index += 1
                continue
            fog = ranking.high_fog[high] | ranking.low_fog[ranking.lows[place]]
            entry = index * families
            if not fog & menhirs or (wins[index] and not may_forbid_wins):
                for family in range(families):
                    best[entry + family] = win
                    second[entry + family] = win
                index += 1
                continue
            count = write_moves(fog, ranking.cells, ranking.stride, parts, directions)
            options = count
            if count < 2:  # M7: without a legal move one passes, and nobody can claim on it
                parts[count] = 0
                directions[count] = 0
                options = count + 1
            for option in range(options):
                landed = step(parts[option], directions[option], ranking.stride)
                ranks[option] = ranking.rank((fog & ~parts[option]) | landed, tiles)
            for family in range(families):
                top = _LOWEST
                runner_up = _LOWEST
                where = 0
                for option in range(options):
                    there = ranks[option] * families + family
                    value = after[there]
                    if option == count or (spare[there] > value and spare[there] > runner_up):
                        value = exact_edge(
                            ranking,
                            fog,
                            parts[option],
                            step(parts[option], directions[option], ranking.stride),
                            tiles,
                            menhirs,
                            kept_as[family],
                            taken_as[family],
                            same_families,
                            same_best,
                            same_second,
                            same_picture,
                            fewer_families,
                            fewer_best,
                            fewer_second,
                            fewer_picture,
                        )
                    if option == count:  # only for want of a move that may be played
                        runner_up = value
                        if count == 0:
                            top = value
                    elif value > top:
                        runner_up = top
                        top = value
                        where = ranks[option]
                    elif value > runner_up:
                        runner_up = value
                best[entry + family] = top
                second[entry + family] = runner_up
                picture[entry + family] = where
            index += 1


def decide(
    begin: int,
    end: int,
    families: int,
    on_first: Sequence[int],
    on_first_second: Sequence[int],
    on_first_picture: Sequence[int],
    on_second: Sequence[int],
    on_second_second: Sequence[int],
    on_second_picture: Sequence[int],
    back: Sequence[int],
    family: int,
    best: MutableSequence[int],
    second: MutableSequence[int],
    picture: MutableSequence[int],
) -> int:
    """The decision moment (A5) for one family, from player 1's view.

    Player 1 goes on, or leaves it to player 2, who goes on or back. Going on keeps the memory of
    the return rule, going back clears it (A12). Of the two positions one could go on to at most one
    has a best move whose loss matters; returns how often that was not so.
    """
    both = 0
    for index in range(begin, end):
        value = _decided(on_first[index], on_second[index], back[index])
        without_first = _decided(on_first_second[index], on_second[index], back[index])
        without_second = _decided(on_first[index], on_second_second[index], back[index])
        if on_first_picture[index] == on_second_picture[index]:
            without_first = _decided(on_first_second[index], on_second_second[index], back[index])
            without_second = value
        elif without_first != value and without_second != value:
            both += 1
        entry = index * families + family
        best[entry] = value
        second[entry] = without_first if without_first != value else without_second
        picture[entry] = (
            on_first_picture[index] if without_first != value else on_second_picture[index]
        )
    return both


def _decided(on_first: int, on_second: int, back: int) -> int:
    left_to_second = back if back < on_second else on_second
    return on_first if on_first > left_to_second else left_to_second


def place(
    ranking: Ranking,
    highs_from: int,
    highs_to: int,
    tiles: int,
    player: int,
    placed: Sequence[int],
    value: MutableSequence[int],
) -> None:
    """Placing one tile on any cell without fog, values from player 1's view."""
    for high in range(highs_from, highs_to):
        west = tiles - size(high)
        if west < 0 or west > ranking.low_bits:
            continue
        index = ranking.bases[tiles * ranking.highs + high]
        for place in range(ranking.low_start[west], ranking.low_start[west + 1]):
            fog = ranking.high_fog[high] | ranking.low_fog[ranking.lows[place]]
            free = ranking.cells & ~fog
            top = _LOWEST
            while free:
                tile = free & (0 - free)
                free ^= tile
                there = placed[ranking.rank(fog | tile, tiles + 1)]
                if player == 2:
                    there = -there
                if there > top:
                    top = there
            value[index] = top if player == 1 else -top
            index += 1


def count_exceptions(best: Sequence[int], second: Sequence[int]) -> int:
    """In how many positions it matters that the best picture may be forbidden."""
    count = 0
    for index in range(len(best)):
        if best[index] != second[index]:
            count += 1
    return count


def write_exceptions(
    best: Sequence[int],
    second: Sequence[int],
    picture: Sequence[int],
    places: MutableSequence[int],
    values: MutableSequence[int],
    pictures: MutableSequence[int],
) -> None:
    """Writes those positions down, in their order."""
    count = 0
    for index in range(len(best)):
        if best[index] != second[index]:
            places[count] = index
            values[count] = second[index]
            pictures[count] = picture[index]
            count += 1
