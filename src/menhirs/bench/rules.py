"""The rules: move generation compiled and uncompiled, and whole games through the public API."""

from __future__ import annotations

import importlib.util
import time
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from types import ModuleType

from menhirs.core import fog
from menhirs.core.actions import Claim
from menhirs.core.geometry import STANDARD, Mask, cells_in
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.setup import random_menhirs


def is_compiled(module: ModuleType) -> bool:
    return not str(module.__file__).endswith(".py")


def uncompiled(module: ModuleType) -> ModuleType:
    """The same module run as plain Python, beside the compiled one."""
    folder = Path(str(module.__file__)).parent
    source = folder / f"{module.__name__.rpartition('.')[2]}.py"
    spec = importlib.util.spec_from_file_location(f"{module.__name__}_uncompiled", source)
    assert spec is not None
    assert spec.loader is not None
    plain = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(plain)
    return plain


def random_fogs(count: int, tiles: int, seed: int) -> list[Mask]:
    """Random placings of so many tiles."""
    numbers = Random(seed)
    cells = list(cells_in(STANDARD.cells))
    return [STANDARD.mask(numbers.sample(cells, tiles)) for _ in range(count)]


def positions_a_second(generator: ModuleType, fogs: Sequence[Mask], seconds: float) -> float:
    """How many placings a second get all their moves written down."""
    parts, directions = array("Q", bytes(8 * 512)), array("B", bytes(512))
    cells, stride = STANDARD.cells, STANDARD.stride
    write_moves = generator.write_moves

    def generate() -> int:
        for placing in fogs:
            write_moves(placing, cells, stride, parts, directions)
        return len(fogs)

    return _a_second(generate, seconds)


def compare_generators(tiles: int, seconds: float, seed: int = 1) -> tuple[float, float]:
    """Positions a second for random placings of so many tiles: compiled, uncompiled."""
    compiled = positions_a_second(fog, random_fogs(2000, tiles, seed), seconds)
    plain = positions_a_second(uncompiled(fog), random_fogs(50, tiles, seed), seconds)
    return compiled, plain


def games_a_second(rules: RuleSet, seconds: float) -> float:
    """Whole random games, every action checked, nobody claiming."""
    numbers = Random(1)

    def play_one() -> int:
        position = Position.start(rules, random_menhirs(rules, numbers.getrandbits(30)))
        while not position.is_over:
            actions = position.legal_actions()
            action = numbers.choice(actions)
            while isinstance(action, Claim):
                action = numbers.choice(actions)
            position = position.play(action)
        return 1

    return _a_second(play_one, seconds)


def _a_second(work: Callable[[], int], seconds: float) -> float:
    """How many units of work get done in a second, the first round not counted."""
    work()
    begin = time.perf_counter()
    done = 0
    while (elapsed := time.perf_counter() - begin) < seconds:
        done += work()
    return done / elapsed
