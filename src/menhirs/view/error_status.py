"""The HTTP status of an error."""

from __future__ import annotations

from menhirs.core.errors import MenhirsError

_OF_KIND = {"illegal": 409, "refused": 409, "tournament": 409, "unavailable": 503}
_OF_CODE = {
    "no-match": 404,
    "no-page": 404,
    "no-person": 404,
    "not-public": 403,
    "oembed-format": 501,
    "no-exercise": 404,
    "no-tournament": 404,
    "tournament-who": 403,
    "desk-link": 403,
    "tournament-entrant": 404,
    "tournament-game": 404,
    "ply": 404,
    "missing-extra": 501,
    "no-review": 404,
    "reviews-waiting": 429,
    "no-proof": 409,
    "solve-memory": 409,
    "solve-disk": 409,
    "exercise-actions": 409,
    "exercise-over": 409,
    "no-sprint": 404,
    "sprint-number": 409,
    "puzzle-none": 409,
    "match-runs": 409,
    "analysis-yours": 429,
    "fair-play": 403,
    "fair-play-yours": 403,
    "download-yours": 409,
    "method": 405,
    "too-large": 413,
    "too-fast": 429,
    "origin": 403,
    "secret": 403,
    "banned": 403,
    "nobody": 403,
    "no-key": 404,
    "device-link": 410,
    "device-choice": 409,
    "no-passkey": 404,
    "passkey": 403,
    "passkey-unknown": 403,
    "passkey-known": 409,
    "passkey-late": 409,
    "passkey-most": 409,
    "passkey-place": 409,
    "delete-running": 409,
    "not-organiser": 403,
    "not-entered": 403,
    "by-hand": 403,
    "tournament-value": 400,
    "tournament-outcome": 400,
    "not-invited": 403,
    "rated-same-hands": 403,
    "invitations-most": 409,
    "person-needed": 403,
    "not-seated": 403,
    "mistake": 500,
}


def status_of(error: MenhirsError) -> int:
    """The status of the error's code, else that of its kind."""
    return _OF_CODE.get(error.code) or _OF_KIND.get(error.kind, 400)
