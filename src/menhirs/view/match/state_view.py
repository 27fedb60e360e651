"""The state of a match for its visitors: the shared part, the legal actions of their seats, and
the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeAlias, cast

from menhirs.core.actions import Player
from menhirs.core.rules import RuleSet
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.match import Match
from menhirs.match.series import Earlier
from menhirs.match.terms import SlowClock, Terms
from menhirs.notation.people import People, Translator
from menhirs.view.as_json import as_json
from menhirs.view.board_data import geometry_data
from menhirs.view.match.claiming import claiming
from menhirs.view.match.coaching import Coaching
from menhirs.view.match.match_snapshot import MatchSnapshot
from menhirs.view.match.moment import moment
from menhirs.view.match.ply_cache import PlyCache
from menhirs.view.match.round_track import tracks
from menhirs.view.match.socket_messages import HelloFrame
from menhirs.view.messages import Situation, State

Remark: TypeAlias = Callable[[People, Translator], str]
"""A function that makes a sentence about a change, in a reader's language."""


class Reader(Protocol):
    """The connection of a visitor, which gets the messages."""

    @property
    def own_seats(self) -> list[Player]: ...

    @property
    def language(self) -> Translator: ...

    def send(self, message: str, /) -> None: ...


class StateView:
    """Makes the states of one match. Parts that all visitors share are made once."""

    def __init__(
        self,
        match_id: str,
        match: Match,
        game: int,
        earlier: Earlier,
        coach: Coaching | None = None,
    ) -> None:
        """``coach`` explains a guided match to its player."""
        self.id = match_id
        self.coach = coach
        self.match = match
        self._game = game
        self._earlier = earlier
        self._plies = PlyCache(match)
        self._readings: dict[tuple[Translator, tuple[Player, ...]], MatchSnapshot] = {}

    async def plies_text(self, own_seats: list[Player], language: Translator) -> str:
        """The game ply by ply as JSON, from the position before the first action on.

        When this returns, the newest ply is included.
        """
        people = self._snapshot(own_seats, language).people
        return f"[{','.join(await self._plies.ply_texts(people, language))}]"

    def state(
        self, own_seats: list[Player], language: Translator, at: int, present: Mapping[Player, bool]
    ) -> State:
        """The current state of the match."""
        situation = self._situation(self._snapshot(own_seats, language), at, present)
        now = moment(self.id, self.match, at)
        return cast("State", {**situation, **now, **self._plies.scene})

    def hello_text(
        self,
        plies: str,
        own_seats: list[Player],
        language: Translator,
        at: int,
        present: Mapping[Player, bool],
    ) -> str:
        """Everything that a page needs to begin with, as a message; ``plies`` is ``plies_text``."""
        frame = _frame_text(self.match.terms, language)
        situation = as_json(self._situation(self._snapshot(own_seats, language), at, present))
        state = f"{situation[:-1]},{self._for_all(at)}"
        return f'{frame[:-1]},"state":{state},"plies":{plies}}}'

    def send_change(
        self,
        readers: Iterable[Reader],
        entry: Entry,
        at: int,
        present: Mapping[Player, bool],
        remark: Remark | None = None,
    ) -> None:
        """Sends everybody the effect of an entry; readers with the same seats and language get the
        same text.

        ``remark`` is sent where there is no other news.

        A refused claim changes nothing, and is not shown to others while people play.
        """
        if entry.kind is EntryKind.LATE_CLAIM:
            return
        newest, texts = self._plies.newest, dict[MatchSnapshot, str]()
        for_all = self._for_all(at)
        for reader in readers:
            snapshot = self._snapshot(reader.own_seats, reader.language)
            if snapshot not in texts:
                situation = self._situation(snapshot, at, present)
                news = snapshot.news(entry)
                if news is None and remark is not None:
                    news = remark(snapshot.people, snapshot.language)
                data = as_json({"type": "state", "news": news, **situation})
                ply = "null"
                if entry.kind is EntryKind.ACTION:
                    ply = newest.ply_text(snapshot.people, snapshot.language)
                texts[snapshot] = f'{data[:-1]},"ply_item":{ply},{for_all}'
            reader.send(texts[snapshot])

    def _for_all(self, at: int) -> str:
        """The part of a message that all visitors share, as the end of a JSON object."""
        now = as_json(moment(self.id, self.match, at))
        return f"{now[1:-1]},{self._plies.newest.text[1:]}"

    def _situation(
        self, snapshot: MatchSnapshot, at: int, present: Mapping[Player, bool]
    ) -> Situation:
        legal = self._plies.newest.legal if snapshot.acts else []
        return snapshot.situation(legal, at, present)

    def _snapshot(self, own_seats: list[Player], language: Translator) -> MatchSnapshot:
        key = (language, tuple(own_seats))
        if (known := self._readings.get(key)) is None:
            about = (self.id, self.match, self._game, self._earlier)
            known = MatchSnapshot(*about, own_seats, language, self.coach)
            self._readings[key] = known
        return known


_FRAMES: dict[tuple[RuleSet, bool, bool, Translator], str] = {}


def _frame_text(terms: Terms, language: Translator) -> str:
    """The part of the first message that is the same for many matches, as JSON. Cached."""
    key = (terms.rules, terms.timed_claims, isinstance(terms.clock, SlowClock), language)
    if (known := _FRAMES.get(key)) is None:
        frame: HelloFrame = {
            "type": "hello",
            "geometry": geometry_data(terms.rules.geometry),
            "tracks": tracks(terms.rules),
            "claiming": claiming(terms, language),
        }
        known = _FRAMES[key] = as_json(frame)
    return known
