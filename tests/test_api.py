"""What ``import menhirs`` offers."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import menhirs


def test_every_name_is_there() -> None:
    from menhirs import api

    assert all(getattr(menhirs, name) is getattr(api, name) for name in api.__all__)


def test_a_name_that_is_not_there_is_missed_as_usual() -> None:
    with pytest.raises(AttributeError):
        _ = menhirs.chess


def test_in_a_notebook_a_position_shows_its_picture() -> None:
    position = menhirs.new_game("base", seed="oak")
    picture = position._repr_svg_()  # type: ignore[attr-defined]
    assert ET.fromstring(picture).tag.endswith("svg")
    assert picture == menhirs.draw(position)


def test_the_command_line_starts_without_loading_the_game() -> None:
    asked = (
        "import sys; from menhirs.cli import main; print('menhirs.core.position' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_version_is_the_one_that_was_released_last() -> None:
    changes = (Path(__file__).parents[1] / "CHANGELOG.md").read_text("utf-8")
    released = re.findall(r"^## ([0-9.]+) ", changes, re.MULTILINE)
    assert released[0] == menhirs.__version__
    done = subprocess.run(
        [sys.executable, "-m", "menhirs", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"menhirs {menhirs.__version__}\n"
