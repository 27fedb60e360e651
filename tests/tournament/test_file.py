"""Tournament files: played to the end with nothing but the file, and refused with a place."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.cli.tournament import as_json, as_text, games_to_play
from menhirs.core.errors import MenhirsError
from menhirs.tournament.file import read_tournament
from menhirs.tournament.results import GameOutcome, TournamentGame
from menhirs.tournament.settings import System
from menhirs.tournament.tournament import Tournament

EXAMPLE = Path(__file__).parents[2] / "examples" / "tournaments" / "club-evening.toml"


def read(text: str) -> Tournament:
    return read_tournament(text).tournament


def head(system: str, players: int, more: str = "") -> str:
    names = [f"P{number}" for number in range(1, players + 1)]
    return f'name = "x"\nsystem = "{system}"\nplayers = {names}\n{more}\n'


def result(number: int, south: str, north: str, winner: int, score: int = 0) -> str:
    return (
        f'[[results]]\nround = {number}\nsouth = "{south}"\nnorth = "{north}"\n'
        f"winner = {winner}\nscore = {score}\n"
    )


@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize("system", [system for system in System if system != System.ARENA])
@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_a_tournament_is_played_by_adding_to_its_file(
    system: str, players: int, duplicate: bool
) -> None:
    numbers = Random(players)
    text = head(system, players, f"duplicate = {str(duplicate).lower()}")
    seen = set()
    for _ in range(200):
        tournament = read(text)
        coming = games_to_play(tournament)
        told = as_json(tournament, coming)
        assert as_text(tournament, coming)
        if not told["pairings"]:
            break
        at_tables = [name for pairing in told["pairings"] for name in pairing.values()]
        assert len(set(at_tables)) == len(at_tables)
        # Results come in bit by bit: what was paired stays paired.
        some = numbers.sample(told["pairings"], numbers.randint(1, len(told["pairings"])))
        for pairing in some:
            winner = numbers.randint(0, 2)
            score = numbers.randint(1, 22) if winner else 0
            text += result(told["round"], pairing["south"], pairing["north"], winner, score)
        if told["bye"] is not None and (told["round"], told["bye"]) not in seen:
            seen.add((told["round"], told["bye"]))
            text += f'[[results]]\nround = {told["round"]}\nbye = "{told["bye"]}"\n'
    assert told["pairings"] == []
    assert len(told["standings"]) == players
    # It went as it would have gone on a server.
    assert not read(text).open_games()
    if system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN):
        twice = (1 + duplicate) * (1 + (system == System.DOUBLE_ROUND_ROBIN))
        assert text.count("winner") == players * (players - 1) // 2 * twice


def test_a_finished_round_needs_no_word_about_the_others() -> None:
    tournament = read(head("swiss", 5) + result(1, "P1", "P2", 1, 5) + result(1, "P3", "P4", 1, 5))
    assert games_to_play(tournament).round == 2
    assert tournament.rounds[0].bye is None  # a bye counts where it is told


def test_the_rest_of_a_round_is_paired_around_what_was_played_otherwise() -> None:
    tournament = read(head("swiss", 6) + result(1, "P2", "P1", 1, 5))
    coming = games_to_play(tournament)
    assert coming.round == 1
    assert {who for pairing in coming.pairings for who in pairing} == {3, 4, 5, 6}


def test_pairings_by_hand_no_shows_corrections_and_late_entries() -> None:
    tournament = read(
        head("swiss", 7)
        + '[[late]]\nplayer = "P7"\nround = 2\n'
        + '[[withdrawn]]\nplayer = "P6"\nround = 2\nback = 3\n'
        + '[[pairings]]\nround = 1\nsouth = "P6"\nnorth = "P5"\n'
        + result(1, "P1", "P2", 1, 5)
        + result(1, "P1", "P2", 2, 4)
        + "correction = true\n"
        + '[[results]]\nround = 1\nsouth = "P3"\nnorth = "P4"\nno_show = "south"\n'
    )
    assert tournament.outcome(TournamentGame(1, 1, 2)) == GameOutcome(2, 4)
    assert len(tournament.state(TournamentGame(1, 1, 2)).trail) == 2
    assert tournament.outcome(TournamentGame(1, 3, 4)) == GameOutcome(2, played=False)
    assert tournament.open_games() == [TournamentGame(1, 6, 5)]


def test_a_knock_out_asks_for_return_games_then_for_deciding_ones() -> None:
    text = head("knock-out", 2)
    asked = []
    for _ in range(4):
        (pairing,) = as_json(read(text), games_to_play(read(text)))["pairings"]
        asked.append(pairing["south"])
        text += result(1, pairing["south"], pairing["north"], 0)
    assert asked == ["P1", "P2", "P1", "P2"]
    told = as_json(read(text), games_to_play(read(text)))
    assert told["pairings"] == []
    assert told["standings"][0]["player"] == "P1"


BAD = [
    ("system = ", "tournament-syntax", ""),
    ("a = [[[[" + "[" * 5000, "tournament-syntax", ""),
    ("n = " + "9" * 5000, "tournament-syntax", ""),
    ('players = ["A", "B"]', "tournament-missing", "line 1, system"),
    ('system = "swiss"', "tournament-missing", "line 1, players"),
    ('system = "fair"\nplayers = []', "tournament-value", "line 1, system"),
    (head("swiss", 3, "colour = 1"), "tournament-key", "line 4, colour"),
    (head("swiss", 3, 'rules = "chess"'), "rules", "line 4, rules"),
    (head("swiss", 3, "rounds = 0"), "tournament-value", "line 4, rounds"),
    (head("swiss", 3, "rounds = true"), "tournament-value", "line 4, rounds"),
    (head("swiss", 3, "results = 3"), "tournament-value", "line 4, results"),
    (head("swiss", 1), "tournament-few", "line 3, players"),
    (head("swiss", 3).replace("P2", "P1"), "tournament-name-twice", "line 3, players"),
    (head("swiss", 3).replace("P2", "x" * 41), "name", "line 3, players"),
    (head("swiss", 3, 'apart = [["P1"]]'), "tournament-value", "line 4, apart"),
    (head("swiss", 3, 'apart = [["P1", "P9"]]'), "tournament-entrant", "line 4, apart"),
    (
        head("swiss", 3, '[[late]]\nround = 2\nplayer = "P9"'),
        "tournament-entrant",
        "line 4, late 1",
    ),
    (head("swiss", 4) + result(1, "P1", "P9", 1), "tournament-entrant", "line 5, results 1"),
    (head("swiss", 4) + result(1, "P1", "P1", 1), "tournament-oneself", "line 5, results 1"),
    (head("swiss", 4) + result(2, "P1", "P2", 1), "tournament-round", "line 5, results 1"),
    (head("swiss", 4) + result(0, "P1", "P2", 1), "tournament-value", "line 6, results 1, round"),
    (head("swiss", 4) + result(1, "P1", "P2", 3), "tournament-value", "line 9, results 1, winner"),
    (head("swiss", 4) + result(1, "P1", "P2", 0, 5), "tournament-outcome", "line 5, results 1"),
    (head("swiss", 4) + 2 * result(1, "P1", "P2", 1), "tournament-played", "line 11, results 2"),
    (
        head("swiss", 4) + result(1, "P1", "P2", 1) + result(1, "P3", "P2", 1),
        "tournament-paired-twice",
        "line 11, results 2",
    ),
    (
        head("knock-out", 4) + result(1, "P1", "P2", 1) + result(2, "P1", "P3", 1),
        "tournament-open",
        "line 11, results 2",
    ),
    (
        head("swiss", 4, '[[withdrawn]]\nplayer = "P1"\nround = 1\n') + result(1, "P1", "P2", 1),
        "tournament-withdrawn",
        "line 8, results 1",
    ),
    (
        head("swiss", 4) + "[[results]]\nround = 1\nsouth = 'P1'\nnorth = 'P2'\n",
        "tournament-missing",
        "line 5, results 1, winner",
    ),
]


@pytest.mark.parametrize(("text", "code", "place"), BAD)
def test_a_bad_file_is_refused_with_its_place(text: str, code: str, place: str) -> None:
    with pytest.raises(MenhirsError) as error:
        read(text)
    assert error.value.code == code
    assert (error.value.place or "") == place


LINES = EXAMPLE.read_text("utf-8").splitlines()
_WORDS = """0 -1 2 3 999999999999 1.5 nan true "" "Anna" "Bram" [] {} "swiss" "knock-out"
    "round-robin" "arena" [[]] ["Anna",3] 1979-05-27 "\\u0000" {a=1} [{round=1,bye="Eva"}]"""
VALUES = st.sampled_from(_WORDS.split())
EDITS = st.lists(
    st.tuples(st.sampled_from(["cut", "copy", "value", "swap"]), st.integers(0, 99), VALUES),
    min_size=1,
    max_size=8,
)


@given(EDITS)
def test_whatever_is_changed_in_a_file_it_is_read_or_refused(
    edits: list[tuple[str, int, str]],
) -> None:
    lines = list(LINES)
    for what, where, value in edits:
        index = where % len(lines)
        if what == "cut" and len(lines) > 1:
            del lines[index]
        elif what == "copy":
            lines.insert(where * 7 % len(lines), lines[index])
        elif what == "swap":
            lines[index], lines[index - 1] = lines[index - 1], lines[index]
        elif "=" in lines[index]:
            lines[index] = f"{lines[index].split('=')[0]}= {value}"
    check_read_or_refused("\n".join(lines))


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    check_read_or_refused(text)


def check_read_or_refused(text: str) -> None:
    try:
        tournament = read(text)
    except MenhirsError:
        return
    as_json(tournament, games_to_play(tournament))
    as_text(tournament, games_to_play(tournament))
