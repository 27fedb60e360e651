"""Rate limits: clear answers to whoever is too fast, and when to come back."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from menhirs.server.errors import BadRequest
from menhirs.server.limits import Bucket, Buckets
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, error_of, start


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("strict")
    limits = ("--matches-a-minute", "6", "--requests-a-second", "3")
    running = ServerProcess(f"sqlite:///{folder / 'menhirs.sqlite'}", folder / "log", *limits)
    yield running
    running.close()


def test_requests_for_a_match_are_limited(strict_server: ServerProcess) -> None:
    me = start(strict_server.address, opponent="shared")
    page = f"{strict_server.address}/m/{me.match}"
    for address in (me.url, page):
        answers = [CLIENT.get(address) for _ in range(40)]
        assert answers[0].status_code == 200
        refused = [answer for answer in answers if answer.status_code != 200]
        assert refused
        for answer in refused:
            assert error_of(answer, 429) == "too-fast"
            assert 1 <= int(answer.headers["retry-after"]) <= 2
        time.sleep(int(refused[-1].headers["retry-after"]))
        assert CLIENT.get(address).status_code == 200


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


def test_a_slow_limit_still_lets_one_pass() -> None:
    bucket = Bucket(0.001)
    bucket.check()
    with pytest.raises(BadRequest):
        bucket.check()


def test_every_address_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(0.5)
    for address in ("a", "b"):
        buckets.check(address)
        with pytest.raises(BadRequest):
            buckets.check(address)


def test_addresses_are_forgotten_in_the_end() -> None:
    buckets = Buckets(0.5)
    for number in range(20_000):
        buckets.check(str(number))
    assert len(buckets._buckets) <= 10_000
