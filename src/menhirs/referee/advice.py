"""Advice from the computer to its opponent, sent to a page."""

from __future__ import annotations

from menhirs.core.position import Position
from menhirs.learn.reasons import reason_in_words
from menhirs.learn.threats import threats_in_words
from menhirs.notation.people import People, Translator
from menhirs.referee.thought import Thought
from menhirs.view.match.page_messages import Hint, Threats
from menhirs.view.match.page_session import PageSession


class Advice:
    """Help for the player of a position, made from a thought of the computer."""

    def __init__(self, position: Position, thought: Thought) -> None:
        self._position = position
        self._thought = thought

    def send(self, page: PageSession, text: str, command: Hint | Threats) -> None:
        """Answers the page's message ``text``, which asked for the advice."""
        action, threats = self._thought.action, self._thought.threats
        if isinstance(command, Hint) and action is not None:
            page.send_hint(text, action, self._why)
        elif threats is not None:
            page.send_threats(text, threats.wins, self._danger)

    def _why(self, people: People, language: Translator) -> str:
        found = self._thought.reason
        return "" if found is None else reason_in_words(self._position, found, people, language)

    def _danger(self, people: People, language: Translator) -> str:
        found = self._thought.threats
        return "" if found is None else threats_in_words(self._position, found, people, language)
