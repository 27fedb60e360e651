"""Matches, seats, entries, and the heartbeats that show outages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("terms", sa.JSON, nullable=False),
        sa.Column("series", sa.String(16), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("reason", sa.String(16)),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_series", "matches", ["series"])
    op.create_table(
        "seats",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("secret_hash", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("match", "player", name="pk_seats"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seats_match_matches"),
    )
    op.create_table(
        "entries",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("lag", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match", "number", name="pk_entries"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_entries_match_matches"),
    )
    op.create_table(
        "heartbeats",
        sa.Column("server", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("server", name="pk_heartbeats"),
    )
    op.create_table(
        "outages",
        sa.Column("begin", sa.BigInteger, nullable=False),
        sa.Column("end", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("begin", name="pk_outages"),
    )


def downgrade() -> None:
    for name in ("outages", "heartbeats", "entries", "seats", "matches"):
        op.drop_table(name)
