"""Compressed copies of a site's files, for web servers that can send them."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from pathlib import PurePosixPath

_COMPRESSIBLE = {
    *(".css", ".html", ".js", ".json", ".mjs", ".mo", ".svg", ".txt", ".wasm", ".webmanifest"),
}
"""Endings of files that are not compressed already."""


def with_compressed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files, and beside each that becomes smaller by it a compressed one, named ``….gz``."""
    copies = {
        f"{path}.gz": gzip.compress(contents, mtime=0)
        for path, contents in files.items()
        if PurePosixPath(path).suffix in _COMPRESSIBLE
    }
    return dict(files) | {
        name: copy for name, copy in copies.items() if len(copy) < len(files[name[:-3]])
    }
