"""The notebook runs from its first cell to its last, and says the same every time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[2] / "examples" / "tour.ipynb"


def _read() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]


@pytest.fixture(scope="module")
def shown() -> list[Any]:
    """The outputs of all cells."""
    notebook = _read()
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def test_the_notebook_is_kept_without_outputs() -> None:
    notebook = _read()
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells)


def test_positions_are_drawn(shown: list[Any]) -> None:
    pictures = [told for told in shown if "image/svg+xml" in told.get("data", {})]
    assert len(pictures) == 4


def test_the_pocket_game_is_solved_and_an_own_player_wins(shown: list[Any]) -> None:
    results = [told.data["text/plain"] for told in shown if told.output_type == "execute_result"]
    assert "{'nobody': 10, 'player 1': 25, 'player 2': 5}" in results
    assert results[-1] == "{1: 18, 2: 2}"
