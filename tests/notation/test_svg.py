"""The drawn board: that the picture shows the position, and nothing that it should not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from math import dist
from random import Random
from xml.etree import ElementTree

import pytest

from menhirs.core.actions import Move, Resign
from menhirs.core.geometry import STANDARD, Direction, Geometry
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE, Round, RuleSet, Taking
from menhirs.core.setup import random_menhirs
from menhirs.core.state import LastTurn, Outcome, Phase, Reason
from menhirs.notation.svg import Drawing, Theme, draw
from menhirs.notation.svg.alphabet import GLYPHS, advance

SVG = "{http://www.w3.org/2000/svg}"
TREES = {"fir", "sapling", "oak"}
HOUSE = tuple(
    Geometry(heights) for heights in ((2, 3, 2), (1, 2), (4, 3, 2), (1, 2, 1, 2, 1, 2, 1, 2, 1))
)


def played(rules: RuleSet, seed: int, actions: int) -> Position:
    """A random game that many actions on, or at its end."""
    position, random = Position.start(rules, random_menhirs(rules, seed)), Random(seed)
    for _ in range(actions):
        if position.is_over:
            break
        position = position.play_unchecked(random.choice(position.board_actions()))
    return position


def laid(menhirs: str, fog: str, last: LastTurn | None = None) -> Position:
    """A position on the standard board in which fog is to be moved."""
    mask = STANDARD.mask_of
    return Position(BASE, mask(menhirs), mask(fog), 1, 5, 1, Phase.MOVE, last=last)


def house(geometry: Geometry, title: str = "") -> Position:
    rules = RuleSet(
        "house",
        (Round(1, places=True), Round(2, taking=(Taking.MUST, Taking.MUST))),
        BASE.scoring,
        geometry,
        menhirs=1,
        fog_tiles=1,
        title=title,
    )
    return Position.start(rules, random_menhirs(rules, 1))


def uses(svg: str) -> list[tuple[str, ElementTree.Element]]:
    """The name of every shape used, without its prefix, by place."""
    return [
        (use.attrib["href"].rsplit("-", 1)[1], use)
        for use in ElementTree.fromstring(svg).iter(f"{SVG}use")
    ]


def spots(svg: str, *shapes: str) -> Counter[tuple[int, int]]:
    return Counter(
        (int(use.attrib["x"]), int(use.attrib["y"])) for shape, use in uses(svg) if shape in shapes
    )


def middles(*names: str) -> Counter[tuple[int, int]]:
    """Where cells of the standard board lie, worked out anew: 90 wide and 104 high apart."""
    return Counter(
        (
            90 * ("abcdefg".index(name[0]) - 3),
            52 * (STANDARD.heights["abcdefg".index(name[0])] + 1 - 2 * int(name[1])),
        )
        for name in names
    )


def turned(places: Counter[tuple[int, int]]) -> Counter[tuple[int, int]]:
    return Counter((-x, -y) for x, y in places.elements())


def dashes(svg: str) -> list[str]:
    """The dashed outlines, outside of the definitions."""
    return re.findall(r'^<path d="([^"]*)".*stroke-dasharray', svg, re.MULTILINE)


def highlights(svg: str) -> list[str]:
    """The thick outlines: each is painted twice, a wide line under a narrower one."""
    return re.findall(r'^<path d="([^"]*)" fill="none".*stroke-width="11"', svg, re.MULTILINE)


def told(svg: str, tag: str) -> str:
    return ElementTree.fromstring(svg).findtext(f"{SVG}{tag}") or ""


MIDDLE = laid("a3 b3 c3 d2 e1 f3 g1", "a3 b3 c3 c4 d4 d5 e4 f1 g1")


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rules", [BASE, AMSTERDAM])
def test_every_tile_is_drawn_once_on_its_cell(rules: RuleSet, seed: int, theme: Theme) -> None:
    position = played(rules, seed, 5 * seed)
    svg = draw(position, Drawing(theme))
    names = position.geometry.names_of
    assert spots(svg, "fog") == middles(*names(position.fog))
    assert spots(svg, "shimmer") == middles(*names(position.covered))
    assert spots(svg, "menhir") == middles(*names(position.menhirs & ~position.fog))
    assert spots(svg, "heath") == middles(*names(position.menhirs))
    assert spots(svg, "moss") == middles(*names(STANDARD.cells & ~position.menhirs))
    assert len(svg) < 25_000


def test_trees_stand_on_forest_without_fog_only() -> None:
    trees = spots(draw(MIDDLE), *TREES)
    for name in STANDARD.names:
        [(x, y)] = middles(name)
        near = sum(n for (tx, ty), n in trees.items() if abs(tx - x) < 45 and abs(ty - y) < 45)
        forest = not (MIDDLE.fog | MIDDLE.menhirs) >> STANDARD.cell(name) & 1
        assert near >= 4 if forest else near == 0, name


def test_woods_stay_as_they_are_when_fog_moves() -> None:
    moved = replace(MIDDLE, fog=MIDDLE.fog ^ STANDARD.mask_of("f1 e2"))
    before, after = spots(draw(MIDDLE), *TREES), spots(draw(moved), *TREES)
    [(x, y), (left_x, left_y)] = middles("e2", "f1")
    gone, come = before - after, after - before
    assert gone and come
    assert all(abs(tx - x) < 45 and abs(ty - y) < 45 for tx, ty in gone)
    assert all(abs(tx - left_x) < 45 and abs(ty - left_y) < 45 for tx, ty in come)


def test_dense_fog_hides_what_lies_under_it() -> None:
    """Not one byte differs between two positions that only differ under the fog."""
    other = laid("a3 c4 d5 d2 e1 f3 f1", "a3 b3 c3 c4 d4 d5 e4 f1 g1")
    dense = Drawing(dense_fog=True)
    assert draw(MIDDLE, dense) == draw(other, dense)
    assert draw(MIDDLE) != draw(other)
    assert not spots(draw(MIDDLE, dense), "shimmer")
    assert spots(draw(MIDDLE, dense), "menhir", "heath") == middles(*("d2", "e1", "f3") * 2)


def test_names_stand_on_every_cell_or_nowhere() -> None:
    letters = Counter(shape for shape, _ in uses(draw(MIDDLE)) if shape in GLYPHS)
    assert letters == Counter("".join(STANDARD.names))
    without = draw(MIDDLE, Drawing(coordinates=False))
    assert not [shape for shape, _ in uses(without) if shape in GLYPHS]
    assert len(without) < len(draw(MIDDLE))


def test_no_tree_stands_on_a_name() -> None:
    svg, asked = draw(laid("", "")), 0
    for shape, half in (("fir", 13), ("sapling", 10), ("oak", 17)):
        for x, y in spots(svg, shape):
            [name] = [n for n in STANDARD.names for m in middles(n) if dist(m, (x, y)) < 52]
            [(cell_x, cell_y)] = middles(name)
            left = cell_x - 27
            right = left + advance(name[0]) + advance(name[1])
            beside = x + half < left or x - half > right
            assert beside or y + 5 < cell_y + 33, (name, shape)
            asked += 1
    assert asked >= 4 * len(STANDARD.names)


def test_no_text_is_left_to_a_font() -> None:
    assert "<text" not in draw(MIDDLE)
    assert set("abcdefghijklmnopqrstuvwxyz123456789") == set(GLYPHS)


def test_the_view_from_north_is_turned_by_half_a_turn() -> None:
    south, north = draw(MIDDLE), draw(MIDDLE, Drawing(from_north=True))
    for shape in ("fog", "menhir", "shimmer", "heath", "moss"):
        assert spots(north, shape) == turned(spots(south, shape))
    # Letters stay upright, as trees and stones do: on their cell's lower left corner.
    for letter in "abcdefg":
        for svg, view in ((south, middles), (north, lambda *names: turned(middles(*names)))):
            cells = view(*(name for name in STANDARD.names if name[0] == letter))
            written = spots(svg, letter)
            assert written == Counter((x - 27, y + 44) for x, y in cells)


@pytest.mark.parametrize("direction", Direction)
def test_an_arrow_tells_where_the_last_move_came_from(direction: Direction) -> None:
    """On a lone tile on d3: it lies over the edge by which it came in."""
    last = LastTurn(STANDARD.mask_of("d3"), direction)
    position = laid("a3 b3 c3 d2 e1 f3 g1", "d3 a3", last)
    svg = draw(position)
    [arrow] = [use.attrib["transform"] for shape, use in uses(svg) if shape == "came"]
    sides = {"N": (0, 104), "NE": (-45, 78), "SE": (-45, 26), "S": (0, 0), "SW": (45, 26)}
    x, y = {**sides, "NW": (45, 78)}[direction.name]
    assert arrow == f"translate({x} {y})rotate({60 * direction})"
    left = STANDARD.neighbour(STANDARD.cell("d3"), direction.opposite)
    assert left is not None
    assert spots(svg, "wake") == middles(STANDARD.name(left))
    assert not dashes(svg)
    plain = draw(position, Drawing(last_move=False))
    assert plain == draw(replace(position, last=None))
    assert not spots(plain, "wake")


def test_a_whole_group_has_one_arrow() -> None:
    last = LastTurn(STANDARD.mask_of("d3 d4 e3"), Direction.N)
    svg = draw(laid("a3", "d3 d4 e3 a3", last))
    assert sum(shape == "came" for shape, _ in uses(svg)) == 1
    assert spots(svg, "wake") == middles("d2", "e2")


def test_a_tile_that_was_taken_leaves_its_outline_until_it_is_put_back() -> None:
    last = LastTurn(STANDARD.mask_of("d3"), Direction.N, round=5, taken=STANDARD.cell("c1"))
    taken = laid("a3", "d3 a3", last)
    assert spots(draw(taken), "taken") == middles("c1")
    back = replace(taken, fog=taken.fog | STANDARD.mask_of("c1"), phase=Phase.PROVE)
    assert not spots(draw(back), "taken")


@pytest.mark.parametrize(
    ("tiles", "corners"),
    [
        ("d3", [6]),
        ("d3 d4", [10]),
        ("d3 c3 d4", [12]),
        ("a1 g3", [6, 6]),
        ("c2 c3 d2 d4 e2 e3", [6, 18]),  # a ring around d3
    ],
)
def test_a_highlighted_group_has_one_outline(tiles: str, corners: list[int]) -> None:
    [outline] = highlights(draw(MIDDLE, Drawing(highlighted=STANDARD.mask_of(tiles))))
    loops = outline.removesuffix("Z").split("Z")
    assert sorted(len(loop.split("L")) for loop in loops) == corners


def test_nothing_is_highlighted_unasked() -> None:
    assert not highlights(draw(MIDDLE))
    marks = {"arrow", "came", "wake", "taken"}
    assert not [shape for shape, _ in uses(draw(MIDDLE)) if shape in marks]


@pytest.mark.parametrize("direction", Direction)
def test_arrows_stand_on_the_edge_and_point_outwards(direction: Direction) -> None:
    move = Move(STANDARD.mask_of("d3"), direction)
    edges = ((0, 0), (45, 26), (45, 78), (0, 104), (-45, 78), (-45, 26))
    x, y = edges[direction]
    for from_north, place in (
        (False, f"translate({x} {y})rotate({60 * direction})"),
        (True, f"translate({-x} {-y})rotate({(60 * direction + 180) % 360})"),
    ):
        svg = draw(MIDDLE, Drawing(from_north=from_north, arrows=(move,)))
        assert [use.attrib["transform"] for shape, use in uses(svg) if shape == "arrow"] == [place]


def test_the_arrows_of_a_group_stand_on_different_tiles() -> None:
    ring = STANDARD.mask_of("c2 c3 d2 d4 e2 e3")
    arrows = tuple(Move(ring, direction) for direction in Direction)
    svg = draw(MIDDLE, Drawing(arrows=arrows))
    places = [use.attrib["transform"] for shape, use in uses(svg) if shape == "arrow"]
    assert len(set(places)) == 6
    assert "translate(0 -104)rotate(0)" in places  # out of d4, not into the hole at d3


def test_themes_differ_and_share_no_names() -> None:
    light, dark = draw(MIDDLE), draw(MIDDLE, Drawing(theme=Theme.DARK))
    assert spots(light, "fog") == spots(dark, "fog")
    assert not set(re.findall(r'id="([^"]*)"', light)) & set(re.findall(r'id="([^"]*)"', dark))
    assert len(set(re.findall("#[0-9a-f]{6}", light)) & set(re.findall("#[0-9a-f]{6}", dark))) == 0


def test_pictures_of_one_theme_share_their_definitions() -> None:
    """Two of them on one page: whichever definition is found first, it is the right one."""
    drawings = Drawing(), Drawing(from_north=True, dense_fog=True), Drawing(width=300)
    found = [draw(played(AMSTERDAM, seed, 20), d) for seed, d in enumerate(drawings)]
    found.append(draw(house(HOUSE[0])))
    meaning: dict[str, str] = {}
    for svg in found:
        for element in ElementTree.fromstring(svg).iter():
            if name := element.attrib.get("id"):
                assert name.startswith("menhirs-light-")
                text = ElementTree.tostring(element, encoding="unicode")
                assert meaning.setdefault(name, text) == text


@pytest.mark.parametrize("theme", Theme)
def test_the_document_stands_alone(theme: Theme) -> None:
    move = Move(MIDDLE.fog, Direction.N)
    svg = draw(MIDDLE, Drawing(theme, highlighted=MIDDLE.fog, arrows=(move,)))
    ids = re.findall(r'id="([^"]*)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([^")]*)', svg)) <= set(ids)
    assert not re.search(r'href="[^#]|url\([^#]|<style|<script|<image|@import|font', svg)
    assert ElementTree.fromstring(svg).attrib["role"] == "img"


def test_the_same_position_gives_the_same_bytes_in_every_process() -> None:
    code = (
        "from menhirs.core.position import Position; from menhirs.core.rules import BASE;"
        "from menhirs.core.setup import random_menhirs; from menhirs.notation.svg import draw;"
        "import sys; sys.stdout.write(draw(Position.start(BASE, random_menhirs(BASE, 7))))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert found == {draw(Position.start(BASE, random_menhirs(BASE, 7)))}


@pytest.mark.parametrize("geometry", [STANDARD, *HOUSE], ids=lambda g: str(g.heights))
@pytest.mark.parametrize("from_north", [False, True])
def test_any_board_fills_its_view_box(geometry: Geometry, from_north: bool) -> None:
    position = Position.start(BASE, random_menhirs(BASE, 1))
    if geometry is not STANDARD:
        position = house(geometry)
    svg = draw(position, Drawing(from_north=from_north))
    left, top, width, height = map(int, ElementTree.fromstring(svg).attrib["viewBox"].split())
    ground = spots(svg, "moss", "heath")
    assert ground.total() == len(ground) == len(geometry.names)
    # A hexagon reaches 60 to the sides, 52 up and down; the margin holds the rim of the tray.
    xs, ys = [x for x, _ in ground], [y for _, y in ground]
    spaces = (
        min(xs) - 60 - left,
        left + width - max(xs) - 60,
        min(ys) - 52 - top,
        top + height - max(ys) - 52,
    )
    assert all(20 <= space <= 30 for space in spaces), spaces


@pytest.mark.parametrize("geometry", [STANDARD, *HOUSE], ids=lambda g: str(g.heights))
def test_neighbours_lie_side_by_side(geometry: Geometry) -> None:
    """The picture and the rules agree on the neighbours of cells."""
    position = house(geometry)
    places = {
        name: next(iter(spots(draw(replace(position, menhirs=0, fog=1 << cell)), "fog")))
        for name, cell in ((name, geometry.cell(name)) for name in geometry.names)
    }
    steps = ((0, -104), (90, -52), (90, 52), (0, 104), (-90, 52), (-90, -52))
    for name, (x, y) in places.items():
        for direction, (dx, dy) in zip(Direction, steps, strict=True):
            neighbour = geometry.neighbour(geometry.cell(name), direction)
            drawn = [other for other, place in places.items() if place == (x + dx, y + dy)]
            assert drawn == ([] if neighbour is None else [geometry.name(neighbour)])


def test_the_width_is_as_asked() -> None:
    assert not {"width", "height"} & set(ElementTree.fromstring(draw(MIDDLE)).attrib)
    root = ElementTree.fromstring(draw(MIDDLE, Drawing(width=356))).attrib
    _, _, width, height = map(int, root["viewBox"].split())
    assert root["width"] == "356"
    assert int(root["height"]) == round(356 * height / width)


def test_words_tell_what_the_picture_shows() -> None:
    last = LastTurn(STANDARD.mask_of("c4 d4"), Direction.NE, round=5, taken=STANDARD.cell("a1"))
    selected = STANDARD.mask_of("f1")
    arrow = Move(selected, Direction.NW)
    svg = draw(replace(MIDDLE, last=last), Drawing(highlighted=selected, arrows=(arrow,)))
    named = "Menhirs dans le Brouillard, The base game, round 5: player 1 to move fog"
    assert told(svg, "title") == named
    assert told(svg, "desc") == (
        "Seen from the south. Free menhirs: d2, e1, f3. Menhirs under fog: a3, b3, c3, g1. "
        "Fog on forest: c4, d4, d5, e4, f1. Last moved NE, now on: c4, d4. Taken away: a1. "
        "Highlighted: f1. Arrow NW from: f1."
    )


def test_words_do_not_tell_what_dense_fog_hides() -> None:
    svg = draw(MIDDLE, Drawing(dense_fog=True, from_north=True))
    assert told(svg, "desc") == (
        "Seen from the north. Free menhirs: d2, e1, f3. Menhirs hidden under fog: 4. "
        "Fog (9): a3, b3, c3, c4, d4, d5, e4, f1, g1."
    )


def test_the_title_tells_lap_turn_and_result() -> None:
    start = Position.start(AMSTERDAM, random_menhirs(AMSTERDAM, 1))
    assert told(draw(start), "title").endswith(
        "The Amsterdam Way, round 12, lap 1: player 1 to turn a menhir over"
    )
    assert "Free menhirs: none" not in told(draw(start), "desc")
    may = replace(start, phase=Phase.REMOVE, round=7, player=2, lap=2)
    assert told(draw(may), "title").endswith("round 7, lap 2: player 2 to take fog away or keep it")
    must = replace(may, round=2)
    assert told(draw(must), "title").endswith("player 2 to take fog away")
    over = start.play(Resign(1))
    assert told(draw(over), "title").endswith("player 2 has won 22 points")
    tie = replace(over, outcome=Outcome(0, 0, Reason.TIE))
    assert told(draw(tie), "title").endswith(": a tie")


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OVER])
def test_every_phase_has_words(phase: Phase) -> None:
    assert "player 1 to " in told(draw(replace(MIDDLE, phase=phase)), "title")


def test_a_house_rule_of_any_title_is_still_xml() -> None:
    svg = draw(house(HOUSE[0], title='fog & "stones" <3'))
    assert 'fog & "stones" <3' in told(svg, "title")


def test_a_theme_may_be_given_by_its_name_and_must_be_known() -> None:
    assert Drawing(theme="dark") == Drawing(theme=Theme.DARK)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no theme 'purple': there are light and dark"):
        Drawing(theme="purple")  # type: ignore[arg-type]
