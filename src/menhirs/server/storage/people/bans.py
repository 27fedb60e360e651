"""Who is shut out: for good, or until a moment."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, or_

from menhirs.server.storage import tables


def is_welcome(at: int) -> ColumnElement[bool]:
    """Whether a person of the query is not shut out at a moment."""
    people = tables.people.c
    is_over = and_(people.banned_until.is_not(None), people.banned_until <= at)
    return or_(people.banned.is_(None), is_over)
