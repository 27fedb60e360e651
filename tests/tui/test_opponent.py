"""Playing against the computer: in one process, and in a real process."""

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
from menhirs.engine.solver.drivers.solver import Solver
from menhirs.engine.solver.tables.folders import folder_of
from menhirs.notation.line import read_line
from menhirs.notation.record import Record, read_record, write_record
from menhirs.tui.opponent import opponent_in, seating
from menhirs.tui.prompt import play_at
from menhirs.tui.terminal_game import TerminalGame
from tests.cli.command import menhirs
from tests.engine.house_rules import SMALL_BASE
from tests.random_play import random_start


def a_game(level: int, *, you: int = 1, rules: str = "amsterdam", seed: int = 7) -> TerminalGame:
    start = random_start(rules, seed)
    return TerminalGame(Record(start, headers=seating(3 - you, level, "oak")))


def an_action(game: TerminalGame, numbers: Random) -> str:
    """Something to type: not a claim, unless it is right."""
    position = game.position
    texts = game.completions()
    texts = texts[: texts.index("resign")]
    if "claim" in texts:
        texts.remove("claim")
        if should_claim(position) and numbers.random() < 0.5:
            return "claim"
    return numbers.choice(texts)


@pytest.mark.parametrize("rules", ["amsterdam", "base", "base8+21"])
@pytest.mark.parametrize("you", [1, 2])
def test_a_whole_game_against_a_level(rules: str, you: int) -> None:
    game = a_game(2, you=you, rules=rules)
    begun = game.begin()
    assert f"You are player {you} " in begun
    assert "Mushroom Picker" in begun
    assert len(game.record.actions) == (0 if you == 1 else 1)
    numbers = Random(3)
    while not game.position.is_over:
        assert game.position.player == you
        assert game.prompt().startswith(f"player {you} ")
        game.enter(an_action(game, numbers))
    assert game.prompt() == "game over> "


def test_what_the_computer_does_is_told_before_the_board() -> None:
    game = a_game(3)
    answer = game.enter(game.completions()[0])
    assert "Player 1 turns" in answer
    assert answer.index("Player 1 turns") < answer.index("Player 2 turns") < answer.index("Round ")


def test_the_computer_claims_with_a_sentence_and_shows_it() -> None:
    for seed in range(30):
        game = a_game(8, seed=seed)
        while not game.position.is_over:
            answer = game.enter(an_action(game, Random(seed)))
            if "Claim!" in answer:
                break
        else:
            continue
        outcome = game.position.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (2, Reason.CLAIM)
        assert f"{LEVELS[7].name}: “Claim!" in answer
        assert "Player 2 claims victory" in answer
        return
    pytest.fail("it never claimed")


def test_a_person_claims_on_the_computers_turn() -> None:
    for seed in range(60):
        game = a_game(1, seed=seed)
        numbers = Random(seed)
        while not game.position.is_over and not should_claim(game.position):
            game.enter(an_action(game, numbers))
        if game.position.is_over or game.position.claimant != 1:
            continue
        assert "claim" in game.completions()
        assert "Player 1 claims victory" in game.enter("claim")
        win = next(game.position.winning_moves())
        assert "wins" in game.enter(
            f"{''.join(game.position.geometry.names_of(win[0]))}-{win[1].name}"
        )
        assert game.position.outcome is not None
        assert game.position.outcome.reason is Reason.CLAIM
        return
    pytest.fail("there was never anything to claim")


def test_nobody_types_for_the_computer() -> None:
    game = a_game(1)
    numbers = Random(1)
    while game.position.phase is not Phase.REMOVE:
        game.enter(an_action(game, numbers))
    before = game.record
    assert Claim() in game.position.legal_actions(
        claims=True
    )  # the computer's, who thinks better of it
    assert "claim" not in game.completions()[: game.completions().index("resign")]
    for line in ("claim", "resign2", "time2"):
        assert game.enter(line) == "Only the computer could do that now."
    assert game.record == before
    game.enter("resign")
    assert game.record.actions[-1] == Resign(1)


def a_long_game(you: int) -> tuple[TerminalGame, list[Position]]:
    """A game that is over, and where the person had to decide in it, seven times at least."""
    for seed in range(100):
        game = a_game(2, you=you)
        game.begin()
        numbers = Random(seed)
        seen: list[Position] = []
        while not game.position.is_over:
            seen.append(game.position)
            game.enter(an_action(game, numbers))
        if len(seen) >= 7:
            return game, seen
    raise AssertionError("no game was long enough")


@pytest.mark.parametrize("you", [1, 2])
def test_undo_goes_back_to_the_persons_own_last_decision(you: int) -> None:
    game, seen = a_long_game(you)
    for position in reversed(seen[-4:]):
        game.enter("undo")
        assert game.position == position
    game.enter("undo 3")
    assert game.position == seen[-7]
    game.enter("undo 99")
    assert game.position == seen[0]
    assert game.enter("undo") == "There is nothing to take back."


def test_the_computer_answers_the_same_after_undo() -> None:
    game = a_game(3)
    action = game.completions()[1]
    game.enter(action)
    record = game.record
    game.enter("undo")
    game.enter(action)
    assert game.record == record


def test_interrupting_the_computers_thoughts_takes_the_line_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Action:
        raise KeyboardInterrupt

    game = a_game(3)
    game.keep_in = tmp_path / "kept.menhirs"
    before = game.record
    monkeypatch.setattr(LevelPlayer, "choose", interrupted)
    with pytest.raises(KeyboardInterrupt):
        game.enter(game.completions()[0])
    assert game.record == before
    assert game.keep_in.read_text("utf-8") == write_record(before)


def test_an_interrupted_thought_is_not_the_end_of_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> Action:
        raise KeyboardInterrupt

    game = a_game(3)
    typed = StringIO(f"{game.completions()[0]}\nline\n")
    monkeypatch.setattr("sys.stdin", typed)
    monkeypatch.setattr(LevelPlayer, "choose", interrupted)
    play_at(game)
    text = capsys.readouterr().out
    assert "Interrupted" in text
    assert text.rstrip().endswith(game.enter("line"))


def test_the_record_keeps_the_opponent(tmp_path: Path) -> None:
    kept = tmp_path / "kept.menhirs"
    game = TerminalGame(Record(random_start("base", 2), headers=seating(1, 4, "oak")), keep_in=kept)
    game.begin()
    game.enter(game.completions()[0])
    assert '[Player1 "level 4"]' in write_record(game.record)
    again = TerminalGame(read_record(kept.read_text("utf-8")))
    assert again.opponent is not None
    assert again.opponent.seat == 1
    action = game.completions()[0]
    assert again.enter(action) == game.enter(action)
    people = TerminalGame(Record(random_start("base", 2)))
    assert people.opponent is None
    assert "Moss Reader" in people.enter(f"load {kept}")
    assert people.opponent is not None


def test_a_game_that_cannot_be_kept_is_played_all_the_same() -> None:
    headers = seating(1, 2, "oak")
    game = TerminalGame(
        Record(random_start("base", 2), headers=headers), keep_in=Path("/dev/null/x")
    )
    assert "file-write" in game.begin()
    assert game.position.player == 2
    answer = game.enter(game.completions()[0])
    assert "file-write" in answer
    assert "Player 1 places" in answer  # what the computer did is told all the same
    assert game.view() in answer
    assert len(game.record.actions) == 3
    assert not game.is_kept
    assert "file-write" in game.enter("undo")
    assert len(game.record.actions) == 1


def test_a_draft_that_cannot_be_finished_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("menhirs.engine.atomic_file.os.fsync", full)
    game = TerminalGame(Record(random_start("base", 2)), keep_in=tmp_path / "kept.menhirs")
    assert "No space left" in game.enter(game.completions()[0])
    assert list(tmp_path.iterdir()) == []


def test_a_record_cut_short_in_the_computers_turn_goes_on() -> None:
    start = random_start("amsterdam", 3)
    record = Record(start, headers=seating(2, 2, "oak"))
    record = record.play(start.board_actions()[0])
    game = TerminalGame(record)
    assert "Player 2 turns" in game.begin()
    assert game.position.player == 1


def test_two_levels_in_a_record_are_just_names() -> None:
    assert opponent_in({"Player1": "level 3", "Player2": "level 4"}) is None
    assert opponent_in({"Player1": "level 9"}) is None
    assert opponent_in({"Player1": "Anna"}) is None


def test_hints_in_every_phase() -> None:
    game = a_game(2)
    numbers = Random(11)
    phases = set()
    while not game.position.is_over:
        if game.position.phase not in phases:
            phases.add(game.position.phase)
            before = game.record
            hint = game.enter("hint")
            assert hint.startswith("Try ")
            assert "roven" in hint or "stimated" in hint
            action = hint.removeprefix("Try ").split(":")[0].split(",")[0]
            assert "is legal" in game.enter(f"why {action}")
            assert game.record == before
        game.enter(an_action(game, numbers))
    assert {Phase.FLIP, Phase.PLACE, Phase.MOVE} <= phases
    assert "over" in game.enter("hint")


def test_a_hint_sees_a_win_and_a_claim() -> None:
    line = "amsterdam ..o/..om/.Mo../...m../....m/m.../... 2 2 move 4,3 - 2 -"
    game = TerminalGame(Record(read_line(line)))
    assert game.enter("hint") == "Try a3-SE: it wins 13 points. That is proven."
    golden = Path(__file__).parents[1] / "golden" / "amsterdam-right-claim-tile-put-back.menhirs"
    claimable = read_record(golden.read_text("utf-8")).back(2)
    assert TerminalGame(claimable).enter("hint").startswith("Try claim, then ")


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
    assert "Player 2 wins 22 points: player 1 gave up." in done.stdout


def test_sitting_in_the_north_the_computer_begins(tmp_path: Path) -> None:
    done = menhirs("play", "--vs", "5", "--side", "2", "--seed", "oak", text="", home=tmp_path)
    assert "You are player 2 (north)" in done.stdout
    assert "Player 1 turns" in done.stdout


def test_a_game_of_two_can_go_on_against_the_computer(tmp_path: Path) -> None:
    menhirs("play", "--seed", "oak", text="*a3\n", home=tmp_path)
    done = menhirs("play", "--resume", "--vs", "3", text="", home=tmp_path)
    assert "Player 2 turns" in done.stdout


def test_a_side_without_an_opponent_is_told(tmp_path: Path) -> None:
    done = menhirs("play", "--side", "2", text="quit\n", home=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--side means nothing without --vs" in done.stderr


@pytest.mark.parametrize("words", [("--vs", "9"), ("--vs", "oak"), ("--vs", "3", "--side", "3")])
def test_what_is_no_level_or_side_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    assert menhirs("play", *words, home=tmp_path).returncode == 2


def test_the_highest_level_and_hints_use_tables_and_say_so(tmp_path: Path) -> None:
    menhirs_lie = SMALL_BASE.geometry.mask_of("a1 b3")
    Solver(SMALL_BASE, menhirs_lie, folder_of(tmp_path, SMALL_BASE, menhirs_lie)).run()
    start = Position.start(SMALL_BASE, menhirs_lie)
    for level, knows in ((8, True), (7, False)):
        record = Record(start, headers=seating(1, level, "oak"))
        game = TerminalGame(record, tables=tmp_path)
        assert ("from its tables" in game.begin()) == knows
        assert "(From the tables.)" in game.enter("hint")
    without = TerminalGame(Record(start, headers=seating(1, 8, "oak")))
    assert "tables" not in without.begin() + without.enter("hint")


def test_a_folder_of_tables_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = menhirs("play", "--vs", "8", "--tables", str(tmp_path / "nowhere"), home=tmp_path)
    assert done.returncode == 2
    assert "[file]" in done.stderr
