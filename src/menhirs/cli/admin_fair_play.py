"""Orders of ``menhirs admin`` about fair play: help that was refused, and the quiet check."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from menhirs.cli.admin_answer import Answer, listed, moment, now

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from menhirs.cli.admin import AddOrder


def add_orders(order: AddOrder) -> list[argparse.ArgumentParser]:
    """The orders, each with its options; those that list something are returned."""
    refused = order(
        "refused-help", _refused_help, "list who wanted help with a game that was being played"
    )
    refused.add_argument("--person", default=None, metavar="ID", help="only this person")
    refused.add_argument("--match", default=None, metavar="ID", help="only this match")
    return [refused]


def _refused_help(engine: Engine, options: argparse.Namespace) -> Answer:
    """Who was refused help, the last one first."""
    from menhirs.server.storage.fair_play_store import FairPlayStore

    store = FairPlayStore(engine)
    store.forget_refusals(now())
    found = store.refusals(options.person, options.match, options.limit)
    return listed(
        "refused-help",
        [asdict(one) for one in found],
        {
            "MATCH": [one.match for one in found],
            "LAST": [moment(one.last) for one in found],
            "PERSON": [f"{one.name or '-'} ({one.person or 'nobody known'})" for one in found],
            "PLAYS IN IT": [one.plays for one in found],
            "DOOR": [one.door for one in found],
            "LIKENESS": [one.likeness for one in found],
            "BOARD": [one.fingerprint[:8] for one in found],
            "TIMES": [one.times for one in found],
        },
    )
