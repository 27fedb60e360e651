"""A game at one keyboard: reads the players' lines and answers them.

The record's headers name the players: a seat may be the computer's (see ``opponent.py``).

It knows nothing of terminals: it takes a line and returns text, so that a person at a
prompt, a pipe and a test all play the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from menhirs.core.actions import Action, Flip, Place, Remove
from menhirs.core.errors import Malformed, MenhirsError
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.core.state import Phase
from menhirs.engine.atomic_file import unwritable, write_atomically
from menhirs.engine.engine import Engine
from menhirs.learn.facts import SPLIT_FROM
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.line import write_line
from menhirs.notation.record import Record, read_record, write_record
from menhirs.protocol.engine_host import Complain
from menhirs.tui.board import draw_board
from menhirs.tui.hint import hint
from menhirs.tui.opponent import Opponent, in_sentences, opponent_in
from menhirs.tui.status import SIDES, status

HELP = f"""\
Type an action:
  *c3          turn the menhir on c3 over        (at the start, where the rules say so)
  +c3          place fog on c3
  c3-NE        move the whole cluster that holds c3 one step: N NE SE S SW NW
  b2b3c3-NE    split off exactly these tiles (from a cluster of {SPLIT_FROM} or more)
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


class TerminalGame:
    """A game in progress, and the files it was saved to."""

    def __init__(
        self,
        record: Record,
        *,
        colour: bool = False,
        keep_in: Path | None = None,
        tables: Path | None = None,
        complain: Complain = lambda error: None,
        known: Mapping[str, RuleSet] = RULE_SETS,
    ) -> None:
        """``complain`` is called with the reason if ``tables`` are not used."""
        self.record = record
        self._known = known
        self.colour = colour
        self.keep_in = keep_in
        """The file to which every action is saved at once: a closed window loses nothing."""
        self.is_kept = False
        """Whether the current state of the game is saved in ``keep_in``."""
        self.tables = tables
        """The folder of solved layouts, for hints and for an opponent of the highest level."""
        self._complain = complain
        self._engine = Engine(tables=tables, table_mb=_TABLE_MB, complain=complain)
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
        """The computer opponent, if there is one."""
        return self._opponent_in(self.record)

    def _opponent_in(self, record: Record) -> Opponent | None:
        """The opponent of a record, kept while the headers stay the same: it may hold tables."""
        named = tuple(record.headers.get(name) for name in ("Player1", "Player2", "Seed"))
        if named not in self._opponents:
            opponent = opponent_in(record.headers, self.tables, self._complain)
            self._opponents = {named: opponent}
        return self._opponents[named]

    def begin(self) -> str:
        """The text before the first input; a computer on turn acts at once."""
        return self._open(self.record)

    def view(self) -> str:
        """The board and the status of the game."""
        outcome, actions = self.position.outcome, self.record.actions
        not_shown = (
            outcome is not None and actions and outcome.is_right_claim_not_shown(actions[-1])
        )
        lines = status(self.position, claim_was_right=bool(not_shown))
        return f"{draw_board(self.position, colour=self.colour)}\n\n{lines}"

    def prompt(self) -> str:
        """The prompt: who is to act, and the kind of action."""
        if self.position.is_over:
            return "game over> "
        player = self.position.player
        return f"player {player} ({SIDES[player]}), {self.position.phase.value}> "

    def completions(self) -> list[str]:
        """All actions and commands that can be typed now."""
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
        lines = [in_sentences(before, action, record.final), *self._go_on(record)]
        return "\n".join([*lines, "", self.view()])

    def _open(self, record: Record) -> str:
        """Continues with a record; returns a text that names the players."""
        lines = self._go_on(record)
        if self.opponent is not None:
            lines = [self.opponent.introduction(), *lines]
        return "\n".join([*lines, "", self.view()] if lines else [self.view()])

    def _go_on(self, record: Record) -> list[str]:
        """Continues with a record and the computer's answer; returns sentences about it.

        An interrupt while the computer thinks leaves the game as it was.
        """
        lines: list[str] = []
        opponent = self._opponent_in(record)
        if opponent is not None:
            if record is not self.record:
                self._keep(record)  # if saving fails, the same message follows below
            try:
                record, lines = opponent.answered(record)
            except KeyboardInterrupt:
                self._keep(self.record)
                raise
        if record is not self.record:
            self.record = record
            lines += self._keep(record)
        return lines

    def _is_a_persons(self, action: Action) -> bool:
        """Whether the action belongs to a person, not to the computer."""
        opponent = self.opponent
        return opponent is None or self.position.actor(action) != opponent.seat

    def _understood(self, typed: str) -> Action:
        """Reads a typed action: case does not matter, and a bare cell is enough."""
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
            for action in position.legal_actions(claims=True)
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
            rule = f"\nThat is rule {error.rule} of the rules by number." if error.rule else ""
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
        """The indices of the actions that a person typed."""
        played = zip(self.record.positions, self.record.actions, strict=False)
        seat = None if self.opponent is None else self.opponent.seat
        return [
            number
            for number, (position, action) in enumerate(played)
            if seat not in (position.player, position.actor(action))
        ]

    def _save(self, name: str, *, overwrite: bool) -> str:
        path = self._path(name)
        if _exists(path) and path not in self._own_files and not overwrite:
            return f"{path} exists already; save! {path} writes over it."
        write_atomically(path, [write_record(self.record).encode()])
        self._own_files.add(path)
        return f"Saved to {path}."

    def _load(self, name: str) -> str:
        path = self._path(name)
        record = load_record(path, self._known)
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
        """Saves the game; returns a warning if that fails, and the game goes on."""
        if self.keep_in is None:
            return []
        try:
            write_atomically(self.keep_in, [write_record(record).encode()])
        except Malformed as error:
            self.is_kept = False
            return [f"This game is not kept: {error}"]
        self.is_kept = True
        return []


def load_record(path: Path, known: Mapping[str, RuleSet] = RULE_SETS) -> Record:
    """Reads the game in a file."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise Malformed("encoding", path=path) from None
    except (OSError, ValueError) as error:
        raise Malformed("file", path=path, why=getattr(error, "strerror", error)) from None
    return read_record(text, known)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:  # a name that is too long, a folder without permission
        raise unwritable(path, error) from None
