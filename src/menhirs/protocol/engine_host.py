"""The engine behind a protocol session: options, an analyst made for them, and its choices."""

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
from menhirs.protocol.options import OptionValues

MakeAnalyst: TypeAlias = Callable[[OptionValues], Analyst]
Complain: TypeAlias = Callable[[Malformed], None]


class EngineHost:
    """Holds the options, and an analyst that is recreated for each game or change of an option."""

    def __init__(
        self,
        make_analyst: MakeAnalyst,
        should_claim: Callable[[Position], bool],
        complain: Complain = lambda error: None,
    ) -> None:
        self.settings = OptionValues()
        self._complain = complain
        self._make_analyst = make_analyst
        self._should_claim = should_claim
        self._analyst: Analyst | None = None
        self._player: LevelPlayer | None = None

    @property
    def has_a_level(self) -> bool:
        """Whether it plays at a level, which needs no limits: a level's own search is bounded."""
        return self.settings.level > 0

    def set(self, name: str, word: str) -> None:
        """Sets an option."""
        self.settings = self.settings.with_option(name, word)
        self.forget()

    def forget(self) -> None:
        """Clears the search's memory, so that the same game always gets the same answers."""
        self._analyst = None
        self._player = None

    def analyse(
        self, position: Position, limits: Limits, *, lines: int, watch: Watch, stop: Event
    ) -> Analysis:
        """Analyses a position within the limits."""
        analyst = self._awake()
        analysis = analyst.analyse(position, limits, lines=lines, watch=watch, stop=stop)
        return with_replies(analyst, position, analysis, limits, stop=stop)

    def choose(self, position: Position, limits: Limits, *, watch: Watch, stop: Event) -> Action:
        """Chooses the action to play; the last analysis given to ``watch`` is the reason.

        A level below the highest reports no analysis. Limits can only shorten its search.
        """
        if (player := self._level_player()) is not None:
            return player.choose(position, limits, watch=watch, stop=stop)
        analysis = self._awake().analyse(position, limits, lines=1, watch=watch, stop=stop)
        watch(analysis)
        return analysis.lines[0].actions[0]

    def wants_to_claim(self, position: Position) -> bool:
        """Whether the player who may claim should claim now."""
        if (player := self._level_player()) is not None:
            return player.wants_to_claim(position)
        return self._should_claim(position)

    def _awake(self) -> Analyst:
        if self._analyst is None:
            self._analyst = self._make_analyst(self.settings)
        return self._analyst

    def _level_player(self) -> LevelPlayer | None:
        """The player of the level that is set; None for full strength."""
        if self.settings.level and self._player is None:
            level, tables = self.settings.level, self.settings.tables
            self._player = LevelPlayer(level, tables=tables, complain=self._complain)
        return self._player


def engine_host() -> EngineHost:
    """The host of ``menhirs engine``."""
    from menhirs.engine.claims import should_claim
    from menhirs.engine.engine import Engine

    complain = complain_once()

    def engine(settings: OptionValues) -> Engine:
        return Engine(
            tables=settings.tables,
            table_mb=settings.table_mb,
            threads=settings.threads,
            complain=complain,
        )

    return EngineHost(engine, should_claim, complain)


def complain_once() -> Complain:
    """Makes a function that says on standard error why a table is not used, each reason once."""
    reported: set[str] = set()

    def complain(error: Malformed) -> None:
        if str(error) not in reported:
            reported.add(str(error))
            print(f"menhirs: searched, because {error}", file=sys.stderr, flush=True)

    return complain
