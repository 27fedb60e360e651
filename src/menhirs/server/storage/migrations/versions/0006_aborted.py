"""Matches may end without a result, but not those whose result a tournament waits for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_MATCHES = sa.table("matches", sa.column("id", sa.String), sa.column("terms", sa.JSON))
_GAMES = sa.table("tournament_games", sa.column("match", sa.String), sa.column("entered"))
_ENTRIES = sa.table("entries", *(sa.column(name, sa.String) for name in ("match", "kind", "text")))
_OF_A_MATCH = ("attendances", "alerts", "invitations", "reviews", "entries", "seats")


def upgrade() -> None:
    connection = op.get_bind()
    waited_for = sa.select(_GAMES.c.match).where(_GAMES.c.entered.is_(sa.false()))
    chosen = sa.select(_MATCHES.c.id, _MATCHES.c.terms).where(_MATCHES.c.id.in_(waited_for))
    for match, terms in connection.execute(chosen).all():
        marked = sa.update(_MATCHES).where(_MATCHES.c.id == match)
        connection.execute(marked.values(terms={**terms, "tournament": True}))


def downgrade() -> None:
    """Aborted games are lost: before, there was no end without a result."""
    connection = op.get_bind()
    chosen = sa.select(_ENTRIES.c.match).where(_ENTRIES.c.kind == "aborted")
    aborted = connection.execute(chosen).scalars().all()
    for name in (*_OF_A_MATCH, "matches"):
        column = sa.column("id" if name == "matches" else "match", sa.String)
        table = sa.table(name, column)
        connection.execute(sa.delete(table).where(column.in_(aborted)))
    # An entry keeps its number; one that declines what nobody asked for changes nothing.
    together = sa.update(_ENTRIES).where(_ENTRIES.c.kind == "together")
    connection.execute(together.values(kind="decline", text="rematch"))
