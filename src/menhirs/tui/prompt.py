"""The players' input: with completion at a terminal, as plain lines from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import TextIOWrapper

from menhirs.tui.terminal_game import TerminalGame


def play_at(game: TerminalGame) -> None:
    """Plays until the players quit or the input ends."""
    read = _terminal_reader(game) if sys.stdin.isatty() else _pipe_reader
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are not text become an unknown action
    print(game.begin())
    print("Type help for what you can type.\n")
    while not game.done:
        try:
            line = read(game.prompt())
        except KeyboardInterrupt:
            continue  # Ctrl-C abandons the line, as in a shell
        except EOFError:
            print()
            break
        try:
            answer = game.enter(line)
        except KeyboardInterrupt:
            answer = "Interrupted: the game is as it was."
        if answer:
            print(f"{answer}\n", flush=True)


def _pipe_reader(prompt: str) -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(f"{prompt}{line.rstrip()}")
    return line


def _terminal_reader(game: TerminalGame) -> Callable[[str], str]:
    # Imported here: it is the program's slowest import, and a pipe does not need it.
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class LegalActions(Completer):
        """Completes the legal actions and the commands."""

        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterator[Completion]:
            typed = document.text_before_cursor
            beginning = typed.removeprefix("why ")
            for text in game.completions():
                if text.lower().startswith(beginning.lower()):
                    yield Completion(text, start_position=-len(beginning))

    session: PromptSession[str] = PromptSession(
        completer=LegalActions(), complete_while_typing=False
    )
    return session.prompt
