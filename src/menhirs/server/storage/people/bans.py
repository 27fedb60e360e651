"""Bans: for good, or until a moment."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, or_

from menhirs.server.storage import tables


def is_welcome(at: int) -> ColumnElement[bool]:
    """The SQL condition that a person is not banned at a moment."""
    people = tables.people.c
    is_over = and_(people.banned_until.is_not(None), people.banned_until <= at)
    return or_(people.banned.is_(None), is_over)
