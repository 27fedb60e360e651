"""The fields of requests, each declared once with its bounds and meaning."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TypeVar

from menhirs.learn.play.training import TrainingOutcome
from menhirs.match.names import LONGEST_NAME
from menhirs.notation.people import Translator
from menhirs.notation.svg import Theme
from menhirs.view import request_limits as limits
from menhirs.view.analysis.analysis_line import LONGEST_LINE
from menhirs.view.fields import (
    Day,
    Fitting,
    Flag,
    ListOf,
    Member,
    Number,
    OneOf,
    Text,
    TextsByName,
    Whole,
)
from menhirs.view.game_list import ResultForViewer, Section
from menhirs.view.game_search import (
    A_PAGE,
    MOST,
    WORDS,
    GamePlace,
    ListPosition,
    SearchTerms,
    search_for,
)
from menhirs.view.match.page_messages import LONGEST_ACTION
from menhirs.view.match.question import ActionQuestion
from menhirs.view.shapes import Shape, request_field

GAPS = {
    "match": {"type": "string", "maxLength": 40, "title": "Match"},
    "review": {
        "type": "string",
        "maxLength": 32,
        "pattern": "^[0-9a-zA-Z]+$",
        "title": "Review",
    },
    "set": {"type": "string", "maxLength": 40, "examples": ["lessons"], "title": "Set"},
    "sprint": {"type": "string", "maxLength": 16, "title": "Sprint"},
    "exercise": {
        "type": "string",
        "maxLength": 400,
        "examples": ["pushing-1"],
        "title": "Exercise",
    },
}
"""The gaps of addresses, as JSON schemas."""

_action, _word, _text = Text(LONGEST_ACTION), Text(limits.LONGEST_WORD), Text(limits.LARGEST_TEXT)
_words, _position = ListOf(_word, limits.MOST_TILES), Text(limits.LONGEST_POSITION)
_header_name = Fitting(f"^{limits.HEADER_NAME}$", "the name of a header")
_headers = TextsByName(_header_name, Text(limits.LONGEST_HEADER), limits.MOST_HEADERS)
_right_so_far = ListOf(_action, limits.MOST_TRIES)
_RIGHT_SO_FAR = "what was right so far, without replies"
_START = "the position line of the start"


class PageAsked(Shape):
    """The query of a page's address; unknown fields are ignored."""

    @classmethod
    def read_words(cls: type[AnyPage], words: Mapping[str, str]) -> AnyPage:
        return super().read_words({name: words[name] for name in cls.fields if words.get(name)})


AnyPage = TypeVar("AnyPage", bound=PageAsked)


class PositionAsked(PageAsked):
    position: str = request_field(_position, "")


class MovesAsked(PositionAsked):
    moves: str = request_field(Text(limits.LONGEST_ADDRESS), "")


class PuzzleAsked(PageAsked):
    of: str = request_field(Text(40), "", "which puzzles come after it")


class AnalysisAsked(PositionAsked):
    rules: str = request_field(Text(limits.LONGEST_NAME_OF_RULES), "amsterdam")
    match: str = request_field(Text(40), "")
    ply: int = request_field(Whole(-1, 10**9), -1)


class PictureOfMatch(PageAsked):
    theme: Theme = request_field(Member(Theme), Theme.LIGHT)


class PictureOfPosition(PositionAsked, PictureOfMatch): ...


class GameSearch(Shape):
    """A search in the visitor's games. Without fields it finds all games."""

    section: Section | None = request_field(Member(Section), None, "only games that stand so")
    opponent: str = request_field(
        Text(LONGEST_NAME),
        "",
        "a part of the opponent's name, or of that of the computer's level",
    )
    rules: str = request_field(Text(limits.LONGEST_NAME_OF_RULES), "", "the name of a rule set")
    result: ResultForViewer | None = request_field(
        Member(ResultForViewer), None, "only games that ended so for you"
    )
    since: date | None = request_field(Day(), None, "games with a turn on this day (UTC) or later")
    until: date | None = request_field(Day(), None, "games whose last turn was not after this day")

    def search(self, language: Translator) -> SearchTerms:
        """The conditions of the search."""
        return search_for(language, **{name: getattr(self, name) for name in WORDS})

    @property
    def words(self) -> dict[str, str]:
        """The fields for an address, without the page."""
        return {name: str(getattr(self, name) or "") for name in WORDS}


class PageOfGames(GameSearch):
    """A search, and the page of its result."""

    after: ListPosition | None = request_field(
        GamePlace(), None, "the `following` of the page before"
    )
    most: int = request_field(Whole(1, MOST), A_PAGE, "the games on a page")


class GamesShown(PageOfGames):
    """A search from a form: empty fields are ignored."""

    @classmethod
    def read_words(cls, words: Mapping[str, str]) -> GamesShown:
        return super().read_words({name: word for name, word in words.items() if word})


class RecordsAsked(GameSearch):
    """A form that chooses the games whose records are saved."""

    @classmethod
    def read_words(cls, words: Mapping[str, str]) -> RecordsAsked:
        return super().read_words({name: word for name, word in words.items() if word})


class RecordToReview(Shape):
    """A game to be reviewed."""

    record: str = request_field(
        Text(limits.LARGEST_BODY), about="the text of one game record, finished or not"
    )


_state = Whole(0, 2**31)


class Join(Shape):
    name: str = request_field(Text(LONGEST_NAME), "")


class Act(Shape):
    """An action, and the number of the state that it is meant for."""

    state: int = request_field(_state)
    action: str = request_field(_action, examples=["c3-NE", "+a1", "xc3", "keep", "back", "resign"])


class ClaimRequest(Shape):
    """A claim of victory on a turn: the number in ``claim.turn`` of the state."""

    turn: int = request_field(_state)


class EndLeft(Shape):
    """How to end a game that the opponent has left: as a win, or as a tie."""

    tie: bool = request_field(Flag(), False)


class _Doubtful(Shape):
    """A question about an action: its text, a cell, or tiles and a direction."""

    action: str | None = request_field(_action, None, examples=["c3-NE", "xc3", "claim", "no"])
    cell: str | None = request_field(_word, None)
    tiles: list[str] = request_field(_words, ())
    direction: str = request_field(_word, "")

    @property
    def question(self) -> ActionQuestion:
        """The question about an action."""
        return ActionQuestion(self.action, self.cell, tuple(self.tiles), self.direction)


class Try(_Doubtful):
    __doc__ = _Doubtful.__doc__
    actions: list[str] = request_field(_right_so_far, (), _RIGHT_SO_FAR)


class HintWanted(Shape):
    actions: list[str] = request_field(_right_so_far, (), _RIGHT_SO_FAR)


class Tried(Shape):
    """The result of an exercise from the visitor's own games."""

    exercise: str = request_field(
        Text(limits.LONGEST_NAME_OF_RULES), about="as training.next.id names it"
    )
    outcome: str = request_field(
        OneOf(tuple(one.value for one in TrainingOutcome)),
        about="right at the first try; helped by a hint; or wrong",
    )


class SprintAnswered(Shape):
    """The answer to a position of a sprint."""

    number: int = request_field(Whole(1, 10**4), about="as state.number names it")
    action: str = request_field(OneOf(("claim", "no")), about="claim, or let it go")


class _Played(Shape):
    """A line of actions from a position."""

    position: str = request_field(_position, about=_START)
    actions: list[str] = request_field(
        ListOf(_action, LONGEST_LINE), (), "what was played from there"
    )


class LineAsked(_Played):
    __doc__ = _Played.__doc__
    since: int = request_field(Whole(0, LONGEST_LINE), 0)


class Doubt(_Doubtful, _Played):
    __doc__ = _Doubtful.__doc__


class EngineAsked(_Played):
    """A line of actions; the engine is to analyse the position at its end."""

    lines: int = request_field(Whole(1, limits.MOST_LINES), 1, "the best lines to tell")
    seconds: float = request_field(
        Number(0, limits.MOST_SECONDS, above=True), 30, "to think for at most"
    )


class ValueAsked(Shape):
    """A position whose value is asked for."""

    position: str = request_field(_position, about="a position line")


class SetUpAsked(Shape):
    """A position to change, or the fields of one, as in the position line."""

    position: str = request_field(_position, "", "to begin with; then the rest is not read")
    rules: str = request_field(Text(limits.LONGEST_NAME_OF_RULES), "base")
    menhirs: list[str] = request_field(_words, ())
    fog: list[str] = request_field(_words, ())
    player: str = request_field(OneOf(("1", "2")), "1")
    round: str = request_field(_word, "")
    phase: str = request_field(
        OneOf(("flip", "place", "move", "remove", "decide", "prove")), "move"
    )
    counts: tuple[int, int] = request_field(ListOf(Whole(0, limits.MOST_COUNT), 2, least=2), (0, 0))
    last: str = request_field(Text(limits.LONGEST_LAST_TURN), "-")
    chooser: str = request_field(OneOf(("-", "1", "2")), "-")
    settles: bool = request_field(
        Flag(), False, "the round or the game was just chosen: the rest is made to fit"
    )


class TextGiven(Shape):
    """A text; or moves from a position, as a record writes them."""

    text: str = request_field(_text, "", "a game record with its variations, or a position line")
    position: str = request_field(_position, "", _START)
    moves: str = request_field(_text, "", examples=["c3-NE {well played} (c3-N) xd4"])


class TreeGiven(Shape):
    """Moves from a position, as a record writes them, and the headers of the record."""

    position: str = request_field(_position, about=_START)
    moves: str = request_field(_text, "")
    headers: Mapping[str, str] = request_field(_headers, {})
