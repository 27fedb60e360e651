"""Collects every message that a player can read, and brings the translators' files up to date.

Messages in calls (``gettext``, ``_``, ``t``, …) are read from the sources, those in tables (errors,
levels, …) from the tables. The files hold no dates, versions or line numbers: they change only when
a message does. ``web/locale/menhirs.pot`` is the list itself; what is new in it stands untranslated
in the ``.po`` files afterwards, what is gone from it is gone from them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from menhirs.core.errors import MenhirsError
from menhirs.core.legality import WANTED
from menhirs.core.rules import RULE_SETS
from menhirs.engine.levels import LEVELS
from menhirs.learn.lessons import LESSONS
from menhirs.learn.puzzles import words as puzzle_words
from menhirs.learn.review import moment_exercise
from menhirs.notation.words import DIRECTIONS
from menhirs.view.error_words import DETAILS
from menhirs.view.match import opponents
from menhirs.web.languages import LANGUAGES, LOCALE, catalogue_path

SOURCE = Path(__file__).parents[1] / "src" / "menhirs"
TEMPLATE = LOCALE / "menhirs.pot"
TRANSLATED = tuple(code for code in LANGUAGES if code != "en")

PACKAGES_OF_PLAYERS = (
    "core",
    "match",
    "view",
    "learn",
    "learn.review",
    "tournament",
    "browser",
    "server",
)
"""The packages whose errors a player can meet."""

_INTRODUCTION = "# The messages of menhirs. `make messages` writes this file: do not edit it."
_HEADERS_KEPT = ("Language:", "MIME-Version", "Content-Type", "Content-Transfer", "Plural-Forms")


def template() -> Catalog:
    """All messages, untranslated."""
    found = Catalog(header_comment=_INTRODUCTION, fuzzy=False)
    for path in sorted(SOURCE.rglob("*.py")):
        _add_calls(found, path, "python")
    for path in sorted((SOURCE / "web" / "templates").rglob("*.*")):
        _add_calls(found, path, "jinja2.ext:babel_extract")
    for path in sorted((SOURCE / "web" / "static").rglob("*.js")):
        for message in in_script(path.read_text("utf-8")):
            found.add(message, locations=[(_place(path), 0)])
    for place, message in _in_tables():
        found.add(message, locations=[(place, 0)])
    for phrase in (phrase for phrases in DETAILS.values() for phrase in phrases):
        found.add(phrase, locations=[("view/error_words.py", 0)], context="detail")
    return found


def translated(code: str, messages: Catalog) -> Catalog:
    """The catalogue of a language with exactly these messages, as far as it has them."""
    path = catalogue_path(code)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=code, abort_invalid=True)
    else:
        catalogue = Catalog(locale=code, header_comment="#", fuzzy=False)
    # A guess at what a new message could mean is worse than none.
    catalogue.update(messages, no_fuzzy_matching=True)
    return catalogue


def written(catalogue: Catalog) -> str:
    """The text of a catalogue's file."""
    file = BytesIO()
    write_po(
        file, catalogue, width=100, sort_output=True, ignore_obsolete=True, include_lineno=False
    )
    header, *entries = file.getvalue().decode().split("\n\n")
    kept = [line for line in header.splitlines() if _is_kept(line)]
    return "\n\n".join(["\n".join(kept), *entries]).rstrip("\n") + "\n"


def _is_kept(line: str) -> bool:
    """Whether a line of a file's header is more than a date or a version."""
    return not line.startswith('"') or line[1:].startswith(_HEADERS_KEPT)


def _add_calls(found: Catalog, path: Path, method: str) -> None:
    options = {"encoding": "utf-8", "silent": "false"}
    with path.open("rb") as file:
        for _, message, notes, context in extract(
            method, file, comment_tags=("Translators:",), options=options
        ):
            place = [(_place(path), 0)]
            found.add(message, locations=place, auto_comments=notes, context=context)


def _place(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


_STRING = r'"(?:[^"\\\n]|\\.)*"'
_TEXT = rf"{_STRING}(?:\s*\+\s*{_STRING})*"
_SCRIPT = re.compile(
    r"""(?s:(?<![\w"'*])/\*.*?\*/)|(?m:^\s*//.*$)"""  # comments
    rf"|\bt\(\s*(?P<only>{_TEXT})|\btn\(\s*(?P<one>{_TEXT}),\s*(?P<several>{_TEXT})"
)


def in_script(text: str) -> Iterator[str | tuple[str, str]]:
    """What a script gives to ``t`` and ``tn``, also within `${…}`, where Babel loses its way."""
    for found in _SCRIPT.finditer(text):
        if found["only"]:
            yield _joined(found["only"])
        elif found["one"]:
            yield _joined(found["one"]), _joined(found["several"])


def _joined(literals: str) -> str:
    """The text of string literals with a plus between them."""
    return "".join(json.loads(literal) for literal in re.findall(_STRING, literals))


def _in_tables() -> Iterator[tuple[str, str]]:
    """File and message of what is translated where it is told, not where it stands."""
    for package in PACKAGES_OF_PLAYERS:
        for family in vars(import_module(f"menhirs.{package}.errors")).values():
            if isinstance(family, type) and issubclass(family, MenhirsError):
                place = f"{package.replace('.', '/')}/errors.py"
                yield from ((place, family.rules_and_message(code)[1]) for code in family.messages)
    yield from (("core/legality.py", wanted) for wanted in WANTED.values())
    yield from (("core/rules.py", rules.title) for rules in RULE_SETS.values())
    yield from (("notation/words.py", direction) for direction in DIRECTIONS.values())
    for level in LEVELS:
        yield from (("engine/levels/level.py", text) for text in (level.name, level.about))
    yield from (("view/match/opponents.py", text) for text in opponents.texts())
    yield from (("learn/lessons", text) for text in LESSONS.texts)
    yield from (("learn/puzzles/words.py", text) for text in puzzle_words.texts())
    yield from (("learn/review/moment_exercise.py", text) for text in moment_exercise.texts())


def main() -> None:
    """Writes the list and every catalogue, and tells what is left to translate."""
    messages = template()
    TEMPLATE.write_text(written(messages), encoding="utf-8", newline="\n")
    for code in TRANSLATED:
        catalogue = translated(code, messages)
        path = catalogue_path(code)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(catalogue), encoding="utf-8", newline="\n")
        left = sum(not is_translated(message.string) for message in catalogue if message.id)
        print(f"{code}: {left} of {len(catalogue)} messages are untranslated", file=sys.stderr)


def is_translated(string: str | tuple[str, ...] | list[str] | None) -> bool:
    """Whether a message has a translation, in all of its forms."""
    return bool(string) and all(string or ())


if __name__ == "__main__":
    main()
