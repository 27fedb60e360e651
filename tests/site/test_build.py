"""The builder of the edition without a server: what it writes, and what it refuses."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from posixpath import join, normpath
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.cli.main import main
from menhirs.site.addresses import SHARED, Addresses, DeadLink, PageAddress
from menhirs.site.build import POLICY, Wanted, build, checked_server
from menhirs.site.compressed import with_compressed
from menhirs.site.errors import BadSite
from menhirs.site.folder import MARK, existing_site, write
from menhirs.site.gaps import Gap, with_gaps
from menhirs.site.pyodide import IN_THE_PROJECT, PYODIDE, pyodide_files
from menhirs.site.python_files import ENTRIES, SOURCE, needed_files, python_archive
from menhirs.site.service_worker import service_worker_files
from menhirs.site.zip_file import write_zip
from menhirs.web.languages import LANGUAGES

Files = Mapping[str, bytes]
ENGLISH = [LANGUAGES["en"]]
_ADDRESSES = {"href", "src", "srcset", "action", "data-script", "data-style"}


@pytest.fixture(scope="module")
def files() -> Files:
    return build(Wanted(languages=ENGLISH))


class _Links(HTMLParser):
    """All addresses of a page, those that are filled in later too."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.filled_in: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.found += [value or "" for name, value in attrs if name in _ADDRESSES]
        gaps = json.loads(told.get("data-gaps") or "{}")
        self.filled_in += [value for name, value in gaps.items() if name in _ADDRESSES]


def pages(files: Files) -> Iterator[tuple[str, str]]:
    return ((path, text.decode()) for path, text in files.items() if path.endswith(".html"))


def test_every_address_is_relative_and_leads_to_a_file(files: Files) -> None:
    for path, text in pages(files):
        for address in _Links(text).found:
            parts = urlsplit(address)
            if parts.scheme in ("https", "data"):
                assert path.endswith(("about/index.html", "credits/index.html")), address
                continue
            assert not parts.scheme and not parts.netloc and not address.startswith("/"), address
            if not parts.path:
                continue
            target = normpath(join(path.rpartition("/")[0], unquote(parts.path)))
            file = f"{target}/index.html" if parts.path.endswith(("/", ".")) else target
            assert file.removeprefix("./") in files, f"{path}: {address}"


def test_addresses_with_gaps_are_those_of_the_server(files: Files) -> None:
    shared = [address for _, text in pages(files) for address in _Links(text).filled_in]
    assert any(address.startswith("/m/{match_id}") for address in shared)
    assert all(address.startswith(("/", "{")) for address in shared)


def test_no_file_of_ours_knows_where_it_is_or_loads_anything_from_elsewhere(files: Files) -> None:
    for path, contents in files.items():
        if path.startswith("pyodide/"):
            continue
        if path.endswith((".css", ".js")):
            text = contents.decode()
            assert not re.search(r'url\("/|from "/|import\("/|https?://(?!www\.w3\.org)', text), (
                path
            )


def test_every_page_has_the_strictest_policy_that_lets_python_run(files: Files) -> None:
    assert "'unsafe-eval'" not in POLICY and "'unsafe-inline'" not in POLICY
    for path, text in pages(files):
        found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
        assert found and found[1].replace("&#39;", "'") == POLICY, path
        assert not re.search(r"<script>|<style|\son\w+=|\sstyle=", text), path


def test_what_needs_a_server_is_not_there(files: Files) -> None:
    home = files["en/index.html"].decode()
    assert "tournaments" not in home and 'id="friend"' not in home and 'id="open"' not in home
    assert 'id="computer"' in home and 'id="shared"' in home


@pytest.mark.long
def test_with_a_server_it_leads_there() -> None:
    built = build(Wanted("https://club.example", languages=ENGLISH))
    home = built["en/index.html"].decode()
    assert 'href="https://club.example/tournaments"' in home
    assert 'href="https://club.example/"' in home


def test_the_service_worker_keeps_every_file(files: Files) -> None:
    data = json.loads(files["sw.js"].decode().partition("const SITE = ")[2].partition(";\n")[0])
    listed = data["files"] | data["pages"]["en"]
    seen = {re.sub("(^|/)$", r"\1index.html", path): listed[path] for path in listed}
    assert seen == {
        path: hashlib.sha256(contents).hexdigest()[:12]
        for path, contents in files.items()
        if path not in ("sw.js", MARK)
    }
    assert data["size"] == sum(len(files[path]) for path in seen)


def test_whatever_changes_the_version_is_another(files: Files) -> None:
    versions = {
        json.loads(service_worker_files({**files, **change}, ["en"])[MARK])["version"]
        for change in ({}, {"en/index.html": b"new"}, {"static/new.js": b"new"})
    }
    assert len(versions) == 3


@pytest.mark.long
def test_the_same_sources_give_the_same_site(files: Files) -> None:
    assert build(Wanted(languages=ENGLISH)) == files


def test_it_can_be_installed(files: Files) -> None:
    manifest = json.loads(files["manifest.webmanifest"])
    assert manifest["start_url"] == manifest["scope"] == "./"
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for icon in manifest["icons"]:
        drawn = files[icon["src"]]
        width, height = int.from_bytes(drawn[16:20]), int.from_bytes(drawn[20:24])
        assert drawn.startswith(b"\x89PNG") and f"{width}x{height}" == icon["sizes"]


def test_whose_work_it_is_is_told(files: Files) -> None:
    about = files["en/about/index.html"].decode()
    assert "Mozilla Public License 2.0" in about and "PSF License" in about and "MIT" in about
    assert b"MIT License" in files["licences/menhirs.txt"]


def test_the_python_in_it_is_all_that_is_needed_and_no_more(tmp_path: Path) -> None:
    """It is unpacked and imported by a Python that has nothing else."""
    archive = tmp_path / "menhirs.zip"
    archive.write_bytes(python_archive())
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(tmp_path / "unpacked")
    script = f"import sys; sys.path.insert(0, {str(tmp_path / 'unpacked')!r}); " + "; ".join(
        f"import {module}" for module in ENTRIES
    )
    script += "; import menhirs; print(menhirs.__file__)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(str(tmp_path))
    needed = {path.relative_to(SOURCE).parts for path in needed_files()}
    rooms = {parts[0] for parts in needed}
    assert not rooms & {"server", "web", "site", "cli", "tui", "bench", "protocol"}
    ratings = {"__init__.py", "fitting_opponent.py", "rating.py"}  # for an opponent that fits
    assert {parts[1] for parts in needed if parts[0] == "tournament"} == ratings


def test_a_site_is_written_and_written_again_but_over_nothing_else(
    files: Files, tmp_path: Path
) -> None:
    few = {path: files[path] for path in ("index.html", MARK, "en/index.html")}
    folder = tmp_path / "site"
    write(few, folder)
    (folder / "old.html").write_text("of the version before")
    write(few, folder)
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")} == set(few)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear …")
    with pytest.raises(BadSite) as refused:
        write(few, tmp_path / "mine")
    assert refused.value.code == "site-folder"
    assert (tmp_path / "mine" / "letter.txt").exists()
    assert existing_site(folder) == folder
    with pytest.raises(BadSite) as refused:
        existing_site(tmp_path / "mine")
    assert refused.value.code == "site-none"


def test_all_of_it_fits_in_one_file(tmp_path: Path) -> None:
    few = {"index.html": b"<!doctype html>", "en/index.html": b"hello"}
    write_zip(few, tmp_path / "site.zip")
    with zipfile.ZipFile(tmp_path / "site.zip") as archive:
        assert {name: archive.read(f"menhirs/{name}") for name in few} == few
    with pytest.raises(BadSite) as refused:
        write_zip(few, tmp_path / "nowhere" / "site.zip")
    assert refused.value.code == "site-write"


def test_compressed_copies_are_smaller_and_no_part_of_the_site(files: Files) -> None:
    more = with_compressed(files)
    copies = more.keys() - files.keys()
    for name in copies:
        assert gzip.decompress(more[name]) == files[name[:-3]]
        assert len(more[name]) < len(files[name[:-3]])
    assert not any(name.encode() in files["sw.js"] for name in copies)
    before = sum(map(len, files.values()))
    assert sum(len(more.get(f"{name}.gz", text)) for name, text in files.items()) < before / 2


def test_without_pyodide_the_command_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["site", str(tmp_path / "site"), "--pyodide", str(tmp_path)])
    assert code == 2 and not (tmp_path / "site").exists()
    assert f"no Pyodide {PYODIDE.version}" in capsys.readouterr().err


def test_another_pyodide_is_refused(tmp_path: Path) -> None:
    for name in PYODIDE.hashes:
        (tmp_path / name).write_bytes((IN_THE_PROJECT / name).read_bytes())
    assert pyodide_files(tmp_path).keys() == PYODIDE.hashes.keys()
    with (tmp_path / "pyodide.mjs").open("ab") as file:
        file.write(b"\n")
    with pytest.raises(BadSite) as refused:
        pyodide_files(tmp_path)
    assert refused.value.code == "site-pyodide-hash"


def test_the_pyodide_that_we_check_is_the_one_that_npm_installs() -> None:
    lock = json.loads((IN_THE_PROJECT.parents[1] / "package-lock.json").read_text("utf-8"))
    assert lock["packages"]["node_modules/pyodide"]["version"] == PYODIDE.version


@given(st.text(max_size=60))
def test_only_an_address_of_a_server_is_taken_for_one(text: str) -> None:
    if re.fullmatch(r"(?:https?://[\w.-]+(?::\d+)?(?:/[\w./~-]*)?)?/*", text, re.ASCII):
        assert checked_server(text) == text.rstrip("/")
        return
    with pytest.raises(BadSite) as refused:
        checked_server(text)
    assert refused.value.code == "site-server"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/", "../../"),
        ("/learn/pushing#2", "../../learn/pushing/#2"),
        ("/m/abc", "../../m/?id=abc"),
        ("/m/abc?ply=3", "../../m/?id=abc&ply=3"),
        ("/learn/again/ab/3", "../../learn/again/?id=ab/3"),
        ("/hero-dark.svg", "../../../hero-dark.svg"),
        ("/play?position=x", "../../play/?position=x"),
    ],
)
def test_an_address_as_a_page_writes_it(address: str, expected: str) -> None:
    folders = {"", "play/", "learn/pushing/", *SHARED.values()}
    assert Addresses(folders).relative(address, PageAddress("en", "learn/pushing/")) == expected


def test_an_address_that_leads_nowhere_is_noticed() -> None:
    with pytest.raises(DeadLink):
        Addresses({""}).relative("/tournaments", PageAddress("en", ""))


def test_gaps_are_marked_where_they_are() -> None:
    opening, match = Gap("opening"), Gap("match_id")
    page = (
        f'<title>{opening.title} – Menhirs</title><h1 class="a">{opening.game}</h1>'
        f'<a href="/m/{match}/record">x</a>'
        f'<script type="application/json" id="o">{json.dumps(opening)}</script>'
    )
    assert with_gaps(page) == (
        '<title>Menhirs</title><h1 class="a"><span data-gap="opening.game"></span></h1>'
        '<a data-gaps="{&quot;href&quot;: &quot;/m/{match_id}/record&quot;}">x</a>'
        '<script type="application/json" id="o" data-gap="opening"></script>'
    )
