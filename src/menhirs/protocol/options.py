"""The options of an engine, each defined once for the protocol and the shell command."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from menhirs.engine.levels import LEVELS
from menhirs.engine.tables_folder import existing_folder
from menhirs.protocol.commands import whole_number
from menhirs.protocol.errors import BadCommand
from menhirs.protocol.wire import as_one_word, from_one_word

MOST_THREADS = 256

_NOTHING = "-"


@dataclass(frozen=True, slots=True)
class OptionValues:
    """The value of every option."""

    table_mb: int = 64
    threads: int = 1
    level: int = 0
    tables: Path | None = None

    def with_option(self, name: str, word: str) -> OptionValues:
        """A copy of the settings with one option changed; ``word`` is the protocol's text."""
        changed: dict[str, Any] = {name: option(name).read(word)}
        return replace(self, **changed)


@dataclass(frozen=True, slots=True)
class NumberOption:
    """An option whose value is a whole number."""

    name: str
    least: int
    most: int
    about: str

    def read(self, word: str) -> int:
        """Reads the value from the protocol's word; raises an error if it is out of range."""
        return whole_number(self.name, word, self.least, self.most)

    def described(self, value: int, default: int) -> str:
        """The line for this option in the answer to ``options``."""
        return (
            f"option {self.name} type number value {value} default {default}"
            f" least {self.least} most {self.most} about {self.about}"
        )

    @property
    def shell_help(self) -> tuple[str, str]:
        """The placeholder of the value and the description, for the shell command's help."""
        return "N", f"{self.about} ({self.least} to {self.most})"


@dataclass(frozen=True, slots=True)
class FolderOption:
    """An option whose value is an existing folder or None."""

    name: str
    about: str

    def read(self, word: str) -> Path | None:
        """Reads the folder from the protocol's word; raises an error if it does not exist."""
        if word == _NOTHING:
            return None
        return existing_folder(Path(from_one_word(word)))

    def described(self, value: Path | None, default: Path | None) -> str:
        """The line for this option in the answer to ``options``."""
        return (
            f"option {self.name} type folder value {_word(value)} default {_word(default)}"
            f" about {self.about}"
        )

    @property
    def shell_help(self) -> tuple[str, str]:
        """The placeholder of the value and the description, for the shell command's help."""
        return "DIR", self.about


def _word(folder: Path | None) -> str:
    return _NOTHING if folder is None else as_one_word(str(folder))


Option: TypeAlias = NumberOption | FolderOption
"""An option; its name is that of a field of :class:`OptionValues`."""

OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        NumberOption("table_mb", 1, 65536, "megabytes for positions already searched"),
        NumberOption("threads", 1, MOST_THREADS, "threads that search at the same time"),
        NumberOption(
            "level", 0, len(LEVELS), f"how well to play, 1 to {len(LEVELS)}; 0 is as well as can be"
        ),
        FolderOption("tables", "the folder where solved layouts have their tables"),
    )
}


def option(name: str) -> Option:
    """Finds an option by its name."""
    try:
        return OPTIONS[name]
    except KeyError:
        raise BadCommand("option", text=name, known=", ".join(OPTIONS)) from None


def described(settings: OptionValues) -> list[str]:
    """The lines of the answer to ``options``."""
    default = OptionValues()
    return [
        entry.described(getattr(settings, name), getattr(default, name))
        for name, entry in OPTIONS.items()
    ]
