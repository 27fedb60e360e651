"""The colours: by day, by night, and in black and white for printing.

No meaning rests on colour alone: trees, stones, waves, dashes and arrows differ in shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Theme(StrEnum):
    """For light pages, for dark ones, or for paper."""

    LIGHT = "light"
    DARK = "dark"
    PAPER = "paper"


@dataclass(frozen=True)
class Palette:
    """The colours of a theme; of two, the first is where the light falls."""

    tray: tuple[str, str]
    rim: str
    moss: tuple[str, str]
    moss_side: str
    heath: tuple[str, str]
    heath_side: str
    heather: str
    leaves: tuple[str, str]
    needles: tuple[str, str]
    trunk: str
    stone: tuple[str, str]
    stone_line: str
    lichen: str
    fog: tuple[str, str]
    wave: str
    shimmer: str
    ink: str
    ink_on_fog: str
    amber: str
    amber_line: str
    shadow: str


PALETTES = {
    Theme.LIGHT: Palette(
        tray=("#8d8878", "#77725f"),
        rim="#a8a392",
        moss=("#a7b681", "#82955f"),
        moss_side="#56693f",
        heath=("#c9b8a0", "#a8957f"),
        heath_side="#766655",
        heather="#8d5d80",
        leaves=("#6f8f4b", "#55743b"),
        needles=("#4b6b40", "#385431"),
        trunk="#4c3b2a",
        stone=("#e3dfd6", "#86827a"),
        stone_line="#4d4a43",
        lichen="#b9a94c",
        fog=("#ffffff", "#dfe7ec"),
        wave="#a3b5c1",
        shimmer="#5b666c",
        ink="#2f3d24",
        ink_on_fog="#5d6f7b",
        amber="#f0a92e",
        amber_line="#3d2a06",
        shadow="#1d2617",
    ),
    Theme.DARK: Palette(
        tray=("#2c3530", "#212924"),
        rim="#3d4842",
        moss=("#61754d", "#475a3a"),
        moss_side="#283521",
        heath=("#857a6b", "#655b50"),
        heath_side="#3a332c",
        heather="#b184a4",
        leaves=("#4a6a3b", "#36512d"),
        needles=("#2f4a31", "#213724"),
        trunk="#1f1812",
        stone=("#cfccc4", "#6a6761"),
        stone_line="#23221f",
        lichen="#a3954a",
        fog=("#dbe3ea", "#b1bec9"),
        wave="#8497a6",
        shimmer="#38444d",
        ink="#d3dcc4",
        ink_on_fog="#465763",
        amber="#f2b13c",
        amber_line="#1c1405",
        shadow="#000000",
    ),
    Theme.PAPER: Palette(
        tray=("#ffffff", "#ffffff"),
        rim="#000000",
        moss=("#ffffff", "#f4f4f4"),
        moss_side="#8a8a8a",
        heath=("#ffffff", "#f4f4f4"),
        heath_side="#8a8a8a",
        heather="#b0b0b0",
        leaves=("#d8d8d8", "#9a9a9a"),
        needles=("#c8c8c8", "#8a8a8a"),
        trunk="#8a8a8a",
        stone=("#ffffff", "#8f8f8f"),
        stone_line="#000000",
        lichen="#9a9a9a",
        fog=("#e4e4e4", "#c4c4c4"),
        wave="#7a7a7a",
        shimmer="#000000",
        ink="#000000",
        ink_on_fog="#000000",
        amber="#ffffff",
        amber_line="#000000",
        shadow="#ffffff",
    ),
}
