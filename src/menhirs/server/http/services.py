"""The parts of a running server, for the functions that answer requests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from menhirs.core.rules import RuleSet
from menhirs.server.settings import ServerSettings

if TYPE_CHECKING:  # these are ASGI applications or responses
    from menhirs.home.review_maker import ReviewMaker
    from menhirs.learn.classroom import Classroom
    from menhirs.server.http.admission import Admission
    from menhirs.server.http.match.painter import Painter
    from menhirs.server.http.people.device_hint import DeviceHints
    from menhirs.server.live.alerts.alerts import Alerts
    from menhirs.server.live.downloads import Downloads
    from menhirs.server.live.engine.live_analyses import LiveAnalyses
    from menhirs.server.live.engine.own_play import OwnPlayMaker
    from menhirs.server.live.engine.proofs import Proofs
    from menhirs.server.live.engine.values import Values
    from menhirs.server.live.fair_queue import FairQueue
    from menhirs.server.live.heartbeat import Heartbeat
    from menhirs.server.live.lobby.lobby import Lobby
    from menhirs.server.live.match.game_clocks import GameClocks
    from menhirs.server.live.match.rating_updates import RatingUpdates
    from menhirs.server.live.match.rooms import Rooms
    from menhirs.server.live.tournament.tournaments import Tournaments
    from menhirs.server.storage.match.games_store import GamesStore
    from menhirs.server.storage.people.account_store import AccountStore
    from menhirs.server.storage.people.key_store import KeyStore
    from menhirs.server.storage.people.passkey_store import PasskeyStore
    from menhirs.server.storage.people.people_store import PeopleStore
    from menhirs.server.storage.people.sprint_store import SprintStore


@dataclass(frozen=True)
class Services:
    """The parts of a running server."""

    settings: ServerSettings
    admission: Admission
    """The limits on requests."""
    painter: Painter
    """Makes PNGs."""
    rooms: Rooms
    turns: FairQueue
    """The fair queue for work that takes a moment."""
    searches: FairQueue
    """The fair queue for lists of games, which read much of the database."""
    heartbeat: Heartbeat
    people: PeopleStore
    accounts: AccountStore
    keys: KeyStore
    passkeys: PasskeyStore
    device_hints: DeviceHints
    games: GamesStore
    game_clocks: GameClocks
    downloads: Downloads
    """The files of games in progress."""
    tournaments: Tournaments
    lobby: Lobby
    rating_updates: RatingUpdates
    """Applies results to ratings."""
    reviews: ReviewMaker
    own_play: OwnPlayMaker
    sprints: SprintStore
    proofs: Proofs
    classroom: Classroom
    """All exercises, including those from reviews."""
    analyses: LiveAnalyses
    values: Values
    """The values of positions."""
    alerts: Alerts


def services_of(request: HTTPConnection) -> Services:
    """The services of the server that a request came to."""
    services: Services = request.app.state.services
    return services


def rooms_of(request: HTTPConnection) -> Rooms:
    """The matches of the server that a request came to."""
    return services_of(request).rooms


def offered_by(request: HTTPConnection) -> Mapping[str, RuleSet]:
    """The games that the server offers."""
    return services_of(request).settings.rule_sets


def admission_of(request: HTTPConnection) -> Admission:
    """The limits of the server that a request came to."""
    return services_of(request).admission
