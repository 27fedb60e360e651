"""Addresses of push services come from browsers: nothing inside our network is ever asked."""

from __future__ import annotations

import asyncio
import json
import socket
from threading import Thread

import httpx2
import pytest

from menhirs.server.errors import BadRequest
from menhirs.server.network.push_service import NoPushService, checked_endpoint, is_public, send
from tests.server.processes import ServerProcess
from tests.server.push_services import PushedBrowser, push_service
from tests.server.slow_players import Somebody
from tests.server.visitors import error_of

OURS = "https://updates.push.services.mozilla.com/wpush/v2/abc?x=1"


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "nonsense",
        "http://push.example/x",
        "http://127.0.0.1/x",
        "ftp://push.example/x",
        "https:///x",
        "https://push.example:22/x",
        "https://push.example:port/x",
        "https://user:word@push.example/x",
        "https://[::1/x",
        "https://push.example/a b",
        "https://push.example/\r\nhost: x",
        "https://push.example/\N{SNOWMAN}",
        "https://push.example/" + "x" * 1_000,
    ],
)
def test_what_is_no_address_of_a_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(BadRequest, match="push service"):
        checked_endpoint(endpoint, local=False)


def test_addresses_of_push_services_are_taken() -> None:
    assert checked_endpoint(OURS, local=False).hostname == "updates.push.services.mozilla.com"
    assert checked_endpoint("http://127.0.0.1:99/x", local=True).port == 99
    with pytest.raises(BadRequest):
        checked_endpoint("http://10.0.0.1/x", local=True)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "172.16.0.1",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fc00::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "ff0e::1",
        "::7f00:1",
        "::10.0.0.1",
        "::8.8.8.8",
        "::ffff:0:10.0.0.1",
        "fec0::1",
        "2001::1",
        "192.0.0.8",
        "192.0.0.170",
        "192.88.99.1",
        "240.0.0.1",
        "255.255.255.255",
    ],
)
def test_addresses_of_networks_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:8.8.8.8"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "2130706433"])
def test_nothing_is_sent_into_our_network(host: str) -> None:
    with pytest.raises(NoPushService):
        asyncio.run(send(f"https://{host}/x", {}, b"", local=False))


@pytest.mark.parametrize(
    "answer", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 201 Created\r\nx: " + b"x" * 20_000]
)
def test_an_answer_that_is_none_counts_as_a_failure(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def reply() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(answer)

        Thread(target=reply).start()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/x"
        with pytest.raises(ConnectionError, match="no answer"):
            asyncio.run(send(address, {}, b"", local=True))


def test_the_server_takes_only_what_it_can_send_to(server: ServerProcess) -> None:
    ann = Somebody(server.address)
    with push_service() as service:
        wanted = PushedBrowser(service).subscription

        def answer_to(**changes: object) -> httpx2.Response:
            sent = {**wanted, "endpoint": OURS, **changes}
            return ann.client.post("/api/alerts", content=json.dumps(sent), headers=JSON)

        assert error_of(answer_to(), 403) == "nobody"
        ann.begin()
        assert answer_to().status_code == 204
        assert error_of(answer_to(endpoint=wanted["endpoint"]), 400) == "push-endpoint"
        for keys in ({"p256dh": "AAAA", "auth": "AAAA"}, {"p256dh": "é", "auth": "é"}):
            assert error_of(answer_to(keys=keys), 400) == "push-keys"
        assert error_of(answer_to(keys=None), 400) == "message"
        far = {"origin": "https://elsewhere.example"}
        answer = ann.client.post("/api/alerts", json={**wanted, "endpoint": OURS}, headers=far)
        assert error_of(answer, 403) == "origin"


JSON = {"content-type": "application/json"}


def test_the_service_worker_may_see_the_whole_site(server: ServerProcess) -> None:
    answer = httpx2.get(f"{server.address}/service-worker.js")
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
