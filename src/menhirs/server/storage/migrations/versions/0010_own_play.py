"""Facts of games about their players, exercises from one's own games, and claim sprints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def _person() -> sa.Column[str]:
    return sa.Column("person", sa.String(16), nullable=False)


def _whose(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_person_people"
    return sa.ForeignKeyConstraint(["person"], ["people.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "played_games",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("reviewed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("match", "player", name="pk_played_games"),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name="fk_played_games_match_matches", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "training_cards",
        _person(),
        sa.Column("exercise", sa.String(48), nullable=False),
        sa.Column("card", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("person", "exercise", name="pk_training_cards"),
        _whose("training_cards"),
    )
    op.create_table(
        "training_days",
        _person(),
        sa.Column("day", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", "day", name="pk_training_days"),
        _whose("training_days"),
    )
    op.create_table(
        "sprints",
        sa.Column("id", sa.String(16), nullable=False),
        _person(),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("state", sa.JSON, nullable=False),
        sa.Column("score", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_sprints"),
        sa.UniqueConstraint("person", "day", "run", name="uq_sprints_person"),
        _whose("sprints"),
    )
    op.create_index("ix_sprints_person", "sprints", ["person"])
    op.create_index("ix_sprints_day_run_score", "sprints", ["day", "run", "score"])


def downgrade() -> None:
    for table in ("sprints", "training_days", "training_cards", "played_games"):
        op.drop_table(table)
