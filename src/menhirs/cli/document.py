"""Writes a page for printing: to standard output, into a file, or into a PDF."""

from __future__ import annotations

import sys
from pathlib import Path

from menhirs.cli.pdf import print_to_pdf
from menhirs.engine.atomic_file import unwritable


def write_document(page: str, output: Path | None) -> None:
    """Writes an HTML page; into a file that ends in .pdf it is printed."""
    if output is None:
        sys.stdout.write(page)
    elif output.suffix == ".pdf":
        print_to_pdf(page, output)
    else:
        try:
            output.write_text(page, encoding="utf-8")
        except OSError as error:
            raise unwritable(output, error) from None
