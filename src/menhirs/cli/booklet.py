"""Write a booklet of puzzles for printing: four to a sheet of A4, with the answers at the back.

It is in black and white, and each puzzle has marks to cut it out along. --worksheet adds lines for
a name and the answers. --address URL adds a QR code to each puzzle that opens it on that server or
site. The result is an HTML page that needs nothing else; into a file that ends in .pdf it is
printed by an installed Chromium.

  menhirs booklet --kind free --kind tile --count 12 --output booklet.pdf
  menhirs booklet --difficulty 1-3 --worksheet --language nl --output werkblad.pdf
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from menhirs.cli.document import write_document
from menhirs.cli.numbers import check_numbers
from menhirs.learn.puzzles.booklet import chosen, most_difficult, printed
from menhirs.learn.puzzles.errors import BadPuzzle
from menhirs.learn.puzzles.packaged import packaged_puzzles
from menhirs.learn.puzzles.puzzle import PuzzleKind
from menhirs.learn.puzzles.text import read_kind
from menhirs.web.files import STATIC
from menhirs.web.languages import LANGUAGES
from menhirs.web.qr_code import qr_code
from menhirs.web.rendering import render

_RANGE = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?")
_COUNT = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--kind",
        action="append",
        metavar="K",
        help=f"one of {', '.join(PuzzleKind)}; may be given several times (default: all)",
    )
    parser.add_argument(
        "--difficulty",
        default=f"1-{most_difficult()}",
        metavar="A-B",
        help=f"from A to B (default: 1-{most_difficult()})",
    )
    parser.add_argument(
        "--count", type=int, default=_COUNT, metavar="N", help=f"how many (default: {_COUNT})"
    )
    parser.add_argument("--seed", default="menhirs", metavar="TEXT", help="the same seed, the same")
    parser.add_argument("--language", choices=sorted(LANGUAGES), default="en")
    parser.add_argument("--worksheet", action="store_true", help="with lines to write on")
    parser.add_argument("--address", metavar="URL", help="of a server or site, for QR codes")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="write it there, as HTML or PDF"
    )


def run(options: argparse.Namespace) -> int:
    check_numbers(options, "count")
    kinds = [read_kind(kind) for kind in options.kind or PuzzleKind]
    easiest, hardest = _difficulties(options.difficulty)
    puzzles = chosen(
        packaged_puzzles(), kinds, easiest, hardest, count=options.count, seed=options.seed
    )
    if not puzzles:
        raise BadPuzzle("puzzles-none", kinds=", ".join(kinds), difficulty=options.difficulty)
    language = LANGUAGES[options.language]
    codes = []
    if options.address is not None:
        root = options.address.rstrip("/")
        codes = [qr_code(f"{root}/puzzles/{puzzle.id}", puzzle.id) for puzzle in puzzles]
    text = render(
        language,
        "booklet.html",
        title=language.gettext("Puzzles"),
        styles=(STATIC / "booklet.css").read_text("utf-8"),
        puzzles=printed(puzzles, language),
        most=most_difficult(),
        worksheet=options.worksheet,
        codes=codes,
    )
    write_document(text, options.output)
    return 0


def _difficulties(text: str) -> tuple[int, int]:
    found = _RANGE.fullmatch(text)
    if found is None:
        raise BadPuzzle("puzzle-difficulty", text=text, most=most_difficult())
    easiest = int(found[1])
    return easiest, int(found[2] or easiest)
