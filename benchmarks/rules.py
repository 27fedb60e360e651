"""Benchmarks of the rules: the move generator, compiled or not, and games through the API."""

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
    """Loads a compiled module a second time, as plain Python."""
    folder = Path(str(module.__file__)).parent
    source = folder / f"{module.__name__.rpartition('.')[2]}.py"
    spec = importlib.util.spec_from_file_location(f"{module.__name__}_uncompiled", source)
    assert spec is not None
    assert spec.loader is not None
    plain = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(plain)
    return plain


def random_fogs(count: int, tiles: int, seed: int) -> list[Mask]:
    """Random fogs with this number of tiles."""
    numbers = Random(seed)
    cells = list(cells_in(STANDARD.cells))
    return [STANDARD.mask(numbers.sample(cells, tiles)) for _ in range(count)]


def positions_a_second(generator: ModuleType, fogs: Sequence[Mask], seconds: float) -> float:
    """Fogs per second for which the generator lists all moves."""
    parts, directions = array("Q", bytes(8 * 512)), array("B", bytes(512))
    cells, stride = STANDARD.cells, STANDARD.stride
    write_moves = generator.write_moves

    def generate() -> int:
        for placing in fogs:
            write_moves(placing, cells, stride, parts, directions)
        return len(fogs)

    return _a_second(generate, seconds)


def compare_generators(tiles: int, seconds: float, seed: int = 1) -> tuple[float, float]:
    """Positions per second for random fogs of this number of tiles: compiled, uncompiled."""
    compiled = positions_a_second(fog, random_fogs(2000, tiles, seed), seconds)
    plain = positions_a_second(uncompiled(fog), random_fogs(50, tiles, seed), seconds)
    return compiled, plain


def games_a_second(rules: RuleSet, seconds: float) -> float:
    """Random games per second, with every action checked and nobody claiming."""
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
    """Units of work per second; the first call is a warm-up and does not count."""
    work()
    begin = time.perf_counter()
    done = 0
    while (elapsed := time.perf_counter() - begin) < seconds:
        done += work()
    return done / elapsed
