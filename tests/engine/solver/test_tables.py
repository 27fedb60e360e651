"""Table files: kept, gone on with, and never trusted when they are not whole."""

from __future__ import annotations

import json
import os
import resource
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from threading import Event

import pytest

from menhirs.core.actions import Decide, Flip
from menhirs.core.errors import Illegal, Malformed
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.engine import Engine
from menhirs.engine.solver.drivers.solver import Progress, Solver
from menhirs.engine.solver.drivers.stage_tables import StageTables
from menhirs.engine.solver.passes.ranking import ranking_of
from menhirs.engine.solver.tables.drafts import Draft, Label
from menhirs.engine.solver.tables.folders import folder_of
from menhirs.engine.solver.tables.probe import Tables
from menhirs.engine.solver.tables.tables import DeltaTable, TableFolder, WholeTable
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import SMALL_AMSTERDAM, SMALL_BASE, WIDE_BASE

MENHIRS = SMALL_BASE.geometry.mask_of("a1 b3")
START = Position.start(SMALL_BASE, MENHIRS)
AFTER_FLIPS = (
    Position.start(SMALL_AMSTERDAM, SMALL_AMSTERDAM.geometry.mask_of("a1 b3 c1"))
    .play(Flip(SMALL_AMSTERDAM.geometry.cell("a1")))
    .play(Flip(SMALL_AMSTERDAM.geometry.cell("c1")))
)


def table_folder(folder: Path) -> TableFolder:
    return TableFolder(folder, ranking_of(SMALL_AMSTERDAM.geometry))


def solve(folder: Path) -> list[Progress]:
    received: list[Progress] = []
    Solver(SMALL_BASE, MENHIRS, folder, report=received.append).run()
    return received


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    class Interrupted(Exception):
        pass

    def interrupt(progress: Progress) -> None:
        if progress.done == 4:
            raise Interrupted

    with pytest.raises(Interrupted):
        Solver(SMALL_BASE, MENHIRS, tmp_path, report=interrupt).run()
    kept = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert len(kept) in (4, 5)  # the next stage's may have been written meanwhile
    told = solve(tmp_path)
    assert [progress.kept for progress in told] == [True] * len(kept) + [False] * (8 - len(kept))
    assert (told[-1].done, told[-1].of) == (8, 8)
    for name, written in kept.items():
        assert (tmp_path / name).stat().st_mtime_ns == written
    assert Tables(SMALL_BASE, MENHIRS, tmp_path).value(START) == BruteForce().value(START)


def values_of(folder: Path) -> dict[str, tuple[bytes, bytes]]:
    """By file name: all values of a table, and those if the best move is forbidden."""
    values = {}
    for path in sorted(folder.glob("*.table")):
        header = json.loads(path.read_bytes()[:4096])
        names = ("rules", "layout", "stage", "tiles", "families")
        layer = table_folder(folder).table(Label(*(header[name] for name in names))).layer()
        values[path.name] = bytes(layer.best), bytes(layer.second)
    return values


def test_a_game_of_two_laps_goes_on_from_every_stage(tmp_path: Path) -> None:
    class Interrupted(Exception):
        pass

    menhirs = AFTER_FLIPS.menhirs
    received: list[Progress] = []
    Solver(SMALL_AMSTERDAM, menhirs, tmp_path / "whole", report=received.append).run()
    whole = values_of(tmp_path / "whole")
    for stages in range(1, len(received)):

        def interrupt(progress: Progress, after: int = stages) -> None:
            if progress.done == after:
                raise Interrupted

        folder = tmp_path / str(stages)
        with pytest.raises(Interrupted):
            Solver(SMALL_AMSTERDAM, menhirs, folder, report=interrupt).run()
        Solver(SMALL_AMSTERDAM, menhirs, folder).run()
        assert values_of(folder) == whole


def test_a_solved_layout_is_not_read_again_but_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menhirs = AFTER_FLIPS.menhirs
    Solver(SMALL_AMSTERDAM, menhirs, tmp_path).run()

    def read(table: object) -> None:
        pytest.fail("a layer was read that nothing follows from")

    monkeypatch.setattr(WholeTable, "layer", read)
    monkeypatch.setattr(DeltaTable, "layer", read)
    received: list[Progress] = []
    Solver(SMALL_AMSTERDAM, menhirs, tmp_path, report=received.append).run()
    assert received and all(progress.kept for progress in received)


@pytest.mark.parametrize("failing", [0, 3, 6])
def test_no_table_is_there_without_those_that_were_to_be_written_before_it(
    failing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, folder = tmp_path / "whole", tmp_path / "broken"
    solve(whole)
    names = [path.name for path in sorted(whole.iterdir(), key=lambda p: p.stat().st_mtime_ns)]
    (folder / names[failing]).mkdir(parents=True)  # no file can take its place
    put, write_to, next_one_waits = StageTables.put, Draft.write_to, Event()

    def signal_the_next_one(tables: StageTables, draft: Draft) -> Future[str]:
        written = put(tables, draft)
        if draft.label.file_name == names[failing + 1]:
            next_one_waits.set()
        return written

    def fail_late(draft: Draft, folder: Path) -> str:
        assert draft.label.file_name != names[failing] or next_one_waits.wait(60)
        return write_to(draft, folder)

    monkeypatch.setattr(StageTables, "put", signal_the_next_one)
    monkeypatch.setattr(Draft, "write_to", fail_late)
    with pytest.raises(Malformed) as caught:
        solve(folder)
    assert caught.value.code == "file-write"
    assert {path.name for path in folder.iterdir() if path.is_file()} == set(names[:failing])


def test_a_table_half_written_or_damaged_is_solved_anew(tmp_path: Path) -> None:
    solve(tmp_path)
    whole = {path: path.read_bytes() for path in sorted(tmp_path.iterdir())}
    for number, (path, content) in enumerate(whole.items()):
        damaged = bytearray(content)
        match number % 3:
            case 0:
                damaged[-1] ^= 1
            case 1:
                del damaged[-1]
            case _:
                damaged[:4096] = b"rubbish".ljust(4096)
        path.write_bytes(damaged)
    told = solve(tmp_path)
    assert not any(progress.kept for progress in told)
    assert {path: path.read_bytes() for path in sorted(tmp_path.iterdir())} == whole


@pytest.mark.parametrize("gone", ["lap1-hand1-1-*", "lap2-hand*", "*-hand*"])
def test_missing_tables_of_placings_are_added(gone: str, tmp_path: Path) -> None:
    menhirs = AFTER_FLIPS.menhirs
    Solver(SMALL_AMSTERDAM, menhirs, tmp_path).run()
    whole = {path: path.read_bytes() for path in tmp_path.iterdir()}
    removed = list(tmp_path.glob(gone))
    assert removed
    for path in removed:
        path.unlink()
    with pytest.raises(Malformed):
        values_of_placings(tmp_path)
    Solver(SMALL_AMSTERDAM, menhirs, tmp_path).run()
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == whole
    truth = BruteForce()
    for position, value in values_of_placings(tmp_path).items():
        assert value == truth.value(position)


def values_of_placings(folder: Path) -> dict[Position, int]:
    """What the tables say of some game's placings, in both laps."""
    tables = Tables(SMALL_AMSTERDAM, AFTER_FLIPS.menhirs, folder)
    values: dict[Position, int] = {}
    position = AFTER_FLIPS
    while position.outcome is None:
        if position.phase is Phase.PLACE:
            values[position] = tables.value(position)
        actions = position.board_actions()
        position = position.play(Decide(False) if Decide(False) in actions else actions[0])
    assert {position.lap for position in values} == {1, 2}
    return values


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("version", 99, "version"),
        ("layout", "a1 a2", "layout"),
        ("rules", "go", "rules"),
        ("magic", "zip", "no table of ours"),
        ("positions", 3, "it has 3 positions"),
        ("positions", "many", "no table of ours"),
        ("checksum", "0", "checksum"),
        ("exceptions", 99, "cut short"),
        ("note", "added later", "checksum"),
    ],
)
def test_a_foreign_table_is_refused_with_its_reason(
    tmp_path: Path, name: str, value: object, why: str
) -> None:
    solve(tmp_path)
    for path in tmp_path.iterdir():
        content = path.read_bytes()
        header = json.loads(content[:4096]) | {name: value}
        path.write_bytes(json.dumps(header).encode().ljust(4096) + content[4096:])
    with pytest.raises(Malformed, match=why) as caught:
        Tables(SMALL_BASE, MENHIRS, tmp_path).value(START)
    assert caught.value.code == "table"


def test_a_table_of_differences_is_refused_without_its_very_reference(
    tmp_path: Path,
) -> None:
    start = AFTER_FLIPS
    Solver(SMALL_AMSTERDAM, start.menhirs, tmp_path).run()
    truth = BruteForce().value(start)
    assert Tables(SMALL_AMSTERDAM, start.menhirs, tmp_path).value(start) == truth
    changed = {
        path: header
        for path in tmp_path.iterdir()
        if "model" in (header := json.loads(path.read_bytes()[:4096]))
    }
    assert changed
    for path, header in changed.items():
        label = Label(*(header[name] for name in ("rules", "layout", "stage", "tiles", "families")))
        whole = path.read_bytes()
        for name, value, why in (
            ("model checksum", "0", "another table"),
            ("model", header["stage"], "its own model"),
            ("grows by", "1", "no table of ours"),
            ("grows by", header["grows by"] + 1, "checksum"),
            ("still up to", header["still up to"] + 1, "checksum"),
            ("tie", header["tie"] + 1, "checksum"),
        ):
            other = json.dumps(header | {name: value}).encode().ljust(4096)
            path.write_bytes(other + whole[4096:])
            with pytest.raises(Malformed, match=why):
                table_folder(tmp_path).table(label)
        path.write_bytes(whole)
        assert table_folder(tmp_path).table(label).layer().variants == header["families"]


def test_tables_that_are_each_other_s_references_are_refused(tmp_path: Path) -> None:
    Solver(SMALL_AMSTERDAM, AFTER_FLIPS.menhirs, tmp_path).run()
    headers = {path: json.loads(path.read_bytes()[:4096]) for path in tmp_path.iterdir()}
    path, header = next((p, h) for p, h in headers.items() if "model" in h)
    fields = ("rules", "layout", "stage", "tiles", "families")
    label = Label(*(header[name] for name in fields))
    reference = replace(label, stage=header["model"], variants=header["model families"])
    below = tmp_path / reference.file_name
    turned = header | {name: headers[below][name] for name in fields}
    turned |= {"model": label.stage, "model families": label.variants}
    below.write_bytes(json.dumps(turned).encode().ljust(4096) + path.read_bytes()[4096:])
    with pytest.raises(Malformed, match="its own model"):
        table_folder(tmp_path).table(label)


def test_what_only_looks_like_a_file_of_ours_is_refused(tmp_path: Path) -> None:
    solve(tmp_path)
    for number, path in enumerate(sorted(tmp_path.iterdir())):
        path.unlink()
        if number % 2:
            path.write_bytes(b"[" * 5000)
        else:
            os.mkfifo(path)
    with pytest.raises(Malformed):
        Tables(SMALL_BASE, MENHIRS, tmp_path).value(START)
    assert not any(progress.kept for progress in solve(tmp_path))


def test_the_engine_searches_where_a_table_is_damaged_or_missing(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, SMALL_BASE, MENHIRS)
    truth = BruteForce().value(START)
    engine = Engine(tables=tmp_path, table_mb=1)
    searched = engine.analyse(START, Limits(depth=99))
    assert (searched.source, searched.value, searched.proven) == ("search", truth, True)
    solve(folder)
    looked_up = engine.analyse(START, Limits(depth=99))
    assert (looked_up.source, looked_up.value, looked_up.proven) == ("table", truth, True)
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes()[:-1])
    complaints: list[Malformed] = []
    engine = Engine(tables=tmp_path, table_mb=1, complain=complaints.append)
    assert engine.analyse(START, Limits(depth=99)).source == "search"
    assert [error.code for error in complaints] == ["table"]


def test_a_disk_that_takes_no_more_is_told_and_nothing_half_written_stays(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4100, before[1]))
    try:
        with pytest.raises(Malformed) as caught:
            solve(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.code == "file-write"
    assert not list(tmp_path.iterdir())
    assert not any(progress.kept for progress in solve(tmp_path))


def test_a_folder_that_cannot_be_is_told() -> None:
    with pytest.raises(Malformed) as caught:
        solve(Path("/dev/null/tables"))
    assert caught.value.code == "file-write"


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ("a1 a2 a3 b1 b2 b3 c1", "solve-flip"),
        ("a1 a2 a3 b1 b2 b3", "solve-flip"),
        ("a1 a2 a3 b1", "layout-menhirs"),
        ("a1 a2 a3 b1 b2 b3 c1 c2", "layout-menhirs"),
    ],
)
def test_menhirs_that_are_no_layout_are_refused(cells: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(Illegal) as caught:
        Solver(AMSTERDAM, AMSTERDAM.geometry.mask_of(cells), tmp_path)
    assert caught.value.code == code


def test_tables_cover_only_their_own_layout(tmp_path: Path) -> None:
    solve(tmp_path)
    tables = Tables(SMALL_BASE, MENHIRS, tmp_path)
    assert tables.covers(START)
    other = SMALL_BASE.geometry.mask_of("a1 b2")
    assert not tables.covers(Position.start(SMALL_BASE, other))
    wide = WIDE_BASE.geometry.mask_of("a1 a2 a3 b1")
    assert not tables.covers(Position.start(WIDE_BASE, wide))


def forge(
    path: Path, *, header: dict[str, object] | None = None, body: bytes | None = None
) -> None:
    """Changes a table as somebody would who knows how: its checksum is right."""
    content = path.read_bytes()
    data = json.loads(content[:4096]) | (header or {})
    del data["checksum"]
    body = content[4096:] if body is None else body
    checksum = blake2b(json.dumps(data, sort_keys=True).encode() + body, digest_size=16).hexdigest()
    path.write_bytes(json.dumps(data | {"checksum": checksum}).encode().ljust(4096) + body)


def with_number(body: bytes, place: int, number: int) -> bytes:
    """A body whose number of four bytes at a place is another one."""
    return body[: 4 * place] + struct.pack("=I", number) + body[4 * place + 4 :]


@pytest.fixture(scope="module")
def both_laps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of a layout, of both kinds."""
    folder = tmp_path_factory.mktemp("both")
    Solver(SMALL_AMSTERDAM, AFTER_FLIPS.menhirs, folder).run()
    return folder


def with_rows(folder: Path, name: str) -> Path:
    """A table in a folder with several rows of its kind: exceptions or changes."""
    return next(
        path
        for path in sorted(folder.iterdir())
        if json.loads(path.read_bytes()[:4096]).get(name, 0) > 2
    )


@pytest.mark.parametrize("kind", ["exceptions", "changes"])
@pytest.mark.parametrize(
    ("forged", "why"),
    [
        (lambda body, rows: with_number(body, rows - 1, 2**32 - 1), "positions that do not exist"),
        (
            lambda body, rows: with_number(body, 2 * rows - 1, 2**32 - 1),
            "positions that do not exist",
        ),
        (lambda body, rows: body[4:8] + body[:4] + body[8:], "not in order"),
        (lambda body, rows: body[:4] + body[:4] + body[8:], "not in order"),
    ],
)
def test_a_place_that_is_none_is_refused_whatever_the_checksum_says(
    both_laps: Path, tmp_path: Path, kind: str, forged: Callable[[bytes, int], bytes], why: str
) -> None:
    shutil.copytree(both_laps, tmp_path, dirs_exist_ok=True)
    path = with_rows(tmp_path, kind)
    content = path.read_bytes()
    header = json.loads(content[:4096])
    forge(path, body=forged(content[4096:], header[kind]))
    label = Label(*(header[name] for name in ("rules", "layout", "stage", "tiles", "families")))
    with pytest.raises(Malformed, match=why) as caught:
        table_folder(tmp_path).table(label)
    assert caught.value.code == "table"
    Solver(SMALL_AMSTERDAM, AFTER_FLIPS.menhirs, tmp_path).run()  # wrote out of bounds
    solved, before = (table_folder(folder).table(label).layer() for folder in (tmp_path, both_laps))
    assert (solved.best, solved.second) == (before.best, before.second)


@pytest.mark.parametrize(
    ("kind", "header", "why"),
    [
        ("exceptions", {"positions": 1}, "it has 1 positions"),
        ("exceptions", {"positions": -1}, "no table of ours"),
        ("exceptions", {"exceptions": -1}, "no table of ours"),
        ("exceptions", {"exceptions": 10**30}, "no table of ours"),
        ("changes", {"changes": -1}, "no table of ours"),
        ("changes", {"grows by": 10**30}, "no table of ours"),
        ("changes", {"still up to": -1}, "no table of ours"),
        ("changes", {"tie": 2**31}, "no table of ours"),
        ("changes", {"model families": 0}, "another table"),
        ("changes", {"model families": 10**9}, "another table"),
        ("changes", {"model": "../elsewhere"}, "no table of ours"),
        ("changes", {"model": ["lap1"]}, "no table of ours"),
    ],
)
def test_a_number_out_of_its_bounds_is_refused_whatever_the_checksum_says(
    both_laps: Path, tmp_path: Path, kind: str, header: dict[str, object], why: str
) -> None:
    shutil.copytree(both_laps, tmp_path, dirs_exist_ok=True)
    path = with_rows(tmp_path, kind)
    data = json.loads(path.read_bytes()[:4096])
    forge(path, header=header)
    label = Label(*(data[name] for name in ("rules", "layout", "stage", "tiles", "families")))
    with pytest.raises(Malformed, match=why) as caught:
        table_folder(tmp_path).table(label)
    assert caught.value.code == "table"


def test_a_table_with_too_few_positions_is_refused(tmp_path: Path) -> None:
    solve(tmp_path)
    for path in tmp_path.iterdir():
        forge(path, header={"positions": 3, "exceptions": 0}, body=b"\1\1\1")
    with pytest.raises(Malformed, match="it has 3 positions"):
        Tables(SMALL_BASE, MENHIRS, tmp_path).value(START)
    assert not any(progress.kept for progress in solve(tmp_path))


@pytest.mark.parametrize("what", ["value", "layer"])
def test_a_table_cut_short_while_it_is_open_is_an_error(tmp_path: Path, what: str) -> None:
    """In a process of its own: reading a mapped file that was cut short ends the process."""
    solve(tmp_path)
    path = with_rows(tmp_path, "positions")
    data = json.loads(path.read_bytes()[:4096])
    words = [data[name] for name in ("rules", "layout", "stage", "tiles", "families")]
    program = f"""
import os
from tests.engine.solver.test_tables import Label, Malformed, Path, table_folder
table = table_folder(Path({str(tmp_path)!r})).table(Label(*{words!r}))
os.truncate({str(path)!r}, 4096)
try:
    print("got", table.{what}({"0, None" if what == "value" else ""}))
except Malformed as error:
    print(error.code, error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("table ") and "cut short" in done.stdout


def test_a_table_that_is_changed_while_it_is_open_is_checked_anew(tmp_path: Path) -> None:
    solve(tmp_path)
    tables = Tables(SMALL_BASE, MENHIRS, tmp_path)
    truth = tables.value(START)
    for path in tmp_path.iterdir():
        whole = path.read_bytes()
        path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(Malformed, match="checksum"):
        tables.value(START)
    solve(tmp_path)
    assert tables.value(START) == truth
