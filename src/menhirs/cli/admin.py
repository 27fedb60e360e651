"""Look after a server: people, matches, reports, old data, backups.

  menhirs admin people --search bo              who is here; those seen last come first
  menhirs admin ban ID                          shuts somebody out, from the next request on
  menhirs admin merge ID INTO                   makes two people one
  menhirs admin matches --running               what is being played
  menhirs admin close MATCH                     ends one that is not over: nobody wins
  menhirs admin refused-help                    who wanted help with games that were being played
  menhirs admin purge --days 90 --dry-run       what old data there is
  menhirs admin backup copy.sqlite              a copy, while servers run

It works on the database, while servers run. docs/host/server.md tells what each of these does.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from menhirs.cli import admin_fair_play
from menhirs.core.errors import Malformed

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from menhirs.server.storage.admin_store import AdminStore

_MOST = 50
_DAY = 24 * 3600 * 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The orders, each with its options."""
    # What was said before the order counts as long as nothing is said after it.
    shared = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    shared.add_argument("--database", metavar="URL", help="that of menhirs serve")
    shared.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="for programs"
    )
    parser.add_argument("--database", metavar="URL", help="that of menhirs serve")
    parser.add_argument("--json", action="store_true", help="for programs")
    orders = parser.add_subparsers(dest="order", metavar="ORDER", required=True)

    def order(name: str, what: str, *words: str) -> argparse.ArgumentParser:
        made = orders.add_parser(name, help=what, parents=[shared])
        for word in words:
            made.add_argument(word, metavar=word.upper())
        return made

    people = order("people", "list people")
    people.add_argument("--search", default="", metavar="TEXT", help="a part of the name")
    order("person", "all about one person", "person")
    order("rename", "give a person another name", "person", "name")
    order("ban", "shut a person out", "person")
    order("unban", "let a person in again", "person")
    merge = order("merge", "make two people one", "person", "into")
    matches = order("matches", "list matches")
    matches.add_argument("--person", default=None, metavar="ID", help="only this person's")
    matches.add_argument("--running", action="store_true", default=False, help="only unfinished")
    close = order("close", "end a match that is not over, without a winner", "match")
    reports = order("reports", "list reports of people about people")
    reports.add_argument("--all", action="store_true", default=False, help="also the closed ones")
    reports.add_argument("--close", default=None, metavar="ID", help="note that one is dealt with")
    purge = order("purge", "delete old data")
    purge.add_argument("--days", type=int, default=90, metavar="N", help="older than that (90)")
    purge.add_argument("--dry-run", action="store_true", default=False, help="only count")
    backup = order("backup", "copy an SQLite database")
    backup.add_argument("file", type=Path, metavar="FILE")
    back = order("downgrade", "make the tables those of an earlier version", "version")
    for final in (merge, close, purge, back):
        final.add_argument("--yes", action="store_true", default=False, help="do not ask")
    for listing in (people, matches, reports, *admin_fair_play.add_orders(order)):
        listing.add_argument(
            "--limit", type=int, default=_MOST, metavar="N", help=f"at most so many ({_MOST})"
        )


def run(options: argparse.Namespace) -> int:
    """Does what the operator asks for."""
    from menhirs.server.settings import default_database
    from menhirs.server.storage.admin_store import AdminStore
    from menhirs.server.storage.backup import back_up
    from menhirs.server.storage.database import existing_database

    for name in ("limit", "days"):
        if getattr(options, name, 1) < 1:
            raise Malformed("number-positive", name=f"--{name}", text=str(getattr(options, name)))
    database = options.database or default_database()
    engine = existing_database(database)
    try:
        if options.order == "backup":
            back_up(database, options.file)
            _tell(options, {"backup": str(options.file)}, f"copied to {options.file}")
        elif options.order == "downgrade":
            _downgrade(engine, database, options)
        elif options.order == "refused-help":
            refused = admin_fair_play.refused_help(engine, options)
            _list(options, refused, admin_fair_play.refusal_line)
        else:
            _ORDERS[options.order](AdminStore(engine), options)
    finally:
        engine.dispose()
    return 0


def _downgrade(engine: Engine, database: str, options: argparse.Namespace) -> None:
    from menhirs.server.errors import BadOrder
    from menhirs.server.storage.database import go_back
    from menhirs.server.storage.one_server import locked
    from menhirs.server.storage.store import Store

    with locked(database):  # on PostgreSQL others are seen by their connections
        if Store(engine).has_other_servers():
            raise BadOrder("servers-run")
        _confirm(options, f"make the tables those of version {options.version}")
        go_back(engine, options.version)
    _tell(options, {"version": options.version}, f"the tables are those of {options.version}")


def _people(store: AdminStore, options: argparse.Namespace) -> None:
    _list(options, store.people(options.search, options.limit), _person_line)


def _person_line(person: Mapping[str, Any]) -> str:
    banned = "  banned" if person["banned"] else ""
    seen, games = _day(person["seen"]), person["games"]
    return f"{person['id']}  {seen}  {games:5} games  {person['name'] or '-'}{banned}"


def _person(store: AdminStore, options: argparse.Namespace) -> None:
    found = store.person(options.person)
    days = ("created", "seen", "banned")
    shown = {key: _day(found[key]) if key in days else found[key] for key in found}
    _tell(options, found, "\n".join(f"{key}: {value}" for key, value in shown.items()))


def _rename(store: AdminStore, options: argparse.Namespace) -> None:
    from menhirs.match.names import checked_name

    store.rename(options.person, name := checked_name(options.name))
    _tell(options, {"person": options.person, "name": name}, f"{options.person} is now {name!r}")


def _ban(store: AdminStore, options: argparse.Namespace) -> None:
    at = _now() if options.order == "ban" else None
    store.ban(options.person, at)
    told = "shut out" if at else "let in again"
    _tell(options, {"person": options.person, "banned": at}, f"{options.person} is {told}")


def _merge(store: AdminStore, options: argparse.Namespace) -> None:
    gone, into = store.person(options.person), store.person(options.into)
    _confirm(options, f"make {gone['name']!r} ({gone['id']}) and {into['name']!r} one person")
    store.merge(options.person, options.into)
    told = {"person": options.into, "merged": options.person}
    _tell(options, told, f"{options.person} is {options.into} now")


def _matches(store: AdminStore, options: argparse.Namespace) -> None:
    found = store.matches(options.person, running=options.running, most=options.limit)
    _list(options, found, _match_line)


def _match_line(match: Mapping[str, Any]) -> str:
    names = ", ".join(seat["name"] or seat["person"] or "-" for seat in match["seats"])
    winner, reason = match["winner"], match["reason"]
    result = (reason or "runs") if winner is None else f"{winner} won" if winner else "tie"
    changed = _day(match["updated"] or match["created"])
    return f"{match['id']}  {changed}  {match['rules']:10}  {result:5}  {names}"


def _close(store: AdminStore, options: argparse.Namespace) -> None:
    _confirm(options, f"take the match {options.match} away from both its players")
    store.close_match(options.match)
    _tell(options, {"closed": options.match}, f"{options.match} is closed")


def _reports(store: AdminStore, options: argparse.Namespace) -> None:
    if options.close is not None:
        store.close_report(options.close, _now())
        _tell(options, {"closed": options.close}, f"{options.close} is closed")
        return
    _list(options, store.reports(closed=options.all, most=options.limit), _report_line)


def _report_line(report: Mapping[str, Any]) -> str:
    about = f"{report['about']} ({report['name'] or '-'})"
    words = " ".join(report["words"].split())
    return f"{report['id']}  {_day(report['at'])}  about {about}: {words}"


def _purge(store: AdminStore, options: argparse.Namespace) -> None:
    now = _now()
    before = now - options.days * _DAY
    told = store.purge(now, before, for_real=False)
    if not options.dry_run:
        _confirm(options, f"delete {_counted(told)}")
        told = store.purge(now, before, for_real=True)
    done = "to delete" if options.dry_run else "deleted"
    _tell(options, {"deleted": not options.dry_run, **told}, f"{done}: {_counted(told)}")


def _counted(told: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {what.replace('_', ' ')}" for what, count in told.items())


_ORDERS: dict[str, Callable[[AdminStore, argparse.Namespace], None]] = {
    "people": _people,
    "person": _person,
    "rename": _rename,
    "ban": _ban,
    "unban": _ban,
    "merge": _merge,
    "matches": _matches,
    "close": _close,
    "reports": _reports,
    "purge": _purge,
}


def _list(
    options: argparse.Namespace,
    rows: Sequence[Mapping[str, Any]],
    line: Callable[[Mapping[str, Any]], str],
) -> None:
    _tell(options, {options.order: list(rows)}, "\n".join(map(line, rows)) or "none")


def _tell(options: argparse.Namespace, data: Mapping[str, Any], words: str) -> None:
    print(json.dumps(data, ensure_ascii=False) if options.json else words)


def _confirm(options: argparse.Namespace, what: str) -> None:
    """Asks before what can't be undone."""
    from menhirs.server.errors import BadOrder

    if options.yes:
        return
    print(f"This can't be undone: {what}? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise BadOrder("not-confirmed")


def _now() -> int:
    return time.time_ns() // 1_000_000


def _day(at: int | None) -> str:
    return "-" if at is None else time.strftime("%Y-%m-%d", time.gmtime(at / 1000))
