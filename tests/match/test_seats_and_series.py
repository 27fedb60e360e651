"""Sitting down, names, resigning, and the next game of a series."""

from __future__ import annotations

from typing import Any

import pytest

from menhirs.match.entries import Entry, EntryKind, Offer
from menhirs.match.match import Match
from menhirs.match.names import LONGEST_NAME, checked_name

from .played_match import GIFT, QUIET, SHOWS, START, PlayedMatch, in_round_11, terms
from .refusals import refused


def test_nobody_acts_before_both_sit() -> None:
    match = Match(terms())
    assert match.free_seats == [1, 2]
    with refused("waiting"):
        match.action_ply(1, "*g2", START)
    match.append(match.join_entry(2, "Bo", START))
    assert match.free_seats == [1]
    for action in ("*g2", "resign", "claim"):
        with refused("waiting"):
            match.action_ply(1, action, START)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_seat_is_taken_once(seat: int) -> None:
    match = Match(terms())
    match.append(match.join_entry(seat, "Ann", START))
    with refused("seat-taken"):
        match.join_entry(seat, "Bo", START)


def test_nobody_sits_on_the_computers_seat() -> None:
    match = Match(terms(computers={2: 3}))
    with refused("seat-taken"):
        match.join_entry(2, "Bo", START)
    match.append(match.join_entry(1, "Ann", START))
    assert match.has_begun


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_there_are_two_seats(seat: int) -> None:
    with refused("seat-taken"):
        Match(terms()).join_entry(seat, "Ann", START)


def test_a_name_changes_nothing_else() -> None:
    table = in_round_11()
    state = table.match.state
    table.keep(table.match.name_entry(2, "Bo", table.at))
    assert table.match.names[2] == "Bo"
    assert table.match.state == state


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("", ""),
        ("  Ann \t\n of   Carnac ", "Ann of Carnac"),
        ("Zoë Ó Briain-Мария 小林", "Zoë Ó Briain-Мария 小林"),
        ("<b>Ann</b>", "<b>Ann</b>"),  # escaped where it is shown, not here
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("🗿", "🗿"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("Zoe\u0308", "Zoë"),
        ("Nguyễn Thị", "Nguyễn Thị"),
        ("กุ้ง שָׁלוֹם", "กุ้ง שָׁלוֹם"),
    ],
)
def test_names_are_one_line_of_printable_characters(given: str, shown: str) -> None:
    assert checked_name(given) == shown


@pytest.mark.parametrize(
    "name",
    [
        "x" * (LONGEST_NAME + 1),
        "bell\a",
        "nul\0",
        "escape\x1b[2J",
        "right\u202eleft",  # turns the text after it round
        "isolate\u2066x",
        "zero\u200bwidth",
        "half\ud800",
        "private\ue000",
        "tag\U000e0041",
        "\u3164",  # nothing but letters and symbols that show nothing
        "\u2800 \u2800",
        "\u115f\u1160\uffa0",
        "\u034f",
        "Ann\u3164",  # looks like Ann
        "\u0301",  # would be set on what stands before the name
        "\ufe0f\ufe0f",
        "Ann \u0301",
        "Z\u0324\u0324\u0324\u0324\u0324",  # grows over the lines around it
    ],
)
def test_other_names_are_refused(name: str) -> None:
    with refused("name"):
        checked_name(name)
    with refused("name"):
        Match(terms()).join_entry(1, name, START)
    with refused("name"):
        PlayedMatch().match.name_entry(1, name, START)


# Acting out of turn.


@pytest.mark.parametrize("action", ["keep", QUIET, "xe1", "on", "pass", "+c1"])
def test_only_the_player_whose_turn_it_is_acts(action: str) -> None:
    table = in_round_11()
    with refused("not-your-turn"):
        table.match.action_ply(2, action, table.at)


@pytest.mark.parametrize("player", [1, 2])
def test_one_may_resign_at_any_time_but_only_for_oneself(player: int) -> None:
    with refused("resign-own"):
        in_round_11().match.action_ply(player, f"resign{3 - player}", START)
    for text in ("resign", f"resign{player}"):
        table = in_round_11()
        entry = table.keep(table.match.action_ply(player, text, table.at))
        assert entry.player == player
        assert table.result == f"{3 - player}:22:resign"
        assert table.replayed().position == table.match.position


def test_resigning_while_a_claim_is_shown() -> None:
    table = in_round_11().play(GIFT)
    table.claim(2)
    table.keep(table.match.action_ply(1, "resign", table.at))
    assert table.result == "2:22:resign"


@pytest.mark.parametrize("action", [QUIET, "resign", "claim", "keep"])
def test_after_the_end_nothing_is_played(action: str) -> None:
    table = in_round_11().play("resign")
    for player in (1, 2):
        with refused("game-over"):
            table.match.action_ply(player, action, table.at)


@pytest.mark.parametrize(
    "text", ["", "c3", "-NE", "c3-", "z9-N", "x", "*", "🗿", "\0", "c3-NE" * 99]
)
def test_rubbish_is_no_action(text: str) -> None:
    table = in_round_11()
    before = table.match.position
    with pytest.raises(Exception) as caught:  # noqa: PT011 - the code is what counts
        table.match.action_ply(1, text, table.at)
    assert getattr(caught.value, "code", None) in ("action", "cell", "direction")
    assert table.match.position is before


def test_actions_are_kept_in_their_written_form() -> None:
    table = in_round_11()
    assert table.match.action_ply(1, "d1-N", table.at).entry.text == "d1-N"
    whole = table.match.action_ply(1, "e1-N", table.at).entry.text  # it is in the cluster of d1
    assert whole == "d1-N"


# The next game.


def over() -> PlayedMatch:
    return in_round_11().play(f"{GIFT} keep {SHOWS}")


def test_a_rematch_needs_an_ended_game() -> None:
    table = in_round_11()
    with refused("not-over"):
        table.match.rematch_entry(1, table.at)
    with refused("not-over"):
        table.match.rematch_answer_entry(1, True, table.at)
    with refused("not-over"):
        table.match.next_entry(1, "abc", table.at)


def test_between_two_people_a_rematch_is_offered() -> None:
    table = over()
    entry = table.match.rematch_entry(1, table.at)
    assert entry is not None
    table.keep(entry)
    assert table.match.offers == {Offer.REMATCH: 1}
    with refused("no-offer"):
        table.match.rematch_answer_entry(1, True, table.at)
    assert table.match.rematch_answer_entry(2, True, table.at) is None
    assert table.match.rematch_entry(2, table.at) is None  # asking for it too is a yes


def test_a_declined_rematch_can_be_offered_again() -> None:
    table = over()
    for _ in range(2):
        entry = table.match.rematch_entry(1, table.at)
        assert entry is not None
        table.keep(entry)
        no = table.match.rematch_answer_entry(2, False, table.at)
        assert no is not None
        table.keep(no)
        assert not table.match.offers


def test_a_rematch_may_ask_for_the_same_layout() -> None:
    """Who answers with another wish offers that instead."""
    table = over()
    for player, wanted in ((1, Offer.SAME_LAYOUT), (2, Offer.REMATCH), (1, Offer.SAME_LAYOUT)):
        entry = table.match.rematch_entry(player, table.at, wanted)
        assert entry is not None
        table.keep(entry)
        assert table.match.offers == {wanted: player}
        assert table.match.rematch_offer is table.replayed().rematch_offer is wanted
    assert table.match.rematch_entry(2, table.at, Offer.SAME_LAYOUT) is None
    assert table.match.rematch_answer_entry(2, True, table.at) is None
    no = table.match.rematch_answer_entry(2, False, table.at)
    assert no is not None
    table.keep(no)
    assert not table.match.offers and table.match.rematch_offer is None


@pytest.mark.parametrize("agreed", [{"shared": True}, {"computers": {2: 1}}])
def test_alone_the_next_game_begins_at_once(agreed: dict[str, Any]) -> None:
    table = PlayedMatch(terms(**agreed)).play("resign")
    assert table.match.rematch_entry(1, table.at) is None


def test_there_is_one_next_game() -> None:
    table = over()
    table.keep(table.match.next_entry(1, "second", table.at))
    assert table.match.next_match == "second"
    with refused("rematch-made"):
        table.match.rematch_entry(2, table.at)
    with refused("rematch-made"):
        table.match.rematch_answer_entry(2, True, table.at)
    with refused("rematch-made"):
        table.match.next_entry(2, "third", table.at)


def test_entries_come_in_their_order() -> None:
    match = Match(terms())
    for number in (0, 2, -1):
        with pytest.raises(ValueError, match="cannot follow"):
            match.append(Entry(number, START, EntryKind.JOIN, 1, ""))
