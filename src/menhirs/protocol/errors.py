"""Errors of the engine protocol, on either side."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError


class BadCommand(MenhirsError):
    """An error in a command that the engine was sent."""

    kind = "command"
    messages: ClassVar[ErrorMessages] = {
        "command": "there is no command {text!r}; help lists them",
        "command-use": "it is used like this: {usage}",
        "line-length": "a line has at most {most} bytes",
        "option": "there is no option {text!r}; there are {known}",
        "no-game": "there is no game yet: new or position begins one",
        "undo": "{plies} cannot be taken back: actions played so far: {played}",
        "stopped": "stopped before the answer was known",
        "internal": "the engine failed: {why}",
    }


class EngineFailure(MenhirsError):
    """A failure of an engine program: it breaks the protocol, hangs or ends."""

    kind = "engine"
    messages: ClassVar[ErrorMessages] = {
        "engine-start": "{command!r} cannot be started: {why}",
        "engine-hung": "{command!r} did not answer {asked!r} within {seconds:g} seconds",
        "engine-died": "{command!r} ended with exit code {status}{said}",
        "engine-babble": "{command!r} answered {asked!r} with {text!r}",
        "engine-refused": "{command!r} refused {asked!r}: {answer}",
        "engine-seat": "{command!r} tried to act for its opponent: {text!r}",
        "engine-disagrees": "{command!r} holds another position than the game's: {text}",
    }
