"""Status, track and moves as each visitor reads them. No server is needed for that."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from menhirs.core.rules import AMSTERDAM
from menhirs.core.state import Phase
from menhirs.match.match import Match
from menhirs.match.series import Earlier
from menhirs.view.match.round_track import track_at, tracks
from menhirs.view.match.state_view import StateView
from menhirs.view.match.status import status
from menhirs.view.messages import StepNow
from menhirs.view.player_names import people_of
from menhirs.web.languages import LANGUAGES
from tests.match.played_match import (
    FAILS,
    GIFT,
    OPENING,
    QUIET,
    SHOWS,
    PlayedMatch,
    in_round_11,
    terms,
)

ENGLISH = LANGUAGES["en"]
HERE = {1: True, 2: True}


def told(match: Match, *you: int) -> str:
    return status(match, list(you), people_of(match, list(you), ENGLISH), ENGLISH)


def state(match: Match, *you: int) -> dict[str, Any]:
    return dict(StateView("match", match, 1, Earlier()).state(list(you), ENGLISH, 0, HERE))


def plies(match: Match, *you: int) -> list[dict[str, Any]]:
    telling = StateView("match", match, 1, Earlier())
    told: list[dict[str, Any]] = json.loads(asyncio.run(telling.plies_text(list(you), ENGLISH)))
    return told


def named(table: PlayedMatch, one: str, two: str) -> PlayedMatch:
    for seat, name in ((1, one), (2, two)):
        table.keep(table.match.name_entry(seat, name, table.at))
    return table


def test_each_reads_the_other_by_name() -> None:
    match = named(in_round_11(), "Ann", "Bo").play(QUIET).match
    assert told(match, 1).startswith("Take")
    assert told(match, 2) == told(match) == told(match, 1, 2) == "Ann may take a fog tile away."
    assert plies(match, 1)[1]["words"].startswith("You turn the menhir on g2 over.")
    assert plies(match, 2)[1]["words"].startswith("Ann turns the menhir on g2 over.")


def test_without_a_name_it_is_your_opponent_or_a_side() -> None:
    match = named(in_round_11(), "", "").match
    assert told(match, 2) == "Your opponent moves fog."
    assert told(match) == told(match, 1, 2) == "South moves fog."
    calls = [state(match, *you)["seats"]["1"]["call"] for you in ([1], [2], [])]
    assert calls == ["You", "Your opponent", "South"]


def test_two_of_the_same_name_are_told_apart() -> None:
    match = named(in_round_11(), "Ann", "Ann").match
    assert told(match) == "Ann (South) moves fog."


def test_the_computer_is_called_by_its_level() -> None:
    match = PlayedMatch(terms(computers={1: 3})).match
    assert told(match, 2) == "Shepherd turns a menhir over."


def test_a_new_name_reaches_what_was_played_before() -> None:
    table = in_round_11()
    assert plies(table.match, 2)[1]["words"].startswith("Player 1 turns the menhir on g2")
    named(table, "{cell} {", "Bo")
    assert plies(table.match, 2)[1]["words"].startswith("{cell} { turns the menhir on g2")


def test_the_result_is_told_to_each() -> None:
    match = named(in_round_11(), "Ann", "Bo").play(f"{GIFT} keep {SHOWS}").match
    won, lost, seen = (state(match, *you)["outcome"]["text"] for you in ([2], [1], []))
    assert won == "You won, 22 points: you freed the last menhir."
    assert lost == "You lost: Bo freed the last menhir. Bo gets 22 points."
    assert seen == "Bo wins 22 points: Bo freed the last menhir."


def test_giving_up_says_who_gets_how_many_points() -> None:
    match = named(in_round_11(), "Ann", "Bo").match
    alone, shared = (state(match, *you)["may"]["resign_words"] for you in ([1], [1, 2]))
    assert alone == "The game is then lost. Bo gets 22 points."
    assert shared == "The game is then lost. The other side gets 22 points."


# A series of games.


def game_two(match: Match, *you: int) -> dict[str, Any]:
    return dict(StateView("match", match, 2, Earlier()).state(list(you), ENGLISH, 0, HERE))


def test_swapped_sides_are_told_until_one_has_acted() -> None:
    """D11."""
    table = named(PlayedMatch(), "", "")
    south, north, shared = (game_two(table.match, *you)["status"] for you in ([1], [2], [1, 2]))
    assert south.startswith("Sides are swapped: you sit in the south now and begin. Your turn")
    assert north.startswith("Sides are swapped: you sit in the north now.")
    assert shared.startswith("Sides are swapped: who sat in the south now sits in the north.")
    table.play(OPENING.split()[0])
    assert "swapped" not in game_two(table.match, 1)["status"]
    assert "swapped" in game_two(table.match, 2)["status"]
    assert "swapped" not in state(table.match, 2)["status"]


def test_a_series_names_people_and_not_sides() -> None:
    """D11: who wins twice from the south at one screen has won one game as each of two people."""
    table = named(PlayedMatch(), "", "")
    assert game_two(table.match, 1, 2)["series"]["calls"] == [
        "North in game 1",
        "South in game 1",
    ]
    assert game_two(table.match, 1)["series"]["calls"] == ["You", "Your opponent"]
    named(table, "Ann", "Bo")
    assert game_two(table.match, 1, 2)["series"]["calls"] == ["Ann", "Bo"]


# Claims and rounds.


def test_a_wrong_claim_is_explained_with_the_tile_that_was_put_back() -> None:
    """A9."""
    table = in_round_11().play(f"{QUIET} xa3")
    table.claim(2)
    why = state(table.match, 2)["outcome"]["why"]
    assert why.startswith(
        "The fog on a3 was put back first: the position right after the move counts. "
        "No move frees all menhirs. "
    )
    table = in_round_11().play(QUIET)
    table.claim(2)
    assert state(table.match, 2)["outcome"]["why"].startswith("No move frees all menhirs. ")


def test_a_right_claim_that_was_not_shown_is_not_called_wrong() -> None:
    """A10."""
    table = named(in_round_11(), "Ann", "Bo").play(GIFT)
    table.claim(2)
    match = table.play(FAILS).match
    assert told(match, 1) == "You won, 22 points: Bo did not show the winning move."
    assert plies(match, 1)[-1]["words"].endswith(told(match, 1))
    assert state(match, 1)["outcome"]["text"] == told(match, 1)


def test_a_claim_belongs_to_the_turn_that_it_answers() -> None:
    """Player 1 claims on player 2's turn in round 11, when round 10 has begun already."""
    table = in_round_11().play(f"{QUIET} keep")
    while True:
        table.play(table.quiet_move())
        if table.match.position.phase is Phase.REMOVE:
            table.play("keep")
        if table.match.position.player == 1:
            break
    assert table.match.position.round == 10
    table.claim(1)
    claim = plies(table.match)[-1]
    assert claim["action"] == "claim" and claim["round"] == "11"


def test_every_ply_tells_where_the_game_stood() -> None:
    match = in_round_11().play(QUIET).match
    after = [ply["after"] for ply in plies(match)]
    assert after[0] == {"round": "12", "phase": "flip"}
    assert after[len(OPENING.split())] == {"round": "11", "phase": "move"}
    assert after[-1] == {"round": "11", "phase": "remove"}


def test_the_track_tells_what_a_round_is_worth() -> None:
    """A5, A11: points of both laps, and the decision in the first one only."""
    first, second = tracks(AMSTERDAM)
    assert [step["points"] for step in first][:3] == [None, [22, 22], [21, 21]]
    assert [step["points"] for step in second][-2:] == [[2, 2], [1, 1]]
    assert [step["label"] for step in first if step["decision"]] == ["3"]
    assert not any(step["decision"] for step in second)
    assert [step["round"] for step in second][:2] == ["12b", "11b"]
    assert [step["places"] for step in first] == [True] + [False] * 11


def track_of(table: PlayedMatch) -> list[StepNow]:
    position = table.match.position
    return track_at(position.rules, position.lap, position.round).steps


def test_the_track_of_the_base_game_counts_the_fog_left() -> None:
    """B3, B5: from round 8 on every turn has a tile less."""
    table = PlayedMatch(terms("base"))
    steps = {step["label"]: step for step in track_of(table)}
    assert steps["7"]["points"] == [11, 11] and steps["7"]["only"] == 2
    assert steps["8"]["points"] == [10, 9] and steps["12"]["points"] == [2, 1]
    assert steps["1"]["state"] == "now" and steps["1"]["places"]
    bonus = {step["label"]: step for step in track_of(PlayedMatch(terms("base+21")))}
    assert bonus["3"]["points"] == [21, 21]


# The next level.


@pytest.mark.parametrize(("level", "following"), [(1, 2), (7, 8), (8, None)])
def test_who_beats_the_computer_may_climb(level: int, following: int | None) -> None:
    table = PlayedMatch(terms(computers={2: level}))
    assert state(table.match, 1)["may"]["next_level"] is None
    table.keep(table.match.action_ply(2, "resign", table.at))
    offered = state(table.match, 1)["may"]["next_level"]
    assert (offered and offered["level"]) == following


def test_nobody_climbs_who_lost_or_watches() -> None:
    table = PlayedMatch(terms(computers={2: 3})).play("resign")
    assert state(table.match, 1)["may"]["next_level"] is None
    people = in_round_11().play("resign")
    assert state(people.match, 2)["may"]["next_level"] is None
