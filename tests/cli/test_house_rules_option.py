"""--house-rules: every command takes rule sets from a file."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import menhirs

FILE = str(Path(__file__).parents[2] / "examples" / "house-rules" / "club-evening.toml")
HOUSE = ("--house-rules", FILE)


def test_a_house_game_is_laid_out_played_and_replayed(tmp_path: Path) -> None:
    laid = menhirs("new", "--rules", "quick-amsterdam", "--seed", "oak", "--record", *HOUSE)
    assert laid.returncode == 0, laid.stderr
    record = tmp_path / "game.menhirs"
    record.write_text(laid.stdout + "*a3 *c5 +a1 +a2 +b1 +b2 +c1 +c2 d2-N keep resign")
    data = json.loads(menhirs("replay", str(record), "--json", *HOUSE).stdout)
    # Round 7 of the first lap, and 7 points more for the lap that was not needed.
    assert (data["winner"], data["score"], data["reason"]) == (1, 14, "resign")
    refused = menhirs("replay", str(record))
    assert refused.returncode == 2
    assert "no rules called 'quick-amsterdam'" in refused.stderr


def test_positions_of_house_rules_are_taken_by_every_command() -> None:
    line = menhirs("new", "--rules", "quick-amsterdam", "--seed", "oak", *HOUSE).stdout.strip()
    assert len(menhirs("moves", line, *HOUSE).stdout.splitlines()) == 7
    assert menhirs("perft", "--depth", "2", line, *HOUSE).stdout.splitlines()[-1] == "42"
    assert menhirs("show", line, "--svg", *HOUSE).stdout.startswith("<svg")
    analysed = menhirs("analyse", line, "--json", "--nodes", "500", *HOUSE)
    assert len(json.loads(analysed.stdout)["best"]) >= 1
    for command in ("moves", "perft --depth 1", "show", "analyse --nodes 9", "solve --nodes 9"):
        assert menhirs(*command.split(), line).returncode == 2, command


def test_the_terminal_and_the_engine_play_house_rules(tmp_path: Path) -> None:
    words = ("play", "--rules", "calm-amsterdam", "--seed", "oak", *HOUSE)
    played = menhirs(*words, text="*a3\n*c5\nmoves\nquit\n", home=tmp_path)
    assert "+a1" in played.stdout
    resumed = menhirs("play", "--resume", *HOUSE, text="line\nquit\n", home=tmp_path)
    assert "calm-amsterdam " in resumed.stdout
    talk = "hello\nnew quick-amsterdam seed oak\nlegal\nquit\n"
    engine = menhirs("engine", *HOUSE, text=talk)
    assert "quick-amsterdam calm-amsterdam" in engine.stdout
    assert "legal *a3" in engine.stdout


def test_two_engines_play_house_rules_against_each_other() -> None:
    words = ("match", "--rules", "calm-amsterdam", "--nodes", "20", "--seed", "oak", "--json")
    data = json.loads(menhirs(*words, *HOUSE).stdout)
    assert data["games"] == 2
    assert [engine["faults"] for engine in data["engines"]] == [0, 0]


def test_a_file_that_contradicts_itself_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('[mine]\nlike = "amsterdam"\ndecision_after = 1\n')
    done = menhirs("new", "--rules", "mine", "--house-rules", str(path))
    assert done.returncode == 2
    assert f"{path}, line 3, mine.decision_after: " in done.stderr
    assert "[rules-contradict]" in done.stderr
    absent = menhirs("new", "--house-rules", str(tmp_path / "absent.toml"))
    assert absent.returncode == 2
    assert "[file]" in absent.stderr
