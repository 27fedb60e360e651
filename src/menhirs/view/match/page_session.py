"""The messages between one page and the referee of its match: texts in, texts out.

There is no socket here, no storage and no clock. The referee plays the commands that ``hear``
returns, and then calls ``StateView.send_change`` for all pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Protocol, TypeAlias

from menhirs.core.actions import Move, Player
from menhirs.core.errors import MenhirsError
from menhirs.core.fog import step
from menhirs.core.position import Position
from menhirs.match.commands import ActCommand, ClaimCommand, Command, on_turn
from menhirs.match.lag import LagTracker
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.people import People
from menhirs.notation.typed import Letters, spellings
from menhirs.view.as_json import as_json
from menhirs.view.error_words import ContextTranslator, error_data
from menhirs.view.match.page_messages import (
    Careful,
    Explain,
    Hint,
    Pong,
    Read,
    Threats,
    number_of,
    read_message,
)
from menhirs.view.match.question import ActionQuestion, meant
from menhirs.view.match.socket_messages import Explained, Message, Threat
from menhirs.view.match.state_view import Reader, StateView
from menhirs.view.messages import ErrorData
from menhirs.view.player_names import people_of


class PageLanguage(ContextTranslator, Protocol):
    """The language of a page."""

    @property
    def directions(self) -> Letters: ...


Telling: TypeAlias = Callable[[People, PageLanguage], str]
"""A function that makes a sentence for a reader, in the reader's language."""


class Page(Reader, Protocol):
    """A page of somebody who plays or watches."""

    @property
    def language(self) -> PageLanguage: ...


class PageSession:
    """The conversation of one page with the referee."""

    def __init__(self, view: StateView, page: Page, languages: Iterable[PageLanguage]) -> None:
        """``languages`` abbreviate directions, for moves that are typed in another language."""
        self._view = view
        self._page = page
        self._languages = list(languages)
        self._sent: int | None = None
        """The time of the ping that is not answered yet."""
        self._lag = LagTracker()

    def greet(self, plies: str, at: int, present: Mapping[Player, bool]) -> None:
        """Sends everything that a page needs to begin with; ``plies`` are from ``plies_text``."""
        page = self._page
        page.send(self._view.hello_text(plies, page.own_seats, page.language, at, present))

    def ping(self, at: int) -> None:
        """Pings the page to measure its lag, unless a ping is still unanswered."""
        if self._sent is None:
            self._sent = at
            self._send({"type": "ping", "sent": at})

    def hear(self, text: str, at: int) -> Command | Hint | Threats | None:
        """Reads a message. A question is answered at once; a command is returned, to be carried
        out.

        A hint needs an engine: it is answered with ``send_hint``, and threats with
        ``send_threats``.
        """
        command, number = read_message(text)
        match command:
            case Pong(sent):
                if sent == self._sent:  # only the answer to our own ping measures the lag
                    self._lag.measure(at - self._sent)
                    self._sent = None
            case Explain(question):
                data = self._why_not(question, at)
                self._send(_explained(number, data))
            case Read(typed):
                actions, sure = self._read_typed(typed)
                self._send({"type": "read", "re": number, "actions": actions, "sure": sure})
            case Careful(act):
                warning = self._warning(act, at)
                if warning is None:
                    return act
                words, move = warning
                self._send(
                    {
                        "type": "warned",
                        "re": number,
                        "action": act.action,
                        "text": words,
                        "threats": [self._threat(move)],
                    }
                )
            case ClaimCommand():
                return replace(command, lag=self._lag.spend())
            case _:
                return command
        return None

    def refuse(self, text: str, error: MenhirsError) -> ErrorData:
        """Answers a message with an error, in the page's language."""
        data = error_data(error, self._page.language)
        self._send({"type": "refused", "re": number_of(text), **data})
        return data

    def send_hint(self, text: str, action: str, why: Telling) -> None:
        """Answers the question for a hint with an action, unless the match has moved on."""
        position, coach, language = self._view.match.position, self._view.coach, self._page.language
        if coach is None:
            return
        words = coach.hint(position, read_action(action, position), language)
        reason = why(self._people, language)
        number = number_of(text)
        self._send({"type": "hint", "re": number, "action": action, "text": words, "why": reason})

    def send_threats(self, text: str, moves: Iterable[Move], words: Telling) -> None:
        """Answers the question for threats: the moves, and an explanation in words."""
        data = [self._threat(move) for move in moves]
        in_words = words(self._people, self._page.language)
        number = number_of(text)
        self._send({"type": "threats", "re": number, "text": in_words, "threats": data})

    def _threat(self, move: Move) -> Threat:
        geometry = self._view.match.position.geometry
        return {
            "tiles": geometry.names_of(move.tiles),
            "direction": move.direction.name,
            "lands": geometry.names_of(step(move.tiles, move.direction, geometry.stride)),
        }

    @property
    def _people(self) -> People:
        return people_of(self._view.match, self._page.own_seats, self._page.language)

    def _warning(self, act: ActCommand, at: int) -> tuple[str, Move] | None:
        """The coach's warning before an action, and the move that it warns of.

        There is none for an action that will be refused.
        """
        match, page, coach = self._view.match, self._page, self._view.coach
        if coach is None or not match.terms.guided or act.state != match.state:
            return None
        try:
            ply = match.action_ply(on_turn(match, page.own_seats), act.action, at)
        except MenhirsError:
            return None
        return coach.warning(match.position, ply.action, self._people, page.language)

    def _send(self, message: Message) -> None:
        self._page.send(as_json(message))

    def _why_not(self, question: ActionQuestion, at: int) -> ErrorData | None:
        """Why an action can't be played now; None if it can."""
        match = self._view.match
        try:
            match.ply_for(on_turn(match, self._page.own_seats), meant(question, match.position), at)
        except MenhirsError as error:
            return error_data(error, self._page.language)
        return None

    def _read_typed(self, text: str) -> tuple[list[str], bool]:
        """The actions that a typed text can mean, in notation, and whether the meaning is certain.

        Of several meanings the legal ones are returned. If none is legal, the first is returned,
        so that its refusal says why.
        """
        others = (known.directions for known in self._languages)
        position = self._view.match.position
        own = self._page.language.directions
        can_mean = [_as_written(data, position) for data in spellings(text, own, others)]
        if len(can_mean) == 1:
            return can_mean, True
        legal = {write_action(action, position) for action in position.board_actions()}
        possible = [action for action in can_mean if action in legal]
        return possible or can_mean[:1], not possible


def _explained(number: int | None, data: ErrorData | None) -> Explained:
    if data is None:
        return {"type": "explained", "re": number, "legal": True}
    return {"type": "explained", "re": number, "legal": False, **data}


def _as_written(text: str, position: Position) -> str:
    try:
        return write_action(read_action(text, position), position)
    except MenhirsError:
        return text
