"""Where games and databases lie: where the system has such things, or where they lay before."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from menhirs.engine.own_folders import data_folder, state_folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's folder with nothing in it."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other places")
def test_linux_has_them_below_local(home: Path) -> None:
    assert data_folder() == home / ".local/share/menhirs"
    assert state_folder() == home / ".local/state/menhirs"


def test_variables_say_where(home: Path) -> None:
    assert data_folder({"XDG_DATA_HOME": "/srv"}) == Path("/srv/menhirs")
    assert state_folder({"XDG_STATE_HOME": "~/x"}) == home / "x/menhirs"


def test_what_lies_where_it_used_to_is_found(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = home / "Library/Application Support/menhirs"
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: usual)
    assert data_folder() == usual
    earlier = home / ".local/share/menhirs"
    earlier.mkdir(parents=True)
    assert data_folder() == earlier
    usual.mkdir(parents=True)
    assert data_folder() == usual
