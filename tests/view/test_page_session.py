"""A match refereed without server, socket or clock: texts in, texts out, and time is a number."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from menhirs.core.actions import Player
from menhirs.core.errors import MenhirsError
from menhirs.match.commands import (
    ActCommand,
    ClaimCommand,
    NextGame,
    Rematch,
    RenameCommand,
    propose,
)
from menhirs.match.errors import Refused
from menhirs.match.match import entry_of
from menhirs.match.series import Earlier
from menhirs.view.error_words import explain
from menhirs.view.errors import BadMessage
from menhirs.view.match.page_messages import LARGEST_MESSAGE, Hint, Threats, number_of, read_message
from menhirs.view.match.page_session import PageLanguage, PageSession
from menhirs.view.match.socket_messages import Message
from menhirs.view.match.state_view import StateView
from menhirs.web.languages import LANGUAGES
from tests.match.played_match import GIFT, OPENING, QUIET, SHOWS, PlayedMatch

HERE = {1: True, 2: True}
_MESSAGE: TypeAdapter[Message] = TypeAdapter(Message)
RUBBISH = [
    "",
    "hello",
    "[]",
    "[" * 4_000,
    "null",
    "{}",
    '{"type": "dance"}',
    '{"type": 7}',
    '{"type": "act"}',
    '{"type": "act", "state": true, "action": "keep"}',
    '{"type": "act", "state": NaN, "action": "keep"}',
    '{"type": "act", "state": 1.5, "action": "keep"}',
    '{"type": "act", "state": 1, "action": 1}',
    '{"type": "act", "state": 1, "action": "%s"}' % ("x" * 81),
    '{"type": "act", "state": 1, "action": "keep", "as": 3}',
    '{"type": "act", "state": 1, "action": "keep", "as": true}',
    '{"type": "act", "state": 1, "action": "keep", "more": 1}',
    '{"type": "act", "state": 1, "action": "keep", "re": "1"}',
    '{"type": "claim", "turn": 1, "held": -1}',
    '{"type": "claim", "turn": 1, "held": 60001}',
    '{"type": "take-back-answer", "yes": 1}',
    '{"type": "rematch", "layout": "other"}',
    '{"type": "rematch", "level": 9}',
    '{"type": "name", "name": "\\ud800"}',
    '{"type": "name", "name": "%s"}' % ("x" * 60),
    '{"type": "explain"}',
    '{"type": "explain", "tiles": ["d3"]}',
    '{"type": "explain", "tiles": [], "direction": "N"}',
    '{"type": "explain", "tiles": "d3", "direction": "N"}',
    '{"type": "explain", "cell": "d3", "action": "keep"}',
    '{"type": "pong", "sent": "now"}',
]


class Page:
    """A page that keeps its messages."""

    def __init__(self, code: str, *own_seats: Player) -> None:
        self.own_seats = list(own_seats)
        self.language: PageLanguage = LANGUAGES[code]
        self.told: list[dict[str, Any]] = []

    def send(self, message: str) -> None:
        data = json.loads(message)
        # It has exactly the fields of its type.
        assert json.loads(_MESSAGE.dump_json(_MESSAGE.validate_json(message))) == data
        self.told.append(data)

    @property
    def last(self) -> dict[str, Any]:
        return self.told[-1]


class SmallReferee:
    """A referee with a match and its pages, and nothing else."""

    def __init__(self, *pages: Page) -> None:
        self.table = PlayedMatch()
        self.view = StateView("match", self.table.match, 1, Earlier())
        self.pages = {page: PageSession(self.view, page, LANGUAGES.values()) for page in pages}
        for page, session in self.pages.items():
            plies = asyncio.run(self.view.plies_text(page.own_seats, page.language))
            session.greet(plies, self.table.at, HERE)

    def hear(self, page: Page, text: str) -> None:
        table = self.table.wait(500)
        session = self.pages[page]
        try:
            command = session.hear(text, table.at)
            assert not isinstance(command, Hint | Threats)
            if command is not None:
                change = propose(table.match, command, page.own_seats, table.at)
                assert not isinstance(change, NextGame)
                table.keep(change)
                self.view.send_change(self.pages, entry_of(change), table.at, HERE)
        except MenhirsError as error:
            session.refuse(text, error)

    def say(self, page: Page, kind: str, **fields: object) -> dict[str, Any]:
        """What the page hears when it has said this."""
        self.hear(page, json.dumps({"type": kind, **fields}))
        return page.last

    def act(self, page: Page, action: str) -> dict[str, Any]:
        return self.say(page, "act", state=self.table.match.state, action=action)


def test_a_whole_match_in_two_languages() -> None:
    south, north, watcher = Page("nl", 1), Page("fr", 2), Page("en")
    referee = SmallReferee(south, north, watcher)
    pages = {1: south, 2: north}
    hello = north.told[0]
    assert (hello["type"], hello["state"]["you"], len(hello["plies"])) == ("hello", [2], 1)

    referee.act(south, "*g2")
    assert [page.last["status"] for page in (south, north, watcher)] == [
        LANGUAGES["nl"].gettext("{player} turns a menhir over.").format(player="Player 2"),
        LANGUAGES["fr"].gettext("Your turn: turn a menhir over. It counts as forest from then on."),
        "Player 2 turns a menhir over.",
    ]
    for action in OPENING.split()[1:]:
        referee.act(pages[referee.table.match.position.player], action)

    # A move that is asked about, typed in Dutch, played, and taken back by consent.
    assert referee.say(south, "explain", action=QUIET, re=4) == {
        "type": "explained",
        "re": 4,
        "legal": True,
    }
    assert referee.say(south, "read", text="a3 no", re=5)["actions"] == [SHOWS]  # NO is NE in Dutch
    assert referee.say(north, "explain", action=QUIET)["code"] == "not-your-turn"
    referee.act(south, QUIET)
    assert referee.say(south, "take-back", re=6)["offers"]["take_back"] == 1
    assert referee.say(south, "take-back-answer", yes=True)["code"] == "no-offer"
    assert referee.say(north, "take-back-answer", yes=True)["player"] == 1
    assert south.last["news"] == LANGUAGES["nl"].gettext("You took your last turn back.")

    # Rubbish changes nothing, and is answered.
    log = list(referee.table.log)
    for text in RUBBISH:
        referee.hear(north, text)
        assert (north.last["type"], north.last["code"]) == ("refused", "message")
    stale = referee.say(south, "act", state=1, action=QUIET, re=7)
    assert (stale["re"], stale["code"]) == (7, "stale")
    assert stale["text"] == explain(Refused("stale"), south.language)
    assert referee.say(watcher, "claim", turn=1)["code"] == "not-seated"
    assert referee.table.log == log

    # A claim that is right, shown, and wins.
    referee.act(south, GIFT)
    turn = north.last["claim"]["turn"]
    assert referee.say(north, "claim", turn=turn, held=300)["phase"] == "prove"
    assert referee.table.log[-1].lag == 300
    referee.act(north, SHOWS)
    assert [page.last["outcome"]["winner"] for page in (south, north, watcher)] == [2, 2, 2]
    assert south.last["outcome"]["text"] != north.last["outcome"]["text"]
    assert referee.say(south, "rematch", layout="same")["offers"]["rematch_layout"] == "same"


def test_the_lag_that_a_ping_measures_goes_into_a_claim() -> None:
    page = Page("en", 2)
    referee = SmallReferee(page)
    session, at = referee.pages[page], referee.table.at
    session.ping(at)
    session.ping(at + 10)  # the first one was not answered yet
    assert [told["type"] for told in page.told] == ["hello", "ping"]
    assert session.hear('{"type": "pong", "sent": 5}', at + 20) is None  # nobody asked that
    assert session.hear('{"type": "claim", "turn": 3}', at + 30) == ClaimCommand(3)
    assert session.hear(json.dumps({"type": "pong", "sent": page.last["sent"]}), at + 120) is None
    assert session.hear('{"type": "claim", "turn": 3}', at + 130) == ClaimCommand(3, lag=120)


def test_a_page_that_answers_late_now_and_then_wins_nothing() -> None:
    page = Page("en", 2)
    referee = SmallReferee(page)
    session, at = referee.pages[page], referee.table.at
    for takes in (900, 30, 5_000, 900):
        session.ping(at)
        session.hear(json.dumps({"type": "pong", "sent": page.last["sent"]}), at + takes)
        at += 10_000
    assert session.hear('{"type": "claim", "turn": 3}', at) == ClaimCommand(3, lag=30)


@pytest.mark.parametrize("text", RUBBISH)
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(BadMessage) as refused:
        read_message(text)
    assert refused.value.code == "message"


def test_a_message_is_not_too_long() -> None:
    text = json.dumps({"type": "name", "name": "é" * LARGEST_MESSAGE, "re": 1})
    with pytest.raises(BadMessage) as refused:
        read_message(text)
    assert refused.value.code == "too-large"
    assert number_of(text) is None


def test_messages_as_commands() -> None:
    assert read_message('{"type": "act", "state": 5, "action": "keep", "as": 2, "re": 8}') == (
        ActCommand(5, "keep", 2),
        8,
    )
    assert read_message('{"type": "rematch", "level": null}') == (Rematch(), None)
    assert read_message('{"type": "rematch", "layout": "same", "level": 4}')[0] == Rematch(True, 4)
    assert read_message('{"type": "name", "name": ""}')[0] == RenameCommand("")
    assert number_of('{"type": "dance", "re": 3}') == 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
TYPES = st.sampled_from(["act", "claim", "explain", "read", "rematch", "name", "pong"])
FIELDS = st.sampled_from(["state", "action", "turn", "held", "as", "re", "cell", "tiles", "level"])


@given(TYPES, st.dictionaries(FIELDS, JSON, max_size=4))
def test_whatever_is_said_is_read_or_refused(kind: str, fields: dict[str, object]) -> None:
    text = json.dumps({"type": kind, **fields})
    try:
        read_message(text)
        result = "read"
    except BadMessage as error:
        result = error.code
    assert result in ("read", "message", "too-large")


def test_it_runs_where_there_is_only_python() -> None:
    """No web framework is loaded, and pydantic's encoder may be missing."""
    script = """
import sys
sys.modules["pydantic_core"] = None
import menhirs.view.match.page_session, menhirs.view.terms_in_words, menhirs.view.match.record_text
from menhirs.view.as_json import as_json
assert as_json({"a": [1, None], "b": "é"}) == '{"a":[1,null],"b":"é"}'
loaded = {"fastapi", "starlette", "pydantic", "sqlalchemy", "babel"} & set(sys.modules)
assert not loaded, loaded
"""
    subprocess.run([sys.executable, "-c", script], check=True)
