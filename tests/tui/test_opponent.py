"""Playing against the computer: at the table, and in a real process."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from random import Random

import pytest

from menhirs.core.actions import Action, Claim, Resign
from menhirs.core.position import Position
from menhirs.core.state import Phase, Reason
from menhirs.engine.claims import should_claim
from menhirs.engine.levels import LEVELS, LevelPlayer
from menhirs.engine.solver.folders import folder_of
from menhirs.engine.solver.solve import Solver
from menhirs.notation.line import read_line
from menhirs.notation.record import Record, read_record, write_record
from menhirs.tui.opponent import opponent_in, seating
from menhirs.tui.prompt import play_at
from menhirs.tui.table import Table
from tests.cli.command import menhirs
from tests.engine.house_rules import SMALL_BASE
from tests.random_play import random_start


def a_table(level: int, *, you: int = 1, rules: str = "amsterdam", seed: int = 7) -> Table:
    start = random_start(rules, seed)
    return Table(Record(start, headers=seating(3 - you, level, "oak")))


def an_action(table: Table, numbers: Random) -> str:
    """Something to type: not a claim, unless it is right."""
    position = table.position
    texts = table.completions()
    texts = texts[: texts.index("resign")]
    if "claim" in texts:
        texts.remove("claim")
        if should_claim(position) and numbers.random() < 0.5:
            return "claim"
    return numbers.choice(texts)


@pytest.mark.parametrize("rules", ["amsterdam", "base", "base8+21"])
@pytest.mark.parametrize("you", [1, 2])
def test_a_whole_game_against_a_level(rules: str, you: int) -> None:
    table = a_table(2, you=you, rules=rules)
    begun = table.begin()
    assert f"You are player {you} " in begun
    assert "Mushroom Picker" in begun
    assert len(table.record.actions) == (0 if you == 1 else 1)
    numbers = Random(3)
    while not table.position.is_over:
        assert table.position.player == you
        assert table.prompt().startswith(f"player {you} ")
        table.enter(an_action(table, numbers))
    assert table.prompt() == "game over> "


def test_what_the_computer_does_is_told_before_the_board() -> None:
    table = a_table(3)
    answer = table.enter(table.completions()[0])
    assert "Player 1 turns" in answer
    assert answer.index("Player 1 turns") < answer.index("Player 2 turns") < answer.index("Round ")


def test_the_computer_claims_with_a_sentence_and_shows_it() -> None:
    for seed in range(30):
        table = a_table(8, seed=seed)
        while not table.position.is_over:
            answer = table.enter(an_action(table, Random(seed)))
            if "Claim!" in answer:
                break
        else:
            continue
        outcome = table.position.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (2, Reason.CLAIM)
        assert f"{LEVELS[7].name}: “Claim!" in answer
        assert "Player 2 claims victory" in answer
        return
    pytest.fail("it never claimed")


def test_a_person_claims_on_the_computers_turn() -> None:
    for seed in range(60):
        table = a_table(1, seed=seed)
        numbers = Random(seed)
        while not table.position.is_over and not should_claim(table.position):
            table.enter(an_action(table, numbers))
        if table.position.is_over or table.position.claimant != 1:
            continue
        assert "claim" in table.completions()
        assert "Player 1 claims victory" in table.enter("claim")
        win = next(table.position.winning_moves())
        assert "wins" in table.enter(
            f"{''.join(table.position.geometry.names_of(win[0]))}-{win[1].name}"
        )
        assert table.position.outcome is not None
        assert table.position.outcome.reason is Reason.CLAIM
        return
    pytest.fail("there was never anything to claim")


def test_nobody_types_for_the_computer() -> None:
    table = a_table(1)
    numbers = Random(1)
    while table.position.phase is not Phase.REMOVE:
        table.enter(an_action(table, numbers))
    before = table.record
    assert Claim() in table.position.legal_actions()  # the computer's, who thinks better of it
    assert "claim" not in table.completions()[: table.completions().index("resign")]
    for line in ("claim", "resign2", "time2"):
        assert table.enter(line) == "Only the computer could do that now."
    assert table.record == before
    table.enter("resign")
    assert table.record.actions[-1] == Resign(1)


def a_long_game(you: int) -> tuple[Table, list[Position]]:
    """A game that is over, and where the person had to decide in it, seven times at least."""
    for seed in range(100):
        table = a_table(2, you=you)
        table.begin()
        numbers = Random(seed)
        seen: list[Position] = []
        while not table.position.is_over:
            seen.append(table.position)
            table.enter(an_action(table, numbers))
        if len(seen) >= 7:
            return table, seen
    raise AssertionError("no game was long enough")


@pytest.mark.parametrize("you", [1, 2])
def test_undo_goes_back_to_the_persons_own_last_decision(you: int) -> None:
    table, seen = a_long_game(you)
    for position in reversed(seen[-4:]):
        table.enter("undo")
        assert table.position == position
    table.enter("undo 3")
    assert table.position == seen[-7]
    table.enter("undo 99")
    assert table.position == seen[0]
    assert table.enter("undo") == "There is nothing to take back."


def test_the_computer_answers_the_same_after_undo() -> None:
    table = a_table(3)
    action = table.completions()[1]
    table.enter(action)
    record = table.record
    table.enter("undo")
    table.enter(action)
    assert table.record == record


def test_interrupting_the_computers_thoughts_takes_the_line_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Action:
        raise KeyboardInterrupt

    table = a_table(3)
    table.keep_in = tmp_path / "kept.menhirs"
    before = table.record
    monkeypatch.setattr(LevelPlayer, "choose", interrupted)
    with pytest.raises(KeyboardInterrupt):
        table.enter(table.completions()[0])
    assert table.record == before
    assert table.keep_in.read_text("utf-8") == write_record(before)


def test_an_interrupted_thought_is_not_the_end_of_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> Action:
        raise KeyboardInterrupt

    table = a_table(3)
    typed = StringIO(f"{table.completions()[0]}\nline\n")
    monkeypatch.setattr("sys.stdin", typed)
    monkeypatch.setattr(LevelPlayer, "choose", interrupted)
    play_at(table)
    told = capsys.readouterr().out
    assert "Interrupted" in told
    assert told.rstrip().endswith(table.enter("line"))


def test_the_record_keeps_the_opponent(tmp_path: Path) -> None:
    kept = tmp_path / "kept.menhirs"
    table = Table(Record(random_start("base", 2), headers=seating(1, 4, "oak")), keep_in=kept)
    table.begin()
    table.enter(table.completions()[0])
    assert '[Player1 "level 4"]' in write_record(table.record)
    again = Table(read_record(kept.read_text("utf-8")))
    assert again.opponent is not None
    assert again.opponent.seat == 1
    action = table.completions()[0]
    assert again.enter(action) == table.enter(action)
    people = Table(Record(random_start("base", 2)))
    assert people.opponent is None
    assert "Moss Reader" in people.enter(f"load {kept}")
    assert people.opponent is not None


def test_a_game_that_cannot_be_kept_is_played_all_the_same() -> None:
    headers = seating(1, 2, "oak")
    table = Table(Record(random_start("base", 2), headers=headers), keep_in=Path("/dev/null/x"))
    assert "file-write" in table.begin()
    assert table.position.player == 2
    answer = table.enter(table.completions()[0])
    assert "file-write" in answer
    assert "Player 1 places" in answer  # what the computer did is told all the same
    assert table.view() in answer
    assert len(table.record.actions) == 3
    assert not table.is_kept
    assert "file-write" in table.enter("undo")
    assert len(table.record.actions) == 1


def test_a_draft_that_cannot_be_finished_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("menhirs.tui.table.os.fsync", full)
    table = Table(Record(random_start("base", 2)), keep_in=tmp_path / "kept.menhirs")
    assert "No space left" in table.enter(table.completions()[0])
    assert list(tmp_path.iterdir()) == []


def test_a_record_cut_short_in_the_computers_turn_goes_on() -> None:
    start = random_start("amsterdam", 3)
    record = Record(start, headers=seating(2, 2, "oak"))
    record = record.play(start.board_actions()[0])
    table = Table(record)
    assert "Player 2 turns" in table.begin()
    assert table.position.player == 1


def test_two_levels_in_a_record_are_just_names() -> None:
    assert opponent_in({"Player1": "level 3", "Player2": "level 4"}) is None
    assert opponent_in({"Player1": "level 9"}) is None
    assert opponent_in({"Player1": "Anna"}) is None


def test_hints_in_every_phase() -> None:
    table = a_table(2)
    numbers = Random(11)
    phases = set()
    while not table.position.is_over:
        if table.position.phase not in phases:
            phases.add(table.position.phase)
            before = table.record
            hint = table.enter("hint")
            assert hint.startswith("Try ")
            assert "roven" in hint or "stimated" in hint
            action = hint.removeprefix("Try ").split(":")[0].split(",")[0]
            assert "is legal" in table.enter(f"why {action}")
            assert table.record == before
        table.enter(an_action(table, numbers))
    assert {Phase.FLIP, Phase.PLACE, Phase.MOVE} <= phases
    assert "over" in table.enter("hint")


def test_a_hint_sees_a_win_and_a_claim() -> None:
    line = "amsterdam ..o/..om/.Mo../...m../....m/m.../... 2 2 move 4,3 - 2 -"
    table = Table(Record(read_line(line)))
    assert table.enter("hint") == "Try a3-SE: it wins 13 points. That is proven."
    golden = Path(__file__).parents[1] / "golden" / "amsterdam-right-claim-tile-put-back.menhirs"
    claimable = read_record(golden.read_text("utf-8")).back(2)
    assert Table(claimable).enter("hint").startswith("Try claim, then ")


def test_in_a_real_process(tmp_path: Path) -> None:
    words = ("play", "--vs", "2", "--seed", "oak")
    done = menhirs(*words, text="*a3\n+a1\n+a2\nhint\nquit\n", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "level 2, Mushroom Picker" in done.stdout
    assert "Player 2 turns" in done.stdout
    assert "Player 2 places" in done.stdout
    assert "Try +" in done.stdout
    kept = next(tmp_path.rglob("*.menhirs")).read_text("utf-8")
    assert '[Player2 "level 2"]' in kept
    done = menhirs("play", "--resume", text="undo\nresign\n", home=tmp_path)
    assert "level 2, Mushroom Picker" in done.stdout
    assert "Player 2 wins 22 points: player 1 resigned." in done.stdout


def test_sitting_in_the_north_the_computer_begins(tmp_path: Path) -> None:
    done = menhirs("play", "--vs", "5", "--side", "2", "--seed", "oak", text="", home=tmp_path)
    assert "You are player 2 (north)" in done.stdout
    assert "Player 1 turns" in done.stdout


def test_a_game_of_two_can_go_on_against_the_computer(tmp_path: Path) -> None:
    menhirs("play", "--seed", "oak", text="*a3\n", home=tmp_path)
    done = menhirs("play", "--resume", "--vs", "3", text="", home=tmp_path)
    assert "Player 2 turns" in done.stdout


@pytest.mark.parametrize("words", [("--vs", "9"), ("--vs", "oak"), ("--vs", "3", "--side", "3")])
def test_what_is_no_level_or_side_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    assert menhirs("play", *words, home=tmp_path).returncode == 2


def test_the_highest_level_and_hints_use_tables_and_say_so(tmp_path: Path) -> None:
    menhirs_lie = SMALL_BASE.geometry.mask_of("a1 b3")
    Solver(SMALL_BASE, menhirs_lie, folder_of(tmp_path, SMALL_BASE, menhirs_lie)).run()
    start = Position.start(SMALL_BASE, menhirs_lie)
    for level, knows in ((8, True), (7, False)):
        record = Record(start, headers=seating(1, level, "oak"))
        table = Table(record, tables=tmp_path)
        assert ("from its tables" in table.begin()) == knows
        assert "(From the tables.)" in table.enter("hint")
    without = Table(Record(start, headers=seating(1, 8, "oak")))
    assert "tables" not in without.begin() + without.enter("hint")


def test_a_folder_of_tables_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = menhirs("play", "--vs", "8", "--tables", str(tmp_path / "nowhere"), home=tmp_path)
    assert done.returncode == 2
    assert "[file]" in done.stderr
