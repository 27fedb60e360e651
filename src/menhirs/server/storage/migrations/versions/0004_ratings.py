"""Ratings that can be calculated again, bans with a reason and a term, browsers that look alike."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_ACTED = """
    exists (
        select 1 from entries
        where entries.match = matches.id and entries.kind = 'action' and entries.player = {player}
        and entries.text not like 'resign%' and entries.text not like 'time%'
    )
"""
# Somebody who was deleted keeps a name that is nobody's.
_GAMES_SO_FAR = f"""
    insert into rated_games (match, game, number, at, one, two, winner, by_link, near)
    select
        matches.id, changed.game,
        row_number() over (partition by changed.game order by changed.at, matches.id),
        changed.at,
        coalesce(first.person, '~' || substr(matches.id, 1, 14)),
        coalesce(second.person, '~' || substr(matches.id, 1, 14)),
        matches.winner, false, false
    from matches
    join (select distinct match, game, at from rating_changes) as changed
        on changed.match = matches.id
    left join seats as first on first.match = matches.id and first.player = 1
    left join seats as second on second.match = matches.id and second.player = 2
    where matches.winner is not null and {_ACTED.format(player=1)} and {_ACTED.format(player=2)}
"""
# All ratings are calculated again, by the rules of now, by the first server that starts.
_LEDGERS_SO_FAR = """
    insert into rated_ledgers (game, last, due)
    select ratings.game,
        coalesce((select max(number) from rated_games where rated_games.game = ratings.game), 0),
        true
    from (select distinct game from ratings) as ratings
"""


def upgrade() -> None:
    op.add_column(
        "matches", sa.Column("by_link", sa.Boolean, nullable=False, server_default=sa.false())
    )
    for name in ("opponents", "days"):
        op.add_column(
            "ratings", sa.Column(name, sa.Integer, nullable=False, server_default=sa.text("0"))
        )
    op.add_column("ratings", sa.Column("established", sa.BigInteger))
    op.create_table(
        "rated_games",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("one", sa.String(16), nullable=False),
        sa.Column("two", sa.String(16), nullable=False),
        sa.Column("winner", sa.Integer, nullable=False),
        sa.Column("by_link", sa.Boolean, nullable=False),
        sa.Column("near", sa.Boolean, nullable=False),
        sa.Column("weight", sa.Float, nullable=False, server_default=sa.text("1")),
        sa.Column("why", sa.String(20)),
        sa.Column("voided", sa.BigInteger),
        sa.Column("voided_for", sa.String(40)),
        sa.PrimaryKeyConstraint("match", name="pk_rated_games"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_rated_games_match_matches"),
        sa.UniqueConstraint("game", "number", name="uq_rated_games_game"),
    )
    op.create_index("ix_rated_games_one", "rated_games", ["one"])
    op.create_index("ix_rated_games_two", "rated_games", ["two"])
    op.create_table(
        "rated_ledgers",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("due", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_rated_ledgers"),
    )
    op.create_table(
        "same_hands",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("other", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "other", name="pk_same_hands"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_same_hands_person_people", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["other"], ["people.id"], name="fk_same_hands_other_people", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "device_hints",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("hint", sa.LargeBinary(8), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "hint", name="pk_device_hints"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_device_hints_person_people", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_device_hints_hint", "device_hints", ["hint"])
    op.add_column("people", sa.Column("banned_until", sa.BigInteger))
    op.add_column("people", sa.Column("ban_reason", sa.Text))
    op.add_column("people", sa.Column("ban_contact", sa.Text))
    op.execute(_GAMES_SO_FAR)
    op.execute(_LEDGERS_SO_FAR)


def downgrade() -> None:
    for column in ("ban_contact", "ban_reason", "banned_until"):
        op.drop_column("people", column)
    for table in ("device_hints", "same_hands", "rated_ledgers", "rated_games"):
        op.drop_table(table)
    for column in ("established", "days", "opponents"):
        op.drop_column("ratings", column)
    op.drop_column("matches", "by_link")
