"""The list of a person's games: opponent, whose turn it is, result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from menhirs.core.actions import Player, other
from menhirs.core.state import Outcome
from menhirs.engine.levels import level
from menhirs.match.terms import DAY, MINUTE, Terms
from menhirs.notation.people import People, Translator
from menhirs.view.messages import PlayerNumber, Winner
from menhirs.view.player_names import plate_name, side_names
from menhirs.view.typed_dict import TypedDict

_HOUR = 60 * MINUTE
_ROUND_IN_LINE = 3
"""The index of the round in a position line."""


class Section(StrEnum):
    """The sections of a list of games, in their order."""

    TURN = "turn"
    """It is the person's turn. Games at one screen are listed as running."""
    RUNNING = "running"
    WAITING = "waiting"
    """A seat is free: nobody has taken the invitation yet."""
    FINISHED = "finished"


class ResultForViewer(StrEnum):
    """The result of a finished game for one person."""

    WON = "won"
    LOST = "lost"
    TIED = "tied"
    ABORTED = "aborted"
    """It has no result."""


@dataclass(frozen=True)
class ListedGame:
    """A match in a player's list of games."""

    match: str
    terms: Terms
    own_seats: tuple[Player, ...]
    """The player's seats: both, at one screen."""
    section: Section
    updated: int
    """The time of the last turn, or of the start, in milliseconds since 1970."""
    opponent: str
    """The opponent's name; empty if there is none."""
    line: str
    """The position line; empty if it is not known."""
    outcome: Outcome | None = None

    @property
    def due(self) -> int | None:
        """When the time for this turn is over, counted from the last action; None: no clock.

        Good enough to order games by; a clock that ran before, or stood still, is more exact.
        """
        clock = self.terms.clock
        return None if clock is None else self.updated + clock.time

    @property
    def level(self) -> int | None:
        """The level of the computer opponent; None against a person."""
        return next(iter(self.terms.computers.values()), None)

    @property
    def result(self) -> ResultForViewer | None:
        """The result for the player; at one screen it is always a win or a tie."""
        if self.section is Section.FINISHED and self.outcome is None:
            return ResultForViewer.ABORTED
        if self.outcome is None or (self.outcome.winner and len(self.own_seats) > 1):
            return None
        if self.outcome.winner == 0:
            return ResultForViewer.TIED
        return (
            ResultForViewer.WON if self.outcome.winner in self.own_seats else ResultForViewer.LOST
        )


def section_title(section: Section, language: Translator) -> str:
    """The heading of a part of the list."""
    _ = language.gettext
    return {
        Section.TURN: _("Your turn"),
        Section.RUNNING: _("Being played"),
        Section.WAITING: _("Waiting for somebody"),
        Section.FINISHED: _("Finished"),
    }[section]


def result_title(result: ResultForViewer, language: Translator) -> str:
    """The name of a result in the search form."""
    _ = language.gettext
    return {
        ResultForViewer.WON: _("Won"),
        ResultForViewer.LOST: _("Lost"),
        ResultForViewer.TIED: _("Tied"),
        ResultForViewer.ABORTED: _("Aborted"),
    }[result]


def opponent_named(name: str, level_number: int | None, language: Translator) -> str:
    """The opponent's name: the level of the computer, or the person's own name."""
    return name if level_number is None else language.gettext(level(level_number).name)


def opponent_in_words(game: ListedGame, language: Translator) -> str:
    """The title of a game: against whom it is played."""
    _ = language.gettext
    if len(game.own_seats) > 1:
        return _("At one screen") if game.terms.shared else _("Against yourself")
    if game.section is Section.WAITING:
        return _("Your invitation")
    across = other(game.own_seats[0])
    name = opponent_named(game.opponent, game.level, language)
    people = People({across: name} if name else {}, {across: _("your opponent")}, game.own_seats[0])
    return plate_name(people, across, language)


def opponent_on_card(game: ListedGame, language: Translator) -> str:
    """The opponent with the computer's level, so that two cards do not look alike."""
    opponent = opponent_in_words(game, language)
    if game.level is None:
        return opponent
    return language.gettext("{name}, level {level}").format(name=opponent, level=game.level)


def round_in_words(game: ListedGame, language: Translator) -> str:
    """The round of a game; empty where rounds mean nothing."""
    if game.section not in (Section.TURN, Section.RUNNING) or not game.line:
        return ""
    if game.terms.rules.is_endless:
        return ""
    named = game.line.split()[_ROUND_IN_LINE].removesuffix("b")  # "7b" is round 7 of lap 2
    return language.gettext("Round {round}").format(round=named)


def age_in_words(past: int, language: Translator) -> str:
    """How many milliseconds ago something happened, roughly."""
    ngettext = language.ngettext
    if past >= DAY:
        return ngettext("{n} day ago", "{n} days ago", n := past // DAY).format(n=n)
    if past >= _HOUR:
        return ngettext("{n} hour ago", "{n} hours ago", n := past // _HOUR).format(n=n)
    if past >= MINUTE:
        return ngettext("{n} minute ago", "{n} minutes ago", n := past // MINUTE).format(n=n)
    return language.gettext("Just now")


def going_in_words(game: ListedGame, language: Translator) -> str:
    """The state of a game, as the player whose list it is reads it."""
    _ = language.gettext
    if game.outcome is not None:
        return _result_in_words(game, game.outcome, language)
    if game.result is ResultForViewer.ABORTED:
        return result_title(ResultForViewer.ABORTED, language)
    match game.section:
        case Section.TURN:
            return _("Your turn")
        case Section.WAITING:
            return _("Nobody has taken it yet")
        case _:
            return _("Being played") if len(game.own_seats) > 1 else _("Their turn")


def _result_in_words(game: ListedGame, outcome: Outcome, language: Translator) -> str:
    points = outcome.score
    match game.result:
        case ResultForViewer.TIED | ResultForViewer.ABORTED:
            return result_title(game.result, language)
        case ResultForViewer.WON:
            data = language.ngettext("Won, {points} point", "Won, {points} points", points)
        case ResultForViewer.LOST:
            data = language.ngettext(
                "Lost, {points} point against you", "Lost, {points} points against you", points
            )
        case None:
            data = language.ngettext(
                "{player} won, {points} point", "{player} won, {points} points", points
            )
    return data.format(points=points, player=side_names(language).get(outcome.winner, ""))


class YourGame(TypedDict):
    """A match at which you sit."""

    match: str
    url: str
    section: Section
    you: list[PlayerNumber]
    """your seats: both, at one screen"""
    opponent: str
    """in words, in the language that was asked for"""
    level: int | None
    """of the computer you play against"""
    rules: str
    position: str
    """the position line; empty if it is not known"""
    updated: int
    """the last turn, in milliseconds since 1970"""
    due: int | None
    """when the running clock is over, in milliseconds since 1970; null: none runs"""
    seconds_left: float | None
    """on the clock that runs, if one does"""
    result: ResultForViewer | None
    """for you; null at one screen unless it is a tie"""
    winner: Winner | None
    score: int | None
    words: str
    """how it stands or ended, in the language that was asked for"""


class YourGames(TypedDict):
    """Some of your games: first those with your turn, the most urgent at the top, then running,
    waiting and finished ones, each the newest first.
    """

    games: list[YourGame]
    following: str | None
    """where the next page begins; null: this is the last"""


def game_data(
    game: ListedGame, url: str, due: int | None, at: int, language: Translator
) -> dict[str, object]:
    """A game of the list as data; ``due`` is when the running clock is over, ``at`` is now."""
    outcome = game.outcome
    return {
        "match": game.match,
        "url": url,
        "section": game.section,
        "you": list(game.own_seats),
        "opponent": opponent_in_words(game, language),
        "level": game.level,
        "rules": game.terms.rules.name,
        "position": game.line,
        "updated": game.updated,
        "due": due,
        "seconds_left": None if due is None else max(0, due - at) / 1000,
        "result": game.result,
        "winner": None if outcome is None else outcome.winner,
        "score": None if outcome is None else outcome.score,
        "words": going_in_words(game, language),
    }


def time_left_in_words(left: int, language: Translator) -> str:
    """The time left, roughly, in words."""
    ngettext = language.ngettext
    if left >= 2 * DAY:
        return ngettext("{n} day left", "{n} days left", n := left // DAY).format(n=n)
    if left >= _HOUR:
        return ngettext("{n} hour left", "{n} hours left", n := left // _HOUR).format(n=n)
    if left >= MINUTE:
        return ngettext("{n} minute left", "{n} minutes left", n := left // MINUTE).format(n=n)
    if left > 0:
        return language.gettext("Less than a minute left")
    return language.gettext("The time is over")
