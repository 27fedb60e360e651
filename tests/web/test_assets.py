"""What a page sends for: few files, all compressed, kept for as long as they stay the same."""

from __future__ import annotations

import re
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Route

from menhirs.web.bundle import bundle, modules_of, style_bundle
from menhirs.web.files import STATIC
from tests.server.processes import ServerProcess
from tests.web.matches import Match
from tests.web.moments import game_at, match_at
from tests.web.people import Meet

FEW = 10
SMALL = 70_000
"""Bytes, with headers: under a second and a half at 50 kB/s."""


def test_a_script_comes_after_what_it_imports() -> None:
    modules = modules_of(STATIC, "match/match.js")
    assert modules[-1] == "match/match.js"
    assert len(set(modules)) == len(modules)
    assert {f"board/{path.name}" for path in STATIC.glob("board/*.js")} <= set(modules)
    for number, module in enumerate(modules):
        source = (STATIC / module).read_text("utf-8")
        for name in re.findall(r'from "\.+/(?:\w+/)?(\w+\.js)"', source):
            assert name in {other.rpartition("/")[2] for other in modules[:number]}, module


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('import { b } from "./b.js";', 'import { a } from "./a.js";'),
        ('import { b } from "./b.js";', "export default 1;"),
        ('import { b } from "./b.js";', 'import * as all from "./c.js";'),
        ('import { b } from "./b.js";', "export let b = 1;"),
        ('import { b } from "./b.js";', "export const b = `two\nlines`;"),
    ],
)
def test_what_can_not_be_joined_is_said(one: str, other: str, tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(one + "\n")
    (tmp_path / "b.js").write_text(other + "\n")
    with pytest.raises(ValueError, match=r"b\.js|a\.js"):
        bundle(tmp_path, "a.js")


def test_styles_are_joined_in_their_order() -> None:
    joined = style_bundle(STATIC, "match/match.css")
    assert "@import" not in joined
    for path in STATIC.glob("match/*.css"):
        named = f'@import "./{path.name}";' in (STATIC / "match/match.css").read_text("utf-8")
        assert named or path.name == "match.css", path
    parts = [joined.index(rule) for rule in (".menhirs-board {", ".plate {", "@media print")]
    assert parts == sorted(parts)


def test_an_import_of_styles_that_can_not_be_joined_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text('@import url("b.css") print;\n')
    with pytest.raises(ValueError, match=r"a\.css"):
        style_bundle(tmp_path, "a.css")


def test_the_match_is_heard_before_the_script_is_there(site: ServerProcess, meet: Meet) -> None:
    match = Match.of(site.address, game_at("move"), clock="live", minutes=150, increment=0)
    person = meet()
    page = person.page
    held: list[Route] = []
    sockets: list[str] = []
    page.route("**/match.bundle.js", lambda route: held.append(route))
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(match.path, wait_until="commit")
    while not page.evaluate("window.earlySocket?.heard.length"):
        page.wait_for_timeout(20)
    # As if it had come an hour ago: clocks count from there, not from now.
    page.evaluate("earlySocket.heard[0].at -= 60 * 60 * 1000")
    held[0].continue_()
    person.waits_for(".plate-clock.running")
    assert person.text(".plate-clock.running").startswith(("1:30:00", "1:2"))
    assert len(sockets) == 1


def test_a_match_page_is_a_few_small_files(site: ServerProcess, meet: Meet) -> None:
    match = match_at(site.address, "move")
    person = meet()
    devtools = person.page.context.new_cdp_session(person.page)
    devtools.send("Network.enable")
    answers: dict[str, dict[str, str]] = {}
    sizes: list[int] = []
    devtools.on(
        "Network.responseReceived",
        lambda event: answers.update({event["response"]["url"]: event["response"]["headers"]}),
    )
    devtools.on(
        "Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"]))
    )
    person.sit(match, 1)
    person.page.wait_for_load_state("networkidle")
    assert len(answers) <= FEW, list(answers)
    assert sum(sizes) < SMALL, (sum(sizes), list(answers))
    for url, headers in answers.items():
        known = {name.lower(): value for name, value in headers.items()}
        if not url.endswith("/people"):  # a few words gain nothing by it
            assert known.get("content-encoding") == "gzip", url
        if "/static/" in url:
            assert "immutable" in known["cache-control"], url


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, br", "gzip"),
        ("br;q=1, gzip;q=0.5", "gzip"),
        ("gzip;q=0", None),
        ("identity", None),
        ("", None),
    ],
)
def test_only_who_takes_it_compressed_gets_it_so(
    accepted: str, coding: str | None, site: ServerProcess
) -> None:
    with httpx2.Client(base_url=site.address, headers={"accept-encoding": accepted}) as client:
        front = client.get("/")
        style = re.search(r"/static/\w+/site/style\.bundle\.css", front.text)
        script = re.search(r"/static/\w+/home\.bundle\.js", front.text)
        assert style and script
        for answer in (front, client.get(style[0]), client.get(script[0])):
            assert answer.headers.get("content-encoding") == coding
            assert answer.headers["vary"] == "Accept-Encoding"


def test_there_is_no_bundle_of_what_is_no_script(site: ServerProcess) -> None:
    root = re.search(r"/static/\w+", httpx2.get(site.address).text)
    assert root
    none = ("none.bundle.js", "none.bundle.css", "site/style.css.bundle.js")
    for path in (*none, "favicon.bundle.svg", "..%2F..%2Fx.bundle.js"):
        assert httpx2.get(f"{site.address}{root[0]}/{path}").status_code == 404, path
