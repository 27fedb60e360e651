"""What an operator asks about fair play: the orders ``refused-help`` and ``fair-play``."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlalchemy import Engine

ADDS = Callable[..., argparse.ArgumentParser]
"""Adds an order to the command: its name, what it does, the words that follow it."""


def add_orders(order: ADDS) -> list[argparse.ArgumentParser]:
    """The orders, each with its options; those that list something are returned."""
    refused = order("refused-help", "list who wanted help with a game that was being played")
    refused.add_argument("--person", default=None, metavar="ID", help="only this person")
    refused.add_argument("--match", default=None, metavar="ID", help="only this match")
    return [refused]


def refused_help(engine: Engine, options: argparse.Namespace) -> list[Mapping[str, Any]]:
    """Who was refused help, the last one first."""
    from menhirs.server.storage.fair_play_store import FairPlayStore

    store = FairPlayStore(engine)
    store.forget_refusals(time.time_ns() // 1_000_000)
    return [asdict(one) for one in store.refusals(options.person, options.match, options.limit)]


def refusal_line(one: Mapping[str, Any]) -> str:
    """A refusal on one line."""
    who = f"{one['person'] or 'nobody known'} ({one['name'] or '-'})"
    role = "plays in it" if one["plays"] else "does not play in it"
    times = "once" if one["times"] == 1 else f"{one['times']} times"
    what = f"{one['door']}, {one['likeness']} board {one['fingerprint'][:8]}"
    return f"{one['match']}  {_moment(one['last'])}  {who} {role}: {what}, {times}"


def _moment(at: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(at / 1000))
