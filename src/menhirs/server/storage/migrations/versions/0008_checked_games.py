"""The quiet check: what it found in rated games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "checked_games",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("found", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_checked_games"),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name="fk_checked_games_match_matches", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    op.drop_table("checked_games")
