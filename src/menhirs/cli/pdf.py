"""A page as PDF, printed by the Chromium, Chrome or Edge that is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from menhirs.core.errors import Malformed
from menhirs.engine.atomic_file import unwritable

_BROWSERS = (
    "chromium",
    "chromium-browser",
    "chromium-headless-shell",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
_PATIENCE = 60
"""Seconds for a browser to start and print."""


def print_to_pdf(page: str, path: Path) -> None:
    """Prints an HTML page that needs nothing else. An existing file is replaced as a whole."""
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise Malformed("no-browser")
    with tempfile.TemporaryDirectory() as folder:
        source, printed = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, encoding="utf-8")
        command = [
            browser,
            "--headless",
            "--disable-gpu",
            "--no-first-run",
            f"--user-data-dir={folder}/profile",
            "--no-pdf-header-footer",
            f"--print-to-pdf={printed}",
            source.as_uri(),
        ]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.insert(1, "--no-sandbox")  # Chromium refuses to run as root with it
        try:
            ended = subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Malformed("print-failed", browser=browser, why=str(error)) from None
        if ended.returncode or not printed.exists():
            why = ended.stderr.decode(errors="replace").strip().rpartition("\n")[2]
            raise Malformed("print-failed", browser=browser, why=why or f"exit {ended.returncode}")
        try:
            shutil.copyfile(printed, path)
        except OSError as error:
            raise unwritable(path, error) from None
