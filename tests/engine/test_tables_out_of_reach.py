"""A folder of tables that cannot be looked into costs the tables, and no answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.engine.analysis import Limits
from menhirs.engine.engine import Engine
from menhirs.engine.tables_folder import existing_folder


@pytest.mark.parametrize("rules", ["base", "amsterdam"])
def test_the_engine_searches_and_says_why(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(path: Path, **_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    start = Position.start(RULE_SETS[rules], random_menhirs(RULE_SETS[rules], "oak"))
    received: list[Malformed] = []
    engine = Engine(tables=tmp_path, complain=received.append)
    monkeypatch.setattr(Path, "stat", forbidden)
    analysis = engine.analyse(start, Limits(nodes=50))
    assert analysis.source == "search"
    assert [error.code for error in received] == ["file"]
    assert "Permission denied" in str(received[0])


@pytest.mark.parametrize("name", ["missing", "x" * 300, "a\0b"])
def test_a_folder_that_is_not_there_is_told(name: str, tmp_path: Path) -> None:
    with pytest.raises(Malformed) as told:
        existing_folder(tmp_path / name)
    assert told.value.code == "file"
