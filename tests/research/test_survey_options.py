"""What ``menhirs survey`` and ``menhirs report`` refuse, each with its code."""

from __future__ import annotations

from pathlib import Path

import pytest

from menhirs.cli.main import main
from menhirs.research.survey import dask_executor

DRAWN = ["survey", "--layouts", "1", "--seed", "oak"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["survey", "--all", "--rules", "chess"], "rules"),
        (["survey", "--all", "--rules", ""], "rules"),
        (["survey", "--all", "--seed", "oak"], "option-alone"),
        (["survey", "--layouts", "1"], "option-alone"),
        (["survey", "--layouts", "0", "--seed", "oak"], "number-range"),
        (["survey", "--sets", "-7", "--seed", "oak"], "number-range"),
        (["survey", "--layouts", "999999999999", "--seed", "oak"], "number-range"),
        (["survey", "--layouts", "600000", "--seed", "oak"], "survey-too-many"),
        (["survey", "--layouts", "1", "--seed", "\udcff"], "encoding"),
        (["survey", "--layouts", "1", "--seed", "oak\0"], "encoding"),
        ([*DRAWN, "--workers", "0"], "number-positive"),
        ([*DRAWN, "--threads", "99999"], "number-range"),
        ([*DRAWN, "--scheduler", "nonsense"], "scheduler-address"),
        ([*DRAWN, "--scheduler", "ftp://host:1"], "scheduler-address"),
        ([*DRAWN, "--scheduler", "tcp://127.0.0.1:1"], "scheduler-unreachable"),
        ([*DRAWN, "--scheduler", "tcp://127.0.0.1:99999"], "scheduler-unreachable"),
        ([*DRAWN, "--scheduler", "tcp://nobody.invalid:8786"], "scheduler-unreachable"),
        ([*DRAWN, "--scheduler", "tcp://127.0.0.1:1", "--workers", "1"], "one-of"),
        (["survey", "--layouts-file", "no such file"], "file"),
        (["survey", "--merge", "no such file"], "file"),
    ],
)
def test_a_survey_that_makes_no_sense(
    words: list[str], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    assert main([*words, "--output", str(out)]) == 2
    assert f"[{code}]" in capsys.readouterr().err
    assert not out.exists()


def test_results_can_t_be_written_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*DRAWN, "--output", str(tmp_path)]) == 2
    assert "[file]" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert main([*DRAWN, "--output", str(tmp_path / "file" / "out")]) == 2
    assert "[file-write]" in capsys.readouterr().err


def test_a_cluster_needs_its_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(dask_executor, "import_module", missing)
    words = [*DRAWN, "--scheduler", "tcp://127.0.0.1:1", "--output", str(tmp_path / "out")]
    assert main(words) == 2
    assert "[cluster]" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\xff\x00\n", b"{}\n[]\n", b"menhirs"])
def test_a_report_needs_results(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results"
    path.write_bytes(content)
    assert main(["report", str(path), "--output", str(tmp_path / "report")]) == 2
    assert "[survey-empty]" in capsys.readouterr().err
    assert not (tmp_path / "report").exists()


def test_only_turning_over_is_for_a_cluster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["new", "--rules", "base", "--seed", "oak"])
    base = capsys.readouterr().out.strip()
    main(["new", "--rules", "amsterdam", "--seed", "oak"])
    amsterdam = capsys.readouterr().out.strip()
    build = ["--build", "--tables", str(tmp_path), "--scheduler", "tcp://127.0.0.1:1"]
    for words, code in (
        ([base, *build], "option-alone"),
        ([amsterdam, *build[3:]], "option-alone"),
        ([amsterdam, *build, "--keep-tables"], "one-of"),
        ([amsterdam, *build, "--value-only"], "one-of"),
        ([amsterdam, *build], "scheduler-unreachable"),
    ):
        assert main(["solve", *words]) == 2
        assert f"[{code}]" in capsys.readouterr().err
