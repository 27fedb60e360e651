"""The OpenAPI document: it is one, and the server keeps to it, whatever it is sent."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from jsonschema_rs import Draft202012Validator
from schemathesis.checks import positive_data_acceptance

from menhirs.server.app import create_app
from tests.server.lobby_people import newcomer
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, start, two_players


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("openapi")
    running = ServerProcess(f"sqlite:///{folder / 'menhirs.sqlite'}", folder / "log")
    yield running
    running.close()


@pytest.fixture(scope="module")
def matches(api: ServerProcess) -> dict[str, str]:
    """One being played, and one that is over, whose stream ends."""
    over, _ = two_players(api.address)
    over.act("resign")
    return {"open": start(api.address, opponent="shared").match, "over": over.match}


schema = schemathesis.openapi.from_dict(create_app().openapi())
# A text that is too long for its field can be too long for a body (413) or an address (414) too.
schema.config.checks.negative_data_rejection.expected_statuses.extend(["413", "414"])


@schema.parametrize()
@settings(max_examples=25, derandomize=True)
def test_the_server_keeps_to_its_document(
    case: schemathesis.Case[Any], api: ServerProcess, matches: dict[str, str]
) -> None:
    numbers = Random(repr(case.body))
    if "match" in case.path_parameters and numbers.random() < 0.7:
        streams = case.path.endswith("/stream")
        case.path_parameters["match"] = matches["over" if streams else "open"]
    if "set" in case.path_parameters and numbers.random() < 0.7:
        case.path_parameters |= {"set": "lessons", "exercise": "covering-2"}
    # A text can fit the document and be no action all the same.
    case.call_and_validate(base_url=api.address, excluded_checks=[positive_data_acceptance])


def test_the_document_is_complete(api: ServerProcess) -> None:
    data = CLIENT.get(f"{api.address}/api/openapi.json").json()
    assert data["openapi"].startswith("3.1")
    for shape in data["components"]["schemas"].values():
        Draft202012Validator({**shape, "components": data["components"]})
    for path, operations in data["paths"].items():
        assert path.startswith("/api/")
        for operation in operations.values():
            assert operation["summary"] and operation["description"]
            stored = path.startswith("/api/matches")
            for status in ("400", "404", "429", *(["503"] if stored else [])):
                if status != "404" or "{" in path:
                    assert status in operation["responses"], (path, status)
            assert "422" not in operation["responses"], path


def test_what_the_server_says_fits_the_document(api: ServerProcess) -> None:
    data = CLIENT.get(f"{api.address}/api/openapi.json").json()
    shapes = data["components"]
    state = Draft202012Validator({**shapes["schemas"]["State"], "components": shapes})
    one, two = two_players(api.address, clock="live")
    for visitor in (one, two):
        state.validate(visitor.state())
    state.validate(one.act("resign").json())


def test_a_page_tells_every_request_with_examples_and_how_to_claim(api: ServerProcess) -> None:
    page = CLIENT.get(f"{api.address}/docs").raise_for_status().text
    data = CLIENT.get(f"{api.address}/api/openapi.json").json()
    for path, methods in data["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page
    assert "How and when to claim" in page
    assert f"{api.address}/api/matches" in page, "the examples are of this server"


def test_the_lobby_is_told_to_programs(api: ServerProcess) -> None:
    ann = newcomer(api.address, "Ann")
    match = ann.invite(rated="true", clock="live", minutes="5")
    data = CLIENT.get(f"{api.address}/api/lobby").raise_for_status().json()
    mine = next(one for one in data["invitations"] if one["match"] == match)
    assert (mine["name"], mine["rules"], mine["rated"]) == ("Ann", "base", True)
    assert mine["clock"] == {"time": 300_000, "increment": 5_000}
    assert mine["url"] == f"{api.address}/m/{match}"
