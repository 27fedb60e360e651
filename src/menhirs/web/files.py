"""The addresses of static files."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

WEB = Path(__file__).parent
STATIC = WEB / "static"
BUNDLE = ".bundle"
_BUNDLER = Path(__file__).with_name("bundle.py")


@cache
def static_root() -> str:
    """The address of the static files, different for every version, so that they can be cached for
    ever.
    """
    contents = hashlib.sha256()
    for path in (*sorted(STATIC.rglob("*")), _BUNDLER):
        if path.is_file():
            contents.update(str(path.relative_to(WEB.parent)).encode() + b"\0" + path.read_bytes())
    return f"/static/{contents.hexdigest()[:12]}"


def bundle_address(file: str) -> str:
    """The address of a script or a style with all its imports."""
    stem, dot, suffix = file.rpartition(".")
    return f"{static_root()}/{stem}{BUNDLE}{dot}{suffix}"
