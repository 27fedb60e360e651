"""Rendering pages: templates, the visitor's language, and where static files are found."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from menhirs.server.languages import LANGUAGES, Language, choose

WEB = Path(__file__).parents[1] / "web"
STATIC = WEB / "static"
LANGUAGE_COOKIE = "language"


@cache
def static_root() -> str:
    """The address of the static files, another one for every version: they may be kept forever."""
    contents = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            contents.update(str(path.relative_to(STATIC)).encode() + b"\0" + path.read_bytes())
    return f"/static/{contents.hexdigest()[:12]}"


def language_of(request: HTTPConnection) -> Language:
    """The language of a visitor."""
    accepted = request.headers.get("accept-language", "")
    return choose(accepted, request.cookies.get(LANGUAGE_COOKIE))


@cache
def _templates(language: Language) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext, language.ngettext, newstyle=False
    )
    environment.globals |= {
        "static_root": static_root(),
        "language": language.code,
        "languages": {code: known.name for code, known in LANGUAGES.items()},
        "messages": language.for_scripts(),
    }
    return environment


def page(request: Request, name: str, status: int = 200, **context: object) -> HTMLResponse:
    """A page in the visitor's language."""
    template = _templates(language_of(request)).get_template(name)
    text = template.render(path=request.url.path, **context)
    return HTMLResponse(text, status, headers={"cache-control": "no-store"})
