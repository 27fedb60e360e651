"""Evidence of fair play: who wanted help with positions of games that were being played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "refused_help",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16)),
        sa.Column("fingerprint", sa.String(32), nullable=False),
        sa.Column("likeness", sa.String(8), nullable=False),
        sa.Column("door", sa.String(16), nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_refused_help"),
    )
    op.create_index("ix_refused_help_match", "refused_help", ["match"])
    op.create_index("ix_refused_help_person", "refused_help", ["person"])


def downgrade() -> None:
    op.drop_table("refused_help")
