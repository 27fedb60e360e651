"""Builds the folder of files: pages, scripts, Python and the service worker.

Everything is made in memory and then written, so that a site that can't be built leaves the folder
as it was. The names of the files that pages load change with their contents, and ``sw.js`` lists
all files under one version: a browser has the site of one moment or of another, never a mixture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path, PurePosixPath

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from menhirs.browser.house_rules import house_rules_text
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.learn.front_page import FRONT
from menhirs.notation.svg import Drawing, Theme, draw
from menhirs.site.addresses import SHARED, Addresses, PageAddress, folder_of
from menhirs.site.errors import BadSite
from menhirs.site.gaps import with_gaps
from menhirs.site.icons import icons, manifest
from menhirs.site.licences import licence_files
from menhirs.site.pages import StaticPage, pages
from menhirs.site.pyodide import IN_THE_PROJECT, PYODIDE, pyodide_files
from menhirs.site.python_files import python_archive
from menhirs.site.service_worker import service_worker_files, short_hash
from menhirs.web.bundle import bundle, style_bundle
from menhirs.web.files import STATIC, static_root
from menhirs.web.languages import LANGUAGES, Language, catalogue_path
from menhirs.web.rendering import render
from menhirs.web.rule_pictures import pictures

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'"
)
"""Our own files and nothing else; Python is WebAssembly, which has to be allowed by name."""

_ADDRESS = re.compile(r'(?<=\s)(href|src|srcset|data-script|data-style)="(/[^"]*)"')
_POST = re.compile(r'method="post" action="(/[^"]*)"')
_STYLE_ADDRESS = re.compile(r'url\("/([^"]*)"\)')
_LAST_SCRIPT = re.compile(r'<script type="module" src="([^"]*)"></script>\s*</body>')
_SERVER = re.compile(r"https?://[\w.-]+(?::\d+)?(?:/[\w./~-]*)?", re.ASCII)
_ALONE = (
    "favicon.svg",
    "favicon_turn.svg",
    "serverless/pick_language.js",
    "serverless/local_server_worker.bundle.js",
    "serverless/engine_worker.bundle.js",
)
"""Static files that no page names as a file of its own."""

Progress = Callable[[str, int, int], None]
"""Called with the current task, its progress and its size."""


@dataclass(frozen=True)
class Wanted:
    """The site to build."""

    server: str = ""
    """The address of a server for pages that need one; empty for none."""
    pyodide: Path = IN_THE_PROJECT
    languages: Collection[Language] = field(default_factory=LANGUAGES.values)
    offered: Mapping[str, RuleSet] = field(default_factory=lambda: RULE_SETS)


def checked_server(address: str) -> str:
    """The address of a server without a slash at its end; an error if it is none."""
    address = address.rstrip("/")
    if address and not _SERVER.fullmatch(address):
        raise BadSite("site-server", text=address)
    return address


def build(wanted: Wanted, progress: Progress = lambda *_: None) -> dict[str, bytes]:
    """All files of the site by their paths."""
    files = {
        f"pyodide/{PYODIDE.version}/{name}": contents
        for name, contents in pyodide_files(wanted.pyodide).items()
    }
    archive = python_archive()
    python = f"python/menhirs-{short_hash(archive)}.zip"
    files[python] = archive
    catalogues = {language.code: _catalogue(language) for language in wanted.languages}
    for code, compiled in catalogues.items():
        if compiled:
            files[_catalogue_file(code, compiled)] = compiled
    house = house_rules_text(wanted.offered)
    house_file = f"python/house-rules-{short_hash(house.encode())}.json" if house else ""
    if house:
        files[house_file] = house.encode()
    script_settings = {
        "python": python,
        "houseRules": house_file,
        "pyodide": f"pyodide/{PYODIDE.version}/",
        "catalogues": [
            [code, LANGUAGES[code].name, _catalogue_file(code, compiled) if compiled else ""]
            for code, compiled in catalogues.items()
        ],
        "shared": SHARED,
        "server": wanted.server,
    }
    files |= _pictures() | icons()
    files |= {path: text.encode() for path, text in licence_files().items()}
    files["manifest.webmanifest"] = manifest().encode()
    files |= _Press(wanted, script_settings).print(progress)
    return files | service_worker_files(files, [language.code for language in wanted.languages])


class _Press:
    """Renders the pages, and collects the scripts and styles that they need."""

    def __init__(self, wanted: Wanted, script_settings: Mapping[str, object]) -> None:
        self._wanted = wanted
        self._script_settings = script_settings
        self._static: set[str] = set(_ALONE)

    def print(self, progress: Progress) -> dict[str, bytes]:
        wanted, files = self._wanted, {}
        for number, language in enumerate(wanted.languages):
            progress("pages", number, len(wanted.languages))
            listed = list(pages(language, wanted.offered, wanted.server))
            addresses = Addresses({_folder(page) for page in listed}, wanted.server)
            for page in listed:
                place = PageAddress(language.code, _folder(page))
                files[place.file] = self._page(page, place, language, addresses).encode()
        progress("pages", len(wanted.languages), len(wanted.languages))
        first = PageAddress("", "")
        codes = [language.code for language in wanted.languages]
        text = render(LANGUAGES["en"], "pick_language.html", codes=codes, policy=POLICY)
        files["index.html"] = self._relative(text, lambda address: address[1:], first).encode()
        files |= {f"{static_root()[1:]}/{name}": _static(name) for name in sorted(self._static)}
        return files

    def _page(
        self, page: StaticPage, place: PageAddress, language: Language, addresses: Addresses
    ) -> str:
        codes = [other.code for other in self._wanted.languages]
        edition = {
            "home": place.home,
            "root": place.root,
            "static": f"{place.root}{static_root()[1:]}/",
            "page": page.path,
            "waits": page.waits,
            **self._script_settings,
        }
        text = render(
            language,
            page.template,
            serverless=True,
            server=self._wanted.server,
            policy=POLICY,
            edition=edition,
            elsewhere={code: f"{place.root}{code}/{place.folder}" for code in codes},
            path=page.path,
            origin="",
            **page.data,
        )
        if page.waits:  # its own script follows when the gaps are filled
            text = _LAST_SCRIPT.sub(
                r'<template id="then" data-script="\1"></template>\n</body>', text
            )
        text = with_gaps(text)
        return self._relative(text, lambda address: addresses.relative(address, place), place)

    def _relative(self, text: str, relative: Callable[[str], str], place: PageAddress) -> str:
        """A page with relative addresses."""

        def replaced(found: re.Match[str]) -> str:
            name, address = found.groups()
            if address.startswith(f"{static_root()}/"):
                self._static.add(address.removeprefix(f"{static_root()}/"))
            return f'{name}="{relative(address)}"'

        # A script handles the form: there is no server.
        return _ADDRESS.sub(replaced, _POST.sub(r'data-post="\1"', text))


def _folder(page: StaticPage) -> str:
    return SHARED.get(page.path) or folder_of(page.path)


def _static(name: str) -> bytes:
    """A static file, or a script or a style with all that it imports."""
    path = PurePosixPath(name)
    joined = {".js": bundle, ".css": style_bundle}
    if path.stem.endswith(".bundle"):
        plain = path.with_name(path.stem.removesuffix(".bundle") + path.suffix)
        text = joined[path.suffix](STATIC, str(plain))
    elif path.suffix in (".css", ".js", ".svg"):
        text = (STATIC / name).read_text("utf-8")
    else:
        return (STATIC / name).read_bytes()
    if path.suffix == ".css":
        up = "../" * (static_root().count("/") + len(path.parts) - 1)
        text = _STYLE_ADDRESS.sub(rf'url("{up}\1")', text)
    return text.encode()


def _pictures() -> dict[str, bytes]:
    """The pictures that a server draws."""
    heroes = {
        f"hero-{theme}.svg": draw(FRONT, Drawing(theme=theme, coordinates=False)).encode()
        for theme in Theme
    }
    dark = {
        f"rules/pictures/{name}.svg": picture.drawn(Theme.DARK).encode()
        for name, picture in pictures().items()
    }
    return heroes | dark


def _catalogue(language: Language) -> bytes:
    """The translations in gettext's binary form; empty for English, which needs none."""
    path = catalogue_path(language.code)
    if not path.exists():
        return b""
    made = BytesIO()
    with path.open("rb") as file:
        write_mo(made, read_po(file, locale=language.code, abort_invalid=True))
    return made.getvalue()


def _catalogue_file(code: str, compiled: bytes) -> str:
    return f"python/{code}-{short_hash(compiled)}.mo"
