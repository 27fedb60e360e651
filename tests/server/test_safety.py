"""What strangers try: other people's seats, other sites' forms, scripts in names."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text as sql

from menhirs.server.app import create_app
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import MatchStore
from tests.patience import PATIENCE
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, Visitor, error_of, start, two_players

HTML = {"accept": "text/html"}
EVIL = '<script>alert("1")</script>\'"&'
PAGES = ["/", "/rules", "/nothing/here", "/m/nothing"]


def get(server: ServerProcess, path: str, **headers: str) -> httpx2.Response:
    return CLIENT.get(server.address + path, headers={**HTML, **headers}, follow_redirects=False)


def browser(server: ServerProcess) -> httpx2.Client:
    """Somebody with cookies."""
    return httpx2.Client(
        base_url=server.address, headers=HTML, timeout=PATIENCE, trust_env=False, verify=False
    )


# Headers, and what may stand in a page.


@pytest.mark.parametrize(
    "path",
    [
        *PAGES,
        *("/healthz", "/metrics", "/favicon.ico", "/hero-light.svg", "/api/openapi.json", "/api/x"),
    ],
)
def test_every_answer_has_the_headers_that_keep_strangers_out(
    server: ServerProcess, path: str
) -> None:
    headers = get(server, path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self';" in policy
    assert "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers or "uvicorn" not in headers["server"]


class Inline(HTMLParser):
    """Finds what a strict policy would not run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._script: dict[str, str | None] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [f"{tag} {name}" for name in given if name.startswith("on")]
        self.found += [f"{tag} style" for name in given if name == "style"]
        self.found += [f"{tag} {v}" for v in given.values() if v and v.startswith("javascript:")]
        if tag == "style":
            self.found.append("style element")
        for name in ("src", "href", "action"):
            address = given.get(name) or ""
            loads = tag in ("script", "link", "img", "form", "iframe")
            if "//" in address and loads and given.get("rel") != "alternate":
                self.found.append(f"{tag} from {address}")
        self._script = given if tag == "script" else None

    def handle_data(self, data: str) -> None:
        is_data = self._script is not None and self._script.get("type") == "application/json"
        if self._script is not None and data.strip() and not is_data:
            self.found.append(f"script {data[:40]}")
        if is_data and data.strip():
            json.loads(data)

    def handle_endtag(self, tag: str) -> None:
        self._script = None


@pytest.mark.parametrize("language", ["en", "nl", "fr", "de"])
def test_no_page_has_inline_scripts_or_styles(server: ServerProcess, language: str) -> None:
    host = start(server.address, name=EVIL)
    for path in [*PAGES, f"/m/{host.match}"]:
        answer = get(server, path, **{"accept-language": language})
        assert answer.headers["content-type"].startswith("text/html")
        reader = Inline()
        reader.feed(answer.text)
        assert reader.found == [], path
        assert f'lang="{language}"' in answer.text


def test_names_are_escaped_in_pages_and_records(server: ServerProcess) -> None:
    host = start(server.address, name=EVIL, opponent="shared")
    for path in ("", "/record"):
        answer = get(server, f"/m/{host.match}{path}")
        if answer.headers["content-type"].startswith("text/html"):
            assert "<script>alert" not in answer.text
        else:
            assert answer.headers["content-type"].startswith("text/plain")
            assert "attachment" in answer.headers["content-disposition"]
    evil_language = get(server, "/", **{"accept-language": EVIL.replace('"', "")})
    assert evil_language.status_code == 200 and "alert" not in evil_language.text


def test_a_path_is_escaped_in_the_page_that_does_not_find_it(server: ServerProcess) -> None:
    answer = get(server, "/%3Cscript%3Ealert(1)%3C/script%3E")
    assert answer.status_code == 404 and "<script>alert" not in answer.text


# Cookies.


def seat_cookie(answer: httpx2.Response) -> str:
    return next(c for c in answer.headers.get_list("set-cookie") if c.startswith("seat="))


def test_seats_are_cookies_that_scripts_and_other_matches_do_not_see(server: ServerProcess) -> None:
    with browser(server) as ann, browser(server) as bo:
        made = ann.post("/matches", data={"opponent": "friend", "side": "1", "rules": "base"})
        assert made.status_code == 303
        place = made.headers["location"]
        joined = bo.post(f"{place}/join", data={"name": "Bo"})
        for cookie in (seat_cookie(made), seat_cookie(joined)):
            parts = [part.strip().lower() for part in cookie.split(";")]
            assert "httponly" in parts and "samesite=lax" in parts
            assert f"path={place.lower()}" in parts
            assert not any(part.startswith("domain") for part in parts)
            assert "secure" not in parts
        assert ann.cookies["seat"] != bo.cookies["seat"]
        # Neither finds the other's secret anywhere.
        for reader, secret in ((bo, ann.cookies["seat"]), (ann, bo.cookies["seat"])):
            for path in ("", "/record", "/plies"):
                assert secret not in reader.get(f"{place}{path}").text
        # Sitting down twice changes nothing; a third finds no seat.
        assert "set-cookie" not in ann.post(f"{place}/join").headers
        with browser(server) as third:
            late = third.post(f"{place}/join")
            assert late.status_code == 303 and late.headers["location"] == f"{place}?seat=taken"
            assert not third.cookies


def test_behind_https_cookies_are_secure(server: ServerProcess) -> None:
    headers = {"x-forwarded-proto": "https", "origin": server.address.replace("http", "https")}
    for path, data in (("/matches", {"opponent": "shared"}), ("/language", {"language": "nl"})):
        answer = CLIENT.post(server.address + path, data=data, headers=headers)
        assert "secure" in answer.headers["set-cookie"].lower().split("; ")


def test_the_next_game_keeps_the_seat(server: ServerProcess) -> None:
    with browser(server) as ann:
        made = ann.post("/matches", data={"opponent": "shared", "rules": "base"})
        place = made.headers["location"]
        me = Visitor(server.address, place.removeprefix("/m/"), ann.cookies["seat"])
        assert ann.get(f"{place}/next").status_code == 404
        me.act("resign")
        with open_socket(me) as (page, _):
            page.say("rematch")
            following = page.state(lambda s: s["series"]["next"])["series"]["next"]
        on = ann.get(f"{place}/next")
        assert on.status_code == 303 and on.headers["location"] == f"/m/{following}"
        assert f"Path=/m/{following}" in seat_cookie(on)
        with browser(server) as stranger:
            assert "set-cookie" not in stranger.get(f"{place}/next").headers


# Other sites.


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://[", "", "http://127.0.0.1", "file://"]
)
def test_sockets_of_other_sites_are_refused(server: ServerProcess, origin: str) -> None:
    host = start(server.address)
    with open_socket(host, Origin=origin) as (page, bye):
        assert (bye["type"], bye["code"]) == ("bye", "origin")
        assert page.is_closed() == 1008


def test_nothing_is_changed_for_a_page_of_another_site(server: ServerProcess) -> None:
    """Whatever a page may send with our cookies: forms, and what scripts and programs send."""
    routers = [getattr(one, "original_router", None) for one in create_app().routes]
    routes = [route for router in filter(None, routers) for route in router.routes]
    asked = [(method, route.path) for route in routes for method in route.methods - {"GET"}]
    assert ("POST", "/api/matches/{match}/actions") in asked and len(asked) > 50
    for method, path in asked:
        address = server.address + re.sub(r"{[^}]*}", "x", path)
        answer = CLIENT.request(method, address, headers={"origin": "https://evil.example"})
        assert error_of(answer, 403) == "origin", path
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("origin", ["null", "http://[", "", "http://127.0.0.1", "file://"])
def test_what_is_no_address_of_ours_is_another_site(server: ServerProcess, origin: str) -> None:
    answer = CLIENT.post(f"{server.address}/language", headers={"origin": origin})
    assert error_of(answer, 403) == "origin"


def test_our_own_address_by_another_scheme_is_another_site(server: ServerProcess) -> None:
    other = server.address.replace("http:", "https:")
    answer = CLIENT.post(
        f"{server.address}/language", data={"language": "nl"}, headers={"origin": other}
    )
    assert error_of(answer, 403) == "origin"
    with open_socket(start(server.address), Origin=other) as (page, bye):
        assert (bye["type"], bye["code"]) == ("bye", "origin")
        assert page.is_closed() == 1008


def test_our_own_forms_and_sockets_are_taken(server: ServerProcess) -> None:
    host = start(server.address)
    ours = {"origin": server.address}
    answer = CLIENT.post(f"{server.address}/language", headers=ours, data={"language": "de"})
    assert answer.status_code == 303
    with open_socket(host, Origin=server.address) as (_, hello):
        assert hello["type"] == "hello"


@pytest.mark.parametrize(
    "back",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        " //evil.example",
        "javascript:alert(1)",
        "/\r\nset-cookie: x=y",
        "",
    ],
)
def test_choosing_a_language_leads_nowhere_else(server: ServerProcess, back: str) -> None:
    answer = CLIENT.post(f"{server.address}/language", data={"language": "nl", "back": back})
    assert answer.status_code == 303
    location = answer.headers["location"]
    # As a browser reads it: it leaves tabs and line ends out and takes \\ for /.
    read = re.sub(r"[\t\r\n]", "", location).replace("\\", "/")
    assert read.startswith("/") and not read.startswith("//")
    assert "x" not in answer.cookies


def test_a_language_that_we_do_not_speak_is_not_remembered(server: ServerProcess) -> None:
    answer = CLIENT.post(f"{server.address}/language", data={"language": "xx; domain=evil"})
    assert "set-cookie" not in answer.headers
    for cookie in ("xx", EVIL.replace('"', ""), "../../etc/passwd"):
        found = get(server, "/", cookie=f"language={cookie}")
        assert found.status_code == 200 and 'lang="en"' in found.text


# Files, errors, logs.


@pytest.mark.parametrize(
    "path",
    [
        "/../../../pyproject.toml",
        "/..%2f..%2fserver/seats.py",
        "/%2e%2e/templates/base.html",
        "/....//templates/base.html",
        "//etc/passwd",
        "/%00",
        "/board/../../templates/base.html",
        "/",
        "/board",
    ],
)
def test_static_files_only(server: ServerProcess, path: str) -> None:
    home = get(server, "/").text
    root = re.search(r"/static/[0-9a-f]{12}", home)
    assert root is not None
    # Sent as it is: clients tidy such paths up.
    with httpx2.Client(trust_env=False) as client:
        request = client.build_request("GET", server.address)
        request.url = request.url.copy_with(raw_path=(root[0] + path).encode())
        answer = client.send(request)
    assert answer.status_code in (404, 405)
    assert "extends" not in answer.text and "def " not in answer.text


def test_static_files_are_kept_by_browsers(server: ServerProcess) -> None:
    root = re.search(r"/static/[0-9a-f]{12}", get(server, "/").text)
    assert root is not None
    answer = get(server, f"{root[0]}/site/style.css")
    assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]


def test_visitors_see_no_stack_traces_and_we_do(server: ServerProcess) -> None:
    """A match whose terms were damaged in the database: nobody foresaw that."""
    made = start(server.address, name="before")
    damaged = made.match[:-1] + ("2" if made.match[-1] != "2" else "3")
    engine = open_database(server.database)
    with engine.begin() as connection:
        connection.execute(
            sql(
                "insert into matches (id, created, terms, series, game)"
                " values (:id, 1, '{}', :id, 1)"
            ),
            {"id": damaged},
        )
    engine.dispose()
    answer = get(server, f"/m/{damaged}")
    assert answer.status_code == 500
    assert answer.headers["content-type"].startswith("text/html")
    assert "content-security-policy" in answer.headers
    for leak in ("Traceback", "KeyError", ".py", "sqlalchemy"):
        assert leak not in answer.text
    told = CLIENT.get(f"{server.address}/api/matches/{damaged}")
    assert error_of(told, 500) == "mistake"
    assert "KeyError" in server.log()
    assert made.state()["seats"]  # others play on


def test_secrets_are_never_logged(server: ServerProcess) -> None:
    """Neither those of seats nor the names of matches, which let one sit down."""
    host = start(server.address, side="1", name="Ann Onymous")
    guest = host.join("Bo Reth")
    with browser(server) as ann:
        place = ann.post("/matches", data={"opponent": "friend"}).headers["location"]
        secret = ann.cookies["seat"]
        ann.get(f"{place}?key={secret}")
        ann.get(f"{place}/nothing/{secret}")
    with open_socket(host) as (page, _), open_socket(guest) as (other, _):
        page.say("name", name="Carl Nac")
        page.say("act", state=0, action="nonsense")
        other.say("take-back")
        page.socket.send("rubbish " + host.secret)
        page.refused()
    host.act("resign")
    host.act("resign")
    CLIENT.get(f"{server.address}/api/matches/{host.match}?secret={host.secret}")
    log = server.log()
    assert "GET /api/matches/{match}" in log  # there is a log
    for text in (host.secret, guest.secret, secret, host.match, place, "Onymous", "Nac"):
        assert text not in log
    for line in log.splitlines():
        if line.startswith("{"):
            assert {"at", "level", "logger", "message"} <= set(json.loads(line))


def test_the_database_holds_no_secret(server: ServerProcess) -> None:
    one, two = two_players(server.address)
    engine = open_database(server.database)
    stored = MatchStore(engine).load(one.match)
    engine.dispose()
    assert stored is not None
    for visitor in (one, two):
        assert visitor.secret not in repr(stored)
        assert len(visitor.secret) >= 32


# HEAD.


def test_head_is_answered_as_get_is_without_a_body(server: ServerProcess) -> None:
    match = start(server.address, opponent="shared").match
    root = re.search(r"/static/[0-9a-f]{12}", get(server, "/").text)
    assert root is not None
    paths = [
        *(*PAGES, "/healthz", "/favicon.ico", "/hero-light.svg", "/api/openapi.json"),
        *(f"/m/{match}", f"/m/{match}/record", f"/m/{match}/plies"),
        *(f"/api/matches/{match}", f"/api/matches/{match}/record", f"/api/matches/{match}/plies"),
        *(f"{root[0]}/site/style.css", "/matches", "/api/matches"),
    ]
    for path in paths:
        whole, head = get(server, path), CLIENT.head(server.address + path, headers=HTML)
        assert (head.status_code, head.content) == (whole.status_code, b""), path
        for name in ("content-type", "content-length"):
            assert head.headers.get(name) == whole.headers.get(name), path


def test_head_of_a_stream_ends(server: ServerProcess) -> None:
    me = start(server.address, opponent="shared")
    answer = CLIENT.head(f"{me.url}/stream")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert me.state()["seats"]


# For those who run it.


def test_health(server: ServerProcess) -> None:
    assert get(server, "/healthz").json() == {"status": "ok"}


def test_metrics_are_metrics(server: ServerProcess) -> None:
    start(server.address, opponent="shared", rules="base").act("resign")
    families = {f.name: f for f in text_string_to_metric_families(get(server, "/metrics").text)}
    for name in (
        *("menhirs_actions", "menhirs_refusals", "menhirs_matches", "menhirs_rooms"),
        *("menhirs_viewers", "menhirs_commit_seconds", "menhirs_request_seconds"),
    ):
        assert families[name].samples, name
    routes = {sample.labels.get("route") for sample in families["menhirs_request_seconds"].samples}
    assert "/api/matches/{match}/actions" in routes


# Forms.


def test_forms_that_cannot_be_read_get_a_page_that_says_so(server: ServerProcess) -> None:
    for data in (
        {"rules": "chess"},
        {"level": "9"},
        {"opponent": "computer", "level": "x"},
        {"layout": "hand", "menhirs": "a1"},
        {"unknown": "x"},
        {"name": "x" * 41},
    ):
        answer = CLIENT.post(f"{server.address}/matches", data=data, headers=HTML)
        assert answer.status_code == 400, data
        assert answer.headers["content-type"].startswith("text/html")
    files = {"name": ("a.txt", b"x" * 100)}
    assert CLIENT.post(f"{server.address}/matches", files=files).status_code == 400
    long = CLIENT.post(f"{server.address}/matches", data={"name": "x" * 20_000}, headers=HTML)
    assert long.status_code == 413


class Form(HTMLParser):
    """The fields of the forms of a page as a browser would send them untouched."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, list[tuple[str, str]], list[tuple[str, str]]]] = []
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self._open = given.get("action") == "/matches"
            if self._open:
                self.forms.append(("", [], []))
        elif self._open and (name := given.get("name")):
            pair = (name, given.get("value") or "")
            _, fields, buttons = self.forms[-1]
            if tag == "button":
                buttons.append(pair)
            elif tag == "input" and (
                given.get("type") not in ("radio", "checkbox") or "checked" in given
            ):
                fields.append(pair)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False


def test_the_forms_of_the_front_page_start_matches(server: ServerProcess) -> None:
    reader = Form()
    reader.feed(get(server, "/").text)
    assert len(reader.forms) == 5
    for _, fields, buttons in reader.forms:
        for button in buttons or [("rules", "base")]:
            content = httpx2.QueryParams([*fields, button])
            answer = CLIENT.post(
                f"{server.address}/matches",
                content=str(content),
                headers={**HTML, "content-type": "application/x-www-form-urlencoded"},
            )
            assert answer.status_code == 303, (fields, button, answer.text)
