"""Order in the house: blocking, reporting, and names that the operator does not want."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from sqlalchemy import select

from menhirs.match.errors import Refused
from menhirs.match.names import checked_name, forbid_names
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from tests.server.lobby_people import Member, newcomer
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, error_of


@pytest.fixture
def ann(server: ServerProcess) -> Member:
    """Somebody who has played here before."""
    member = newcomer(server.address, "Ann")
    member.withdraw(member.invite())
    return member


@pytest.fixture
def bo(server: ServerProcess) -> Member:
    member = newcomer(server.address, "Bo")
    member.withdraw(member.invite())
    return member


def test_who_is_blocked_sees_no_invitation_and_gets_no_seat(ann: Member, bo: Member) -> None:
    answer = ann.client.post(f"/players/{bo.person}/block")
    assert answer.headers["location"] == f"/players/{bo.person}?done=blocked"
    match = ann.invite()
    assert not bo.is_invited_to(match)
    assert error_of(bo.client.post(f"/m/{match}/join"), 403) == "not-invited"
    back = bo.invite()
    assert not ann.is_invited_to(back)  # nor the other way round
    friend = ann.client.post("/matches", data={"opponent": "friend"}).headers["location"]
    assert error_of(bo.client.post(f"{friend}/join"), 403) == "not-invited"


def test_a_block_is_listed_and_taken_back(ann: Member, bo: Member) -> None:
    ann.client.post(f"/players/{bo.person}/block")
    ann.client.post(f"/players/{bo.person}/block")  # twice is once
    assert ann.client.get("/you/blocked").text.count(f"/players/{bo.person}/unblock") == 1
    assert f"/players/{ann.person}/unblock" not in bo.client.get("/you/blocked").text
    back = ann.client.post(f"/players/{bo.person}/unblock", data={"back": "yes"})
    assert back.headers["location"] == "/you/blocked"
    assert "/unblock" not in ann.client.get("/you/blocked").text
    assert bo.is_invited_to(ann.invite())


CONTROLS = ["\0", "a\0b", "\x1b[2J", "\x7f", "\x08"]


@pytest.mark.parametrize("words", CONTROLS)
def test_no_text_with_control_characters_is_taken(
    server: ServerProcess, ann: Member, bo: Member, words: str
) -> None:
    report = f"/players/{bo.person}/report"
    for form in ({"data": {"words": words}}, {"files": {"words": (None, words)}}):
        assert error_of(ann.client.post(report, **form), 400) == "message"
    assert error_of(ann.client.post("/matches", data={"name": words}), 400) == "message"
    wanted = {"opponent": "friend", "name": words}
    assert error_of(CLIENT.post(f"{server.address}/api/matches", json=wanted), 400) == "message"
    for path in ("/players/", "/m/", "/api/matches/", "/tournaments/"):
        assert error_of(CLIENT.get(server.address + path + quote(words)), 404) == "no-page"
    query = f"{server.address}/you/games?name={quote(words)}"
    assert error_of(CLIENT.get(query), 400) == "message"
    assert ann.client.post(report, data={"words": "one\ttwo\r\nthree"}).status_code == 303


def test_a_report_reaches_the_operator(server: ServerProcess, ann: Member, bo: Member) -> None:
    match = ann.invite()
    bo.take(match)
    form = {"words": " He shouts. ", "match": match}
    answer = ann.client.post(f"/players/{bo.person}/report", data=form)
    assert answer.headers["location"] == f"/players/{bo.person}?done=reported"
    engine = open_database(server.database)
    columns = tables.reports.c
    with engine.connect() as connection:
        rows = connection.execute(
            select(columns.by, columns.match, columns.words, columns.closed).where(
                columns.about == bo.person
            )
        )
        assert [tuple(row) for row in rows] == [(ann.person, match, "He shouts.", None)]
    engine.dispose()


@pytest.mark.parametrize("words", ["", "   ", "x" * 1_001])
def test_a_report_says_something_and_not_too_much(words: str, ann: Member, bo: Member) -> None:
    answer = ann.client.post(f"/players/{bo.person}/report", data={"words": words})
    assert error_of(answer, 400) == "report-words"


def test_strangers_and_oneself_can_not_be_blocked_or_reported(
    server: ServerProcess, ann: Member
) -> None:
    for what in ("block", "unblock", "report"):
        mine = f"/players/{ann.person}/{what}"
        assert error_of(ann.client.post(mine, data={"words": "x"}), 403) == "person-needed"
        nobody = f"{server.address}{mine}"
        assert error_of(CLIENT.post(nobody, data={"words": "x"}), 403) == "person-needed"
        assert error_of(ann.client.post(f"/players/none/{what}"), 404) == "no-person"
    assert ann.client.get("/players/2222222222").status_code == 404


@pytest.fixture
def forbidden() -> Iterator[None]:
    forbid_names(["Rude", "", "  ", "élan", "Straße"])
    yield
    forbid_names([])


@pytest.mark.usefixtures("forbidden")
@pytest.mark.parametrize("name", ["rude", "So RUDE!", "r.u.d.e", "Rüdé", "Elan", "STRASSE 1"])
def test_a_forbidden_word_is_found_however_it_is_written(name: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name)
    assert refused.value.code == "name-forbidden"


@pytest.mark.usefixtures("forbidden")
def test_all_other_names_are_welcome() -> None:
    for name in ("", "Ann", "Rud", "Étienne"):
        assert checked_name(name) == name


def test_a_server_refuses_the_operator_s_words_wherever_a_name_is_given(tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("rude\n", "utf-8")
    database = f"sqlite:///{tmp_path / 'menhirs.sqlite'}"
    server = ServerProcess(database, tmp_path / "log", "--forbidden-names", str(words))
    try:
        ann = newcomer(server.address, "Ann")
        match = ann.invite()
        rude = {"name": "Rûde"}
        for answer in (
            ann.client.post("/matches", data=rude),
            newcomer(server.address, "").client.post(f"/m/{match}/join", data=rude),
            CLIENT.post(f"{server.address}/api/matches", json=rude),
        ):
            assert error_of(answer, 409) == "name-forbidden"
    finally:
        server.close()
