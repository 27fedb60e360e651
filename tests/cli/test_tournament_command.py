"""``menhirs tournament`` and ``menhirs match --tournament`` in real processes."""

from __future__ import annotations

import json
from pathlib import Path

from menhirs.notation.record import read_records
from tests.cli.command import menhirs
from tests.protocol.conversation import STAND_IN

EXAMPLES = Path(__file__).parents[2] / "examples" / "tournaments"
EVENING = EXAMPLES / "club-evening.toml"


def test_the_example_is_paired_and_tells_why_it_stands_so() -> None:
    done = menhirs("tournament", str(EVENING))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Club evening: swiss, The Amsterdam Way, 7 players",
        "",
        "Round 3 of 4",
        "   1  Anna  (south)  -  Eva (north)",
        "   2  Bram  (south)  -  Chloé (north)",
        "   3  Femke (south)  -  Gwenn (north)",
        "",
        "Standings",
        "   1  Anna     2 wins   32 points  above Eva: more points, 32 to 29",
        "   2  Eva      2 wins   29 points  above Bram: more wins, 2 to 1",
        "   3  Bram      1 win    0 points  above Chloé: stronger opponents (Buchholz), 2 to 0",
        "   4  Chloé     1 win    0 points  above Femke: more wins, 1 to 0",
        "   5  Femke    0 wins    0 points  above Dirk: stronger opponents (Buchholz), 3 to 2",
        "   6  Dirk     0 wins    0 points  (withdrawn)  equal to Gwenn",
        "   6  Gwenn    0 wins    0 points",
    ]


def test_programs_get_json_from_standard_input_too() -> None:
    done = menhirs("tournament", "-", "--json", text=EVENING.read_text("utf-8"))
    data = json.loads(done.stdout)
    assert set(data) == {"round", "pairings", "bye", "standings"}
    assert (data["round"], data["bye"]) == (3, None)
    assert data["pairings"][0] == {"south": "Anna", "north": "Eva"}
    first = data["standings"][0]
    assert (first["player"], first["wins"], first["points"]) == ("Anna", 2, 32)
    assert first["above"] == {"by": "points", "mine": 32, "theirs": 29}


def test_a_bad_file_exits_with_a_code_and_a_place(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(EVENING.read_text("utf-8").replace("winner = 0", "winner = 7"), "utf-8")
    done = menhirs("tournament", str(file), "--json")
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert (error["code"], error["kind"]) == ("tournament-value", "tournament")
    assert error["place"].startswith(f"{file}, line ")
    assert error["place"].endswith("results 3, winner")
    assert "winner cannot be 7" in done.stderr
    assert menhirs("tournament", str(tmp_path / "nowhere")).returncode == 2
    assert menhirs("tournament", "-", data=b"\xff").returncode == 2


def test_engines_hold_a_tournament_that_can_be_continued(tmp_path: Path) -> None:
    file = tmp_path / "engines.toml"
    names = ["one", "two", "three"]
    engines = "".join(f"{name} = {json.dumps(STAND_IN)}\n" for name in names)
    text = f'name = "Cup"\nsystem = "round-robin"\nplayers = {names}\n[engines]\n{engines}'
    file.write_text(text, "utf-8")
    record = tmp_path / "games.menhirs"
    words = ("match", "--tournament", str(file), "--nodes", "1")
    done = menhirs(*words, "--output", str(record))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("winner") == 3
    assert done.stdout.count("bye") == 3
    assert "All games are played." in done.stderr
    assert [game.headers["Event"] for game in read_records(record.read_text("utf-8"))] == [
        "Cup"
    ] * 3
    # Cut after the first game, it goes on to the same end.
    first, _, rest = done.stdout.partition("score")
    begun = first + "score" + rest.split("\n")[0] + "\n"
    file.write_text(text + begun, "utf-8")
    again = menhirs(*words)
    assert begun + "\n" + again.stdout == done.stdout
    file.write_text(text + done.stdout, "utf-8")
    data = json.loads(menhirs(*words, "--json").stdout)
    assert data == json.loads(menhirs("tournament", str(file), "--json").stdout)
    assert data["pairings"] == []


def test_an_engine_tournament_is_asked_for_alone(tmp_path: Path) -> None:
    refused = menhirs("match", "menhirs engine", "--tournament", str(EVENING))
    assert refused.returncode == 2
    assert "[one-of]" in refused.stderr
    file = tmp_path / "arena.toml"
    file.write_text('system = "arena"\nplayers = ["a", "b"]\n', "utf-8")
    assert "[tournament-missing]" in menhirs("match", "--tournament", str(file)).stderr


def test_the_example_of_engines_can_be_read() -> None:
    done = menhirs("tournament", str(EXAMPLES / "engines.toml"))
    assert done.returncode == 0, done.stderr
    assert "Round 1 of 3" in done.stdout
