"""A game at one keyboard: what the players type, and what the table answers.

The record's headers tell who plays: a seat may be the computer's (see ``opponent.py``).

The table knows nothing of terminals: it gets a line and gives back text, so that a person at a
prompt, a pipe and a test all play the same game.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from menhirs.core.actions import Action, Flip, Place, Remove
from menhirs.core.errors import Malformed, MenhirsError
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.player import Engine
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.line import write_line
from menhirs.notation.record import Record, read_record, write_record
from menhirs.tui.board import draw_board
from menhirs.tui.hint import hint
from menhirs.tui.opponent import Opponent, actor, in_sentences, opponent_in
from menhirs.tui.status import SIDES, status

HELP = """\
Type an action:
  *c3          turn the menhir on c3 over        (Amsterdam, at the start)
  +c3          place fog on c3
  c3-NE        move the whole cluster that holds c3 one step: N NE SE S SW NW
  b2b3c3-NE    split off exactly these tiles (from a cluster of 6 or more)
  xc3          take the fog on c3 away           keep    take nothing away
  back, on     answer at the decision moment
  claim        claim victory: typed by the opponent of the one who just moved, during that
               turn or before the answer; then show it by playing the winning move
  resign       give the game up (resign1, resign2: whoever's turn it is)
Where only a cell is asked for, its name will do: c3.
Or a command:
  moves        all legal actions                 board   draw the board again
  why c3-NE    why this may not be played        line    the position as one line
  undo, undo 3 take back actions                 record  the game so far
  hint         what the engine would do now, and why
  save FILE    write the record (save! overwrites)       load FILE    go on with a record
  help, quit
Against the computer you can claim on its turn before you play your own, and undo takes you back
to your own last decision."""

_TABLE_MB = 16  # for hints

_CELL_PHASES: dict[Phase, Callable[[int], Action]] = {
    Phase.FLIP: Flip,
    Phase.PLACE: Place,
    Phase.REMOVE: Remove,
}


class Table:
    """A game in progress, and the files it was saved to."""

    def __init__(
        self,
        record: Record,
        *,
        colour: bool = False,
        keep_in: Path | None = None,
        tables: Path | None = None,
    ) -> None:
        self.record = record
        self.colour = colour
        self.keep_in = keep_in
        """Where every action is written at once, so that nothing is lost if the window closes."""
        self.is_kept = False
        """Whether the game as it now stands was written there."""
        self.tables = tables
        """The folder of solved layouts, for hints and for an opponent of the highest level."""
        self._engine = Engine(tables=tables, table_mb=_TABLE_MB)
        self._opponents: dict[tuple[str | None, ...], Opponent | None] = {}
        self.done = False
        self._own_files: set[Path] = set()
        self._commands: dict[str, Callable[[str], str]] = {
            "help": lambda _: HELP,
            "moves": lambda _: self._legal_actions(),
            "board": lambda _: self.view(),
            "line": lambda _: write_line(self.position),
            "record": lambda _: write_record(self.record).rstrip(),
            "why": self._why,
            "undo": self._undo,
            "hint": lambda _: hint(self.position, self._engine),
            "save": lambda name: self._save(name, overwrite=False),
            "save!": lambda name: self._save(name, overwrite=True),
            "load": self._load,
            "quit": self._quit,
        }

    @property
    def position(self) -> Position:
        return self.record.final

    @property
    def opponent(self) -> Opponent | None:
        """The computer, if it plays along."""
        return self._opponent_in(self.record)

    def _opponent_in(self, record: Record) -> Opponent | None:
        """The same one as long as the headers are the same: it may have opened tables."""
        named = tuple(record.headers.get(name) for name in ("Player1", "Player2", "Seed"))
        if named not in self._opponents:
            self._opponents = {named: opponent_in(record.headers, self.tables)}
        return self._opponents[named]

    def begin(self) -> str:
        """What is told before anybody types: a computer on turn acts at once."""
        return self._open(self.record)

    def view(self) -> str:
        """The board, and where the game stands."""
        return f"{draw_board(self.position, colour=self.colour)}\n\n{status(self.position)}"

    def prompt(self) -> str:
        """Who is asked for what."""
        if self.position.is_over:
            return "game over> "
        player = self.position.player
        return f"player {player} ({SIDES[player]}), {self.position.phase.value}> "

    def completions(self) -> list[str]:
        """All that can be typed now."""
        return [*self._legal_texts(), "resign", *self._commands]

    def enter(self, line: str) -> str:
        """Answers a typed line; bad input changes nothing."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return ""
        try:
            if word.lower() in self._commands:
                return self._commands[word.lower()](rest.strip())
            return self._act(line.strip())
        except MenhirsError as error:
            return f"{error}"

    def _act(self, typed: str) -> str:
        before = self.position
        action = self._understood(typed)
        before.check(action)
        if not self._is_a_persons(action):
            return "Only the computer could do that now."
        record = self.record.play(action)
        told = [in_sentences(before, action, record.final), *self._go_on(record)]
        return "\n".join([*told, "", self.view()])

    def _open(self, record: Record) -> str:
        """Goes on with a record, and tells who plays."""
        told = self._go_on(record)
        if self.opponent is not None:
            told = [self.opponent.introduction(), *told]
        return "\n".join([*told, "", self.view()] if told else [self.view()])

    def _go_on(self, record: Record) -> list[str]:
        """Goes on with a record and the computer's answer to it, which is told.

        Whoever interrupts the computer's thoughts finds the game as it was before.
        """
        told: list[str] = []
        opponent = self._opponent_in(record)
        if opponent is not None:
            if record is not self.record:
                self._keep(record)  # if that fails, so does what is told below
            try:
                record, told = opponent.answered(record)
            except KeyboardInterrupt:
                self._keep(self.record)
                raise
        if record is not self.record:
            self.record = record
            told += self._keep(record)
        return told

    def _is_a_persons(self, action: Action) -> bool:
        """Whether the action is not the computer's to make."""
        opponent = self.opponent
        return opponent is None or actor(action, self.position) != opponent.seat

    def _understood(self, typed: str) -> Action:
        """What was typed as an action: case does not matter, and a bare cell is enough."""
        position = self.position
        cells, dash, direction = typed.replace(" ", "").partition("-")
        text = f"{cells.lower()}{dash}{direction.upper()}"
        if position.phase in _CELL_PHASES and text in position.geometry.names:
            return _CELL_PHASES[position.phase](position.geometry.cell(text))
        return read_action(text, position)

    def _legal_texts(self) -> list[str]:
        position = self.position
        return [
            write_action(action, position)
            for action in position.legal_actions()
            if self._is_a_persons(action)
        ]

    def _legal_actions(self) -> str:
        texts = self._legal_texts()
        if not texts:
            return "The game is over: undo, save or quit."
        width = max(map(len, texts)) + 2
        a_line = max(1, 96 // width)
        rows = [texts[start : start + a_line] for start in range(0, len(texts), a_line)]
        return "\n".join("".join(text.ljust(width) for text in row).rstrip() for row in rows)

    def _why(self, typed: str) -> str:
        if not typed:
            return "Why what? Name an action: why c3-NE"
        try:
            action = self._understood(typed)
            self.position.check(action)
        except MenhirsError as error:
            rule = f"\nThat is rule {error.rule} of docs/rules.md." if error.rule else ""
            return f"{typed} may not be played: {error.message}.{rule}"
        return f"{write_action(action, self.position)} is legal."

    def _undo(self, typed: str) -> str:
        if typed and not (typed.isdecimal() and len(typed) < 5):
            return "How many? undo takes one action back, undo 3 takes back three."
        times = int(typed or 1)
        decisions = self._persons_decisions()
        if not decisions or not times:
            return "There is nothing to take back."
        first = decisions[max(0, len(decisions) - times)]
        self.record = self.record.back(len(self.record.actions) - first)
        return "\n".join([*self._keep(self.record), self.view()])

    def _persons_decisions(self) -> list[int]:
        """The numbers of the actions that were typed, counted from 0."""
        played = zip(self.record.positions, self.record.actions, strict=False)
        seat = None if self.opponent is None else self.opponent.seat
        return [
            number
            for number, (position, action) in enumerate(played)
            if seat not in (position.player, actor(action, position))
        ]

    def _save(self, name: str, *, overwrite: bool) -> str:
        path = self._path(name)
        if _exists(path) and path not in self._own_files and not overwrite:
            return f"{path} exists already; save! {path} writes over it."
        write_atomically(path, write_record(self.record))
        self._own_files.add(path)
        return f"Saved to {path}."

    def _load(self, name: str) -> str:
        path = self._path(name)
        record = load_record(path)
        self._own_files.add(path)
        return self._open(record)

    def _path(self, name: str) -> Path:
        if not name:
            raise Malformed("file", path="a file without a name", why="save FILE, load FILE")
        try:
            return Path(name).expanduser()
        except RuntimeError:
            raise Malformed("file", path=name, why="nobody of that name has a home here") from None

    def _quit(self, _: str) -> str:
        self.done = True
        return ""

    def _keep(self, record: Record) -> list[str]:
        """Writes the game to where it is kept; what to tell if that fails: it goes on anyway."""
        if self.keep_in is None:
            return []
        try:
            write_atomically(self.keep_in, write_record(record))
        except Malformed as error:
            self.is_kept = False
            return [f"This game is not kept: {error}"]
        self.is_kept = True
        return []


def load_record(path: Path) -> Record:
    """The game of a file."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise Malformed("encoding", path=path) from None
    except (OSError, ValueError) as error:
        raise Malformed("file", path=path, why=getattr(error, "strerror", error)) from None
    return read_record(text)


def write_atomically(path: Path, text: str) -> None:
    """Writes a file so that it is there whole or not at all, whatever is killed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        draft = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except BaseException:
            with suppress(OSError):
                draft.unlink()  # on a full disk above all, nothing useless is left
            raise
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:  # a name that is too long, a folder that nobody may look into
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError | ValueError) -> Malformed:
    return Malformed("file-write", path=path, why=getattr(error, "strerror", None) or str(error))
