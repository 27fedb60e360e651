"""Orders of ``menhirs admin`` about fair play: help that was refused, and the quiet check."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from statistics import median, pstdev
from typing import TYPE_CHECKING

from menhirs.cli.admin_answer import AdminAnswer, Orders, listed, moment, now
from menhirs.learn.review.agreement import Agreement, GameThird

if TYPE_CHECKING:
    from sqlalchemy import Engine

_MANY = 1_000
_CAUTION = """\
AGREED: of the positions in which at most half of the moves keep the value and none wins at once,
those in which the player moved like the engine; in brackets where the true part lies, with 95 %
certainty. OTHERS: the same of players within 200 points, weighed by stage as this player's. Of
forty honest players one may stand out by chance. This proves nothing: look at their games."""


def add_orders(orders: Orders) -> list[argparse.ArgumentParser]:
    """Adds the orders with their options. Returns the parsers of the orders that list something."""
    refused = orders.add(
        "refused-help", _refused_help, "list who wanted help with a game that was being played"
    )
    refused.add_argument("--person", default=None, metavar="ID", help="only this person")
    refused.add_argument("--match", default=None, metavar="ID", help="only this match")
    check = orders.add("fair-play", _quiet_check, "compare players with others who are as strong")
    check.add_argument("--person", default=None, metavar="ID", help="only this person")
    check.add_argument(
        "--look-at", type=int, default=None, metavar="N", help="first look at N more rated games"
    )
    return [refused, check]


def _quiet_check(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    """The players whose moves and claims are unlike those of others, the most unusual first."""
    from menhirs.server.storage.rating.quiet_check import QuietCheck

    check = QuietCheck(engine)
    matches = check.unchecked(options.look_at) if options.look_at else []
    for number, match in enumerate(matches, start=1):
        print(f"looking at {match}: {number} of {len(matches)} games", file=sys.stderr)
        check.look_at(match, now())
    found = [one for one in check.found() if options.person in (None, one.person)]
    found = found[: options.limit]
    answer = listed(
        "fair-play",
        [one.as_json() for one in found],
        {
            "PERSON": [f"{one.name or '-'} ({one.person})" for one in found],
            "GAME": [one.game for one in found],
            "RATING": [round(one.rating) for one in found],
            "GAMES": [one.games for one in found],
            "AGREED": [_in_words(one.whole) for one in found],
            "OTHERS": [_in_words(one.others) for one in found],
            **{
                stage.name: [_counted(one.stages.get(stage)) for one in found]
                for stage in GameThird
            },
            "MORE THAN OTHERS": [_sureness(one.stands_out) for one in found],
            "CLAIMS": [_claims(one.claims) for one in found],
            "TOO REGULAR": [_sureness(one.claims_are_regular) for one in found],
        },
    )
    left = len(check.unchecked(_MANY))
    more = f"{left if left < _MANY else f'{_MANY} or more'} rated games were not looked at yet"
    return AdminAnswer(
        {**answer.data, "not_looked_at": left}, f"{answer.words}\n\n{_CAUTION}\n{more}."
    )


def _in_words(one: Agreement) -> str:
    low, high = one.between
    if not one.decisions:
        return "-"
    return f"{one.agreed} of {one.decisions} ({100 * low:.0f} to {100 * high:.0f} %)"


def _counted(one: Agreement | None) -> str:
    return "-" if one is None else f"{one.agreed}/{one.decisions}"


def _sureness(found: bool | None) -> str:
    return "too few to say" if found is None else "yes" if found else "no"


def _claims(delays: Sequence[int]) -> str:
    if not delays:
        return "-"
    return f"{len(delays)}, after {median(delays):.0f} ms, ± {pstdev(delays):.0f}"


def _refused_help(engine: Engine, options: argparse.Namespace) -> AdminAnswer:
    """Refused requests for help, the latest first."""
    from menhirs.server.storage.match.fair_play_store import FairPlayStore

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
