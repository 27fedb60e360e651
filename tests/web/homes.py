"""Where people play in these tests: at a server, or in the edition without one.

A test that is about playing asks for a ``home`` and runs at both (``AT_BOTH``): the pages do not
know whom they talk to, so neither should the tests.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser

from menhirs.notation.record import Record, write_record
from menhirs.site.addresses import SHARED
from menhirs.site.file_server import FileHandler
from tests.server.processes import ServerProcess
from tests.server.reviewed_games import played
from tests.server.visitors import CLIENT
from tests.web.games import Game
from tests.web.matches import Match
from tests.web.people import Person

AT_BOTH = pytest.mark.parametrize(
    "home", ["server", pytest.param("static", marks=pytest.mark.long)], indirect=True
)
"""At the server always, without one in ``make long``."""

_PLAY = """async ({wanted, actions}) => {
    const localServer = window.menhirsLocalServer;
    const body = JSON.stringify(wanted);
    const made = await localServer.ask('/api/matches', {method: 'POST', body});
    if (!made.ok) throw new Error(await made.text());
    const {match} = await made.json();
    const socket = localServer.open(`/m/${match}/socket`);
    const told = [];
    let wake = () => {};
    socket.onmessage = ({data}) => {
        const message = JSON.parse(data);
        if (!['hello', 'state', 'refused'].includes(message.type)) return;
        told.push(message);
        wake();
    };
    const hear = async () => {
        if (!told.length) await new Promise(resolve => { wake = resolve; });
        return told.shift();
    };
    let {state: {state}} = await hear();
    for (const action of actions) {
        socket.send(JSON.stringify({re: 1, type: 'act', action, state}));
        const message = await hear();
        if (message.type !== 'state') throw new Error(JSON.stringify(message));
        state = message.state;
    }
    socket.close();
    return match;
}"""
_BRING = """async record => {
    const body = JSON.stringify({record});
    const made = await window.menhirsLocalServer.ask('/api/records', {method: 'POST', body});
    if (!made.ok) throw new Error(await made.text());
    return (await made.json()).match;
}"""
_STATE = """async match => {
    const answer = await window.menhirsLocalServer.ask(`/api/matches/${match}`);
    return [answer.status, await answer.json()];
}"""


class Home(Protocol):
    """Where a test plays."""

    def person(self, browser: Browser, **how: Any) -> Person:
        """Somebody who has come there."""
        ...

    def in_language(self, code: str) -> dict[str, str]:
        """How a person comes who reads in that language."""
        ...

    def told(self, person: Person) -> dict[str, Any]:
        """The state of the match on a person's page, for their seats."""
        ...

    def begin(self, person: Person, **wanted: Any) -> None:
        """Opens a new match for somebody."""
        ...

    def sit_down(self, person: Person, game: Game, **wanted: Any) -> None:
        """Opens a match for somebody, in which that game has been played so far."""
        ...

    def show_game(self, person: Person, record: Record) -> None:
        """Opens a match in which that game has been played."""
        ...


class ServedHome:
    """A server."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server

    def person(self, browser: Browser, **how: Any) -> Person:
        return Person(browser, self._server.address, **how)

    def in_language(self, code: str) -> dict[str, str]:
        return {"locale": code}

    def told(self, person: Person) -> dict[str, Any]:
        key = {"authorization": f"Bearer {person.secret}"}
        address = f"{self._server.address}/api/matches/{person.match_id}"
        state: dict[str, Any] = CLIENT.get(address, headers=key).raise_for_status().json()
        return state

    def begin(self, person: Person, **wanted: Any) -> None:
        person.sit(Match.new(self._server.address, **wanted))

    def sit_down(self, person: Person, game: Game, **wanted: Any) -> None:
        person.sit(Match.of(self._server.address, game, **wanted))

    def show_game(self, person: Person, record: Record) -> None:
        person.watch(Match(self._server.address, played(self._server.address, record), {}))


class StaticPerson(Person):
    """Somebody on a static site: addresses are those of the server, and lead to its files."""

    def open(self, path: str = "/") -> None:
        self.page.goto(place_of(path))

    def path_of(self, href: str) -> str:
        """The address that a link would have on a server."""
        path: str = self.page.evaluate(_PATH_OF, [href, SHARED])
        return path

    @property
    def match_id(self) -> str:
        found = re.search(r"/m/\?id=(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]


_PATH_OF = """([href, shared]) => {
    const url = new URL(href, location.href);
    const [, folder] = /\\/(?:en|nl|fr|de)\\/(.*)$/.exec(url.pathname);
    const found = Object.entries(shared).find(([, page]) => page === folder);
    if (!found) return `/${folder}`.replace(/(.)\\/$/, '$1') + url.search + url.hash;
    const id = url.searchParams.get('id');
    url.searchParams.delete('id');
    return found[0] + id + url.search + url.hash;
}"""


def place_of(path: str) -> str:
    """An address of the server's from the front page of a language."""
    name, mark, rest = re.fullmatch(r"([^?#]*)([?#]?)(.*)", path, re.DOTALL).groups()  # type: ignore[union-attr]
    for start, folder in SHARED.items():
        if name.startswith(start):
            more = f"&{rest}" if mark == "?" else mark + rest
            return f"{folder}?id={name.removeprefix(start)}{more}"
    return f"{name.strip('/')}/{mark}{rest}" if name.strip("/") else f"./{mark}{rest}"


class _Handler(FileHandler):
    def __init__(self, home: StaticHome, *given: Any, **how: Any) -> None:
        self._home = home
        super().__init__(*given, **how)

    def do_GET(self) -> None:  # noqa: N802 - the base class calls it so
        if self._home.answers_left is None:
            super().do_GET()
        elif self._home.answers_left > 0:
            self._home.answers_left -= 1
            super().do_GET()
        # Otherwise the connection is closed without a word.


class StaticHome:
    """A static site, somewhere on a web host that serves files and nothing else."""

    NESTED = "some/where/menhirs"
    """It has to work in any folder."""

    def __init__(self, site: Path) -> None:
        """``site`` is the folder of the site, as deep on the host as ``NESTED`` says."""
        self._folder = site.parents[self.NESTED.count("/")]
        self._port = 0
        self._server: ThreadingHTTPServer | None = None
        self.answers_left: int | None = None
        """How many more requests are answered before the network is gone; without end if None."""
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}/{self.NESTED}/"

    def start(self) -> None:
        """The host is there."""

        def handler(*given: Any) -> FileHandler:
            return _Handler(self, *given, directory=str(self._folder))

        server = ThreadingHTTPServer(("127.0.0.1", self._port), handler)
        self._server, self._port = server, server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """The host is gone: nobody answers any more."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    @contextmanager
    def gone(self) -> Iterator[None]:
        """For a while there is no network."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def person(self, browser: Browser, **how: Any) -> StaticPerson:
        language = str(how.pop("language", "en"))
        return StaticPerson(browser, f"{self.address}{language}/", **how)

    def in_language(self, code: str) -> dict[str, str]:
        return {"language": code}

    def told(self, person: Person) -> dict[str, Any]:
        status, state = person.page.evaluate(_STATE, person.match_id)
        assert status == 200, state
        told: dict[str, Any] = state
        return told

    def begin(self, person: Person, **wanted: Any) -> None:
        self._play(person, wanted, [])

    def sit_down(self, person: Person, game: Game, **wanted: Any) -> None:
        agreed = {"opponent": "shared", "claims": "untimed", **wanted}
        asked = {"rules": game.rules, "layout": "seed", "seed": game.seed, **agreed}
        self._play(person, asked, game.texts)

    def _play(self, person: Person, wanted: dict[str, Any], actions: list[str]) -> None:
        if not person.page.url.startswith(self.address):
            person.open("/learn")
        asked = {"wanted": {"side": "1", **wanted}, "actions": actions}
        person.open(f"/m/{person.page.evaluate(_PLAY, asked)}")
        person.waits_for("#main[data-phase]")

    def show_game(self, person: Person, record: Record) -> None:
        person.open("/learn")
        match = person.page.evaluate(_BRING, write_record(record))
        person.open(f"/m/{match}")
        person.waits_for("#main[data-phase]")
