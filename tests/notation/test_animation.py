"""A game as a moving picture, and the marks on the picture of a ply."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from menhirs.core.errors import MenhirsError
from menhirs.core.state import Reason
from menhirs.notation.record import Record, read_record
from menhirs.notation.svg import Drawing, draw
from menhirs.notation.svg.animation import END_SECONDS, OTHER_SECONDS, animate
from menhirs.notation.svg.plies import draw_ply

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = Path(__file__).parents[1] / "golden"
PLAIN = Drawing(coordinates=False)


def golden(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.menhirs").read_text("utf-8"))


def fog_in(element: ElementTree.Element) -> list[tuple[str, str]]:
    """Where fog is painted."""
    return sorted(
        (use.attrib["x"], use.attrib["y"])
        for use in element.iter(f"{SVG}use")
        if use.attrib["href"].endswith("-fog")
    )


@pytest.mark.parametrize("name", ["amsterdam-won-in-lap-two", "base-freed", "endless-freed"])
def test_every_position_is_a_frame_with_its_fog(name: str) -> None:
    record = golden(name)
    svg = animate(record)
    groups = ElementTree.fromstring(svg).findall(f"{SVG}g")
    frames = [group for group in groups if group.attrib.get("class", "").startswith("f ")]
    assert len(frames) == len(record.positions)
    for frame, position in zip(frames, record.positions, strict=True):
        assert fog_in(frame) == fog_in(ElementTree.fromstring(draw(position, PLAIN)))
    assert frames[-1].attrib["class"] == "f e" and "prefers-reduced-motion" in svg
    assert len(svg) < 100_000 and len(gzip.compress(svg.encode(), 5)) < 8_000


def test_frames_follow_on_each_other() -> None:
    record = golden("base-freed")
    svg = animate(record)
    begins = [float(time) for time in re.findall(r'class="f s[0-9]+" style="[^"]*:([0-9.]+)s', svg)]
    assert begins == sorted(set(begins)) and begins[0] == 0
    shown = begins[-1] + OTHER_SECONDS + END_SECONDS  # the last but one is a tile taken away
    assert f"animation-duration:{shown:.1f}s" in svg


def test_stones_that_are_turned_over_stand_until_then() -> None:
    record = golden("amsterdam-wrong-claim")
    frames = animate(record).split('<g class="f ')[1:]
    assert [frame.count("m-menhir") for frame in frames[:4]] == [2, 1, 0, 0]


def test_a_ply_is_drawn_with_what_was_done_last() -> None:
    record = golden("base-freed")

    def told(ply: int) -> str:
        return draw_ply(record.actions, record.positions, ply, PLAIN)

    assert "Highlighted" not in told(0) and "Highlighted" in told(1)  # fog was placed
    assert "Last moved" in told(5) and "Last moved" not in told(4)
    removals = [ply for ply, before in enumerate(record.positions, 1) if before.phase == "remove"]
    assert removals and all("Taken away" in told(ply) for ply in removals)
    assert record.final.outcome is not None and record.final.outcome.reason is Reason.FREED
    assert "Last moved" in told(len(record.actions))  # the move that won
    with pytest.raises(MenhirsError) as refused:
        told(len(record.positions))
    assert refused.value.code == "ply"
