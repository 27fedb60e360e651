"""A review as plain data for JSON, and back. ``docs/play/review.md`` explains the fields."""

from __future__ import annotations

from typing import Any

from menhirs.core.state import Outcome, Reason
from menhirs.learn.review.errors import BadReview
from menhirs.learn.review.review import Mark, Review, ReviewedPly, Summary

VERSION = 1
"""The version of the format: a stored review of another version is made again."""


def review_to_json(review: Review) -> dict[str, Any]:
    """The review as plain data."""
    outcome = review.outcome
    return {
        "version": VERSION,
        "rules": review.rules,
        "nodes": review.nodes,
        "exact": review.is_exact,
        "winner": outcome.winner if outcome else 0,
        "score": outcome.score if outcome else 0,
        "reason": outcome.reason.value if outcome else None,
        "plies": [ply_to_json(ply) for ply in review.plies],
        "players": [_summary_to_json(summary) for summary in review.summaries],
    }


def review_from_json(data: object) -> Review:
    """The review from plain data; derived fields are not read."""
    fields = _dict(data)
    if _int(fields, "version") != VERSION:
        raise BadReview("review-json", why=f"its version is not {VERSION}")
    nodes = None if fields.get("nodes") is None else _int(fields, "nodes")
    plies = fields.get("plies")
    if not isinstance(plies, list):
        raise _bad("plies")
    return Review(_text(fields, "rules"), nodes, tuple(map(ply_from_json, plies)), _outcome(fields))


def ply_to_json(ply: ReviewedPly) -> dict[str, Any]:
    """One ply as plain data."""
    return {
        "ply": ply.ply,
        "action": ply.action,
        "player": ply.player,
        "value": ply.value,
        "proven": ply.proven,
        "after": ply.after,
        "after_proven": ply.after_proven,
        "best": list(ply.best),
        "line": list(ply.line),
        "marks": [mark.value for mark in ply.marks],
        "keeps": list(ply.keeps),
    }


def ply_from_json(data: object) -> ReviewedPly:
    """The ply from plain data."""
    fields = _dict(data)
    player = _int(fields, "player")
    if player not in (1, 2):
        raise _bad("player")
    try:
        marks = tuple(Mark(text) for text in _texts(fields, "marks"))
    except ValueError:
        raise _bad("marks") from None
    return ReviewedPly(
        ply=_int(fields, "ply"),
        action=_text(fields, "action"),
        player=player,
        value=_int(fields, "value"),
        proven=_bool(fields, "proven"),
        after=_int(fields, "after"),
        after_proven=_bool(fields, "after_proven"),
        best=_texts(fields, "best"),
        line=_texts(fields, "line"),
        marks=marks,
        keeps=_texts(fields, "keeps"),
    )


def _summary_to_json(summary: Summary) -> dict[str, Any]:
    return {
        "player": summary.player,
        "actions": summary.actions,
        "kept": summary.kept,
        "marks": {mark.value: number for mark, number in summary.marks.items()},
    }


def _outcome(fields: dict[str, object]) -> Outcome | None:
    if fields.get("reason") is None:
        return None
    winner = _int(fields, "winner")
    try:
        reason = Reason(_text(fields, "reason"))
    except ValueError:
        raise _bad("reason") from None
    if winner not in (0, 1, 2):
        raise _bad("winner")
    return Outcome(winner, _int(fields, "score"), reason)


def _dict(data: object) -> dict[str, object]:
    if not isinstance(data, dict):
        raise BadReview("review-json", why="it is no object")
    return data


def _int(fields: dict[str, object], name: str) -> int:
    value = fields.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _bad(name)
    return value


def _bool(fields: dict[str, object], name: str) -> bool:
    value = fields.get(name)
    if not isinstance(value, bool):
        raise _bad(name)
    return value


def _text(fields: dict[str, object], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise _bad(name)
    return value


def _texts(fields: dict[str, object], name: str) -> tuple[str, ...]:
    value = fields.get(name)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise _bad(name)
    return tuple(value)


def _bad(name: str) -> BadReview:
    return BadReview("review-json", why=f"{name!r} is missing or not what it should be")
