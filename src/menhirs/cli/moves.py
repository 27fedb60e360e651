"""List the legal actions of a position, one a line.

Actions read like this: *c3 turns a menhir over, +c3 places fog, c3-NE moves the whole cluster that
holds c3, b2b3c3-NE splits exactly these tiles off, xc3 takes a tile away, keep takes none, back and
on answer at the decision moment, claim claims victory. Resigning is always possible.
"""

from __future__ import annotations

import argparse

from menhirs.cli.sources import add_position_argument, position_from
from menhirs.notation.actions import write_action


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_argument(parser)


def run(options: argparse.Namespace) -> int:
    position = position_from(options)
    for action in position.legal_actions(claims=True):
        print(write_action(action, position))
    return 0
