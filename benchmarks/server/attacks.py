"""What one visitor may try against a server: each attack of docs/host/reliability.md as a plan.

A plan says which requests are sent over how many connections; ``attacker.py`` carries it out. All
limits of the server are the usual ones.
"""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from random import Random
from urllib.parse import quote, urlencode

from sqlalchemy import Engine

from benchmarks.server.games import prepare_records
from benchmarks.server.visitor import Visitor
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE, RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Outcome, Reason
from menhirs.match.addresses import new_match_id
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.match import MOST_PLIES
from menhirs.match.terms import Terms
from menhirs.notation.actions import write_action
from menhirs.notation.line import write_line
from menhirs.server.live.clock import now
from menhirs.server.live.match.seat_keys import hash_of, new_secret, seat_for
from menhirs.server.storage.match.store import Append, MatchStore, StoredMatch
from menhirs.server.storage.people.people_store import PeopleStore, Person
from menhirs.web.files import static_root

_GAMES = 400
_PLAYERS = 400
_TOURNAMENTS = 4
_VALUES = 400
_DEPTH = 700
"""Of a tree that is as long as it may be."""
_RECORDS = 40


@dataclass(frozen=True)
class Plan:
    """What is sent."""

    requests: list[str]
    """In turns, by all connections."""
    connections: int = 8
    a_second: float | None = None
    """The requests of all connections together; None: as fast as answers come."""
    piece: str = ""
    """What is sent after a request without end."""
    reads: int | None = None
    """The bytes of an answer that are read; None: all of it."""

    def as_data(self, port: int) -> dict[str, object]:
        return {**asdict(self), "port": port}


class Ground:
    """A server with what the attacks need: people with games, tournaments, long matches."""

    def __init__(self, port: int, engine: Engine) -> None:
        self.port = port
        self._store = MatchStore(engine)
        self._people = PeopleStore(engine)

    def asks(
        self,
        path: str,
        *,
        key: str = "",
        data: object = None,
        form: Mapping[str, str] | None = None,
    ) -> str:
        """A request; with data or a form it sends that."""
        head = [f"host: 127.0.0.1:{self.port}", "accept-encoding: gzip"]
        if key:
            head.append(f"cookie: person={key}")
        if data is None and form is None:
            return "\r\n".join([f"GET {path} HTTP/1.1", *head, "", ""])
        body = json.dumps(data) if form is None else urlencode(form)
        kind = "application/json" if form is None else "application/x-www-form-urlencoded"
        head += [f"content-type: {kind}", f"content-length: {len(body.encode())}"]
        return "\r\n".join([f"POST {path} HTTP/1.1", *head, "", body])

    def person(self) -> tuple[str, str]:
        """Somebody new: name and key."""
        key, name = new_secret(), new_match_id()
        self._people.create(Person(name, "Mallory", now()), hash_of(key))
        return name, key

    @cached_property
    def player(self) -> str:
        """The key of somebody with many finished games."""
        name, key = self.person()
        for number in range(_GAMES):
            self._finished(number, name)
        return key

    def _finished(self, number: int, person: str) -> None:
        match, at = new_match_id(), now()
        joins = [Entry(seat, at, EntryKind.JOIN, seat, f"player {seat}") for seat in (1, 2)]
        terms = Terms(AMSTERDAM, random_menhirs(AMSTERDAM, number), str(number))
        seats = {1: seat_for(new_secret(), person), 2: seat_for(new_secret())}
        self._store.create(StoredMatch(match, terms, match, 1, joins, seats), at)
        resigned = Entry(3, at, EntryKind.ACTION, 1, "resign")
        self._store.append([Append(match, resigned, Outcome(2, 22, Reason.RESIGN))])

    @cached_property
    def long_match(self) -> str:
        """A match that has nearly as many actions as one may have."""
        rules, chance = RULE_SETS["endless"], Random(5)
        start = position = Position.start(rules, random_menhirs(rules, 1))
        match, at = new_match_id(), now()
        entries = [Entry(seat, at, EntryKind.JOIN, seat, f"player {seat}") for seat in (1, 2)]
        for number in range(3, MOST_PLIES):
            actions = position.board_actions()
            chance.shuffle(actions)
            action, after = next(
                (one, after) for one in actions if not (after := position.play(one)).is_over
            )
            text = write_action(action, position)
            entries.append(Entry(number, at, EntryKind.ACTION, position.player, text))
            position = after
        terms = Terms(rules, start.menhirs, "1")
        seats = {seat: seat_for(new_secret()) for seat in (1, 2)}
        self._store.create(StoredMatch(match, terms, match, 1, entries, seats), at)
        return match

    def tournament(self, players: int, *, begun: bool) -> tuple[str, str]:
        """Its page, and the key of its organiser."""
        _, key = self.person()
        visitor = Visitor(self.port, key)
        form = {"name": "Large", "rules": "base", "rounds": "5", "door": "hand", "place": "tables"}
        page = visitor.post("/tournaments", form)
        names = "\n".join(f"Player {number}" for number in range(players))
        visitor.post(f"{page}/players", {"names": names})
        if begun:
            visitor.post(f"{page}/start", {})
            while not visitor.get_json(f"/api{page}")["rounds"]:
                time.sleep(0.5)
        visitor.close()
        return page, key

    @cached_property
    def review(self) -> str:
        """The name of a review."""
        _, key = self.person()
        visitor = Visitor(self.port, key)
        told = visitor.post_json("/api/reviews", {"record": prepare_records(1)[0]})
        visitor.close()
        return str(told["id"])


def _positions(count: int) -> Iterator[str]:
    for number in range(count):
        yield write_line(Position.start(BASE, random_menhirs(BASE, f"attack {number}")))


def _chunks(piece: str) -> Callable[[Ground], Plan]:
    head = (
        "POST /matches HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n"
        "content-type: application/x-www-form-urlencoded\r\n\r\n"
    )
    return lambda _: Plan([head], piece=piece * max(1, 65_536 // len(piece)))


def _pages(*paths: str, connections: int = 8) -> Callable[[Ground], Plan]:
    return lambda ground: Plan([ground.asks(path) for path in paths], connections)


def _own(*paths: str) -> Callable[[Ground], Plan]:
    return lambda ground: Plan([ground.asks(path, key=ground.player) for path in paths])


def _trees(ground: Ground) -> Plan:
    """Games with as many variations as a text can hold: deep ones and broad ones."""
    start = next(_positions(1))
    placed = "+a1 (+a2) (+a3) (+b1) (+b2) (+c1) (+c2) (+d1) (+d2) (+e1) (+e2) (+f1) (+f2) "
    deep = "(+a1 " * _DEPTH + ")" * _DEPTH
    texts = [placed * 1_200, f"+a1 {deep}", "+a1 +a2 +a3 +b1 " + "(+b1) " * 12_000]
    ways = "/api/analysis/open", "/api/analysis/record"
    return Plan(
        [
            ground.asks(way, data={"position": start, "moves": text[:90_000]})
            for way in ways
            for text in texts
        ]
    )


def _length(ground: Ground) -> Plan:
    match = ground.long_match
    paths = f"/m/{match}", f"/m/{match}/record", f"/m/{match}/game.svg", f"/m/{match}/plies"
    return Plan([ground.asks(path) for path in paths])


def _tournament(ground: Ground) -> Plan:
    page, key = ground.tournament(_PLAYERS, begun=True)
    ways = "", "/standings.csv", "/print/standings", "/projector", "/cards/1", "/who"
    return Plan([ground.asks(page + way, key=key) for way in ways])


def _pairing(ground: Ground) -> Plan:
    begun = [ground.tournament(_PLAYERS, begun=False) for _ in range(_TOURNAMENTS)]
    return Plan([ground.asks(f"{page}/start", key=key, form={}) for page, key in begun])


def _downloads(ground: Ground) -> Plan:
    paths = "/you/games.menhirs", "/you/download"
    return Plan([ground.asks(path, key=ground.player) for path in paths], reads=2_000)


def _values(ground: Ground) -> Plan:
    asked = (quote(line) for line in _positions(_VALUES))
    return Plan([ground.asks(f"/api/value?position={line}") for line in asked])


def _widgets(ground: Ground) -> Plan:
    here = f"http://127.0.0.1:{ground.port}"
    paths = [f"/embed/position?position={quote(line)}" for line in _positions(20)]
    paths += [
        *("/puzzles/feed.atom", "/embed/puzzles/today"),
        f"/oembed?url={quote(here)}/puzzles/today",
        f"/oembed?url={quote(here)}/m/{ground.long_match}",
    ]
    return Plan([ground.asks(path) for path in paths])


def _pictures(ground: Ground) -> Plan:
    match = ground.long_match
    paths = [f"/m/{match}/link.svg"]
    paths += [f"/m/{match}/{ply}.{kind}" for ply in range(0, 900, 9) for kind in ("svg", "png")]
    return Plan([ground.asks(path) for path in paths])


def _reviews(ground: Ground) -> Plan:
    records = prepare_records(_RECORDS)
    requests = [ground.asks("/api/reviews", data={"record": record}) for record in records]
    return Plan([*requests, *(ground.asks(f"/review/{ground.review}") for _ in range(_RECORDS))])


def _engine(ground: Ground) -> Plan:
    asked = {"lines": 5, "seconds": 60}
    requests = [
        ground.asks("/api/analysis/engine", data={"position": line, **asked})
        for line in _positions(20)
    ]
    return Plan(requests, reads=300)


def _lines(ground: Ground) -> Plan:
    line = next(_positions(1))
    doubt = {"position": line, "actions": ["+a1"], "action": "c3-NE"}
    tried = {"actions": [], "action": "c3-NE"}
    return Plan(
        [
            ground.asks("/api/analysis/line", data={"position": line, "actions": ["+a1"]}),
            ground.asks("/api/analysis/explain", data=doubt),
            ground.asks("/api/analysis/setup", data={"position": line}),
            ground.asks("/api/exercises/lessons/pushing-1/try", data=tried),
            ground.asks("/api/exercises/lessons/pushing-1/hint", data={"actions": []}),
        ]
    )


def _lobby(ground: Ground) -> Plan:
    form = {"opponent": "open", "rules": "base", "clock": "live", "name": "Bot"}
    return Plan([ground.asks("/matches", form=form)])


def _matches(ground: Ground) -> Plan:
    wanted = {"rules": "base", "opponent": "computer", "level": 8, "layout": "fair", "side": "2"}
    return Plan([ground.asks("/api/matches", data=wanted)])


def _links(ground: Ground) -> Plan:
    code = {"code": "x" * 100}
    return Plan(
        [
            ground.asks("/you/link", key=ground.player, form={}),
            ground.asks("/you/here/look", data=code),
            ground.asks("/you/here", data=code),
            ground.asks("/you/sign-in/options", data={}),
        ]
    )


def _socket(ground: Ground) -> str:
    key = base64.b64encode(b"attacker attacker").decode()[:22] + "=="
    return (
        f"GET /m/{ground.long_match}/socket HTTP/1.1\r\nhost: 127.0.0.1:{ground.port}\r\n"
        "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
        f"sec-websocket-key: {key}\r\n\r\n"
    )


def _frames(ground: Ground) -> Plan:
    ping = "\x89\x80\0\0\0\0"
    return Plan([_socket(ground)], connections=50, piece=ping * 1_000, reads=500)


def _watchers(ground: Ground) -> Plan:
    return Plan([_socket(ground)], connections=50, reads=500)


def _stalled(ground: Ground) -> Plan:
    return Plan([ground.asks(f"/m/{ground.long_match}/plies")], connections=100, reads=0)


ATTACKS: Mapping[str, Callable[[Ground], Plan]] = {
    "chunks of one byte": _chunks("1\r\na\r\n"),
    "chunk extensions": _chunks("1;x=" + "y" * 1_000 + "\r\na\r\n"),
    "pages that do not exist": _pages("/nowhere", "/api/nowhere", "/metrics", connections=200),
    "files without end": _pages(
        f"{static_root()}/site/style.bundle.css", "/favicon.ico", connections=200
    ),
    "pages": _pages(
        *("/", "/rules/reference", "/handout/amsterdam", "/docs", "/puzzles", "/learn/strategy"),
        *("/api/openapi.json", "/ranking", "/told/puzzles", "/hero-dark.svg"),
    ),
    "games with variations": _trees,
    "lines and exercises": _lines,
    "reviews": _reviews,
    "a long match": _length,
    "a tournament of 400": _tournament,
    "tournaments are paired": _pairing,
    "files given up": _downloads,
    "own games": _own("/", "/api/games?opponent=nobody", "/you/games", "/you/games/now"),
    "own play": _own("/api/you/play", "/api/you/opponent", "/api/you/training", "/you/train"),
    "values": _values,
    "the engine": _engine,
    "widgets": _widgets,
    "pictures": _pictures,
    "invitations": _lobby,
    "matches on fair layouts": _matches,
    "device links": _links,
    "frames": _frames,
    "watchers come and go": _watchers,
    "answers nobody reads": _stalled,
}
"""By name, in the order of the siege."""
