"""The tables. A match is stored as its terms and its entries; everything else is derived.

The position and the result of a match are in its row too, so that series and lists of games need
no replay; they are written in the same transaction as the entry that changed them. A tournament is
stored as its settings and its entries.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
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
    # The result; none while it is running. Without a winner it was aborted.
    Column("reason", String(16)),
    # Whether others may find it: games that are watched, invitations that are open to all.
    Column("public", Boolean, nullable=False, server_default=false()),
    # The last entry's time, the seat that is to act, and the position line. None of it is known
    # of a match from before there were people, until its player comes back.
    Column("updated", BigInteger),
    Column("turn", Integer),
    Column("line", Text),
    # The game whose ratings this match still has to change; none once done, or if not rated.
    Column("unpaid", String(40), index=True),
    # Whether its players met by a link that one sent the other, and not by an open invitation.
    Column("by_link", Boolean, nullable=False, server_default=false()),
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("player", Integer, primary_key=True),
    # A hash: a reader of the database can't use it to sit down.
    Column("secret_hash", LargeBinary(32), nullable=False),
    # The person at the seat, if known: programs have only the secret.
    Column("person", String(16), index=True),
    # Whether a program was seen to play there.
    Column("program", Boolean, nullable=False, server_default=false()),
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
TELLS_A_NAME = text("entries.kind in ('join', 'name')")
"""Which entries tell a name. Without parameters: only so SQLite sees that its index fits."""
_FOR_NAMES = text("kind in ('join', 'name')")
Index(
    "ix_entries_names",
    entries.c.match,
    entries.c.player,
    entries.c.number,
    sqlite_where=_FOR_NAMES,
    postgresql_where=_FOR_NAMES,
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
    # The server that works on it: as long as its heartbeat runs, no other does.
    Column("server", String(16), nullable=False),
    Column("plies", Integer, nullable=False),
    # The finished plies.
    Column("parts", JSON, nullable=False),
    # The whole review, once it is done.
    Column("review", JSON),
)

# People, recognised by a key in the browser, and their belongings.

people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("name", String(40), nullable=False),
    # The ban: since when, until when (none: for good), the reason, the contact.
    Column("banned", BigInteger),
    Column("banned_until", BigInteger),
    Column("ban_reason", Text),
    Column("ban_contact", Text),
)


def _person_column(*, primary_key: bool = False, index: bool = False) -> Column[str]:
    """The person that a row belongs to, and with whom it goes."""
    person = ForeignKey("people.id", ondelete="CASCADE")
    return Column("person", person, nullable=False, primary_key=primary_key, index=index or None)


person_keys = Table(
    "person_keys",
    metadata,
    # A hash: a reader of the database can't use it to act as a person.
    Column("key_hash", LargeBinary(32), primary_key=True),
    _person_column(index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    # "Firefox, Android"; empty as long as it is not known.
    Column("kind", String(40), nullable=False, server_default=""),
)

device_links = Table(
    "device_links",
    metadata,
    Column("code_hash", LargeBinary(32), primary_key=True),
    _person_column(index=True),
    Column("expires", BigInteger, nullable=False),
    # When it was used, and by what kind of browser: the page that shows the link tells it.
    Column("used", BigInteger),
    Column("used_by", String(40)),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("credential", LargeBinary, primary_key=True),
    _person_column(index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

# What a browser has to sign; each is used once, at whichever server.
challenges = Table(
    "challenges",
    metadata,
    Column("challenge", LargeBinary(64), primary_key=True),
    Column("person", String(16)),
    Column("expires", BigInteger, nullable=False),
)

invitations = Table(
    "invitations",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    _person_column(index=True),
    Column("created", BigInteger, nullable=False),
    # The last sign of life of the inviter's page.
    Column("seen", BigInteger, nullable=False),
    # The audience: everybody, one person, or people about as strong.
    Column("audience", JSON, nullable=False),
)

# The number of watchers of each server at a public match, updated regularly.
attendances = Table(
    "attendances",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("server", String(16), primary_key=True),
    Column("watchers", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    _person_column(primary_key=True),
    # The game: base and Amsterdam are rated apart.
    Column("game", String(40), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    # Against how many others and on how many days, and since when it counts against others.
    Column("opponents", Integer, nullable=False, server_default="0"),
    Column("days", Integer, nullable=False, server_default="0"),
    Column("established", BigInteger),
)

# Every rated game that has a result, in the order in which they were entered: all ratings follow
# from it, and can be calculated again after one was voided.
rated_games = Table(
    "rated_games",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    # The players of seat 1 and 2. A deleted person is replaced by an unused name.
    Column("one", String(16), nullable=False, index=True),
    Column("two", String(16), nullable=False, index=True),
    Column("winner", Integer, nullable=False),
    Column("by_link", Boolean, nullable=False),
    # Whether both played in browsers that look alike, on one network.
    Column("near", Boolean, nullable=False),
    # How much it counts, and why less than whole: both follow from the games before it.
    Column("weight", Float, nullable=False, server_default="1"),
    Column("why", String(20)),
    # When its result was voided, and why.
    Column("voided", BigInteger),
    Column("voided_for", String(40)),
    UniqueConstraint("game", "number"),
)

# Of every rated game the number of its last entry, and whether ratings are to be calculated again.
rated_ledgers = Table(
    "rated_ledgers",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("last", Integer, nullable=False),
    Column("due", Boolean, nullable=False),
)

# Two people who once shared a browser: perhaps one and the same.
same_hands = Table(
    "same_hands",
    metadata,
    _person_column(primary_key=True),
    Column("other", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# Hints at people's browsers and networks, as hashes, for a few weeks.
device_hints = Table(
    "device_hints",
    metadata,
    _person_column(primary_key=True),
    Column("hint", LargeBinary(8), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    # The key makes sure that a match changes ratings once.
    Column("match", ForeignKey("matches.id"), primary_key=True),
    _person_column(primary_key=True),
    Column("game", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("before", Float, nullable=False),
    Column("after", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Index("ix_rating_changes_person_game_at", "person", "game", "at"),
)

blocks = Table(
    "blocks",
    metadata,
    _person_column(primary_key=True),
    Column("blocked", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", String(16)),
    Column("about", String(16), nullable=False, index=True),
    Column("match", String(16)),
    Column("words", Text, nullable=False),
    # The operator's note, and when.
    Column("closed", BigInteger),
)

# Refused requests for engine help with running games. A row names a
# match, but does not belong to it: it is deleted some time after the game.
refused_help = Table(
    "refused_help",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("match", String(16), nullable=False, index=True),
    # None if the person was unknown.
    Column("person", String(16), index=True),
    # Of the board, without saying what lay on it; the same for all its mirror images.
    Column("fingerprint", String(32), nullable=False),
    Column("likeness", String(8), nullable=False),
    Column("door", String(16), nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("times", Integer, nullable=False),
)

# What the quiet check found in rated games: how often each player agreed with the engine, and how
# quickly they claimed. It says where the operator should look, and nothing more.
checked_games = Table(
    "checked_games",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("found", JSON, nullable=False),
)

# Keys of the server itself, such as the one that signs its alerts.
server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("endpoint_hash", LargeBinary(32), primary_key=True),
    _person_column(index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(60), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
)

alerts = Table(
    "alerts",
    metadata,
    # The key makes sure that a browser gets one alert per turn.
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column(
        "subscription",
        ForeignKey("push_subscriptions.endpoint_hash", ondelete="CASCADE"),
        primary_key=True,
    ),
    _person_column(index=True),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
    # The server that sends it, and when it was sent or dropped.
    Column("server", String(16)),
    Column("told", BigInteger),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("organiser", String(16), nullable=False, index=True),
    Column("settings", JSON, nullable=False),
    Column("public", Boolean, nullable=False),
    # The last entry's time, and how far it is: enough to list it.
    Column("updated", BigInteger, nullable=False),
    Column("state", String(16), nullable=False),
    # When it starts by itself, or since when the next round should be paired.
    Column("due", BigInteger, index=True),
)

tournament_entries = Table(
    "tournament_entries",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    # The key makes sure that of two writers only one gets a number: one server opens a round.
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    # The author; none for the server.
    Column("person", String(16)),
    Column("data", JSON, nullable=False),
)

tournament_games = Table(
    "tournament_games",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("tournament", ForeignKey("tournaments.id"), nullable=False, index=True),
    Column("round", Integer, nullable=False),
    Column("south", Integer, nullable=False),
    Column("north", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    # Whether the match is finished with: its game has a result.
    Column("entered", Boolean, nullable=False, index=True),
)

# The facts of finished games about a player, and the exercises made from them.

played_games = Table(
    "played_games",
    metadata,
    # The person follows from the seat.
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("facts", JSON, nullable=False),
    # Whether the review of the game was evaluated.
    Column("reviewed", Boolean, nullable=False),
)

training_cards = Table(
    "training_cards",
    metadata,
    _person_column(primary_key=True),
    # In the set of exercises "reviews".
    Column("exercise", String(48), primary_key=True),
    Column("card", JSON, nullable=False),
)

training_days = Table(
    "training_days",
    metadata,
    _person_column(primary_key=True),
    # Counted since 1970.
    Column("day", Integer, primary_key=True),
)

sprints = Table(
    "sprints",
    metadata,
    Column("id", String(16), primary_key=True),
    _person_column(index=True),
    # Counted since 1970, and which sprint of that day it is for this person, from 1.
    Column("day", Integer, nullable=False),
    Column("run", Integer, nullable=False),
    # When it began, what was asked when, and what was answered.
    Column("state", JSON, nullable=False),
    # So far.
    Column("score", Integer),
    UniqueConstraint("person", "day", "run"),
    Index("ix_sprints_day_run_score", "day", "run", "score"),
)
