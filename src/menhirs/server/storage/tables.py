"""The tables. A match is its terms and its entries; the rest follows from them.

The outcome of a finished match stands in its row too, so that a series can be added up without
replaying its games; it is written in the same transaction as the entry that ended the game.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("terms", JSON, nullable=False),
    Column("series", String(16), nullable=False, index=True),
    Column("game", Integer, nullable=False),
    Column("winner", Integer),
    Column("score", Integer),
    Column("reason", String(16)),
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("player", Integer, primary_key=True),
    # A hash: whoever reads the database cannot sit down on anybody's seat.
    Column("secret_hash", LargeBinary(32), nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    # The key makes sure that of two writers only one gets a number.
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("player", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("lag", Integer, nullable=False),
)

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("server", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("begin", BigInteger, primary_key=True),
    Column("end", BigInteger, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    # The name of the match; of the review of a record, a hash of the game.
    Column("id", String(32), primary_key=True),
    Column("match", ForeignKey("matches.id"), unique=True),
    Column("record", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    # Which server works on it: as long as it beats, no other does.
    Column("server", String(16), nullable=False),
    Column("plies", Integer, nullable=False),
    # What is worked out so far, ply by ply.
    Column("parts", JSON, nullable=False),
    # The whole review, once it is done.
    Column("review", JSON),
)
