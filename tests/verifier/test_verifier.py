"""The independent verifier: right tables pass, and every error put into them is found and named."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from random import Random

import pytest

from menhirs.cli.main import main
from menhirs.core.errors import Malformed
from menhirs.core.geometry import Geometry, Mask
from menhirs.core.rules import RULE_SETS, Round, RuleSet
from menhirs.core.scoring import TileScoring
from menhirs.engine.solver.drivers.solver import Solver
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.notation.house_rules import read_house_rules
from menhirs.research.survey.job import Job, solve
from menhirs.research.survey.layouts import canonical
from menhirs.verifier.fog_numbers import FogNumbers
from menhirs.verifier.layout_tables import LayoutTables
from menhirs.verifier.verification import Verification, verify
from tests.engine.house_rules import GENEROUS_AMSTERDAM, SMALL_AMSTERDAM, SMALL_BASE
from tests.thoroughness import is_long

HEADER_BYTES = 4096
POCKET = Path(__file__).parents[2] / "examples" / "house-rules" / "pocket.toml"
SMALL_ENDLESS = RuleSet(
    "small-endless",
    schedule=(Round(1, places=True), Round(2)),
    scoring=TileScoring(bonus_round=2, bonus=None),
    geometry=Geometry((3, 4, 3)),
    menhirs=1,
    fog_tiles=3,
    repetitions=3,
)
GAMES = (SMALL_BASE, SMALL_AMSTERDAM, GENEROUS_AMSTERDAM, SMALL_ENDLESS)


def menhirs_of(rules: RuleSet) -> Mask:
    cells = [cell for column in rules.geometry.columns for cell in column]
    return rules.geometry.mask(cells[::2][: rules.standing])


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folders of tables of each small game."""
    folders = {}
    for rules in GAMES:
        folder = tmp_path_factory.mktemp(rules.name)
        Solver(rules, menhirs_of(rules), folder, threads=1, report=lambda _: None).run()
        folders[rules.name] = folder
    return folders


def verified(folder: Path, rules: RuleSet, sample: int | None = None) -> Verification:
    tables = LayoutTables(folder, {rules.name: rules})
    return verify(tables, sample, "seed", lambda _, __: None)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_all_values_of_the_solver_follow_from_each_other(
    rules: RuleSet, solved: dict[str, Path]
) -> None:
    result = verified(solved[rules.name], rules)
    assert result.contradictions == []
    assert result.checked > 50


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_every_value_that_is_changed_is_found(
    rules: RuleSet, solved: dict[str, Path], tmp_path: Path
) -> None:
    random = Random(rules.name)
    quick = 2 if rules.flips_each else 10
    for number in range(100 if is_long() else quick):
        folder = tmp_path / str(number)
        folder.mkdir()
        for path in solved[rules.name].glob("*.table"):
            (folder / path.name).write_bytes(path.read_bytes())
        changed = change_a_value(folder, rules, random)
        found = verified(folder, rules).contradictions
        assert found, f"an error in {changed} was not found"


def test_a_sample_says_how_much_it_rules_out(solved: dict[str, Path]) -> None:
    result = verified(solved["small-amsterdam"], SMALL_AMSTERDAM, sample=100)
    assert result.contradictions == []
    assert result.checked == 100
    assert result.most_wrong() == pytest.approx(0.0295, abs=0.0001)  # 1 - 0.05 ** (1 / 100)


def test_fogs_are_numbered_as_the_solver_numbers_them() -> None:
    geometry = RULE_SETS["base"].geometry
    numbers, ranking = FogNumbers(geometry), Ranking(geometry)
    random = Random(1)
    for _ in range(300):
        tiles = random.randrange(1, 12)
        fog = geometry.mask(random.sample([c for col in geometry.columns for c in col], tiles))
        assert numbers.number(fog) == ranking.rank(fog, tiles)
        assert numbers.fog(numbers.number(fog), tiles) == fog


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda data: data[:-1], "length"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "checksum"),
        (lambda data: b"{}" + data[2:], "no table"),
        (lambda data: data.replace(b'"version": 4', b'"version": 9'), "version"),
    ],
)
def test_a_damaged_file_is_refused(
    damage: object, why: str, solved: dict[str, Path], tmp_path: Path
) -> None:
    for path in solved["small-base"].glob("*.table"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    victim = sorted(tmp_path.glob("*.table"))[-1]
    assert callable(damage)
    victim.write_bytes(damage(victim.read_bytes()))
    with pytest.raises(Malformed, match=why) as refused:
        LayoutTables(tmp_path, {"small-base": SMALL_BASE})
    assert refused.value.code == "table"


def test_the_command_checks_tables_and_findings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = read_house_rules(POCKET.read_text("utf-8"))["pocket"]
    menhirs = canonical(rules.geometry, menhirs_of(rules))
    folder, survey = tmp_path / "tables", tmp_path / "survey.jsonl"
    Solver(rules, menhirs, folder, threads=1, report=lambda _: None).run()
    finding = json.loads(solve(Job(rules, menhirs)).written())
    command = ["verify", str(folder), "--house-rules", str(POCKET), "--finding", str(survey)]

    survey.write_text(json.dumps(finding), encoding="utf-8")
    assert main([*command, "--whole"]) == 0
    out = capsys.readouterr().out
    assert "are right" in out
    assert "the survey's result agrees" in out

    survey.write_text(json.dumps(finding | {"value": finding["value"] + 1}), encoding="utf-8")
    assert main([*command, "--sample", "5", "--json"]) == 1
    (difference,) = json.loads(capsys.readouterr().out)["finding"]
    assert (difference["field"], difference["follows"]) == ("value", finding["value"])

    assert main(["verify", str(tmp_path / "none")]) == 2
    assert "no tables" in capsys.readouterr().err


def change_a_value(folder: Path, rules: RuleSet, random: Random) -> str:
    """Changes one value of a position that can be, and makes all checksums right again."""
    tables = LayoutTables(folder, {rules.name: rules})
    while True:
        stage = random.choice(tables.stages)
        path = folder / stage.name.file_name
        data = bytearray(path.read_bytes())
        header = json.loads(data[:HEADER_BYTES])
        rows = header.get("exceptions", header.get("changes"))
        values = header.get("positions", rows)
        if not values:
            continue
        row = random.randrange(values)
        place = row
        if "model" in header:
            start = HEADER_BYTES + 4 * row
            place = int.from_bytes(data[start : start + 4], "little")
        number, family = divmod(place, stage.families)
        fog = tables.numbers.fog(number, stage.name.tiles)
        if stage.position(fog, family) is None:
            continue
        byte = HEADER_BYTES + 8 * rows + row
        data[byte] = (data[byte] + random.choice((1, 255))) % 256
        path.write_bytes(data)
        seal(folder)
        return f"{path.name}, place {place}"


def seal(folder: Path) -> None:
    """Writes the checksums of all tables anew, those of models first."""
    waiting = sorted(folder.glob("*.table"))
    sealed: dict[str, str] = {}
    while waiting:
        path = waiting.pop(0)
        data = path.read_bytes()
        header = json.loads(data[:HEADER_BYTES])
        model = header.get("model") and f"{header['model']}-{header['tiles']:02}tiles.table"
        if model and model not in sealed:
            waiting.append(path)
            continue
        if model:
            header["model checksum"] = sealed[model]
        del header["checksum"]
        digest = blake2b(json.dumps(header, sort_keys=True).encode(), digest_size=16)
        digest.update(data[HEADER_BYTES:])
        sealed[path.name] = header["checksum"] = digest.hexdigest()
        top = json.dumps(header).encode().ljust(HEADER_BYTES)
        path.write_bytes(top + data[HEADER_BYTES:])
