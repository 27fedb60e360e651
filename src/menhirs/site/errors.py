"""Errors of building a site."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError


class BadSite(MenhirsError):
    """The site can't be built or served as it was asked for."""

    kind = "site"
    messages: ClassVar[ErrorMessages] = {
        "site-pyodide": (
            "there is no Pyodide {version} in {path}: “make site” installs it, or name its folder "
            "with --pyodide"
        ),
        "site-pyodide-hash": (
            "{path} is not the file of Pyodide {version} that this version of menhirs was made for"
        ),
        "site-folder": (
            "{path} has something else in it: name an empty folder, or one with a built site"
        ),
        "site-write": "{path} can't be written: {why}",
        "site-server": "{text!r} is no address of a server, such as https://example.org",
        "site-none": "there is no built site in {path}: “menhirs site {path}” builds one",
    }
