"""The licences of the programs in a static site."""

from __future__ import annotations

from menhirs import __version__
from menhirs.site.pyodide import PYODIDE

_MENHIRS = "licences/menhirs.txt"


def licensed_parts() -> list[dict[str, str]]:
    """The programs in the site, with their licences and where their sources are."""
    return [
        {
            "name": "Menhirs dans le Brouillard",
            "version": __version__,
            "licence": "MIT",
            "text": f"/{_MENHIRS}",
            "source": "",
        },
        {
            "name": "Pyodide",
            "version": PYODIDE.version,
            "licence": "Mozilla Public License 2.0",
            "text": "https://www.mozilla.org/MPL/2.0/",
            "source": "https://github.com/pyodide/pyodide",
        },
        {
            "name": "CPython, © Python Software Foundation",
            "version": PYODIDE.python,
            "licence": "PSF License Agreement",
            "text": "https://docs.python.org/3/license.html",
            "source": "https://github.com/python/cpython",
        },
    ]


def licence_files() -> dict[str, str]:
    """The licence texts of the site, by file."""
    return {_MENHIRS: _OURS}


_OURS = """\
MIT License

Copyright (c) 2026 The menhirs developers

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

This licence covers the code of this project. The game itself, "Menhirs dans
le Brouillard", is by Niels Pieterse (NRPGames).
"""
