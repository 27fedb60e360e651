"""Rendering pages: templates, in the visitor's language."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from menhirs.server.http.assets import WEB, accepts_gzip, bundle_address, static_root
from menhirs.server.http.offline import offline_of
from menhirs.server.languages import LANGUAGES, Language, choose

LANGUAGE_COOKIE = "language"
PREVIEW_SIZE = (800, 420)
"""Pixels of the picture that other places show beside a link to us."""


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
    environment.filters["iso"] = _iso
    environment.filters["linked"] = _linked
    # What a script gets keeps its order: the directions of a board go round.
    environment.policies["json.dumps_kwargs"] = {"sort_keys": False}
    environment.globals |= {
        "static_root": static_root(),
        "script": bundle_address,
        "style": bundle_address,
        "preview_size": PREVIEW_SIZE,
        "language": language.code,
        "directions": list(language.directions),
        "languages": {code: known.name for code, known in LANGUAGES.items()},
        "messages": language.for_scripts(),
        "serverless": False,  # menhirs.site renders pages for which there is no server
        "server": "",
        "offline": "",
    }
    return environment


def _linked(sentence: str, address: str) -> Markup:
    """A sentence whose words in [square brackets] are a link to the address."""
    before, _, rest = sentence.partition("[")
    words, _, after = rest.partition("]")
    return Markup('{}<a href="{}">{}</a>{}').format(before, address, words, after)


def _iso(at: int) -> str:
    """A moment as HTML's ``time`` wants it; scripts tell it in the visitor's own time."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%MZ")


def render(language: Language, name: str, /, **context: object) -> str:
    """A template in a language, for what is no page of the server's."""
    return _templates(language).get_template(name).render(**context)


def page(request: Request, name: str, status: int = 200, /, **context: object) -> HTMLResponse:
    """A page in the visitor's language."""
    template = _templates(language_of(request)).get_template(name)
    origin = str(request.base_url).rstrip("/")
    offline = offline_of(request)
    text = template.render(path=request.url.path, origin=origin, offline=offline, **context)
    headers = {"cache-control": "no-store", "vary": "Accept-Encoding"}
    if not accepts_gzip(request.headers):
        return HTMLResponse(text, status, headers)
    body = gzip.compress(text.encode(), compresslevel=5)
    return HTMLResponse(body, status, headers | {"content-encoding": "gzip"})
