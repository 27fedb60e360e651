"""Orders of ``menhirs admin`` about ratings: what counted, what is void, who begins anew."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from menhirs.cli.admin_answer import AdminAnswer, Orders, confirm, listed, moment, now

if TYPE_CHECKING:
    from sqlalchemy import Engine


def add_orders(orders: Orders) -> list[argparse.ArgumentParser]:
    """Adds the orders with their options. Returns the parsers of the orders that list something."""
    rated = orders.add("rated", _rated, "list results that changed ratings")
    rated.add_argument("--person", default=None, metavar="ID", help="only this person's")
    orders.add("void", _void, "leave a rated game out; all ratings are calculated again", "match")
    orders.add("unvoid", _unvoid, "let a voided game count again", "match")
    what = "let a person begin anew with 1500"
    orders.add("reset-rating", _reset, what, "person", final=True)
    return [rated]


def _rated(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.rating.rating_orders import RatingOrders

    rows = RatingOrders(engine).rated(options.person, options.limit)
    return listed(
        "rated",
        rows,
        {
            "MATCH": [row["match"] for row in rows],
            "ENDED": [moment(row["at"]) for row in rows],
            "GAME": [row["game"] for row in rows],
            "PLAYER 1": [f"{row['name_one'] or '-'} ({row['one']})" for row in rows],
            "PLAYER 2": [f"{row['name_two'] or '-'} ({row['two']})" for row in rows],
            "WINNER": [row["winner"] or "tie" for row in rows],
            "COUNTS": [f"{row['weight']:g}" if row["voided"] is None else "void" for row in rows],
            "BECAUSE": [row["voided_for"] or row["why"] for row in rows],
        },
    )


def _void(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.rating.rating_orders import RatingOrders

    RatingOrders(engine).void(options.match, now())
    sentence = f"{options.match} does not count any more; the ratings were calculated again"
    return AdminAnswer({"void": options.match}, sentence)


def _unvoid(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.rating.rating_orders import RatingOrders

    RatingOrders(engine).void(options.match, None)
    sentence = f"{options.match} counts again; the ratings were calculated again"
    return AdminAnswer({"counts_again": options.match}, sentence)


def _reset(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    from menhirs.server.storage.admin_store import AdminStore
    from menhirs.server.storage.rating.rating_orders import RatingOrders

    person = AdminStore(engine).person(options.person)
    action = f"let {person['name']!r} ({person['id']}) begin anew with 1500"
    confirm(action, is_sure=options.yes)
    RatingOrders(engine).reset(options.person)
    return AdminAnswer({"reset": options.person}, f"{options.person} begins anew")
