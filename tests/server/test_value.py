"""The value of a position by address: exact where it can be, the same for everybody, and kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from menhirs.core.actions import Move
from menhirs.core.position import Position
from menhirs.core.rules import BASE8
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase
from menhirs.engine.engine import Engine
from menhirs.engine.search import Search
from menhirs.engine.solved_layouts import SolvedLayouts
from menhirs.notation.actions import write_action
from menhirs.notation.house_rules import read_house_rules
from menhirs.notation.line import write_line
from menhirs.server.errors import BadRequest
from menhirs.server.live.engine.values import MOST_OF_ONE, Values
from menhirs.view.analysis.engine_lines import Found, find_value, value_data
from menhirs.web.languages import LANGUAGES
from tests.engine.house_rules import SMALL_BASE
from tests.engine.test_replies import solved
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT

POCKET = Path(__file__).parents[2] / "examples" / "house-rules" / "pocket.toml"
ENGLISH = LANGUAGES["en"]
NO_SEARCH = 1


def test_values_are_those_of_the_tables_and_of_a_search_that_proves_them(tmp_path: Path) -> None:
    start = solved(SMALL_BASE, "a1 b3", tmp_path)
    known, engine, search = SolvedLayouts(tmp_path), Engine(tables=tmp_path), Search(table_mb=1)
    numbers, asked, searched = Random(7), 0, 0
    while asked < 1_000:
        position = start
        while not position.is_over:
            data = value_data(
                write_line(position), find_value(engine, position, NO_SEARCH), ENGLISH
            )
            best = [write_action(action, position) for action in known.best_actions(position)]
            assert data["proven"] and data["source"] == "table", data
            assert data["value"] == known.value(position), data
            assert sorted(data["best"]) == sorted(best) and data["line"][0] in best, data
            asked += 1
            if asked % 25 == 0:
                found = find_value(search, position, 20_000)
                if found.proven:
                    searched += 1
                    assert found.value == data["value"]
                    proven = {line.actions[0] for line in found.lines if line.proven}
                    worth = {line.actions[0] for line in found.lines if line.value == found.value}
                    assert proven & worth <= set(best)
            position = position.play(numbers.choice(position.board_actions()))
    assert searched > 10


def test_a_value_is_kept_and_asked_for_again(server: ServerProcess) -> None:
    start = Position.start(BASE8, random_menhirs(BASE8, "elm"))
    address, asked = f"{server.address}/api/value", {"position": write_line(start)}
    first = CLIENT.get(address, params=asked)
    data = first.json()
    assert first.status_code == 200 and data["player"] == 1 and data["best"]
    assert data["words"] and data["source"] == "search"
    assert first.headers["cache-control"] == "no-cache"
    tag = {"if-none-match": first.headers["etag"]}
    again = CLIENT.get(address, params=asked, headers=tag)
    assert again.status_code == 304 and not again.content
    dutch = CLIENT.get(address, params=asked, headers={**tag, "accept-language": "nl"})
    assert dutch.status_code == 200 and dutch.json()["words"] != data["words"]
    assert dutch.json()["value"] == data["value"]


def test_who_asks_for_many_at_once_keeps_nobody_waiting() -> None:
    """Before, forty of one visitor were all that might wait."""

    async def ask() -> None:
        values = Values()
        starts = [Position.start(BASE8, random_menhirs(BASE8, seed)) for seed in range(8)]
        try:
            asked = [values.find(start, "greedy") for start in starts[:7]]
            told = asyncio.gather(*asked, values.find(starts[7], "other"), return_exceptions=True)
            found = await asyncio.wait_for(told, PATIENCE)
        finally:
            values.close()
        refused = [one.code for one in found if isinstance(one, BadRequest)]
        assert refused == ["too-fast"] * (7 - MOST_OF_ONE)
        assert isinstance(found[-1], Found)

    asyncio.run(ask())


def test_a_finished_game_has_its_score_and_nothing_to_play(server: ServerProcess) -> None:
    position, numbers = Position.start(BASE8, random_menhirs(BASE8, "elm")), Random(1)
    while position.outcome is None:
        moves = position.winning_moves() if position.phase is Phase.MOVE else ()
        win = next(iter(moves), None)
        action = Move(*win) if win else numbers.choice(position.board_actions())
        position = position.play(action)
    asked = {"position": write_line(position)}
    data = CLIENT.get(f"{server.address}/api/value", params=asked).json()
    assert data["best"] == [] and data["proven"]
    assert abs(data["value"]) == position.outcome.score


def test_a_server_with_tables_answers_from_them(tmp_path: Path) -> None:
    pocket = read_house_rules(POCKET.read_text("utf-8"))["pocket"]
    tables = tmp_path / "tables"
    position, numbers = solved(pocket, "a1 c2", tables), Random(3)
    known = SolvedLayouts(tables)
    options = ("--tables", str(tables), "--house-rules", str(POCKET))
    server = ServerProcess(f"sqlite:///{tmp_path / 'db'}", tmp_path / "log", *options)
    try:
        asked = 0
        while not position.is_over:
            wanted = {"position": write_line(position)}
            data = CLIENT.get(f"{server.address}/api/value", params=wanted).json()
            assert (data["source"], data["proven"]) == ("table", True)
            assert data["value"] == known.value(position)
            asked += 1
            position = position.play(numbers.choice(position.board_actions()))
        assert asked > 5
    finally:
        server.close()
