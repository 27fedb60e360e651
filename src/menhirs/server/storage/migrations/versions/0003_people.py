"""People without accounts, and what they do together: invitations, ratings, alerts, tournaments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column(
        "matches", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("matches", sa.Column("updated", sa.BigInteger))
    op.add_column("matches", sa.Column("turn", sa.Integer))
    op.add_column("matches", sa.Column("line", sa.Text))
    op.add_column("matches", sa.Column("unpaid", sa.String(40)))
    op.create_index("ix_matches_unpaid", "matches", ["unpaid"])
    op.add_column("seats", sa.Column("person", sa.String(16)))
    op.create_index("ix_seats_person", "seats", ["person"])
    names = sa.text("kind in ('join', 'name')")
    op.create_index(
        "ix_entries_names",
        "entries",
        ["match", "player", "number"],
        sqlite_where=names,
        postgresql_where=names,
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("banned", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "person_keys",
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key_hash", name="pk_person_keys"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_person_keys_person_people", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_person_keys_person", "person_keys", ["person"])
    op.create_table(
        "device_links",
        sa.Column("code_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("code_hash", name="pk_device_links"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_device_links_person_people", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_device_links_person", "device_links", ["person"])
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.PrimaryKeyConstraint("credential", name="pk_passkeys"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_passkeys_person_people", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("challenge", sa.LargeBinary(64), nullable=False),
        sa.Column("person", sa.String(16)),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("challenge", name="pk_challenges"),
    )
    op.create_table(
        "invitations",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("audience", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_invitations"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_invitations_match_matches"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_invitations_person_people", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_invitations_person", "invitations", ["person"])
    op.create_table(
        "attendances",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("server", sa.String(16), nullable=False),
        sa.Column("watchers", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "server", name="pk_attendances"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_attendances_match_matches"),
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "game", name="pk_ratings"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_ratings_person_people", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "rating_changes",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("after", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("match", "person", name="pk_rating_changes"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_rating_changes_match_matches"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_rating_changes_person_people", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_rating_changes_person_game_at", "rating_changes", ["person", "game", "at"])
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("blocked", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "blocked", name="pk_blocks"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_blocks_person_people", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["blocked"], ["people.id"], name="fk_blocks_blocked_people", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(16)),
        sa.Column("about", sa.String(16), nullable=False),
        sa.Column("match", sa.String(16)),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("closed", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_about", "reports", ["about"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_keys"),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("endpoint_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(60), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("endpoint_hash", name="pk_push_subscriptions"),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
            name="fk_push_subscriptions_person_people",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_push_subscriptions_person", "push_subscriptions", ["person"])
    op.create_table(
        "alerts",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("subscription", sa.LargeBinary(32), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("server", sa.String(16)),
        sa.Column("told", sa.BigInteger),
        sa.PrimaryKeyConstraint("match", "number", "subscription", name="pk_alerts"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_alerts_match_matches"),
        sa.ForeignKeyConstraint(
            ["subscription"],
            ["push_subscriptions.endpoint_hash"],
            name="fk_alerts_subscription_push_subscriptions",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_alerts_person_people", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_alerts_person", "alerts", ["person"])
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("organiser", sa.String(16), nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_due", "tournaments", ["due"])
    op.create_index("ix_tournaments_organiser", "tournaments", ["organiser"])
    op.create_table(
        "tournament_entries",
        sa.Column("tournament", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16)),
        sa.Column("data", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_tournament_entries"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_entries_tournament_tournaments"
        ),
    )
    op.create_table(
        "tournament_games",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("tournament", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("south", sa.Integer, nullable=False),
        sa.Column("north", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("entered", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_tournament_games"),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name="fk_tournament_games_match_matches"
        ),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_games_tournament_tournaments"
        ),
    )
    op.create_index("ix_tournament_games_tournament", "tournament_games", ["tournament"])
    op.create_index("ix_tournament_games_entered", "tournament_games", ["entered"])


def downgrade() -> None:
    op.drop_table("tournament_games")
    op.drop_table("tournament_entries")
    op.drop_table("tournaments")
    op.drop_table("alerts")
    op.drop_table("push_subscriptions")
    op.drop_table("server_keys")
    op.drop_table("reports")
    op.drop_table("blocks")
    op.drop_table("rating_changes")
    op.drop_table("ratings")
    op.drop_table("attendances")
    op.drop_table("invitations")
    op.drop_table("challenges")
    op.drop_table("passkeys")
    op.drop_table("device_links")
    op.drop_table("person_keys")
    op.drop_table("people")
    op.drop_index("ix_entries_names", "entries")
    op.drop_index("ix_seats_person", "seats")
    op.drop_index("ix_matches_unpaid", "matches")
    # Not by copying the tables: what refers to their rows would be in the way.
    op.drop_column("seats", "person")
    for column in ("unpaid", "line", "turn", "updated", "public"):
        op.drop_column("matches", column)
