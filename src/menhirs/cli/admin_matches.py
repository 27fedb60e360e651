"""Orders of ``menhirs admin`` about matches and tournaments."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from menhirs.cli.admin_answer import AdminAnswer, Orders, confirm, listed, moment, now

if TYPE_CHECKING:
    from sqlalchemy import Engine


def add_orders(orders: Orders) -> list[argparse.ArgumentParser]:
    """Adds the orders with their options. Returns the parsers of the orders that list something."""
    matches = orders.add("matches", _matches, "list matches")
    matches.add_argument("--person", default=None, metavar="ID", help="only this person's")
    matches.add_argument("--running", action="store_true", default=False, help="only unfinished")
    what = "end a match that is not over, without a winner"
    orders.add("close", _close, what, "match", final=True)
    tournaments = orders.add("tournaments", _tournaments, "list tournaments")
    tournaments.add_argument(
        "--running", action="store_true", default=False, help="only those that are not finished"
    )
    what = "end a tournament as it stands; delete one that never began"
    orders.add("close-tournament", _finish, what, "tournament", final=True)
    what = "make a person an organiser of a tournament"
    orders.add("hand-over", _hand_over, what, "tournament", "person")
    return [matches, tournaments]


def _matches(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.admin_store import AdminStore

    rows = AdminStore(engine).matches(options.person, running=options.running, most=options.limit)
    return listed(
        "matches",
        rows,
        {
            "MATCH": [row["id"] for row in rows],
            "CHANGED": [moment(row["updated"] or row["created"]) for row in rows],
            "RULES": [row["rules"] for row in rows],
            "RESULT": [_result(row) for row in rows],
            "PLAYERS": [
                ", ".join(seat["name"] or seat["person"] or "-" for seat in row["seats"])
                for row in rows
            ],
        },
    )


def _result(match: Mapping[str, Any]) -> str:
    winner = match["winner"]
    if winner is None:
        return match["reason"] or "runs"
    return f"{winner} won" if winner else "tie"


def _close(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.admin_store import AdminStore

    action = f"take the match {options.match} away from both its players"
    confirm(action, is_sure=options.yes)
    AdminStore(engine).close_match(options.match)
    return AdminAnswer({"closed": options.match}, f"{options.match} is closed")


def _tournaments(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.tournament.tournament_orders import TournamentOrders

    rows = TournamentOrders(engine).all(running=options.running, most=options.limit)
    return listed(
        "tournaments",
        rows,
        {
            "TOURNAMENT": [row["id"] for row in rows],
            "CHANGED": [moment(row["updated"]) for row in rows],
            "STATE": [row["state"] for row in rows],
            "PLAYERS": [row["players"] for row in rows],
            "ORGANISER": [f"{row['organiser_name'] or '-'} ({row['organiser']})" for row in rows],
            "NAME": [row["name"] for row in rows],
        },
    )


def _finish(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.live.tournament.tournaments import close_now
    from menhirs.server.storage.match.store import MatchStore
    from menhirs.server.storage.tournament.tournament_store import TournamentStore

    name: str = options.tournament
    confirm(f"end the tournament {name} as it stands", is_sure=options.yes)
    if close_now(TournamentStore(MatchStore(engine)), name, now()):
        return AdminAnswer({"finished": name}, f"{name} is finished")
    return AdminAnswer({"deleted": name}, f"{name} had not begun, and is deleted")


def _hand_over(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.live.tournament.tournaments import enter_now
    from menhirs.server.storage.admin_store import AdminStore
    from menhirs.server.storage.match.store import MatchStore
    from menhirs.server.storage.tournament.tournament_store import TournamentStore
    from menhirs.tournament.entries import Appoint

    person = AdminStore(engine).person(options.person)
    appoint = Appoint(person["id"], person["name"] or person["id"])
    enter_now(TournamentStore(MatchStore(engine)), options.tournament, appoint, now())
    data = {"tournament": options.tournament, "organiser": options.person}
    return AdminAnswer(
        data, f"{options.person} is an organiser of {options.tournament} from now on"
    )
