"""Write the hand-out of a game: its rules in short and the round track, on one sheet of A4.

--address URL adds a QR code that leads to that server or site.

It is an HTML page that needs nothing else and prints on one sheet from any browser. Into a file
that ends in .pdf it is printed, by an installed Chromium: browsers set type better than any library
we would have to keep for it.

For example: menhirs handout amsterdam --language nl --output amsterdam.pdf
"""

from __future__ import annotations

import argparse
from pathlib import Path

from menhirs.cli.document import write_document
from menhirs.core.rules import rule_set
from menhirs.web.handout import document
from menhirs.web.languages import LANGUAGES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="the game: base, amsterdam, a house rule, …")
    parser.add_argument("--language", choices=sorted(LANGUAGES), default="en")
    parser.add_argument("--address", default="", metavar="URL", help="for the QR code")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="write it there, as HTML or PDF"
    )


def run(options: argparse.Namespace) -> int:
    rules = rule_set(options.rules, options.known)
    text = document(rules, LANGUAGES[options.language], options.address)
    write_document(text, options.output)
    return 0
