"""Complete games, kept whole. ``python -m tests.golden.rewrite`` writes them anew after a change
that was meant; the difference then shows the effect of the change.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from menhirs.core.actions import Claim
from menhirs.core.state import Outcome, Phase, Reason
from menhirs.notation.record import Record, read_record
from tests.golden.playthrough import playthrough

GAMES = sorted(Path(__file__).parent.glob("*.menhirs"))


def game(name: str) -> Record:
    return read_record((Path(__file__).parent / f"{name}.menhirs").read_text("utf-8"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_game_is_still_told_the_same(path: Path) -> None:
    text = playthrough(read_record(path.read_text("utf-8")))
    assert text == path.with_suffix(".playthrough").read_text("utf-8")


def test_every_playthrough_has_its_game() -> None:
    data = {path.stem for path in Path(__file__).parent.glob("*.playthrough")}
    assert data == {path.stem for path in GAMES}


def test_a_game_with_two_laps_ends_in_a_real_tie() -> None:
    final = game("amsterdam-two-laps-tie").final
    assert final.lap == 2
    assert final.outcome is not None
    assert (final.outcome.winner, final.outcome.score) == (0, 0)
    assert final.outcome.reason is Reason.TIE


def test_a_tie_is_lost_by_the_chooser_for_12_points() -> None:
    final = game("amsterdam-tie-lost-by-chooser").final
    assert final.outcome is not None
    assert final.chooser is not None
    assert final.outcome.winner == 3 - final.chooser
    assert final.outcome.score == 12


def test_a_right_claim_puts_the_tile_back() -> None:
    record = game("amsterdam-right-claim-tile-put-back")
    ply = record.actions.index(Claim())
    before, after = record.positions[ply], record.positions[ply + 1]
    assert before.last is not None
    assert before.last.taken is not None
    assert after.phase is Phase.PROVE
    assert after.fog == before.fog | 1 << before.last.taken
    assert record.final.outcome is not None
    assert record.final.outcome.reason is Reason.CLAIM


def test_a_wrong_claim_loses_at_once() -> None:
    record = game("amsterdam-wrong-claim")
    assert record.actions[-1] == Claim()
    assert record.final.outcome is not None
    assert record.final.outcome.reason is Reason.WRONG_CLAIM


def test_a_right_claim_that_is_not_shown_loses() -> None:
    record = game("amsterdam-claim-not-shown")
    assert record.actions[-2] == Claim()
    assert record.final.outcome is not None
    assert record.final.outcome.reason is Reason.WRONG_CLAIM


def test_the_decision_moment_comes_early_when_all_chances_are_used() -> None:
    record = game("amsterdam-early-decision")
    decision = next(p for p in record.positions if p.phase is Phase.DECIDE)
    assert decision.round > 3
    assert decision.counts == (3, 3)


@pytest.mark.parametrize("name", ["base-plus-21", "base8-plus-21"])
def test_a_win_in_the_first_moving_round_scores_21(name: str) -> None:
    final = game(f"{name}-first-moving-round").final
    assert final.round == 3
    assert final.outcome is not None
    assert final.outcome.score == 21


def test_a_third_time_is_a_tie() -> None:
    record = game("endless-third-time-tie")
    assert [position.times_seen for position in record.positions][-5:] == [2, 2, 2, 2, 3]
    assert record.final.outcome == Outcome(0, 0, Reason.TIE)
