"""Seats at which a program plays are marked. Logs may have entries of players who left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_ENTRIES = sa.table("entries", *(sa.column(name, sa.String) for name in ("match", "kind", "text")))
_MATCHES = sa.table(
    "matches",
    sa.column("id", sa.String),
    sa.column("reason", sa.String),
    sa.column("winner", sa.Integer),
    sa.column("score", sa.Integer),
)


def upgrade() -> None:
    program = sa.Column("program", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seats", program)


def downgrade() -> None:
    """Players who left count as resigned, agreed ties as aborted, open offers as declined."""
    connection, entries, matches = op.get_bind(), _ENTRIES.c, _MATCHES.c
    acted = entries.kind == "action"
    withdrawn = sa.update(_ENTRIES).where(entries.kind == "withdraw")
    connection.execute(withdrawn.values(kind="decline"))
    for left, resigned in (("left", "resign"), ("left1", "resign1"), ("left2", "resign2")):
        given_up = sa.update(_ENTRIES).where(acted, entries.text == left)
        connection.execute(given_up.values(text=resigned))
    tie = (acted, entries.text.like("left-tie%"))
    tied = connection.execute(sa.select(entries.match).where(*tie)).scalars().all()
    connection.execute(sa.update(_ENTRIES).where(*tie).values(kind="aborted", text="asked"))
    ended = sa.update(_MATCHES).where(matches.id.in_(tied))
    connection.execute(ended.values(reason="aborted", winner=None, score=None))
    given_up = sa.update(_MATCHES).where(matches.reason == "left")
    connection.execute(given_up.values(reason="resign"))
    op.drop_column("seats", "program")
