"""Rate limits: a visitor who is too fast gets a clear answer, and a time to come back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, cast

import httpx2
import pytest

from menhirs.core.rules import AMSTERDAM
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Outcome, Reason
from menhirs.match.addresses import new_match_id
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.series import LAST_GAMES
from menhirs.match.terms import Terms
from menhirs.server.errors import BadRequest
from menhirs.server.http.admission import Admission
from menhirs.server.limits import Bucket, Buckets
from menhirs.server.live.match.seat_keys import new_secret, seat_for
from menhirs.server.settings import ServerSettings
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import Append, MatchStore, StoredMatch
from tests.match.test_length import long_match
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, Visitor, error_of, start, two_players

if TYPE_CHECKING:
    from menhirs.server.live.match.room import Room

USUAL = ("--matches-a-minute", "30", "--requests-a-second", "40", "--messages-a-second", "1000")
"""What an address may do if nobody says otherwise; how much a page says is not limited here."""


@pytest.fixture(scope="module")
def usual_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("usual")
    running = ServerProcess(f"sqlite:///{folder / 'menhirs.sqlite'}", folder / "log", *USUAL)
    yield running
    running.close()


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("strict")
    limits = ("--matches-a-minute", "6", "--requests-a-second", "1")
    running = ServerProcess(f"sqlite:///{folder / 'menhirs.sqlite'}", folder / "log", *limits)
    yield running
    running.close()


def refused_in_the_end(ask: Callable[[], httpx2.Response]) -> httpx2.Response:
    """Asks again and again; the first answer that is a refusal."""
    while (answer := ask()).status_code in (200, 303, 404, 405):
        pass
    assert error_of(answer, 429) == "too-fast"
    return answer


def test_requests_for_a_match_are_limited(strict_server: ServerProcess) -> None:
    me = start(strict_server.address, opponent="shared")
    page = f"{strict_server.address}/m/{me.match}"
    for address in (me.url, page):
        refused = refused_in_the_end(partial(CLIENT.get, address))
        wait = int(refused.headers["retry-after"])
        assert 0 < refused.json()["retry_after"] <= wait <= 2
        as_html = partial(CLIENT.get, address, headers={"accept": "text/html"})
        while (page_of_it := as_html()).status_code == 200:
            pass
        assert page_of_it.headers.get("refresh") == (
            None if address == me.url else page_of_it.headers["retry-after"]
        )
        time.sleep(wait)
        assert CLIENT.get(address).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/rules", "/hero-dark.svg", "/language"),
        *("/nowhere", "/api/nowhere", "/healthz", "/metrics", "/api/openapi.json"),
    ],
)
def test_pages_are_limited(strict_server: ServerProcess, path: str) -> None:
    """Those too that are for machines, and the answer that there is no such page."""
    method = "POST" if path == "/language" else "GET"
    address = strict_server.address + path
    refused_in_the_end(partial(CLIENT.request, method, address, data={"language": "nl"}))


def test_asking_for_a_page_in_the_wrong_way_is_limited(strict_server: ServerProcess) -> None:
    refused_in_the_end(partial(CLIENT.put, f"{strict_server.address}/rules"))


def test_starting_matches_is_limited(strict_server: ServerProcess) -> None:
    def by_form() -> int:
        return CLIENT.post(f"{strict_server.address}/matches", data={}).status_code

    answers = [CLIENT.post(f"{strict_server.address}/api/matches", json={}) for _ in range(10)]
    assert answers[0].status_code == 201
    assert error_of(answers[-1], 429) == "too-fast"
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 10
    assert by_form() == 429
    told = CLIENT.post(f"{strict_server.address}/matches", headers={"accept": "text/html"})
    assert told.status_code == 429 and "<html" in told.text


def test_rematches_are_new_matches(usual_server: ServerProcess) -> None:
    """Resigning, asking for another game and coming back in a loop made 36 games a second."""
    me, began = start(usual_server.address, opponent="shared"), time.monotonic()
    for game in range(1, 200):
        with open_socket(me) as (page, hello):
            assert hello["state"]["series"]["game"] == game
            page.say("act", state=hello["state"]["state"], action="resign")
            page.state(lambda s: s["outcome"])
            asked = page.say("rematch")
            told = page.hear()
            if told["type"] == "refused":
                break
            me = Visitor(me.address, told["series"]["next"], me.secret)
    assert game <= 32 + (time.monotonic() - began) / 2  # 30 at once, 30 a minute
    assert told["code"] == "too-fast" and told["re"] == asked
    assert 0 < told["retry_after"] <= 2
    time.sleep(told["retry_after"] + 0.1)
    with open_socket(me) as (page, _):
        page.say("rematch")
        assert page.state()["series"]["next"]


def test_a_series_is_limited_wherever_its_players_are() -> None:
    admission = Admission(ServerSettings(matches_a_minute=6))
    one, two, three = (seat_for(secret) for secret in ("one", "two", "three"))
    for number in range(6):
        admission.check_creation(f"address {number}", [one, two])
    for seats in ([one, two], [three, two]):
        with pytest.raises(BadRequest):
            admission.check_creation("yet another", seats)
    admission.check_creation("yet another", [three])


def test_a_long_series_costs_no_more_than_a_short_one(usual_server: ServerProcess) -> None:
    engine = open_database(usual_server.database)
    store, secret, series = MatchStore(engine), new_secret(), new_match_id()
    agreed = Terms(AMSTERDAM, random_menhirs(AMSTERDAM, "fog"), "fog")
    matches = [series, *(new_match_id() for _ in range(199))]
    for game, match in enumerate(matches, start=1):
        joins = [Entry(seat, 1, EntryKind.JOIN, seat, "") for seat in (1, 2)]
        seats = dict.fromkeys((1, 2), seat_for(secret))
        store.create(StoredMatch(match, agreed, series, game, joins, seats), 1)
        resigned = Entry(3, 2, EntryKind.ACTION, 1, "resign")
        store.append([Append(match, resigned, Outcome(2, 22, Reason.RESIGN))])
    engine.dispose()
    data = [Visitor(usual_server.address, matches[game - 1]).ask("") for game in (20, 200)]
    sizes = [len(answer.content) for answer in data]
    assert abs(sizes[0] - sizes[1]) < 10  # some numbers have a digit more
    series_of = data[1].json()["series"]
    assert (series_of["game"], series_of["wins"]) == (200, [100, 100])
    assert [game["match"] for game in series_of["games"]] == matches[-LAST_GAMES:]


def test_telling_a_long_game_counts_by_its_length(usual_server: ServerProcess) -> None:
    """1,000 actions take 40 ms and 750 kB to send, to watchers and players alike."""
    table, secret = long_match(500), new_secret()
    engine, match = open_database(usual_server.database), new_match_id()
    seats = dict.fromkeys((1, 2), seat_for(secret))
    stored = StoredMatch(match, table.match.terms, match, 1, table.log, seats)
    MatchStore(engine).create(stored, 1)
    engine.dispose()
    for visitor in (
        Visitor(usual_server.address, match),
        Visitor(usual_server.address, match, secret),
    ):
        began, told = time.monotonic(), 0
        while (answer := visitor.ask("/plies")).status_code == 200:
            told += 1
        assert error_of(answer, 429) == "too-fast"
        assert told <= (120 + 40 * (time.monotonic() - began)) / 11  # each counts for eleven


def test_names_offers_and_take_backs_are_limited(server: ServerProcess) -> None:
    """Whatever number of pages asks: 20 of them wrote 372 entries a second."""
    one, two = two_players(server.address)
    with ExitStack() as stack:
        pages = [stack.enter_context(open_socket(one))[0] for _ in range(4)]
        begin = time.monotonic()
        for number in range(60):
            pages[number % 4].say("name", name=f"n{number}")
        for page in pages:
            refused = page.until("refused")
            assert refused["code"] == "too-fast" and 0 < refused["retry_after"] <= 2
        with open_socket(two) as (other, hello):
            assert hello["state"]["state"] == 2
            other.say("name", name="Bo")  # has a limit of its own
            other.state(lambda s: s["seats"]["2"]["name"] == "Bo")
    engine = open_database(server.database)
    entries, _ = MatchStore(engine).news(one.match, after=2)
    engine.dispose()
    # Twenty at once, one for every second that it took, and the one of the other player.
    assert 20 <= len(entries) <= 22 + time.monotonic() - begin


def test_a_slow_limit_still_lets_one_pass() -> None:
    bucket = Bucket(0.001)
    bucket.check()
    with pytest.raises(BadRequest):
        bucket.check()


def test_watchers_of_one_address_say_no_more_over_many_pages() -> None:
    admission, room = Admission(ServerSettings(messages_a_second=1)), cast("Room", None)
    admission.messages("here", room, []).check(30)  # three seconds' worth of ten players
    with pytest.raises(BadRequest):
        admission.messages("here", room, []).check()
    admission.messages("there", room, []).check()


def test_every_address_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(0.5)
    for address in ("a", "b"):
        buckets.bucket(address).check()
        with pytest.raises(BadRequest):
            buckets.bucket(address).check()


def test_addresses_are_forgotten_in_the_end() -> None:
    buckets = Buckets(0.5)
    for number in range(20_000):
        buckets.bucket(str(number)).check()
    assert len(buckets._buckets) <= 10_000
