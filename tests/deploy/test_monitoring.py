"""The samples for Prometheus and Grafana ask for figures that there are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from menhirs.match.errors import Unavailable
from menhirs.server.errors import BadRequest
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, start

MONITORING = Path(__file__).parents[2] / "deploy" / "monitoring"
_NAME = re.compile(r"\b(?:menhirs|process)_\w+")


def asked() -> Iterator[str]:
    """All that is asked of Prometheus."""
    rules = yaml.safe_load((MONITORING / "alerts.yml").read_text("utf-8"))
    for group in rules["groups"]:
        for rule in group["rules"]:
            yield rule["expr"]
    board = json.loads((MONITORING / "grafana-dashboard.json").read_text("utf-8"))
    for panel in board["panels"]:
        for target in panel["targets"]:
            yield target["expr"]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The figures of a server at which something has happened."""
    folder = tmp_path_factory.mktemp("watched")
    server = ServerProcess(f"sqlite:///{folder / 'menhirs.sqlite'}", folder / "log")
    try:
        start(server.address, opponent="shared").act("pass")
        yield CLIENT.get(f"{server.address}/metrics").text
    finally:
        server.close()


def test_every_figure_that_is_asked_for_is_there(told: str) -> None:
    known = set(re.findall(r"^# TYPE (\w+) ", told, re.MULTILINE))
    known |= {f"{name}_{part}" for name in known for part in ("bucket", "count", "sum")}
    names = {name for text in asked() for name in _NAME.findall(text)}
    assert len(names) > 10
    assert names <= known


def test_every_code_that_is_asked_for_is_one_of_ours() -> None:
    codes = {code for text in asked() for code in re.findall(r'code="([\w-]+)"', text)}
    assert codes and codes <= {*BadRequest.messages, *Unavailable.messages}


def test_prometheus_finds_its_rules() -> None:
    settings = yaml.safe_load((MONITORING / "prometheus.yml").read_text("utf-8"))
    assert all((MONITORING / name).exists() for name in settings["rule_files"])
    (job,) = settings["scrape_configs"]
    assert f'job="{job["job_name"]}"' in " ".join(asked())
