"""The folder of a built site: how it is recognised and written."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from menhirs.site.errors import BadSite

MARK = "menhirs-site.json"
"""A folder with this file in it holds a built site, and may be overwritten."""


def existing_site(folder: Path) -> Path:
    """A folder in which there is a built site."""
    if not (folder / MARK).exists():
        raise BadSite("site-none", path=str(folder))
    return folder


def write(files: Mapping[str, bytes], folder: Path) -> None:
    """Writes the site, in place of the one that the folder has."""
    try:
        if folder.exists() and not (folder / MARK).exists() and any(folder.iterdir()):
            raise BadSite("site-folder", path=str(folder))
        shutil.rmtree(folder, ignore_errors=True)
        for path, contents in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(contents)
    except OSError as error:
        why = error.strerror or str(error)
        raise BadSite("site-write", path=str(folder), why=why) from None
