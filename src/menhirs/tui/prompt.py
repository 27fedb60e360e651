"""Reading what players type: with completion at a terminal, plainly from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import TextIOWrapper

from menhirs.tui.table import Table


def play_at(table: Table) -> None:
    """Plays until the players quit or the input ends."""
    read = _terminal_reader(table) if sys.stdin.isatty() else _pipe_reader
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is no action, and told so
    print(table.begin())
    print("Type help for what you can type.\n")
    while not table.done:
        try:
            line = read(table.prompt())
        except KeyboardInterrupt:
            continue  # an abandoned line, as in any shell
        except EOFError:
            print()
            break
        try:
            answer = table.enter(line)
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


def _terminal_reader(table: Table) -> Callable[[str], str]:
    # Imported here: it is the slowest import of the program, and only people need it.
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class LegalActions(Completer):
        """What is legal now, and the commands."""

        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterator[Completion]:
            typed = document.text_before_cursor
            asked = typed.removeprefix("why ")
            for text in table.completions():
                if text.lower().startswith(asked.lower()):
                    yield Completion(text, start_position=-len(asked))

    session: PromptSession[str] = PromptSession(
        completer=LegalActions(), complete_while_typing=False
    )
    return session.prompt
