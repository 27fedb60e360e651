"""Limits, stopping, watching, and the same answer to the same encoded."""

from __future__ import annotations

from threading import Event

import pytest

from menhirs.core.actions import Resign
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE, RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.engine.analysis import Analysis, Limits
from menhirs.engine.search import Search
from tests.engine.search.games import random_positions


def start(name: str) -> Position:
    rules = RULE_SETS[name]
    return Position.start(rules, random_menhirs(rules, 7))


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_same_nodes_give_the_same_answer(name: str) -> None:
    for position in random_positions(RULE_SETS[name], 1, seed=2)[::9]:
        first, second = (Search().analyse(position, Limits(nodes=3000), lines=3) for _ in range(2))
        assert first.nodes <= 3000
        assert (first.lines, first.value, first.proven, first.depth, first.nodes) == (
            second.lines,
            second.value,
            second.proven,
            second.depth,
            second.nodes,
        )


@pytest.mark.parametrize("nodes", [0, 1, 2, 50])
def test_hardly_any_nodes_still_give_a_legal_action(nodes: int) -> None:
    for position in random_positions(AMSTERDAM, 2, seed=1)[::5]:
        analysis = Search().analyse(position, Limits(nodes=nodes))
        assert position.is_legal(analysis.lines[0].actions[0])


def test_a_depth_limit() -> None:
    analysis = Search().analyse(start("base"), Limits(depth=2))
    assert analysis.depth == 2
    assert not analysis.proven


def test_a_limit_of_time_ends_the_search() -> None:
    analysis = Search().analyse(start("amsterdam"), Limits(seconds=0.05))
    assert analysis.lines


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_set_before_and_during(threads: int) -> None:
    stop = Event()
    during = Search(threads=threads).analyse(
        start("base"), Limits(), stop=stop, watch=lambda _: stop.set()
    )
    before = Search(threads=threads).analyse(start("base"), Limits(), stop=stop)
    assert before.depth == 0 < during.depth
    assert during.nodes > before.nodes
    for analysis in (during, before):
        assert start("base").is_legal(analysis.lines[0].actions[0])
        assert not analysis.proven


def test_the_watch_sees_every_depth_and_its_errors_come_out() -> None:
    seen: list[Analysis] = []
    Search().analyse(start("base"), Limits(depth=3), watch=seen.append)
    assert [analysis.depth for analysis in seen] == [1, 2, 3]
    assert all(analysis.source == "search" for analysis in seen)

    def complain(analysis: Analysis) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Search(threads=2).analyse(start("base"), Limits(seconds=1), watch=complain)


def test_a_game_that_is_over() -> None:
    analysis = Search().analyse(start("base").play(Resign(2)), Limits())
    assert analysis.lines == ()
    assert analysis.value == 11
    assert analysis.proven


def test_several_lines_are_ordered_and_their_values_those_of_single_searches() -> None:
    last = [p for p in random_positions(BASE, 8, seed=4, wild=0.0) if p.round == 12]
    for position in last:
        analysis = Search().analyse(position, Limits(), lines=4)
        values = [line.value for line in analysis.lines]
        assert values == sorted(values, reverse=True)
        assert len({line.actions[0] for line in analysis.lines}) == len(values)
        for line in analysis.lines:
            after = position.play(line.actions[0])
            sign = 1 if after.player == position.player else -1
            if line.proven:
                assert Search().analyse(after, Limits()).value * sign == line.value


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="thread"):
        Search(threads=0)
    with pytest.raises(ValueError, match="MB"):
        Search(table_mb=-1)


def test_a_table_larger_than_the_machine_s_memory_is_as_large_as_it_gets() -> None:
    search = Search(table_mb=1 << 24)
    assert search.analyse(start("base"), Limits(nodes=1000)).lines
