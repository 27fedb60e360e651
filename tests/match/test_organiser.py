"""What the organiser of a tournament does to a match: pauses, ends and rulings."""

from __future__ import annotations

from menhirs.core.actions import Claim
from menhirs.match.entries import Cause, Entry, EntryKind, Ruling
from menhirs.match.match import Match
from menhirs.match.terms import MINUTE, LiveClock

from .played_match import GIFT, OPENING, SHOWS, PlayedMatch, terms
from .refusals import refused

LIVE = LiveClock(5 * MINUTE, 2_000)


def kept(table: PlayedMatch, entry: Entry | None) -> Match:
    """The match after an entry, which there has to be; read again it is the same."""
    assert entry is not None
    table.keep(entry)
    return table.match


def test_a_pause_costs_nobody_time_and_nobody_acts() -> None:
    table = PlayedMatch(terms(clock=LIVE, tournament=True)).play("*g2 *a1")
    clock = table.match.clock
    assert clock is not None
    kept(table, table.match.pause_entry(table.at))
    before = clock.left(1, table.at)
    assert table.match.pause_entry(table.at) is None
    assert table.match.next_moment() is None
    with refused("paused"):
        table.match.action_ply(1, "+a3", table.at)
    with refused("paused"):
        table.match.resignation(1, table.at)
    table.wait(60 * MINUTE)
    kept(table, table.match.resume_entry(table.at))
    assert clock.left(1, table.at) == before
    assert table.match.resume_entry(table.at) is None
    table.play("+a3")
    assert table.replayed().position == table.match.position


def test_the_time_for_a_claim_stands_still_in_a_pause() -> None:
    table = PlayedMatch(terms(clock=LIVE, tournament=True)).play(OPENING).play(GIFT)
    table.play("keep")
    kept(table.wait(1_000), table.match.pause_entry(table.at))
    assert table.match.claim_window(table.at) is None
    kept(table.wait(MINUTE), table.match.resume_entry(table.at))
    assert table.match.claim_window(table.at) is not None
    table.wait(1_000)
    assert table.match.claim_window(table.at) is not None
    table.keep(table.match.ply_for(2, Claim(), table.at))
    kept(table.wait(20_000), table.match.pause_entry(table.at))
    kept(table.wait(MINUTE), table.match.resume_entry(table.at))
    assert table.match.due_change(table.at) is None
    table.wait(5_000).play(SHOWS)
    assert table.replayed().is_over


def test_a_match_is_closed_and_ruled() -> None:
    table = PlayedMatch(terms(clock=LIVE, tournament=True)).play("*g2")
    assert table.match.ruling_entry(Ruling(1), table.at) is None  # it is being played
    closed = kept(table, table.match.close_entry(table.at))
    assert closed.is_over and closed.aborted is not None
    assert (closed.aborted.kind, closed.aborted.text) == (EntryKind.ABORTED, Cause.ORGANISER)
    assert closed.close_entry(table.at) is None
    for ruling in (Ruling(2, 0, played=False), Ruling(1, 12), Ruling(0), Ruling(None)):
        assert Ruling.read(ruling.write()) == ruling
        assert kept(table, table.match.ruling_entry(ruling, table.at)).ruling == ruling
        assert table.match.ruling_entry(ruling, table.at) is None
    assert table.replayed().ruling == Ruling(None)
