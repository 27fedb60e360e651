"""What can be set on an engine: each option is one entry here, for the protocol and the shell."""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.protocol.commands import whole_number
from menhirs.protocol.errors import BadCommand


@dataclass(frozen=True, slots=True)
class NumberOption:
    """An option whose value is a whole number."""

    name: str
    default: int
    least: int
    most: int
    about: str

    def read(self, text: str) -> int:
        """The value that a text stands for; an error if it is out of range."""
        return whole_number(self.name, text, self.least, self.most)

    def described(self, value: int) -> str:
        """The line that ``options`` answers."""
        return (
            f"option {self.name} type number value {value} default {self.default}"
            f" least {self.least} most {self.most} about {self.about}"
        )


OPTIONS = {
    option.name: option
    for option in (
        NumberOption("table_mb", 64, 1, 65536, "megabytes for positions already searched"),
        NumberOption("threads", 1, 1, 256, "threads that search at the same time"),
        NumberOption("level", 0, 0, 8, "how well to play, 1 to 8; 0 is as well as can be"),
    )
}


def option(name: str) -> NumberOption:
    """The option of that name."""
    try:
        return OPTIONS[name]
    except KeyError:
        raise BadCommand("option", text=name, known=", ".join(OPTIONS)) from None
