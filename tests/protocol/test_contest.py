"""Games between engine programs: whole games, and how each kind of failure loses one."""

from __future__ import annotations

from pathlib import Path

import pytest

from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Reason
from menhirs.engine.analysis import Limits
from menhirs.notation.board import read_layout
from menhirs.notation.record import read_record, write_record
from menhirs.protocol.contest import Totals, contest
from menhirs.protocol.player import EnginePlayer
from menhirs.protocol.referee import PlayedGame, play_game
from tests.protocol.conversation import STAND_IN
from tests.protocol.fakes import spoiled_stand_in

LIMITS = Limits(nodes=10)
AMSTERDAM = RULE_SETS["amsterdam"]
START = Position.start(AMSTERDAM, random_menhirs(AMSTERDAM, "a-2"))


def player(command: str, patience: float = 30.0) -> EnginePlayer:
    return EnginePlayer(command, LIMITS, patience=patience)


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_games_of_all_rules_are_played_to_their_end(rules: str) -> None:
    totals = Totals()
    layouts = []
    with player(STAND_IN) as one, player(STAND_IN) as two:
        for played in contest(RULE_SETS[rules], "oak", (one, two), 4):
            totals.add(played)
            record = read_record(write_record(played.game.record))
            assert record.final.outcome == played.game.outcome
            assert record.headers["Game"] == str(played.number)
            layouts.append(record.start)
            assert played.game.fault is None
    assert layouts[0] == layouts[1] != layouts[2] == layouts[3]
    assert totals.games == 4 == sum(totals.wins) + totals.ties
    # The same engine on both sides of the same layouts, and it never guesses: all is even.
    assert totals.wins[0] == totals.wins[1]
    assert totals.points[0] == totals.points[1]
    assert totals.elo.best == 0


def game_against(command: str, *, seat: int, patience: float = 30.0) -> PlayedGame:
    """A game of the stand-in against an engine in seat 1 or 2."""
    with player(STAND_IN) as good, player(command) as bad:
        bad.wake().patience = patience
        return play_game(START, (bad, good) if seat == 1 else (good, bad))


SPOIL_CHOICE = "EngineHost.choose = lambda self, position, limits, **_: {}"


@pytest.mark.parametrize(
    ("spoil", "told", "reason"),
    [
        (SPOIL_CHOICE.format("Place(1)"), "[wrong-phase", Reason.RESIGN),
        (SPOIL_CHOICE.format("Resign(3 - position.player)"), "[engine-seat", Reason.RESIGN),
        (SPOIL_CHOICE.format("Timeout(3 - position.player)"), "[engine-seat", Reason.RESIGN),
        (SPOIL_CHOICE.format("1 / 0"), "[engine-refused", Reason.RESIGN),
        (SPOIL_CHOICE.format("os._exit(7)"), "exit code 7", Reason.RESIGN),
        (SPOIL_CHOICE.format("time.sleep(1000)"), "[engine-hung", Reason.TIME),
        (SPOIL_CHOICE.format("print('ok')"), "[engine-babble", Reason.RESIGN),
        (
            "Session._say_position = lambda self: self._say('position ?')",
            "[engine-disagrees",
            Reason.RESIGN,
        ),
        ("Session._play = lambda self, command, stop: 1 / 0", "[engine-refused", Reason.RESIGN),
    ],
)
@pytest.mark.parametrize("seat", [1, 2])
def test_an_engine_that_fails_loses_and_is_named(
    tmp_path: Path, spoil: str, told: str, reason: Reason, seat: int
) -> None:
    patience = 1.0 if reason is Reason.TIME else 30.0
    game = game_against(spoiled_stand_in(tmp_path, spoil), seat=seat, patience=patience)
    assert game.outcome.winner == 3 - seat
    assert game.outcome.reason is reason
    assert game.outcome.score > 0
    assert game.fault is not None
    assert told in game.fault
    assert read_record(write_record(game.record)).headers["Fault"] == " ".join(game.fault.split())


def test_a_wrong_claim_loses(tmp_path: Path) -> None:
    game = game_against(spoiled_stand_in(tmp_path, "should_claim = lambda position: True"), seat=2)
    assert (game.outcome.winner, game.outcome.reason) == (1, Reason.WRONG_CLAIM)
    assert game.fault == "claimed wrongly"


def test_a_claim_for_the_opponent_is_not_let_through(tmp_path: Path) -> None:
    claims = (
        "honest = EngineHost.choose\n"
        "EngineHost.choose = lambda self, position, *limits, **more: (\n"
        "    Claim() if position.claimant else honest(self, position, *limits, **more))\n"
        "should_claim = lambda position: False"
    )
    game = game_against(spoiled_stand_in(tmp_path, claims), seat=1)
    assert game.outcome.winner == 2
    assert game.fault is not None
    assert "[engine-seat]" in game.fault


def test_a_right_claim_is_offered_out_of_turn_and_shown() -> None:
    with player(STAND_IN) as one, player(STAND_IN) as two:
        game = play_game(START, (one, two))
    assert game.outcome.reason is Reason.CLAIM
    claimed = next(p for p in game.record.positions if p.phase == "prove")
    before = game.record.positions[game.record.positions.index(claimed) - 1]
    assert before.phase == "remove"
    assert before.player != claimed.player


def test_an_engine_that_died_plays_the_next_game(tmp_path: Path) -> None:
    once = tmp_path / "died"
    spoil = (
        f"if not os.path.exists({str(once)!r}):\n"
        f"    EngineHost.choose = lambda *_, **__: (open({str(once)!r}, 'w').close(), os._exit(1))"
    )
    totals = Totals()
    with player(STAND_IN) as good, player(spoiled_stand_in(tmp_path, spoil)) as bad:
        for played in contest(AMSTERDAM, "a", (good, bad), 4):
            totals.add(played)
    assert totals.games == 4
    assert totals.faults == [0, 1]


def test_layouts_with_fog_are_begun_as_they_lie() -> None:
    rules = RULE_SETS["base"]
    start = read_layout("..M/..M./..M../.M..../M..../M.../M..", rules)
    with player(STAND_IN) as one, player(STAND_IN) as two:
        assert play_game(start, (one, two)).record.start == start
