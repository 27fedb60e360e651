"""What can be wrong with an input, as one family of errors with stable codes.

*Malformed* means that something cannot be read; *illegal* that it can be read but breaks a rule or
contradicts itself. Every error has a code that never changes meaning, the rule it rests on (its
number in ``web/rules/reference/en.md``) and the details that its message is made of, so that a
translation needs nothing but the code and the details.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

if TYPE_CHECKING:
    from menhirs.core.position import Position


LONGEST_DETAIL = 300
"""The number of characters of an input that an error message quotes at most."""

ErrorMessages: TypeAlias = Mapping[str, str | tuple[str, str]]
"""Code -> message, or (rule, message). ``B3/A8`` is B3 in the base game, A8 in the Amsterdam Way."""


class MenhirsError(ValueError):
    """An input that is malformed or illegal."""

    kind: ClassVar[str] = "error"
    messages: ClassVar[ErrorMessages] = {}

    def __init__(self, code: str, *, position: Position | None = None, **details: object) -> None:
        self.code = code
        rules, template = self.rules_and_message(code)
        self.rule = _cited(rules, position)
        self.details = {name: _shortened(value) for name, value in details.items()}
        self.message = template.format(**self.details)
        self.position = position
        self.input: str | None = None
        """The text that was refused, where there was one."""
        self.place: str | None = None
        """The place in a longer input: ``"game 1, line 4, action 7"``."""
        super().__init__(self.message)

    @classmethod
    def rules_and_message(cls, code: str) -> tuple[str, str]:
        """The rules that an error of that code rests on, if any, and its message."""
        known = cls.messages[code]
        return ("", known) if isinstance(known, str) else known

    def locate(self, *, text: str | None = None, place: str | None = None) -> MenhirsError:
        """Adds what was read and where, unless an inner reader has added it already."""
        if self.input is None and text is not None:
            self.input = str(_shortened(text))
        self.place = place if self.place is None else self.place
        return self

    def as_dict(self) -> dict[str, Any]:
        """The error as plain data, the same on every surface."""
        data = {
            "code": self.code,
            "kind": self.kind,
            "message": self.message,
            "rule": self.rule or None,
            "input": self.input,
            "place": self.place,
        }
        return {name: value for name, value in data.items() if value is not None}

    def __str__(self) -> str:
        parts = [f"{self.place}: " if self.place else "", self.message, f" [{self.code}"]
        parts.append(f", rule {self.rule}]" if self.rule else "]")
        return "".join(parts)


def _shortened(detail: object) -> object:
    """The value, or the beginning of its text if that is long."""
    if isinstance(detail, float):
        return detail
    if isinstance(detail, int) and abs(detail) < 10**LONGEST_DETAIL:
        return detail
    try:
        text = str(detail)
    except ValueError:  # Python writes no number of so many digits
        return "…"
    return detail if len(text) <= LONGEST_DETAIL else text[:LONGEST_DETAIL] + "…"


def _cited(rules: str, position: Position | None) -> str:
    """The one of several rules that stands on the sheet of the game being played."""
    choices = rules.split("/")
    sheet = position.rules.sheet if position is not None else ""
    return next((rule for rule in choices if sheet and rule.startswith(sheet)), choices[0])


class Malformed(MenhirsError):
    """The input cannot be read."""

    kind = "malformed"
    messages: ClassVar[ErrorMessages] = {
        "geometry-columns": (
            "D1",
            "columns of {heights} cells are no board: neighbouring columns differ by one cell",
        ),
        "geometry-size": ("D1", "a board with columns of {heights} cells is too large"),
        "cell": "{text!r} is not a cell of this board",
        "direction": "{text!r} is not a direction: directions are N, NE, SE, S, SW and NW",
        "action": (
            "{text!r} is not understood; type c3-NE to move fog, b2b3c3-NE to split it, +c3 to place "
            "it, xc3 to take it away, *c3 to turn a menhir over, or one of keep, pass, back, on, "
            "claim, resign"
        ),
        "action-tiles": "{text!r} names the tile {cell} twice",
        "rules": "there are no rules called {text!r}; there are {known}",
        "house-syntax": "these house rules are not valid TOML: {why}",
        "house-empty": "there are no rules in this text",
        "house-name": "there are rules called {name!r} already: house rules need another name",
        "house-key": "{key!r} is unknown here; there are {known}",
        "house-value": "{key} cannot be {value}: it is {wanted}",
        "board-columns": "the board has {expected} columns, not {found}",
        "board-height": "column {column} has {expected} cells, not {found}",
        "board-letter": "{letter!r} in column {column} is none of . o m M",
        "ascii-board": "a drawn board has {expected} cells here, not {found}",
        "position-fields": "a position line has nine fields, not {found}",
        "position-player": "the player is 1 or 2, not {text!r}",
        "position-round": "{text!r} is not a round of these rules",
        "position-phase": "{text!r} is not a phase: phases are {known}",
        "position-counts": "the counts are two numbers like 0,3, not {text!r}",
        "position-last": "the last turn looks like b2b3c3-NE@7xd4, not {text!r}",
        "position-chooser": "the chooser is -, 1 or 2, not {text!r}",
        "position-outcome": (
            "the outcome is - or winner:score:reason, not {text!r}; reasons are {known}"
        ),
        "no-browser": (
            "printing to PDF needs Chromium, Chrome or Edge, and none is installed: "
            "print the HTML page from any browser instead"
        ),
        "print-failed": "{browser} could not print: {why}",
        "record-empty": "there is no game in this text",
        "record-header": 'a header line looks like [Name "value"], not {text!r}',
        "record-header-twice": "the header {name} stands here twice",
        "record-header-missing": "the header [{name} …] is missing",
        "record-size": "a text of games has at most {most} characters, not {found}",
        "record-comment": "the comment that opens here never closes",
        "record-variation": "the variation that opens here never closes",
        "record-variation-close": "no variation is open that could close here",
        "record-variation-empty": "there is no action in this variation",
        "record-no-action": "{text!r} stands behind an action, and there is none before it",
        "record-nag": (
            "{text!r} is not a judgement: judgements are ! ? !! ?? !? ?! and $0 to ${most}"
        ),
        "record-actions": "a game has at most {most} actions, those of its variations included",
        "record-one-game": "one game was expected here, and there are {found}",
        "analysis-line": "a line of an analysis has at most {most} actions",
        "file": "{path} cannot be read: {why}",
        "file-size": "{path} is too large: at most {most} bytes are read",
        "file-write": "{path} cannot be written: {why}",
        "encoding": "{path} is not text in UTF-8",
        "number": "{name} cannot be {text}: it is a number of at least {least}",
        "number-range": "{name} cannot be {text}: it is a number from {least} to {most}",
        "games-odd": "{found} games can't be paired up: each layout is played from both sides",
        "number-positive": "{name} cannot be {text}: it is a number above 0",
        "one-of": "exactly one of these is needed: {options}",
        "ply": "there is no step {ply}: the record goes from 0 to {last}",
        "table": "{path} is not the table wanted: {why}",
        "no-tables": "{path} has no tables of the layout {layout}",
        "solve-disk": (
            "solving this layout takes about {needed} GB on disk, and {free} GB are free in {path}"
        ),
        "solve-memory": (
            "solving this layout takes about {needed} GB of memory, and {free} GB are free here"
        ),
        "option-alone": "{option} means nothing without {needed}",
        "missing-extra": "{what} needs the extra {extra!r}: pip install {source}",
        "attack": "no attack is called {text!r}; there are {known}",
        "only-in-sources": "{what} needs the sources of menhirs: run it from a checkout",
    }


class Illegal(MenhirsError):
    """The input breaks a rule, or contradicts the rules or itself."""

    kind = "illegal"
    messages: ClassVar[ErrorMessages] = {
        # A rule set that cannot be played.
        "rules-contradict": "these rules contradict themselves: {why}",
        "solve-flip": ("A1", "a layout is solved after its menhirs were turned over, not before"),
        "rules-unsolvable": "the solver does not know how to solve rules like {name}",
        # A layout, or a position that cannot be.
        "layout-menhirs": ("B1", "a layout has {expected} menhirs, not {found}"),
        "layout-fog": ("B1", "before the first action fog covers {expected}"),
        "position-menhirs": (
            "B1/A1",
            "{expected} menhirs lie on the board at this point, not {found}",
        ),
        "position-fog": (
            "B1/A2",
            "{expected} fog tiles lie on the board at this point, not {found}",
        ),
        "position-bare": ("B1/A1", "nothing has moved yet, so every menhir is still under fog"),
        "position-won": ("M6", "no menhir is under fog, so this game is already won"),
        "position-round-phase": ("B2/A2", "the phase {phase} does not belong to round {round}"),
        "position-turn": ("B1/A2", "it cannot be player {player}'s turn here"),
        "position-lap": ("A5", "there is no lap {lap}: by these rules lap {laps} is the last"),
        "position-count": ("A3", "the counts {one},{two} are impossible here"),
        "position-last-turn": ("M4", "the last turn is impossible: {why}"),
        "position-past": ("D15", "turn {turn} of the given turns is impossible: {why}"),
        "position-repeated": (
            "D15",
            "the same position has come up {times} times, so this game is a tie already",
        ),
        "position-claim": (
            "A9",
            "a claim has to be shown, but no move wins: the game is lost already",
        ),
        "position-chooser-here": ("A5", "the chooser cannot be {chooser} here"),
        "position-result": ("M6", "the outcome is impossible: {why}"),
        "record-position": "the headers Layout and Position describe two different boards",
        "record-result": (
            "the headers say result {result} and score {score}, the actions lead to: {reached}"
        ),
        # Actions.
        "game-over": ("M6", "the game is over"),
        "wrong-phase": ("B2/A2", "{action} is not possible now: {wanted}"),
        "no-such-cell": "that is not a cell of this board",
        "flip-no-menhir": ("A1", "no menhir stands on {cell}"),
        "place-on-fog": ("B1/A2", "fog lies on {cell} already"),
        "move-nothing": ("M1", "a move needs at least one tile of fog"),
        "move-no-fog": ("M1", "no fog lies on {cell}"),
        "move-apart": ("M1", "the tiles {tiles} do not all touch"),
        "split-small-cluster": (
            "M2",
            "a cluster of {tiles} tiles moves as a whole: only a cluster of 6 or more may be split",
        ),
        "split-small-part": (
            "M2",
            "the part that splits off has {tiles} tile(s): it needs at least 3",
        ),
        "split-small-rest": (
            "M2",
            "the group {group} that stays behind has {tiles} tile(s): it needs at least 3",
        ),
        "move-off-board": ("M3", "going {direction}, the fog on {cell} would leave the board"),
        "move-onto-fog": ("M3", "going {direction}, the fog on {cell} would land on other fog"),
        "return": ("M4", "exactly these tiles were just moved here: they may not go straight back"),
        "pass-with-moves": (
            "M7",
            "you may pass only when you have no legal move, and here there are {moves}",
        ),
        "remove-no-fog": ("M8", "no fog lies on {cell}, so none can be taken away there"),
        "remove-last": (
            "B3/A8",
            "you can't take the fog on {cell} away: it would free the last menhir, and only a move "
            "may do that",
        ),
        "keep-forced": ("B3/A7", "in this round a tile must be taken away"),
        "claim-unknown": ("A9", "these rules have no claims"),
        "claim-round": ("A9", "there is no claiming in round {round}"),
        "claim-closed": ("A9", "there is no turn to claim on now"),
        "claim-pending": ("A9", "a claim was already made: now it has to be shown"),
        "prove-move": ("A10", "the claim has to be shown now, by playing the winning move"),
        "no-player": ("D14", "there is no player {player}"),
    }
