"""Of what kind the browsers of people are, and which of them used a link to another device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    with op.batch_alter_table("person_keys") as keys:
        keys.add_column(sa.Column("kind", sa.String(40), nullable=False, server_default=""))
    with op.batch_alter_table("device_links") as links:
        links.add_column(sa.Column("used", sa.BigInteger))
        links.add_column(sa.Column("used_by", sa.String(40)))


def downgrade() -> None:
    with op.batch_alter_table("device_links") as links:
        links.drop_column("used_by")
        links.drop_column("used")
    with op.batch_alter_table("person_keys") as keys:
        keys.drop_column("kind")
