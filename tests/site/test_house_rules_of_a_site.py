"""House rules in the folder that the builder writes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from menhirs.browser.house_rules import offered_with
from menhirs.cli.main import main
from menhirs.core.rules import RULE_SETS
from menhirs.notation.house_rules import read_house_rules
from menhirs.site.build import Wanted, build
from menhirs.web.languages import LANGUAGES

POCKET = Path(__file__).parents[2] / "examples" / "house-rules" / "pocket.toml"
OFFERED = read_house_rules(POCKET.read_text("utf-8"))


def edition(page: bytes) -> dict[str, object]:
    found = re.search(r'id="edition">(.*?)</script>', page.decode(), re.DOTALL)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


def test_they_reach_pages_local_server_and_stored_games() -> None:
    files = build(Wanted(languages=[LANGUAGES["en"]], offered=OFFERED))
    assert "A pocket game" in files["en/index.html"].decode()
    assert "A pocket game" in files["en/handout/pocket/index.html"].decode()
    assert '<option value="pocket">' in files["en/you/games/index.html"].decode()
    assert "A pocket game" in files["en/analysis/index.html"].decode()
    file = str(edition(files["en/m/index.html"])["houseRules"])
    assert offered_with(files[file].decode()) == OFFERED != RULE_SETS
    assert file in files["sw.js"].decode()


def test_a_bad_file_is_refused_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('[mine]\nlike = "nobody"\n', "utf-8")
    folder = tmp_path / "site"
    assert main(["site", str(folder), "--house-rules", str(bad)]) == 2
    assert f"{bad}, line 2, mine.like" in capsys.readouterr().err
    assert not folder.exists()
