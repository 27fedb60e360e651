"""The routes of ``home/routes.py`` for FastAPI, with their part of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from hashlib import sha256
from inspect import getdoc
from typing import Any, get_args, get_type_hints

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from menhirs.home.requests import JSON, LINES, PLAIN, SVG, Answer, Route
from menhirs.home.routes import ROUTES
from menhirs.home.shapes import GAPS
from menhirs.server.http.admission import address_of
from menhirs.server.http.api import (
    ADDRESS_TOO_LONG,
    KEY_HELPS,
    KEY_NEEDED,
    STATUS,
    ApiError,
    errors_of,
)
from menhirs.server.http.home.visitor import ServerVisitor
from menhirs.server.http.match.match_pictures import drawn_answer
from menhirs.server.http.services import admission_of
from menhirs.server.http.site.assets import has_tag
from menhirs.server.http.text_stream import TextStream
from menhirs.view.errors import BadMessage

_ERRORS = {
    "matches": errors_of(*STATUS, about="match"),
    "analysis": errors_of(400, 405, 409, 413, 429, about="position"),
    "games": errors_of(400, 405, 413, 429, 503, about="game"),
    "reviews": errors_of(400, 403, 404, 405, 409, 413, 429, 503, about="match or review"),
    "value": errors_of(400, 403, 405, 429, 503, about="position") | ADDRESS_TOO_LONG,
    "exercises": errors_of(400, 404, 405, 409, 413, 429, about="exercise"),
    "you": errors_of(400, 403, 404, 405, 409, 413, 429, 503, about="exercise"),
}


def _describe_fields(data: Any) -> None:
    """Puts the docstrings of an answer's fields into the OpenAPI document."""
    if hasattr(data, "__total__"):  # a TypedDict
        data.__pydantic_config__ = {"use_attribute_docstrings": True}
        for shape in get_type_hints(data).values():
            _describe_fields(shape)
    for part in get_args(data):
        _describe_fields(part)


_CLASSES = {JSON: JSONResponse, PLAIN: PlainTextResponse, LINES: Response}


def home_router(*, is_documented: bool) -> APIRouter:
    """All routes of ``home/routes.py`` as a FastAPI router.

    ``is_documented``: with all that their part of the OpenAPI document needs, which takes a second.
    Requests are answered alike without it.
    """
    router = APIRouter()
    for route in ROUTES:
        shown = is_documented and route.is_listed
        more = _description(route) if shown else {"include_in_schema": False}
        router.add_api_route(route.path, _endpoint(route), methods=[route.method], **more)
    return router


def _endpoint(route: Route[Any]) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    is_counted = (
        route.path.startswith("/api/matches") or "{match}" in route.path
    )  # a match, or a seat at it

    async def endpoint(request: Request) -> Response:
        if not is_counted:
            admission_of(request).requests.check(address_of(request))
        query, body = dict(request.query_params), ""
        if route.method == "POST":
            body = await _body_of(request)
        visitor = ServerVisitor(request)
        answer = await route.answered(visitor, request.path_params, query, body)
        if isinstance(answer, Answer):
            if route.is_cached:
                return revalidated(request, answer.text, answer.kind)
            if answer.kind == SVG:
                return drawn_answer(request, answer.text, lasts=answer.lasts)
            response = Response(answer.text, answer.status, _headers(answer), answer.kind)
            visitor.leave_key(response)
            return response
        return TextStream(answer, route.kind)

    return endpoint


def _headers(answer: Answer) -> dict[str, str]:
    if answer.file:
        return {"content-disposition": f'attachment; filename="{answer.file}"'}
    return {}


def revalidated(request: Request, text: str, kind: str) -> Response:
    """A cacheable answer: 304 for a client that has it already.

    Clients must revalidate it, since it may change.
    """
    tag = f'"{sha256(text.encode()).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "Accept-Language"}
    if has_tag(request.headers, tag):
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type=kind)


async def _body_of(request: Request) -> str:
    """The JSON body of a request. Its content type must be JSON, which a form of another site
    can't send.
    """
    body = await request.body()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and kind != JSON:
        raise BadMessage("message", why=f"not {JSON}")
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise BadMessage("message", why=f"not JSON: {error}") from None


# The routes' part of the OpenAPI document.


def _description(route: Route[Any]) -> dict[str, Any]:
    tag = "reviews" if "/review" in route.path else route.path.split("/")[2]
    _describe_fields(route.data)
    return {
        "name": route.answer.__name__,
        "description": getdoc(route.answer),
        "tags": [tag],
        "response_model": route.data,
        "response_class": _CLASSES[route.kind],
        "status_code": route.status,
        "responses": _answers(route, tag),
        "openapi_extra": _request_description(route),
    }


def _answers(route: Route[Any], tag: str) -> dict[int | str, dict[str, Any]]:
    answers = dict(_ERRORS[tag])
    if route.kind == LINES:
        answers[200] = {"content": {route.kind: {}}}
        answers[503] = {"model": ApiError, "description": "the engine is busy with others"}
    return answers


def _request_description(route: Route[Any]) -> dict[str, Any]:
    gaps = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    description: dict[str, Any] = {}
    if route.key:
        description["security"] = KEY_NEEDED if route.key == "needed" else KEY_HELPS
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": GAPS[name]} for name in gaps
    ]
    if route.method == "GET":
        parameters += [
            {"name": name, "in": "query", "required": field.is_required}
            | {"schema": field.schema(name), "description": field.about}
            for name, field in route.shape.fields.items()
        ]
    elif route.shape.fields:
        shape = {"$ref": f"#/components/schemas/{route.shape.__name__}"}
        description["requestBody"] = {"content": {JSON: {"schema": shape}}, "required": True}
    return description | ({"parameters": parameters} if parameters else {})


def request_schemas() -> dict[str, dict[str, Any]]:
    """The schemas of bodies, by their names in the OpenAPI document."""
    shapes = (route.shape for route in ROUTES if route.method == "POST")
    return {shape.__name__: shape.schema() for shape in shapes if shape.fields}
