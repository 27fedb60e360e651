"""Write the hand-out of a game: its rules in short and the round track, on one sheet of A4.

Without --pdf it is an HTML page that needs nothing else and prints on one sheet from any browser.
For PDF an installed Chromium prints that page: browsers set type better than any library we would
have to keep for it.

For example: menhirs handout amsterdam --language nl --pdf amsterdam.pdf
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from menhirs.cli.pdf import print_to_pdf
from menhirs.core.errors import Malformed
from menhirs.core.rules import rule_set
from menhirs.server.http.handout import document
from menhirs.server.languages import LANGUAGES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="the game: base, amsterdam, a house rule, …")
    parser.add_argument("--language", choices=sorted(LANGUAGES), default="en")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--pdf", type=Path, metavar="FILE", help="print it to a PDF file")
    kind.add_argument("--html", type=Path, metavar="FILE", help="write the page there")


def run(options: argparse.Namespace) -> int:
    rules = rule_set(options.rules, options.known)
    text = document(rules, LANGUAGES[options.language])
    if options.pdf is not None:
        print_to_pdf(text, options.pdf)
    elif options.html is not None:
        try:
            options.html.write_text(text, encoding="utf-8")
        except OSError as error:
            why = error.strerror or str(error)
            raise Malformed("file-write", path=str(options.html), why=why) from None
    else:
        sys.stdout.write(text)
    return 0
