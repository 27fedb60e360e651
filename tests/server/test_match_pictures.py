"""Pictures of a match to share: every ply by its address, and the whole game moving."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import httpx2
import pytest

from menhirs.server.errors import BadRequest
from menhirs.server.http.admission import Admission
from menhirs.server.settings import ServerSettings
from tests.server.processes import ServerProcess
from tests.server.test_previews import size_of
from tests.server.visitors import CLIENT, Visitor, start

OPENING = ["+a1", "+a2", "+b1", "+b2"]


def played(server: ServerProcess) -> Visitor:
    """A match at one screen, four actions old."""
    visitor = start(server.address, opponent="shared", rules="base", layout="seed", seed="oak")
    for action in OPENING:
        visitor.act(action).raise_for_status()
    return visitor


def get(visitor: Visitor, name: str, **headers: str) -> httpx2.Response:
    address = f"{visitor.address}/m/{visitor.match}/{name}"
    return CLIENT.get(address, headers={key.replace("_", "-"): headers[key] for key in headers})


def test_every_ply_has_its_pictures_and_the_game_one_that_moves(server: ServerProcess) -> None:
    match = played(server)
    drawn = [get(match, f"{ply}.svg") for ply in range(5)]
    assert all(answer.headers["content-type"] == "image/svg+xml" for answer in drawn)
    assert len({answer.text for answer in drawn}) == 5
    assert all(ET.fromstring(answer.text).tag.endswith("svg") for answer in drawn)
    assert "Highlighted: b2" in drawn[4].text and "Highlighted" not in drawn[0].text
    assert drawn[4].text == get(match, "picture.svg").text
    assert get(match, "4.svg?theme=dark").text != drawn[4].text
    png = get(match, "4.png")
    assert png.headers["content-type"] == "image/png" and size_of(png.content)[0] == 600
    moving = get(match, "game.svg")
    assert moving.text.count('class="f ') == 5 and "<script" not in moving.text
    assert "script" not in moving.headers["content-security-policy"]
    assert "style-src 'unsafe-inline'" in moving.headers["content-security-policy"]
    assert len(moving.text) < 30_000


def test_a_picture_that_one_has_is_not_sent_again(server: ServerProcess) -> None:
    match = played(server)
    for name in ("3.svg", "3.png", "game.svg", "preview.png"):
        first = get(match, name)
        assert first.headers["cache-control"] == "no-cache"  # a turn may be taken back
        again = get(match, name, if_none_match=f'"x", {first.headers["etag"]}')
        assert (again.status_code, again.content) == (304, b"")
    before = get(match, "preview.png").headers["etag"]
    match.act("resign").raise_for_status()
    after = get(match, "preview.png", if_none_match=before)
    assert after.status_code == 200 and "max-age" in after.headers["cache-control"]


def test_a_ply_that_is_not_there(server: ServerProcess) -> None:
    match = played(server)
    for name in ("6.svg", "6.png", "-1.svg", "x.png", "9" * 5000 + ".svg"):
        answer = get(match, name)
        assert (answer.status_code, answer.json()["code"]) == (404, "ply"), name


def test_somebody_who_asks_for_many_pictures_has_to_wait() -> None:
    admission = Admission(ServerSettings(database=""))
    for _ in range(40):
        admission.pictures.check("here")
    with pytest.raises(BadRequest) as refused:
        admission.pictures.check("here")
    assert refused.value.code == "too-fast"
    admission.pictures.check("there")
