"""Deciding otherwise: a house rule is another value in one place, or it is refused."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

from dataclasses import replace

import pytest

from menhirs.core.errors import Illegal
from menhirs.core.geometry import Geometry
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE, Round, RuleSet, Taking
from menhirs.core.scoring import RoundScoring, TileScoring
from menhirs.core.state import Phase

from .boards import OPEN, SHUT
from .diagram import illegal, legal, on_board, outcome, play


def test_D1_another_outline() -> None:
    rules = replace(BASE, name="house", geometry=Geometry((4, 5, 6, 5, 4)))
    start = Position.start(rules, rules.geometry.mask_of("a1 a2 a3 a4 c1 c2 c3"))
    legal(start, "+c6")
    illegal(start, "+c3", "place-on-fog", "B1")


def test_D13_other_chances_to_take_away() -> None:
    once = replace(AMSTERDAM, name="house", chances=1)
    position = on_board(SHUT, "house 1 7 move 1,0 - - -", minus="d1", house=once)
    assert play(position, "c3-NE").player == 2
    by_the_sheet = on_board(SHUT, "amsterdam 1 7 move 1,0 - - -", minus="d1")
    assert play(by_the_sheet, "c3-NE").phase is Phase.REMOVE


def test_D12_a_tie_scores_nothing_whatever_a_win_scores() -> None:
    dear = replace(AMSTERDAM, name="house", scoring=RoundScoring(a_lap_earlier=100))
    won = play(on_board(OPEN, "house 1 7 move 0,0 - - -", house=dear), "a2-S")
    assert outcome(won) == "1:107:freed"
    last = on_board(SHUT, "house 2 1b move 2,1 - - -", minus="d1 d2 f1", house=dear)
    assert outcome(play(last, "c3-NE xd4")) == "0:0:tie"


def test_A5_a_game_of_one_lap_has_nothing_to_decide() -> None:
    short = replace(AMSTERDAM, name="house", decision_after=None, laps=1)
    position = on_board(SHUT, "house 2 3 move 0,0 - - -", house=short)
    position = play(position, "c3-NE keep")
    assert (position.round, position.phase) == (2, Phase.MOVE)
    illegal(position, "on", "wrong-phase", "A2")


def test_A9_a_game_without_claims() -> None:
    schedule = tuple(replace(entry, claims=False) for entry in AMSTERDAM.schedule)
    calm = replace(AMSTERDAM, name="house", schedule=schedule)
    position = play(on_board(OPEN, "house 1 7 move 0,0 - - -", house=calm), "c3-NE")
    illegal(position, "claim", "claim-unknown", "A9")
    legal(position, "xd1")


def test_A9_what_is_put_back_is_uncounted_only_where_it_was_counted() -> None:
    must = (Taking.MUST, Taking.MUST)
    schedule = tuple(
        entry if entry.places else replace(entry, taking=must) for entry in AMSTERDAM.schedule
    )
    rules = replace(
        AMSTERDAM, name="house", schedule=schedule, chances=None, decision_after=None, laps=1
    )
    position = on_board(OPEN, "house 2 11 move 0,0 - - -", minus="f2", house=rules)
    position = play(position, "c3-NE xd1")
    legal(position, "claim", then="1 11 prove 0,0 d4d5d6e4e5-NE@11xd1 - -")


def test_B3_clearing_from_another_turn_on() -> None:
    must = (Taking.MUST, Taking.MUST)
    schedule = tuple(
        entry if entry.places else replace(entry, taking=must) for entry in BASE.schedule
    )
    rules = replace(BASE, name="house", schedule=schedule)
    start = Position.start(rules, rules.geometry.mask_of("a3 b3 c3 d2 e1 f1 g1"))
    position = play(start, "+a1 +a2 +g2 +g3 a1-SE")
    assert position.phase is Phase.REMOVE
    illegal(position, "keep", "keep-forced", "B3")


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"schedule": (Round(1), Round(1))}, id="a round comes twice"),
        pytest.param({"schedule": (Round(1, places=True),)}, id="no round moves fog"),
        pytest.param({"schedule": (Round(1), Round(2, places=True))}, id="moved before placed"),
        pytest.param({"menhirs": 0}, id="no menhir"),
        pytest.param({"fog_tiles": 1}, id="less fog than menhirs"),
        pytest.param({"fog_tiles": 31}, id="more fog than room"),
        pytest.param({"fog_tiles": 4}, id="an odd number to place"),
        pytest.param({"fog_tiles": 5}, id="fog left in hand"),
        pytest.param({"decision_after": 9}, id="a decision after no round"),
        pytest.param({"laps": 2}, id="laps without a decision"),
        pytest.param({"schedule": (Round(1, taking=(Taking.MAY,) * 2),)}, id="chances unknown"),
    ],
)
def test_a_house_rule_that_contradicts_itself_is_refused(changes: dict[str, object]) -> None:
    plain = RuleSet("plain", (Round(1), Round(2)), TileScoring(1, None), menhirs=3, fog_tiles=3)
    assert plain.last_round.number == 2
    with pytest.raises(Illegal) as caught:
        replace(plain, **changes)  # type: ignore[arg-type]
    assert caught.value.code == "rules-contradict"
