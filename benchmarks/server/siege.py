"""One attack after the other on a server with the usual limits, while others play on it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from sqlalchemy import Engine

from benchmarks import CHECKOUT
from benchmarks.server.attacks import ATTACKS, Ground, Plan
from benchmarks.server.beside import Comparison, compare
from benchmarks.server.load import Size, Tell
from benchmarks.server.processes import Process

_LOOK_EVERY = 1.0
"""Seconds from one look at the server's memory to the next."""


@dataclass(frozen=True)
class Attacked:
    """What an attack did to others."""

    name: str
    median_without: float
    median: float
    p99_without: float
    p99: float
    memory: list[float]
    """Of the server, in MB, once a second."""
    answers: dict[str, int]
    """What the attacker got."""

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


class Siege:
    """Attacks at a server, one each time that it is let."""

    def __init__(self, server: Process, attacks: Sequence[tuple[str, Plan]]) -> None:
        self._server = server
        self._waiting = list(attacks)
        self._attacker: subprocess.Popen[str] | None = None
        self._over = threading.Event()
        self._watch: threading.Thread | None = None
        self.memory: list[list[float]] = []
        self.answers: list[dict[str, int]] = []

    def go_on(self) -> None:
        _, plan = self._waiting.pop(0)
        self._attacker = attacker = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.server.attacker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=CHECKOUT,
        )
        assert attacker.stdin is not None
        attacker.stdin.write(json.dumps(plan.as_data(self._server.port)) + "\n")
        attacker.stdin.flush()
        self.memory.append([self._server.megabytes])
        self._over.clear()
        self._watch = threading.Thread(target=self._look_at_memory)
        self._watch.start()

    def _look_at_memory(self) -> None:
        while not self._over.wait(_LOOK_EVERY):
            self.memory[-1].append(self._server.megabytes)

    def pause(self) -> None:
        if self._attacker is None:
            return
        self._over.set()
        told, _ = self._attacker.communicate()
        self.answers.append(json.loads(told))
        self._attacker = None
        if self._watch is not None:
            self._watch.join()

    def told(self) -> dict[str, float]:
        return {"attacks": len(self.answers)}


def besiege(names: Sequence[str], size: Size, tell: Tell) -> list[Attacked]:
    """Others play alone and beside each attack in turns; a stretch has the seconds of the size."""
    sieges: list[Siege] = []

    @contextmanager
    def begin(server: Process, engine: Engine) -> Iterator[Siege]:
        ground = Ground(server.port, engine)
        prepared = []
        for name in names:
            tell(f"{name}: prepared")
            prepared.append((name, ATTACKS[name](ground)))
        sieges.append(siege := Siege(server, prepared))
        try:
            yield siege
        finally:
            siege.pause()

    compared = compare("attacks", begin, size, tell, pairs=len(names), limits=())
    return list(_results(names, compared, sieges[0]))


def _results(names: Sequence[str], compared: Comparison, siege: Siege) -> Iterator[Attacked]:
    figures = zip(names, compared.alone, compared.beside, siege.memory, siege.answers, strict=True)
    for name, alone, beside, memory, answers in figures:
        yield Attacked(name, alone.median, beside.median, alone.p99, beside.p99, memory, answers)


def siege_table(attacked: Sequence[Attacked], size: Size) -> Iterator[str]:
    """The lines of a Markdown table."""
    yield f"{size.matches} matches, {size.seconds:g} s without and with each attack; ms and MB:"
    yield ""
    yield (
        "| attack by one visitor | median without | with | 99 % without | with | more "
        "| memory before | halfway | after | answers |"
    )
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    for one in attacked:
        memory = one.memory
        answers = ", ".join(f"{count} × {what}" for what, count in sorted(one.answers.items()))
        yield (
            f"| {one.name} | {one.median_without:.1f} | {one.median:.1f} "
            f"| {one.p99_without:.1f} | {one.p99:.1f} | {one.p99 - one.p99_without:+.1f} "
            f"| {memory[0]:.0f} | {memory[len(memory) // 2]:.0f} | {memory[-1]:.0f} | {answers} |"
        )
