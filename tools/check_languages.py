"""Names what is missing in each language: ``python -m tools.check_languages``.

What a finished language lacks is a mistake, and the exit code is 1. A language that is being
translated (``is_finished=False`` in ``web/languages.py``) only has its missing parts named.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from menhirs.web.languages import LANGUAGES, catalogue_path
from menhirs.web.rules_text import PAGES, RULES
from tools.extract_messages import TRANSLATED

_NAMED = 3
"""Messages that are named of those without a translation."""


def missing(code: str) -> Iterator[str]:
    """What a language lacks, a line for each kind."""
    if not catalogue_path(code).exists():
        yield f"no catalogue yet: `make messages` begins {catalogue_path(code).name}"
    else:
        with catalogue_path(code).open("rb") as file:
            catalogue = read_po(file, locale=code)
        messages = [message for message in catalogue if message.id]
        without = [message for message in messages if not _is_translated(message)]
        if without:
            named = "; ".join(repr(message.id) for message in without[:_NAMED])
            yield f"{len(without)} of {len(messages)} messages are untranslated: {named} …"
    pages = [page for page in PAGES if not (RULES / page / f"{code}.md").exists()]
    if pages:
        yield "no text of the rules yet: " + ", ".join(f"{page}/{code}.md" for page in pages)


def _is_translated(message: Message) -> bool:
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(forms)


def main() -> int:
    """Prints what is missing; the exit code is 1 if a finished language lacks something."""
    code = 0
    for known in (LANGUAGES[code] for code in TRANSLATED):
        for line in missing(known.code):
            print(f"{known.name}: {line}", file=sys.stderr)
            code |= known.is_finished
    return code


if __name__ == "__main__":
    raise SystemExit(main())
