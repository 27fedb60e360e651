"""What the program thinks with: the analyst that the options ask for, and its choices."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Event
from typing import TypeAlias

from menhirs.core.actions import Action
from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis, Analyst, Limits, Watch
from menhirs.engine.levels import LevelPlayer
from menhirs.engine.replies import with_replies
from menhirs.protocol.options import Settings

MakeAnalyst: TypeAlias = Callable[[Settings], Analyst]


class Mind:
    """Options, and an analyst that is made anew when a game begins or an option changes."""

    def __init__(self, make_analyst: MakeAnalyst, should_claim: Callable[[Position], bool]) -> None:
        self.settings = Settings()
        self._make_analyst = make_analyst
        self._should_claim = should_claim
        self._analyst: Analyst | None = None
        self._player: LevelPlayer | None = None

    @property
    def has_a_level(self) -> bool:
        """Whether it plays as a level does, whose thoughts have an end of their own."""
        return self.settings.level > 0

    def set(self, name: str, word: str) -> None:
        """Sets an option."""
        self.settings = self.settings.with_option(name, word)
        self.forget()

    def forget(self) -> None:
        """Drops what was learnt: the same game gets the same answers, whatever came before."""
        self._analyst = None
        self._player = None

    def analyse(
        self, position: Position, limits: Limits, *, lines: int, watch: Watch, stop: Event
    ) -> Analysis:
        """What is true of a position, as far as the limits let one see."""
        analyst = self._awake()
        analysis = analyst.analyse(position, limits, lines=lines, watch=watch, stop=stop)
        return with_replies(analyst, position, analysis, limits, stop=stop)

    def choose(self, position: Position, limits: Limits, *, watch: Watch, stop: Event) -> Action:
        """The action to play; the last state that is watched tells why.

        A level below the highest keeps its thoughts to itself. Limits can only cut them short.
        """
        if (player := self._level_player()) is not None:
            return player.choose(position, limits, watch=watch, stop=stop)
        analysis = self._awake().analyse(position, limits, lines=1, watch=watch, stop=stop)
        watch(analysis)
        return analysis.lines[0].actions[0]

    def wants_to_claim(self, position: Position) -> bool:
        """Whether the claimant, on turn or not, should claim now."""
        if (player := self._level_player()) is not None:
            return player.wants_to_claim(position)
        return self._should_claim(position)

    def _awake(self) -> Analyst:
        if self._analyst is None:
            self._analyst = self._make_analyst(self.settings)
        return self._analyst

    def _level_player(self) -> LevelPlayer | None:
        """Who plays if less than the best is asked for."""
        if self.settings.level and self._player is None:
            self._player = LevelPlayer(self.settings.level, tables=self.settings.tables)
        return self._player


def engine_mind() -> Mind:
    """The mind of ``menhirs engine``."""
    from menhirs.engine.claims import should_claim
    from menhirs.engine.player import Engine

    def engine(settings: Settings) -> Engine:
        return Engine(
            tables=settings.tables,
            table_mb=settings.table_mb,
            threads=settings.threads,
            complain=complaint_told_once(),
        )

    return Mind(engine, should_claim)


def complaint_told_once() -> Callable[[Malformed], None]:
    """Tells people on standard error why a table is not used: once, not with every question."""
    told: set[str] = set()

    def complain(error: Malformed) -> None:
        if str(error) not in told:
            told.add(str(error))
            print(f"menhirs: searched, because {error}", file=sys.stderr, flush=True)

    return complain
