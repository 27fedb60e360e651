"""Other sites may show our pictures and widgets, and frame nothing else; oEmbed and the feed."""

from __future__ import annotations

import re
from datetime import date
from xml.etree import ElementTree

import pytest

from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM
from menhirs.core.setup import random_menhirs
from menhirs.learn.puzzles.daily import puzzle_of_day
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.notation.line import write_line
from menhirs.server.http.embed.feed import feed_text
from menhirs.web.languages import FINISHED, LANGUAGES
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, start, two_players

ATOM = "{http://www.w3.org/2005/Atom}"
LINE = write_line(Position.start(AMSTERDAM, random_menhirs(AMSTERDAM, "elm")))
PUZZLE = next(iter(PUZZLES.puzzles))


def finished(server: ServerProcess) -> str:
    one, _ = two_players(server.address)
    one.act("resign")
    return one.match


def test_pictures_may_be_shown_elsewhere_and_pages_may_not(server: ServerProcess) -> None:
    match = finished(server)
    policy = "cross-origin-resource-policy"
    for path in (f"/m/{match}/picture.svg", f"/m/{match}/picture.png", f"/m/{match}/preview.png"):
        assert CLIENT.get(server.address + path).headers[policy] == "cross-origin", path
    drawn = CLIENT.get(f"{server.address}/position.svg", params={"position": LINE})
    assert drawn.headers[policy] == "cross-origin"
    tag = {"if-none-match": drawn.headers["etag"]}
    again = CLIENT.get(f"{server.address}/position.svg", params={"position": LINE}, headers=tag)
    assert again.status_code == 304 and again.headers[policy] == "cross-origin"
    pages = ("/", f"/m/{match}", "/puzzles", f"/m/{match}/record", "/api/openapi.json")
    for path in (*pages, f"/m/{match}/link.svg", "/hero-light.svg"):
        answer = CLIENT.get(server.address + path)
        assert answer.headers[policy] == "same-origin", path
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], path


def test_a_widget_may_be_framed_and_brings_no_cookie(server: ServerProcess) -> None:
    for path in (
        f"/embed/m/{finished(server)}",
        f"/embed/puzzles/{PUZZLE}",
        "/embed/puzzles/today",
        f"/embed/position?position={LINE}",
    ):
        answer = CLIENT.get(server.address + path, headers={"accept-language": "de"})
        assert answer.status_code == 200, path
        policy = answer.headers["content-security-policy"]
        assert "frame-ancestors *" in policy and "form-action 'none'" in policy
        assert "set-cookie" not in answer.headers and '<html lang="de">' in answer.text


def test_the_address_of_a_widget_says_how_it_looks(server: ServerProcess) -> None:
    address = f"{server.address}/embed/puzzles/{PUZZLE}"
    shown = CLIENT.get(address, params={"language": "nl", "theme": "dark"}).text
    assert '<html lang="nl" data-theme="dark">' in shown
    assert CLIENT.get(address, params={"theme": "pink"}).status_code == 400
    assert '<html lang="en">' in CLIENT.get(address, params={"language": "xx"}).text


def test_what_can_not_be_shown_says_why_in_its_frame(server: ServerProcess) -> None:
    running = start(server.address, opponent="shared").match
    for path, status in (
        (f"/embed/m/{running}", 403),
        ("/embed/m/nothing", 404),
        ("/embed/puzzles/nothing", 404),
        ("/embed/position?position=nonsense", 400),
        ("/embed/position", 400),
    ):
        answer = CLIENT.get(server.address + path)
        assert answer.status_code == status, path
        assert "embed-problem" in answer.text
        assert "frame-ancestors *" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("kind", ["m", "puzzles", "analysis"])
def test_a_link_unfolds_by_oembed(kind: str, server: ServerProcess) -> None:
    paths = {
        "m": f"/m/{finished(server)}",
        "puzzles": f"/puzzles/{PUZZLE}",
        "analysis": f"/analysis?position={LINE.replace(' ', '%20')}",
    }
    page = server.address + paths[kind]
    if kind != "analysis":
        shown = CLIENT.get(page, headers={"accept": "text/html"}).text
        (found,) = re.findall(r'application/json\+oembed" href="([^"]+)"', shown)
        data = CLIENT.get(found.replace("&amp;", "&")).json()
    else:
        data = CLIENT.get(f"{server.address}/oembed", params={"url": page, "maxwidth": 300}).json()
        assert data["width"] == 300
    assert data["version"] == "1.0" and data["type"] == "rich" and data["title"]
    (frame,) = re.findall(r'<iframe src="([^"]+)"', data["html"])
    assert f'width="{data["width"]}" height="{data["height"]}"' in data["html"]
    assert CLIENT.get(frame.replace("&amp;", "&")).status_code == 200
    if "thumbnail_url" in data:
        assert CLIENT.get(data["thumbnail_url"]).headers["content-type"] == "image/png"


def test_oembed_refuses_what_it_does_not_know(server: ServerProcess) -> None:
    running = start(server.address, opponent="shared").match
    for asked, status in (
        ({}, 400),
        ({"url": "https://elsewhere.example/m/x"}, 404),
        ({"url": f"{server.address}/you"}, 404),
        ({"url": f"{server.address}/analysis"}, 404),
        ({"url": f"{server.address}/m/nothing"}, 404),
        ({"url": f"{server.address}/m/{running}"}, 403),
        ({"url": f"{server.address}/puzzles/today", "format": "xml"}, 501),
        ({"url": f"{server.address}/puzzles/today", "maxwidth": "10"}, 400),
        ({"url": "http://[", "maxwidth": "400"}, 404),
        ({"url": "x" * 5_000}, 400),
    ):
        answer = CLIENT.get(f"{server.address}/oembed", params=asked)
        assert answer.status_code == status, (asked, answer.text)
        assert answer.json()["code"]


def test_the_feed_is_atom_and_kept(server: ServerProcess) -> None:
    answer = CLIENT.get(f"{server.address}/puzzles/feed.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    again = {"if-none-match": answer.headers["etag"]}
    assert CLIENT.get(f"{server.address}/puzzles/feed.atom", headers=again).status_code == 304
    root = ElementTree.fromstring(answer.text)
    assert root.tag == f"{ATOM}feed"
    entries = root.findall(f"{ATOM}entry")
    assert len(entries) == 14
    for element in (root, *entries):
        for name in ("id", "title", "updated"):
            assert element.findtext(f"{ATOM}{name}")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids)
    link = entries[0].find(f"{ATOM}link")
    assert link is not None and CLIENT.get(link.attrib["href"]).status_code == 200


def test_the_feed_has_the_puzzle_of_each_day_in_the_language_of_the_reader() -> None:
    day = date(2026, 11, 19)
    texts = {code: feed_text("https://x.example", day, LANGUAGES[code]) for code in FINISHED}
    first = puzzle_of_day(day, PUZZLES.puzzles.values())
    assert all(f"https://x.example/puzzles/{first.id}" in text for text in texts.values())
    assert len(set(texts.values())) == len(FINISHED)
