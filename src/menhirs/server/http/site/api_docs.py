"""The JSON interface on a page for people who write programs, made from its own document."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.server.http.match.visit import limited
from menhirs.server.http.rendering import page

router = APIRouter(include_in_schema=False)

_EXAMPLES: dict[str, object] = {
    "post /api/matches": {"rules": "amsterdam", "opponent": "computer", "level": 3, "side": "1"},
    "post /api/matches/{match}/join": {"name": "bot"},
    "post /api/matches/{match}/actions": {"state": 17, "action": "c3-NE"},
    "post /api/matches/{match}/claim": {"turn": 14},
    "post /api/matches/{match}/left": {"tie": False},
}
"""The groups of requests, the most used first."""


@router.get("/docs", dependencies=[Depends(limited)])
def api_docs(request: Request) -> Response:
    """All requests, by the things they are about, with examples to copy."""
    document: dict[str, Any] = request.app.openapi()
    groups: dict[str, list[dict[str, object]]] = {}
    for path, methods in document["paths"].items():
        for method, data in methods.items():
            about = next(iter(data.get("tags", [])), "more")
            groups.setdefault(about, []).append(_operation(path, method, data))
    return page(request, "api_docs.html", groups=groups)


def _operation(path: str, method: str, data: dict[str, Any]) -> dict[str, object]:
    example = _EXAMPLES.get(f"{method} {path}")
    parameters = [one["name"] for one in data.get("parameters", []) if one["in"] == "query"]
    return {
        "method": method.upper(),
        "path": path,
        "words": data.get("description", data.get("summary", "")).split("\n\n"),
        "parameters": parameters,
        "example": None if example is None else json.dumps(example),
        "needs_key": {} not in data.get("security", [{}]),
    }
