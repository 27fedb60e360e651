"""Orders of ``menhirs admin`` about people: who they are, bans, reports."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from menhirs.cli.admin_answer import AdminAnswer, Orders, confirm, day, listed, moment, now, table

if TYPE_CHECKING:
    from sqlalchemy import Engine

_DAY = 24 * 3600 * 1000


def add_orders(orders: Orders) -> list[argparse.ArgumentParser]:
    """Adds the orders with their options. Returns the parsers of the orders that list something."""
    people = orders.add("people", _people, "list people")
    people.add_argument("--search", default="", metavar="TEXT", help="a part of the name")
    orders.add("person", _person, "all about one person", "person")
    orders.add("rename", _rename, "give a person another name", "person", "name")
    ban = orders.add("ban", _ban, "shut a person out; rated games they won are void", "person")
    ban.add_argument("--reason", default=None, metavar="TEXT", help="shown to the person")
    ban.add_argument("--days", type=int, default=None, metavar="N", help="days (default: for good)")
    ban.add_argument("--contact", default=None, metavar="TEXT", help="an address for objections")
    ban.add_argument(
        "--keep-results", action="store_true", default=False, help="their rated games stay"
    )
    orders.add("unban", _unban, "let a person in again; their rated games count", "person")
    orders.add("merge", _merge, "make two people one", "person", "into", final=True)
    reports = orders.add("reports", _reports, "list reports of people about people")
    reports.add_argument("--all", action="store_true", default=False, help="with the closed ones")
    reports.add_argument("--close", default=None, metavar="ID", help="mark one as dealt with")
    return [people, reports]


def _people(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.admin_store import AdminStore

    rows = AdminStore(engine).people(options.search, options.limit)
    return listed(
        "people",
        rows,
        {
            "PERSON": [row["id"] for row in rows],
            "SEEN": [moment(row["seen"]) for row in rows],
            "GAMES": [row["games"] for row in rows],
            "RATINGS": [_ratings(row["ratings"]) for row in rows],
            "NAME": [row["name"] for row in rows],
            "BANNED": [_ban_in_words(row) for row in rows],
        },
    )


def _ratings(ratings: list[Mapping[str, Any]]) -> str:
    return ", ".join(f"{one['game']} {round(one['rating'])}" for one in ratings)


def _ban_in_words(row: Mapping[str, Any]) -> str:
    if row["banned"] is None:
        return ""
    until = row["banned_until"]
    return f"since {day(row['banned'])}, {'for good' if until is None else f'until {day(until)}'}"


_TOLD = (
    *(("browsers", "browsers"), ("passkeys", "passkeys"), ("games", "games")),
    *(("alerts", "browsers that are alerted"), ("reports", "reports about this person")),
    ("blocked_by", "people who blocked this person"),
)


def _person(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.admin_store import AdminStore

    found = AdminStore(engine).person(options.person)
    lines = [
        f"{found['name'] or 'no name'}  ({found['id']})",
        f"here since {day(found['created'])}, last seen {moment(found['seen'])}",
        ", ".join(f"{words}: {found[name]}" for name, words in _TOLD),
    ]
    if found["banned"] is not None:
        sentence = f"shut out {_ban_in_words(found)}; reason: {found['ban_reason'] or '-'}"
        lines.append(f"{sentence}; objections to: {found['ban_contact'] or '-'}")
    for about, people in (
        ("was in the same browser as", found["same_browser"]),
        ("plays in a browser that looks like that of", found["looks_like"]),
    ):
        if people:
            lines.append(f"{about}: {', '.join(people)}")
    ratings = found["ratings"]
    if ratings:
        lines += ["", _ratings_table(ratings)]
    return AdminAnswer(found, "\n".join(lines))


def _ratings_table(ratings: list[Mapping[str, Any]]) -> str:
    return table(
        {
            "GAME": [one["game"] for one in ratings],
            "RATING": [round(one["rating"]) for one in ratings],
            "DEVIATION": [round(one["deviation"]) for one in ratings],
            "GAMES": [one["games"] for one in ratings],
            "OPPONENTS": [one["opponents"] for one in ratings],
            "DAYS": [one["days"] for one in ratings],
            "NO NEWCOMER SINCE": [day(one["established"]) for one in ratings],
        }
    )


def _rename(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.match.names import checked_name
    from menhirs.server.storage.admin_store import AdminStore

    AdminStore(engine).rename(options.person, name := checked_name(options.name))
    sentence = {"person": options.person, "name": name}
    return AdminAnswer(sentence, f"{options.person} is now {name!r}")


def _ban(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.admin_store import AdminStore, Ban
    from menhirs.server.storage.rating.rating_orders import RatingOrders

    at = now()
    until = None if options.days is None else at + options.days * _DAY
    AdminStore(engine).ban(options.person, Ban(at, until, options.reason, options.contact))
    voided = [] if options.keep_results else RatingOrders(engine).void_won(options.person, at)
    term = "for good" if until is None else f"until {moment(until)}"
    taken = f"; {len(voided)} rated games that they won are void" if voided else ""
    sentence = {"person": options.person, "banned": at, "until": until, "voided": voided}
    return AdminAnswer(sentence, f"{options.person} is shut out {term}{taken}")


def _unban(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.admin_store import AdminStore
    from menhirs.server.storage.rating.rating_orders import RatingOrders

    AdminStore(engine).ban(options.person, None)
    back = RatingOrders(engine).give_back_won(options.person)
    consequence = f"; {len(back)} rated games that they won count again" if back else ""
    sentence = {"person": options.person, "banned": None, "counts_again": back}
    return AdminAnswer(sentence, f"{options.person} is let in again{consequence}")


def _merge(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.admin_store import AdminStore
    from menhirs.server.storage.rating.rating_orders import RatingOrders

    store = AdminStore(engine)
    gone, into = store.person(options.person), store.person(options.into)
    action = f"make {gone['name']!r} ({gone['id']}) and {into['name']!r} one person"
    confirm(action, is_sure=options.yes)
    store.merge(options.person, options.into, now())
    RatingOrders(engine).recalculate()
    sentence = {"person": options.into, "merged": options.person}
    return AdminAnswer(sentence, f"{options.person} is {options.into} now")


def _reports(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.admin_store import AdminStore

    store = AdminStore(engine)
    if options.close is not None:
        store.close_report(options.close, now())
        return AdminAnswer({"closed": options.close}, f"{options.close} is closed")
    rows = store.reports(closed=options.all, most=options.limit)
    return listed(
        "reports",
        rows,
        {
            "REPORT": [row["id"] for row in rows],
            "WHEN": [moment(row["at"]) for row in rows],
            "ABOUT": [f"{row['name'] or '-'} ({row['about']})" for row in rows],
            "BY": [f"{row['by_name'] or '-'} ({row['by'] or 'gone'})" for row in rows],
            "MATCH": [row["match"] for row in rows],
            "CLOSED": [day(row["closed"]) for row in rows],
            "WORDS": [row["words"] for row in rows],
        },
    )
