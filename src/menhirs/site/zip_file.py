"""All files of a site in one ZIP file, to be handed on or unpacked on a web space."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from menhirs.site.errors import BadSite

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o644 << 16


def write_zip(files: Mapping[str, bytes], path: Path) -> None:
    """Writes the files; the same site gives the same bytes."""
    try:
        with zipfile.ZipFile(path, "w") as archive:
            for name in sorted(files):
                entry = zipfile.ZipInfo(f"menhirs/{name}", _LONG_AGO)
                entry.external_attr = _READABLE
                archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED)
    except OSError as error:
        raise BadSite("site-write", path=str(path), why=error.strerror or str(error)) from None
