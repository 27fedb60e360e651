"""An error in the visitor's language: its code, its rule, and a sentence."""

from __future__ import annotations

from typing import Protocol

from menhirs.core.errors import MenhirsError
from menhirs.core.geometry import Direction
from menhirs.core.legality import WANTED
from menhirs.notation.people import Translator
from menhirs.view.messages import ErrorData

DETAILS = {
    "action": ("flip", "place", "move", "pass", "remove", "keep", "decide"),
    "direction": tuple(direction.name for direction in Direction),
    "expected": ("exactly the menhirs", "nothing"),
    "phase": ("has not started", "is running", "is paused", "is finished"),
}
"""Details of errors that are English themselves. They are translated in the context ``detail``."""


_FAIR_PLAY = ("fair-play", "fair-play-yours")


class ContextTranslator(Translator, Protocol):
    """A language that can also translate by context."""

    def pgettext(self, context: str, message: str, /) -> str: ...


def error_data(error: MenhirsError, language: ContextTranslator) -> ErrorData:
    """An error in the visitor's language."""
    data: ErrorData = {"code": error.code, "rule": error.rule, "text": explain(error, language)}
    if error.code == "too-fast":
        data["retry_after"] = float(str(error.details["seconds"]))
    if error.code in _FAIR_PLAY:
        data["more"] = "/fair-play"
    if error.code == "banned":
        data["more"] = "/you"
    return data


def explain(error: MenhirsError, language: ContextTranslator) -> str:
    """The message of an error, as a sentence in that language."""
    _, template = error.rules_and_message(error.code)
    details = {
        name: language.pgettext("detail", str(value)) if value in DETAILS.get(name, ()) else value
        for name, value in error.details.items()
    }
    if "wanted" in details and error.position is not None:
        position = error.position
        details["wanted"] = language.gettext(WANTED[position.phase]).format(player=position.player)
    message = language.gettext(template).format(**details)
    return f"{message[:1].upper()}{message[1:]}."
