"""A wheel is built, installed into an empty environment and played with.

In ``make test`` it is one without compiled modules, as on a machine without a compiler. ``make
long`` also builds the archive of sources and from it, with and without a compiler, the usual one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs
import pytest

from tests.packaging import games_of_every_level
from tests.packaging.test_compiled import listed

ROOT = Path(__file__).parents[2]
LEVELS = 8
FEW_NODES = "40"
LINE = "amsterdam ..M/...M/.o.../..oo../M.oo./.Mo./..M 1 8 move 0,0 - - -"
NOT_OURS = shutil.ignore_patterns("*.so", "*.c", "__pycache__", "*.egg-info", "node_modules")


@dataclass(frozen=True)
class Environment:
    """A virtual environment with nothing in it but a wheel."""

    folder: Path

    def run(self, *words: str, told: str = "") -> subprocess.CompletedProcess[str]:
        """Runs a program of the environment, far from our sources."""
        return subprocess.run(
            [str(self.folder / "bin" / words[0]), *words[1:]],
            input=told,
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "HOME": str(self.folder)},
        )

    def games(self, *words: str) -> dict[str, object]:
        """What came of a game of every level."""
        done = self.run("python", str(Path(games_of_every_level.__file__)), *words)
        assert done.returncode == 0, done.stderr
        data: dict[str, object] = json.loads(done.stdout)
        assert str(data["from"]).startswith(str(self.folder))
        assert len(data.pop("reasons")) == LEVELS  # type: ignore[arg-type]
        return data


def sources(folder: Path, *names: str) -> Path:
    """A copy of the sources without anything that was made of them."""
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=NOT_OURS)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def build(folder: Path, *options: str, variables: Mapping[str, str]) -> Path:
    """Builds what the options say, and returns the folder that it lies in."""
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", *options, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "dist"


def installed(wheel: Path, folder: Path) -> Environment:
    """A new environment with this wheel and, of what it depends on, a copy of platformdirs."""
    venv.create(folder, symlinks=True)
    uv = Path(sys.executable).with_name("uv")
    python = folder / "bin" / "python"
    words = ["pip", "install", "--quiet", "--no-deps", "--offline", "--python", str(python)]
    subprocess.run([str(uv), *words, str(wheel)], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    shutil.copytree(Path(platformdirs.__file__).parent, packages / "platformdirs")
    return Environment(folder)


@pytest.fixture(scope="module")
def pure_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pure")
    sources(folder, "src", "setup.py", "pyproject.toml", "README.md", "LICENSE")
    (wheel,) = build(folder, "--wheel", variables={"MENHIRS_PURE": "1"}).glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def environment(pure_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return installed(pure_wheel, tmp_path_factory.mktemp("installed"))


def test_a_wheel_without_compiled_modules_is_for_every_machine(pure_wheel: Path) -> None:
    assert pure_wheel.name.endswith("-py3-none-any.whl")


def test_a_wheel_has_all_that_the_package_needs_and_nothing_else(pure_wheel: Path) -> None:
    found = {name for name in zipfile.ZipFile(pure_wheel).namelist() if ".dist-info/" not in name}
    folder = ROOT / "src"
    wanted = {
        path.relative_to(folder).as_posix()
        for path in (folder / "menhirs").rglob("*")
        if path.is_file() and path.suffix not in (".so", ".c", ".pyc")
    }
    assert found == wanted
    assert {"menhirs/py.typed", "menhirs/core/fog.pxd", "menhirs/core/fog.py"} <= found


def test_a_game_of_every_level_is_played_uncompiled(environment: Environment) -> None:
    assert environment.games("amsterdam", FEW_NODES)["compiled"] is False


def test_what_needs_no_server_works_from_the_wheel_alone(environment: Environment) -> None:
    shown = environment.run("menhirs", "show", LINE)
    assert (shown.returncode, shown.stderr) == (0, "")
    analysed = environment.run("menhirs", "analyse", LINE, "--nodes", "50", "--json")
    assert json.loads(analysed.stdout)["pv"], analysed.stderr
    assert "nothing is compiled here" in analysed.stderr
    played = environment.run("menhirs", "play", "--seed", "oak", told="resign\n")
    assert played.returncode == 0, played.stderr


def test_what_needs_more_says_what(environment: Environment, pure_wheel: Path) -> None:
    """No index has the package: what is to be installed is the same wheel."""
    served = environment.run("menhirs", "serve")
    assert served.returncode == 2
    assert served.stderr == (
        "menhirs: menhirs serve needs the extra 'server': "
        f'pip install "{pure_wheel}[server]" [missing-extra]\n'
    )
    measured = environment.run("menhirs", "bench")
    assert measured.returncode == 2
    assert "run it from a checkout [only-in-sources]" in measured.stderr


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rules", ["base8", "amsterdam"])
def test_levels_are_themselves_uncompiled(environment: Environment, rules: str) -> None:
    environment.games(rules, "3000")  # only level 8 thinks longer


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as an archive."""
    folder = tmp_path_factory.mktemp("archive")
    text = (ROOT / "MANIFEST.in").read_text("utf-8").splitlines()
    grafted = [line.split()[1] for line in text if line.startswith("graft ")]
    files = [name for line in text if line.startswith("include ") for name in line.split()[1:]]
    own = ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in")
    sources(folder, *own, *grafted, *files)
    (made,) = build(folder, "--sdist", variables={"MENHIRS_PURE": "1"}).glob("*.tar.gz")
    return made


@pytest.mark.long
def test_the_archive_has_all_that_a_checkout_has(archive: Path) -> None:
    with tarfile.open(archive) as told:
        found = {name.partition("/")[2] for name in told.getnames()}
    assert {"Makefile", "tests/test_api.py", "docs/play/review.md", "benchmarks/rules.py"} <= found
    assert {"src/menhirs/core/fog.pxd", "src/menhirs/web/templates/base.html"} <= found
    assert not any(name.endswith((".so", ".c", ".pyc")) for name in found)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("compiler", ["cc", "false"], ids=["a compiler", "no compiler"])
def test_a_wheel_of_the_archive_plays(archive: Path, compiler: str, tmp_path: Path) -> None:
    with tarfile.open(archive) as told:
        told.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    (wheel,) = build(folder, "--wheel", variables={"CC": compiler}).glob("*.whl")
    compiled = [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".so")]
    assert len(compiled) == (1 + len(listed()) if compiler == "cc" else 0)  # 1: what they share
    environment = installed(wheel, tmp_path / "installed")
    limit = [] if compiled else [FEW_NODES]
    assert environment.games("base8", *limit)["compiled"] is bool(compiled)
