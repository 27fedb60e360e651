"""Two servers on PostgreSQL behind a real nginx, with ``deploy/nginx.conf`` and what it includes.

Only its addresses and paths are replaced: ports that are free here, and a certificate made for the
occasion. ``make test`` and ``make long`` install nginx: without it this fails, and is not skipped.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import shlex
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.patience import PATIENCE
from tests.server.databases import Postgresql
from tests.server.processes import ServerProcess, free_port

MOST_AT_ONCE = 12
"""Connections of an address at which something goes on, in this test."""
DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")


@dataclass(frozen=True)
class Site:
    """A site as visitors see it."""

    plain: str
    secure: str
    authority: Path
    """The certificate of the local authority that signs those of the site."""
    webroot: Path
    """Where proofs for an authority are put."""
    servers: tuple[ServerProcess, ServerProcess]
    command: list[str]
    """What starts nginx."""

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.authority)

    def browser(self) -> httpx2.Client:
        return httpx2.Client(base_url=self.secure, verify=self.trust, timeout=PATIENCE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if NGINX is None:
        raise RuntimeError("nginx is not installed: make test installs it")
    folder = tmp_path_factory.mktemp("site")
    webroot = Path(tempfile.mkdtemp(prefix="menhirs-proofs-"))
    webroot.chmod(0o755)  # nginx's workers are another user, who can't look into pytest's folder
    cluster = Postgresql()
    servers: list[ServerProcess] = []
    try:
        database = cluster.new_database()
        servers = [ServerProcess(database, folder / f"server-{n}.log") for n in (1, 2)]
        plain, secure = free_port(), free_port()
        command = _prepared(folder, webroot, servers, plain, secure)
        with subprocess.Popen(command) as proxy:
            address = f"http://127.0.0.1:{plain}"
            _wait_for(f"{address}/healthz")
            one, two = servers
            secured = f"https://localhost:{secure}"
            authority = folder / "authority.pem"
            yield Site(address, secured, authority, webroot, (one, two), command)
            proxy.terminate()
    finally:
        for server in servers:
            server.close()
        cluster.remove()
        shutil.rmtree(webroot)


def make_certificate(key: Path, certificate: Path, name: str, *more: str) -> None:
    """A certificate for a name, by itself unless ``more`` names an authority."""
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    files = ["-subj", f"/CN={name}", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*made, *files, *more], check=True, capture_output=True)


def new_certificate(authority: Path, folder: Path) -> None:
    """A certificate by our own authority, as certbot would lay it down."""
    signed = ["-CA", str(authority / "authority.pem"), "-CAkey", str(authority / "authority.key")]
    more = ["-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=CA:FALSE"]
    make_certificate(folder / "privkey.pem", folder / "fullchain.pem", "localhost", *signed, *more)


def _prepared(
    folder: Path, webroot: Path, servers: list[ServerProcess], plain: int, secure: int
) -> list[str]:
    """The command of nginx with our configuration, on ports and paths of this test."""
    make_certificate(folder / "authority.key", folder / "authority.pem", "A local authority")
    new_certificate(folder, folder)
    whole, site = ((DEPLOY / name).read_text("utf-8") for name in ("nginx.conf", "nginx-site.conf"))
    replaced = {
        "server-1:8000": f"127.0.0.1:{servers[0].port}",
        "server-2:8000": f"127.0.0.1:{servers[1].port}",
        "/etc/nginx/certificates": str(folder),
        "/var/www/acme": str(webroot),
        "/dev/stdout": str(folder / "access.log"),
        "listen 80 ": f"listen 127.0.0.1:{plain} ",
        "listen 443 ": f"listen 127.0.0.1:{secure} ",
        "listen [::]:80 default_server;": "",
        "listen [::]:443 ssl http2 default_server;": "",
        "menhirs_addresses 500;": f"menhirs_addresses {MOST_AT_ONCE};",
    }
    for ours, here in replaced.items():
        assert ours in site
        site = site.replace(ours, here)
    (folder / "menhirs.conf").write_text(site, "utf-8")
    included = "/etc/nginx/menhirs.conf"
    assert included in whole
    whole = whole.replace(included, str(folder / "menhirs.conf"))
    (folder / "nginx.conf").write_text(whole, "utf-8")
    settings = f"daemon off; pid {folder}/nginx.pid;"
    return [str(NGINX), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", settings]


def _wait_for(address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            if httpx2.get(address, timeout=PATIENCE).status_code == 200:
                return
        except httpx2.TransportError:
            assert time.monotonic() < deadline
        time.sleep(0.02)


def test_plain_requests_are_led_to_https(site: Site) -> None:
    answer = httpx2.get(f"{site.plain}/rules?theme=dark")
    assert answer.status_code == 308
    assert answer.headers["location"] == "https://127.0.0.1/rules?theme=dark"


def test_proofs_for_an_authority_are_served_by_http(site: Site) -> None:
    proofs = site.webroot / ".well-known" / "acme-challenge"
    proofs.mkdir(parents=True)
    (proofs / "token").write_text("proof", "utf-8")
    answer = httpx2.get(f"{site.plain}/.well-known/acme-challenge/token")
    assert (answer.status_code, answer.text) == (200, "proof")


def test_pages_are_served_and_figures_are_not(site: Site) -> None:
    with site.browser() as browser:
        assert browser.get("/").status_code == 200
        assert "max-age" in browser.get("/").headers["strict-transport-security"]
        assert browser.get("/metrics").status_code == 404


def test_cookies_are_secure_and_forms_are_taken_for_ours(site: Site) -> None:
    """The servers know that the visitor came by https, and by which name and port."""
    with site.browser() as browser:
        form = {"rules": "base", "opponent": "computer", "level": "1", "side": "1"}
        answer = browser.post("/matches", data=form, headers={"Origin": site.secure})
        assert answer.status_code == 303, answer.text
        assert answer.headers["location"].startswith(("/m/", f"{site.secure}/m/"))
        assert "secure" in answer.headers["set-cookie"].lower()


def test_two_players_play_by_sockets_and_one_follows_the_stream(site: Site) -> None:
    with site.browser() as browser:
        wish = {"rules": "amsterdam", "opponent": "friend"}
        begun = browser.post("/api/matches", json=wish).json()
        assert begun["url"].startswith(site.secure)
        match = begun["match"]
        joined = browser.post(f"/api/matches/{match}/join", json={"name": "two"}).json()
        told = asyncio.run(_play(site, match, (begun["secret"], joined["secret"])))
        assert told[0] == told[1]
        assert browser.get(f"/api/matches/{match}").json()["outcome"]["reason"] == told[0]


async def _play(site: Site, match: str, secrets: tuple[str, str]) -> list[str]:
    return await asyncio.gather(*(_player(site, match, secret) for secret in secrets))


async def _player(site: Site, match: str, secret: str) -> str:
    address = f"{site.secure.replace('https', 'wss')}/m/{match}/socket"
    headers = {"Authorization": f"Bearer {secret}"}
    async with connect(
        address, ssl=site.trust, additional_headers=headers, origin=Origin(site.secure)
    ) as socket:
        async for text in socket:
            state = _state(json.loads(text))
            if state is None:
                continue
            if state["outcome"]:
                return str(state["outcome"]["reason"])
            if state["legal"]:
                act = {"type": "act", "re": 1, "state": state["state"]}
                await socket.send(json.dumps({**act, "action": state["legal"][0]["action"]}))
    raise AssertionError("the socket closed before the end")


def _state(told: dict[str, Any]) -> dict[str, Any] | None:
    assert told["type"] not in ("refused", "bye"), told
    if told["type"] == "hello":
        return dict(told["state"])
    return told if told["type"] == "state" else None


def test_a_line_of_a_stream_is_passed_on_at_once(site: Site) -> None:
    with site.browser() as browser:
        wish = {"rules": "base", "opponent": "friend"}
        begun = browser.post("/api/matches", json=wish).json()
        headers = {"Authorization": f"Bearer {begun['secret']}"}
        path = f"/api/matches/{begun['match']}/stream"
        with browser.stream("GET", path, headers=headers) as stream:
            assert json.loads(next(stream.iter_lines()))["phase"] == "waiting"


def test_an_address_has_only_so_many_connections_at_work(site: Site) -> None:
    with site.browser() as browser, ExitStack() as open_ones:
        begun = browser.post("/api/matches", json={"rules": "base", "opponent": "friend"}).json()
        path = f"/api/matches/{begun['match']}/stream"
        headers = {"Authorization": f"Bearer {begun['secret']}"}
        for _ in range(MOST_AT_ONCE):
            watcher = open_ones.enter_context(site.browser())
            stream = open_ones.enter_context(watcher.stream("GET", path, headers=headers))
            assert stream.status_code == 200
        assert browser.get("/").status_code == 429
    with site.browser() as browser:
        until = time.monotonic() + PATIENCE
        while browser.get("/").status_code == 429:
            assert time.monotonic() < until


def test_a_renewed_certificate_is_taken_over_and_nobody_loses_a_connection(
    site: Site, tmp_path: Path
) -> None:
    new_certificate(site.authority.parent, tmp_path)
    known = {
        "RENEWED_LINEAGE": str(tmp_path),
        "CERTIFICATES": str(site.authority.parent),
        "RELOAD": shlex.join([*site.command[:5], "-s", "reload"]),
    }
    known["RELOAD"] += f' -g "pid {site.authority.parent}/nginx.pid;"'
    with site.browser() as browser:
        begun = browser.post("/api/matches", json={"rules": "base", "opponent": "friend"}).json()
        match = f"/api/matches/{begun['match']}"
        headers = {"Authorization": f"Bearer {begun['secret']}"}
        with browser.stream("GET", f"{match}/stream", headers=headers) as stream:
            lines = (line for line in stream.iter_lines() if line.strip())
            assert json.loads(next(lines))["phase"] == "waiting"
            environment = {**os.environ, **known}
            subprocess.run(["/bin/sh", DEPLOY / "renewed.sh"], env=environment, check=True)
            wanted, deadline = (tmp_path / "fullchain.pem").read_text(), time.monotonic() + PATIENCE
            port = int(site.secure.rpartition(":")[2])
            while ssl.get_server_certificate(("localhost", port)).strip() != wanted.strip():
                assert time.monotonic() < deadline
            with site.browser() as other:  # trusts the authority, not the certificate
                assert other.post(f"{match}/join", json={"name": "Bo"}).status_code == 200
            data = map(json.loads, lines)
            assert any(one.get("phase", "waiting") != "waiting" for one in data)


def test_idle_connections_of_one_address_keep_nobody_out(site: Site) -> None:
    """Before, 2,022 of them filled both workers of Debian's settings."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4_096), hard))
    port = int(site.secure.rpartition(":")[2])
    try:
        with ExitStack() as crowd:
            for _ in range(2_200):
                crowd.enter_context(socket.create_connection(("localhost", port), PATIENCE))
            with site.browser() as browser:
                assert browser.get("/").status_code == 200
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_http_2_is_spoken_and_the_log_names_no_address(site: Site) -> None:
    curl = ["curl", "--silent", "--http2", "--cacert", str(site.authority), "--output", "-"]
    told = subprocess.run(
        [*curl, "--write-out", "%{http_version}", f"{site.secure}/m/not-a-match"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.endswith("2")
    log = (site.authority.parent / "access.log").read_text("utf-8")
    assert " GET 404 " in log and "not-a-match" not in log and "/m/" not in log


def test_a_server_that_dies_is_not_missed(site: Site) -> None:
    site.servers[0].kill()
    with site.browser() as browser:
        assert {browser.get("/rules").status_code for _ in range(6)} == {200}
    site.servers[0].start()
