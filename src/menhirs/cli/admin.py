"""Look after a server: people, ratings, matches, tournaments, reports, old data, backups.

  menhirs admin people --search bo              who is here; those seen last come first
  menhirs admin ban ID --reason "…" --days 30   shuts somebody out, from the next request on
  menhirs admin merge ID INTO                   makes two people one
  menhirs admin rated --person ID               whom somebody won ratings from
  menhirs admin void MATCH                      a rated game does not count any more
  menhirs admin matches --running               what is being played
  menhirs admin close MATCH                     ends one that is not over: nobody wins
  menhirs admin tournaments                     all tournaments, and who holds them
  menhirs admin fair-play                       whose moves are more like the engine's than others'
  menhirs admin refused-help                    who wanted help with games that were being played
  menhirs admin purge --days 90 --dry-run       what old data there is
  menhirs admin backup copy.sqlite              a copy, while servers run

It works on the database, while servers run. docs/host/administration.md describes them all.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from menhirs.cli import admin_fair_play, admin_matches, admin_people, admin_ratings
from menhirs.cli.admin_answer import AdminAnswer, Orders, confirm, now, shown
from menhirs.cli.numbers import check_numbers

if TYPE_CHECKING:
    from sqlalchemy import Engine

_MOST = 50
_DAY = 24 * 3600 * 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The orders, each with its options."""
    orders = Orders(parser)
    families = (admin_people, admin_ratings, admin_matches, admin_fair_play)
    for listing in [made for family in families for made in family.add_orders(orders)]:
        listing.add_argument(
            "--limit", type=int, default=_MOST, metavar="N", help=f"at most so many ({_MOST})"
        )
    purge = orders.add("purge", _purge, "delete old data", final=True)
    purge.add_argument("--days", type=int, default=90, metavar="N", help="older than N days (90)")
    purge.add_argument("--dry-run", action="store_true", default=False, help="only count")
    backup = orders.add("backup", _backup, "copy an SQLite database, to a new file")
    backup.add_argument("file", type=Path, metavar="FILE")
    what = "take the database back to an earlier version"
    orders.add("downgrade", _downgrade, what, "version", final=True)


def run(options: argparse.Namespace) -> int:
    """Does what the operator asks for."""
    from menhirs.server.settings import default_database
    from menhirs.server.storage.database import existing_database

    check_numbers(options, "limit", "days", "look-at")
    options.database = options.database or default_database()
    engine = existing_database(options.database)
    try:
        answer: AdminAnswer = options.does(engine, options)
    finally:
        engine.dispose()
    print(json.dumps(answer.data) if options.json else shown(answer.words))
    return 0


def _backup(_engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.backup import back_up

    back_up(options.database, options.file)
    return AdminAnswer({"backup": str(options.file)}, f"copied to {options.file}")


def _downgrade(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.errors import BadOrder
    from menhirs.server.storage.database import go_back
    from menhirs.server.storage.match.store import MatchStore
    from menhirs.server.storage.one_server import locked

    with locked(options.database):  # on PostgreSQL others are seen by their connections
        if MatchStore(engine).has_other_servers():
            raise BadOrder("servers-run")
        description = f"make the tables those of version {options.version}"
        confirm(description, is_sure=options.yes)
        go_back(engine, options.version)
    return AdminAnswer({"version": options.version}, f"the tables are those of {options.version}")


def _purge(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.admin_store import AdminStore

    store, at = AdminStore(engine), now()
    before = at - options.days * _DAY
    counts = store.purge(at, before, for_real=False)
    if not options.dry_run:
        confirm(f"delete {_counted(counts)}", is_sure=options.yes)
        counts = store.purge(at, before, for_real=True)
    done = "to delete" if options.dry_run else "deleted"
    return AdminAnswer({"deleted": not options.dry_run, **counts}, f"{done}: {_counted(counts)}")


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(
        f"{count} {description.replace('_', ' ')}" for description, count in counts.items()
    )
