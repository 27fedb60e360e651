"""Claims between two browsers: right, wrong, too late, and at the very same moment (A9, A10)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from menhirs.core.actions import Claim, Remove, other
from menhirs.core.position import Position
from menhirs.notation.actions import write_action
from tests.server.databases import Postgresql
from tests.server.processes import ServerProcess
from tests.web.games import Game, claimable, find_moment, first_removal, losing_move, winning_move
from tests.web.hands import HELD, Keyboard, Mouse
from tests.web.matches import Match
from tests.web.people import Meet, Person
from tests.web.wires import Wire

CLAIM = ".claim"


def moved(*, right: bool) -> Game:
    """A game up to a move after which a tile may be taken away, and a claim would be right."""
    return find_moment("amsterdam", lambda position: claimable(position, right=right))


class ClaimableMatch:
    """Two browsers at one match, and a game whose last move the one has just made."""

    def __init__(self, site: ServerProcess, meet: Meet, *, right: bool) -> None:
        self.game = moved(right=right)
        terms = {"opponent": "friend", "claims": "timed"}
        # The last move is played only when both are there: from then on time runs.
        self.match = Match.of(site.address, self.game.until(len(self.game.actions) - 1), **terms)
        self.mover, self.claimant = self.position.player, other(self.position.player)
        self.people = {seat: meet() for seat in (1, 2)}
        self.wires = {seat: Wire(person.page) for seat, person in self.people.items()}
        for seat, person in self.people.items():
            person.sit(self.match, seat)

    @property
    def position(self) -> Position:
        """Right after the move."""
        return self.game.position

    @property
    def they(self) -> Person:
        return self.people[self.mover]

    @property
    def you(self) -> Person:
        return self.people[self.claimant]

    @property
    def taken(self) -> Remove:
        return first_removal(self.position)

    @property
    def taken_cell(self) -> str:
        return self.position.geometry.name(self.taken.cell)

    def move(self) -> None:
        self.match.act(self.game.texts[-1])
        self.both_see(len(self.game.actions))

    def take(self) -> None:
        """The mover takes a tile away, which is the end of the turn: three seconds are left."""
        Mouse(self.they.page).play(self.taken, self.position)

    def both_see(self, ply: int) -> None:
        for person in self.people.values():
            person.waits_for_ply(ply)

    def state(self) -> dict[str, Any]:
        return self.match.state(self.claimant)

    def check_claimed(self) -> None:
        """Both see that the claim stands, and the taken tile lies on the board again."""
        for person in self.people.values():
            person.waits_for("#main[data-phase=prove]")
            assert person.fog() == set(self.position.geometry.names_of(self.position.fog))
        assert self.you.text("#prove-title") == "Show the winning move"
        assert "claims victory" in self.they.text("#prove-title")

    def check_shown(self) -> None:
        """The claimant plays the winning move, and wins the points of the round claimed on."""
        claimed = self.position.play(Claim())
        shown = winning_move(claimed)
        Mouse(self.you.page).play(shown, claimed)
        outcome = claimed.play(shown).outcome
        assert outcome is not None and outcome.winner == self.claimant
        for person in self.people.values():
            person.waits_for("#over")
        assert self.you.status.startswith(f"You won, {outcome.score} points: you claimed rightly")
        assert self.they.status.startswith("You lost: your opponent claimed rightly")


@pytest.mark.parametrize("hand", [Mouse, Keyboard])
def test_a_right_claim_in_time_wins_once_it_is_shown(
    hand: type[Mouse | Keyboard], site: ServerProcess, meet: Meet
) -> None:
    table = ClaimableMatch(site, meet, right=True)
    table.move()
    table.take()
    table.you.waits_for_ply(len(table.game.actions) + 1)
    assert table.taken_cell not in table.you.fog()
    if hand is Keyboard:
        table.you.page.keyboard.press("c", delay=HELD)  # held, as a button would be
    else:
        Mouse(table.you.page).hold(CLAIM)
    table.check_claimed()
    table.check_shown()


def test_before_the_tile_is_taken_one_can_claim_already(site: ServerProcess, meet: Meet) -> None:
    table = ClaimableMatch(site, meet, right=True)
    table.move()
    Mouse(table.you.page).hold(CLAIM)
    table.check_claimed()
    assert not table.they.sees("#keep")
    table.they.get(f"[data-cell={table.taken_cell}]").click(force=True)
    assert table.state()["phase"] == "prove"


def test_a_right_claim_that_is_not_shown_is_wrong(site: ServerProcess, meet: Meet) -> None:
    table = ClaimableMatch(site, meet, right=True)
    table.move()
    table.match.claim(table.state()["claim"]["turn"], table.claimant)
    table.check_claimed()
    claimed = table.position.play(Claim())
    Mouse(table.you.page).play(losing_move(claimed), claimed)
    for person in table.people.values():
        person.waits_for("#over")
        assert write_action(winning_move(claimed), claimed) in person.text("#over-why")
    check_lost(table, "did not show the winning move")


def test_a_wrong_claim_loses_at_once_and_is_explained(site: ServerProcess, meet: Meet) -> None:
    table = ClaimableMatch(site, meet, right=False)
    table.move()
    Mouse(table.you.page).hold(CLAIM)
    for person in table.people.values():
        person.waits_for("#over")
        assert "No move frees all menhirs" in person.text("#over-why")
    check_lost(table, "claimed wrongly")


def check_lost(table: ClaimableMatch, how: str) -> None:
    assert table.you.status.startswith(f"You lost: you {how}")
    assert table.they.status.startswith("You won, ")
    assert f"your opponent {how}" in table.they.status


@pytest.mark.long
def test_a_claim_that_arrives_too_late_is_refused_with_words(
    site: ServerProcess, meet: Meet
) -> None:
    table = ClaimableMatch(site, meet, right=True)
    table.move()
    table.take()
    table.you.waits_for_ply(len(table.game.actions) + 1)
    wire = table.wires[table.claimant]
    wire.hold_up("claim")
    Mouse(table.you.page).hold(CLAIM)
    wire.wait_until_held()
    while table.state()["claim"]:
        table.you.page.wait_for_timeout(100)
    table.you.page.wait_for_timeout(2000)  # so much lag and holding is never allowed for
    wire.let_go()
    table.you.waits_for_toast("Too late: one can claim until 3 seconds after the turn")
    assert table.you.phase == table.state()["phase"] == "move"
    assert table.taken_cell not in table.you.fog()

    # By now the page knows, and says it before anything is sent; what is sent is kept all the same.
    Mouse(table.you.page).hold(CLAIM)
    table.you.waits_for_toast("Too late: one can claim until 3 seconds after the turn")
    # What it says depends on whether a state came after the time was over: both are so.
    table.you.waits_for_words("#bar-hint", re.compile("claim on that turn is over|until 3 seconds"))
    assert table.state()["phase"] == "move"


def test_a_claim_sent_before_the_tile_was_taken_still_counts(
    site: ServerProcess, meet: Meet
) -> None:
    table = ClaimableMatch(site, meet, right=True)
    table.move()
    wire = table.wires[table.claimant]
    wire.hold_up("claim")
    Mouse(table.you.page).hold(CLAIM)
    wire.wait_until_held()
    table.take()
    table.both_see(len(table.game.actions) + 1)
    wire.let_go()
    table.check_claimed()
    table.check_shown()


def test_a_tile_taken_while_the_claim_arrives_is_not_taken(site: ServerProcess, meet: Meet) -> None:
    table = ClaimableMatch(site, meet, right=True)
    table.move()
    wire = table.wires[table.mover]
    wire.hold_up("act")
    table.take()
    wire.wait_until_held()
    Mouse(table.you.page).hold(CLAIM)
    table.check_claimed()
    wire.let_go()
    table.they.waits_for(".toast.alert")
    table.check_claimed()
    table.check_shown()


def test_both_at_the_very_same_moment(site: ServerProcess, meet: Meet) -> None:
    table = ClaimableMatch(site, meet, right=True)
    table.move()
    for wire, kind in ((table.wires[table.mover], "act"), (table.wires[table.claimant], "claim")):
        wire.hold_up(kind)
    Mouse(table.they.page).press("#keep")
    Mouse(table.you.page).hold(CLAIM)
    for wire in table.wires.values():
        wire.wait_until_held()
    for wire in table.wires.values():
        wire.let_go()
    table.check_claimed()
    table.check_shown()


LOOK = """button => {
    const {x, y, width, height} = button.getBoundingClientRect();
    const styles = [button, ...button.querySelectorAll('*')].map(node => {
        const {color, backgroundColor, borderColor, boxShadow, opacity, transform, animationName,
            stroke, strokeDashoffset, cursor, visibility} = getComputedStyle(node);
        return [color, backgroundColor, borderColor, boxShadow, opacity, transform, animationName,
            stroke, strokeDashoffset, cursor, visibility];
    });
    return JSON.stringify([x, y, width, height, button.outerHTML, styles]);
}"""
PLACE = "button => JSON.stringify(button.getBoundingClientRect())"


@pytest.mark.parametrize("phone", [False, True])
def test_the_button_looks_the_same_whether_a_claim_would_be_right_or_wrong(
    phone: bool, site: ServerProcess, meet: Meet
) -> None:
    looks = set()
    for right in (True, False):
        game = moved(right=right)
        match = Match.of(site.address, game, opponent="friend", claims="timed")
        person = meet(phone=phone)
        person.sit(match, other(game.position.player))
        looks.add(person.get(CLAIM).evaluate(LOOK))
    assert len(looks) == 1


@pytest.mark.parametrize("phone", [False, True])
def test_the_button_never_moves(phone: bool, site: ServerProcess, meet: Meet) -> None:
    game = moved(right=True)
    match = Match.of(site.address, game.until(0), opponent="friend", claims="timed")
    claimant = other(game.position.player)
    person = meet(phone=phone)
    person.sit(match, claimant)
    places = set()
    for ply, text in enumerate(game.texts, start=1):
        match.act(text)
        person.waits_for_ply(ply)
        # In a round in which nobody can claim it takes no room.
        assert person.sees(CLAIM) is game.positions[ply].current_round.claims
        if person.sees(CLAIM):
            places.add(person.get(CLAIM).evaluate(PLACE))
    match.claim(match.state(claimant)["claim"]["turn"], claimant)
    person.waits_for("#prove")
    places.add(person.get(CLAIM).evaluate(PLACE))
    match.act(write_action(winning_move(game.position.play(Claim())), game.position))
    assert len(places) == 1
    person.waits_for("#over")
    assert not person.sees(CLAIM)  # nothing is left to claim


def test_nobody_claims_by_accident(site: ServerProcess, meet: Meet) -> None:
    table = ClaimableMatch(site, meet, right=False)
    table.move()
    page = table.you.page
    page.click(CLAIM)
    risk = "A wrong claim loses the game."
    hold = f"Hold the button down for a moment to claim. {risk}"
    table.you.waits_for_words("#bar-hint", hold)
    page.dblclick(CLAIM)
    page.keyboard.press("c")
    twice = f"Hold it down, or press it twice, to claim. {risk}"
    table.you.waits_for_words("#bar-hint", twice)
    page.keyboard.press("y")
    page.keyboard.type("ccc")  # in a field letters are letters
    assert table.state()["phase"] == "remove"


def test_there_is_no_button_where_nothing_can_be_claimed(site: ServerProcess, meet: Meet) -> None:
    base = Match.of(site.address, find_moment("base", lambda p: p.round == 3))
    person = meet()
    person.sit(base)
    assert person.get(CLAIM).count() == 0
    amsterdam = Match.of(site.address, moved(right=True))
    person.watch(amsterdam)
    assert person.get(CLAIM).count() == 0


def test_whoever_claims_for_the_first_time_was_told_what_it_costs(
    site: ServerProcess, meet: Meet
) -> None:
    game = moved(right=False)
    match = Match.of(site.address, game.until(0), opponent="friend", claims="timed")
    person = meet(newcomer=True)
    person.sit(match)  # nothing can be claimed yet, so reading costs nobody a win
    assert not person.sees("#lesson-words"), "it does not hide the moves"
    person.show("more")
    person.page.click("#lesson summary")
    lesson = person.text("#lesson")
    assert "you lose the game" in lesson and "until 3 seconds after the end of that turn" in lesson
    match.act(*game.texts[:-1])
    Mouse(person.page).hold(CLAIM)
    person.waits_for_words("#bar-hint", "A wrong claim loses the game.")


def test_with_a_slow_clock_claims_are_unhurried_and_the_page_says_so(
    site: ServerProcess, meet: Meet
) -> None:
    terms = {"opponent": "friend", "clock": "slow", "claims": "timed"}
    person = meet()
    person.sit(Match.of(site.address, moved(right=True), **terms))
    assert person.text("#bar-note") == "The clock is slow, so claims are unhurried."
    person.open("/#friend")
    person.page.click("#friend .more-options > summary")
    assert "Claims are then unhurried." in person.text("#friend .line:has([value=slow])")


def test_at_a_tablet_each_button_lies_at_its_players_edge(site: ServerProcess, meet: Meet) -> None:
    match = Match.of(site.address, moved(right=True))
    tablet = {"width": 800, "height": 1180}
    person = meet(viewport=tablet, has_touch=True, is_mobile=True)
    person.sit(match)

    def look(what: str) -> tuple[float, str]:
        found: list[object] = person.get(what).evaluate(
            "node => [node.getBoundingClientRect().y, getComputedStyle(node).rotate]"
        )
        return float(str(found[0])), str(found[1])

    def edge_of(player: int) -> str:
        return f".edge:has(.bar[data-player='{player}'])"

    south, north, board = look(edge_of(1)), look(edge_of(2)), look("#board")
    assert north[0] < board[0] < south[0]
    assert north[1] == "180deg" and south[1] == "none"
    for player in (1, 2):
        assert person.get(f"{edge_of(player)} #plate-{player}").count() == 1
        assert person.get(f"{edge_of(player)} .claim").count() == 1
    person.page.click("#flip-board")
    south, north = look(edge_of(1)), look(edge_of(2))
    assert south[0] < north[0]
    assert south[1] == "180deg" and north[1] == "none"


@pytest.fixture(scope="module")
def two_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ServerProcess]]:
    """Two processes on one PostgreSQL."""
    folder: Path = tmp_path_factory.mktemp("two servers")
    cluster = Postgresql()
    database = cluster.new_database()
    servers = [ServerProcess(database, folder / f"log {number}") for number in (1, 2)]
    yield servers
    for server in servers:
        server.close()
    cluster.remove()


def test_by_link_over_two_servers_with_a_watcher_and_a_claim(
    two_servers: list[ServerProcess], meet: Meet
) -> None:
    here, there = (server.address for server in two_servers)
    game = moved(right=True)
    mover = game.positions[-2].player
    ann = meet(here)
    ann.open("/")
    mouse = Mouse(ann.page)
    mouse.press("#friend > summary")
    ann.page.fill("#friend-name", "Ann")
    mouse.press(f"#friend label:has([name=side][value='{mover}'])")
    mouse.press("#friend .more-options > summary")
    ann.page.fill("#friend [name=seed]", game.seed)
    mouse.press("#friend [name=rules][value=amsterdam]")
    ann.waits_for("#waiting")
    assert ann.status == "Waiting for the other player."
    link = ann.page.input_value("#invite")
    assert link == ann.page.url

    ben = meet(there)
    ben.open(link.replace(here, there))
    ben.page.fill("#join-name", "Ben")
    ben.page.press("#join-name", "Enter")
    ann.waits_for_words("h2.plate-name", "Ben")
    assert not ann.sees("#waiting")

    cas = meet(there)
    cas.open(link.replace(here, there))  # whoever comes third watches
    cas.waits_for("#main[data-phase=flip]")
    assert not cas.sees("#typed") and not cas.sees("#resign") and cas.get(CLAIM).count() == 0

    match = Match(here, ann.match_id, {mover: ann.secret, other(mover): ben.secret})
    match.act(*game.texts[:-1])
    people = (ann, ben, cas)
    for person in people:
        person.waits_for_ply(len(game.actions) - 1)
    mouse.play(game.actions[-1], game.positions[-2])
    ann.waits_for_ply(len(game.actions))
    mouse.play(first_removal(game.position), game.position)
    ben.waits_for_ply(len(game.actions) + 1)
    Mouse(ben.page).hold(CLAIM)
    for person in people:
        person.waits_for("#main[data-phase=prove]")
        assert person.fog() == set(game.position.geometry.names_of(game.position.fog))
    assert ann.text("#prove-title") == "Ben claims victory" == cas.text("#prove-title")
    claimed = game.position.play(Claim())
    Mouse(ben.page).play(winning_move(claimed), claimed)
    for person in people:
        person.waits_for("#over")
    assert ann.status.startswith("You lost: Ben claimed rightly")
    assert ben.status.startswith("You won, ")
    assert cas.status.startswith("Ben wins ")
