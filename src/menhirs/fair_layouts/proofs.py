"""Layouts that are proven fair, and a random choice among them.

Each line of the data is one proof. For rules without turning over it names a layout whose value is
a tie. Where each player turns one menhir over (A1), it names six menhirs of which all six sets of
five are ties; then every layout of these six and any seventh menhir is a tie:

- Player 1 turns the seventh over. Whatever player 2 turns over then, five of the six are left.
- Whatever else player 1 turns over, player 2 answers with the seventh: five of the six are left.

So both players can hold the tie. Mirror images of a layout are worth the same: no rule tells north
from south or east from west.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from random import Random
from typing import Any, ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError
from menhirs.core.geometry import Geometry, Mask, cells_in
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.core.setup import random_menhirs


@dataclass(frozen=True)
class ProvenTie:
    """One line of the data: menhirs that are proven to be a tie."""

    rules: str
    menhirs: str
    """The cells of a whole layout; or, where menhirs are turned over, of six of the seven."""
    placings: int
    """How many ways there are to place the free fog tiles, for all sets together."""
    ties: int
    """How many of them are ties, too."""

    @property
    def share(self) -> float:
        """The share of placings that keep the tie."""
        return self.ties / self.placings

    def written(self) -> str:
        """The line of this proof, with a checksum at its end."""
        content = vars(self)
        return json.dumps(content | {"checksum": _checksum(content)})

    @staticmethod
    def read(line: str) -> ProvenTie:
        """The proof of a line; a ValueError if the line is not as it was written."""
        content: dict[str, Any] = json.loads(line)
        checksum = content.pop("checksum", None)
        if checksum != _checksum(content):
            raise ValueError(f"the checksum of a proof is wrong: {line!r}")
        return ProvenTie(**content)


class ProvenTies:
    """All proven layouts of one rule set."""

    def __init__(self, rules: RuleSet, proofs: Iterable[ProvenTie]) -> None:
        self._share: dict[Mask, float] = {}
        geometry = rules.geometry
        for proof in proofs:
            for menhirs in _layouts(rules, geometry.mask_of(proof.menhirs)):
                for image in _images(geometry, menhirs):
                    self._share.setdefault(image, proof.share)
        self._drawn_from = sorted(self._share)

    def __len__(self) -> int:
        """How many layouts are proven, mirror images included."""
        return len(self._share)

    def __contains__(self, menhirs: Mask) -> bool:
        return menhirs in self._share

    def share(self, menhirs: Mask) -> float:
        """The share of placings that keep the tie on a proven layout."""
        return self._share[menhirs]

    def draw(self, seed: str) -> Mask:
        """One of the layouts; the same for the same seed."""
        return self._drawn_from[int(Random(seed).random() * len(self._drawn_from))]


class NoFairLayouts(MenhirsError):
    """A fair layout is asked for where none is proven."""

    kind = "request"
    messages: ClassVar[ErrorMessages] = {
        "no-fair-layouts": "no layout is proven fair under the rules {rules!r}",
    }


def draw_layout(rules: RuleSet, seed: str, *, fair: bool) -> Mask:
    """A layout drawn from a seed: any, or one of those that are proven fair."""
    if not fair:
        return random_menhirs(rules, seed)
    proven = proofs_of(rules)
    if not proven:
        raise NoFairLayouts("no-fair-layouts", rules=rules.name)
    return proven.draw(seed)


@cache
def proofs_of(rules: RuleSet) -> ProvenTies:
    """The proven layouts of a rule set; none for rules that the data does not speak of.

    Rules that differ in nothing but the points share their proofs.
    """
    proofs = [proof for proof in _packaged() if is_the_same_game(rules, RULE_SETS[proof.rules])]
    return ProvenTies(rules, proofs)


@cache
def _packaged() -> tuple[ProvenTie, ...]:
    text = files("menhirs.fair_layouts").joinpath("layouts.jsonl").read_text("utf-8")
    return tuple(ProvenTie.read(line) for line in text.splitlines())


def is_the_same_game(rules: RuleSet, proven: RuleSet) -> bool:
    """Whether rules differ from proven ones in names and points only.

    Every win is worth more than none, so a player who can't be kept from winning under one way of
    scoring can't be under another.
    """
    points_alone = replace(
        rules, name=proven.name, title=proven.title, scoring=proven.scoring, sheet=proven.sheet
    )
    return points_alone == proven


def _layouts(rules: RuleSet, menhirs: Mask) -> Iterator[Mask]:
    """The layouts that a proof speaks of: the menhirs themselves, or with any one more."""
    if menhirs.bit_count() == rules.menhirs:
        yield menhirs
    else:
        yield from (menhirs | 1 << cell for cell in cells_in(rules.geometry.cells & ~menhirs))


def _images(geometry: Geometry, menhirs: Mask) -> Iterator[Mask]:
    yield menhirs
    yield from (mirror.mask(menhirs) for mirror in geometry.mirrors)


def _checksum(content: dict[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()
