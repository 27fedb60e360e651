"""Open invitations: everybody sees them, exactly one takes them, and they go with the inviter."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select, update

from menhirs.match.terms import DAY
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from tests.server.databases import Postgresql
from tests.server.lobby_people import LIVE, Member, newcomer
from tests.server.openings import both_act
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, Visitor, error_of, start, two_players

SLOW = {"clock": "slow", "days": "3"}


@pytest.fixture
def ann(server: ServerProcess) -> Member:
    return newcomer(server.address, "Ann")


@pytest.fixture
def bo(server: ServerProcess) -> Member:
    return newcomer(server.address, "Bo")


def seated(one: Member, match: str) -> dict[str, str]:
    seats = one.state(match)["seats"]
    return {seats[seat]["name"]: seat for seat in ("1", "2") if seats[seat]["kind"] == "person"}


def unseen(server: ServerProcess, match: str, milliseconds: int) -> None:
    """Lets the inviter's page have been quiet for so long."""
    engine = open_database(server.database)
    columns = tables.invitations.c
    with engine.begin() as connection:
        connection.execute(
            update(tables.invitations)
            .where(columns.match == match)
            .values(seen=columns.seen - milliseconds)
        )
    engine.dispose()


def soon(member: Member, match: str, listed: bool) -> None:
    """Waits until an invitation is or is not in the list, which may be a second old."""
    deadline = time.monotonic() + 20
    while member.is_invited_to(match) is not listed:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_an_invitation_is_listed_taken_and_gone(ann: Member, bo: Member) -> None:
    match = ann.invite(rules="amsterdam", rated="true")
    shown = bo.sees()
    assert f'href="/m/{match}"' in shown and "The Amsterdam Way" in shown
    assert "5 min + 5 s" in shown and ">rated<" in shown
    assert bo.take(match) == f"/m/{match}"
    assert set(seated(bo, match)) == {"Ann", "Bo"}
    assert bo.state(match)["phase"] == "flip"
    assert not newcomer(str(bo.client.base_url), "Cy").is_invited_to(match)


def test_many_from_one_address_hide_nobody(server: ServerProcess, ann: Member, bo: Member) -> None:
    """Before, fifty bots were all that newcomers saw."""
    bots = [newcomer(server.address, f"Bot {number}") for number in range(8)]
    for bot in bots:
        bot.client.headers["x-forwarded-for"] = "203.0.113.9"
    flood = [bot.invite() for bot in bots]
    mine = ann.invite()
    soon(bo, mine, listed=True)
    shown = bo.sees()
    listed = [f'data-item="{match}"' in shown for match in flood]
    assert listed == [False] * 3 + [True] * 5
    assert shown.index(f'data-item="{mine}"') < shown.index(f'data-item="{flood[-1]}"')
    for bot, match in zip(bots, flood, strict=True):
        bot.withdraw(match)


def test_the_front_page_shows_the_list_without_a_script(ann: Member, bo: Member) -> None:
    match = ann.invite()
    assert f'action="/m/{match}/join"' in bo.client.get("/").text


def test_an_invitation_for_equals_is_for_those_without_a_rating_too(
    server: ServerProcess, ann: Member, bo: Member
) -> None:
    match = ann.invite(audience="strength", rated="true", rules="amsterdam")
    assert bo.is_invited_to(match)
    bo.take(match)
    both_act(match, ann, bo)
    bo.act(match, "resign")  # now they are 324 points apart
    assert len(ann.client.get(f"/m/{match}/ratings").json()["sentences"]) == 2
    again = ann.invite(audience="strength", rated="true", rules="amsterdam")
    assert not bo.is_invited_to(again)
    assert error_of(bo.client.post(f"/m/{again}/join", data={"lobby": "yes"}), 403) == "not-invited"
    assert bo.is_invited_to(ann.invite(audience="strength", rules="base"))  # another game
    assert newcomer(server.address, "Cy").is_invited_to(ann.invite(audience="strength"))


def test_nobody_takes_their_own(ann: Member) -> None:
    match = ann.invite()
    assert not ann.is_invited_to(match)
    assert f'action="/m/{match}/withdraw"' in ann.sees()
    assert ann.take(match) == f"/m/{match}"
    assert seated(ann, match).keys() == {"Ann"}


def test_who_comes_too_late_is_told_and_may_watch(ann: Member, bo: Member) -> None:
    late = newcomer(str(ann.client.base_url), "Cy")
    match = ann.invite()
    bo.take(match)
    assert late.take(match) == f"/m/{match}?seat=taken"
    private = ann.invite(public="false")
    bo.take(private)
    assert late.take(private) == "/?invitation=gone#lobby"
    assert "You were not the first" in late.client.get("/?invitation=gone").text


def test_a_withdrawn_invitation_is_gone_with_its_match(ann: Member, bo: Member) -> None:
    match = ann.invite()
    assert ann.withdraw(match) == "/#lobby"
    assert not bo.is_invited_to(match)
    assert bo.take(match) == "/?invitation=gone#lobby"
    assert ann.client.get(f"/api/matches/{match}").status_code == 404


def test_an_invitation_by_link_is_withdrawn_by_its_inviter(ann: Member, bo: Member) -> None:
    match = ann.invite(opponent="friend")
    for page in (f"/m/{match}", "/", "/you/games"):
        assert f'action="/m/{match}/withdraw"' in ann.client.get(page).text
    assert bo.client.post(f"/m/{match}/withdraw").status_code == 401
    assert ann.withdraw(match) == "/"
    assert bo.client.get(f"/m/{match}").status_code == 404
    program = start(str(ann.client.base_url))
    assert program.withdraw().status_code == 204
    assert program.ask("").status_code == 404
    one, _ = two_players(str(ann.client.base_url))
    assert error_of(one.withdraw(), 409) == "invitation-gone"


def test_nothing_is_withdrawn_once_somebody_has_sat_down(ann: Member, bo: Member) -> None:
    match = ann.invite()
    bo.take(match)
    assert ann.withdraw(match) == f"/m/{match}"
    assert bo.state(match)["phase"] == "place"
    assert bo.client.post(f"/m/{ann.invite()}/withdraw").status_code == 401  # not a seat of theirs


def test_an_invitation_goes_with_its_inviter_and_comes_back(
    server: ServerProcess, ann: Member, bo: Member
) -> None:
    match = ann.invite()
    unseen(server, match, 31_000)
    # Nobody took it or withdrew it, and nobody is told so.
    assert bo.take(match) == "/?invitation=away#lobby"
    text = bo.client.get("/?invitation=away").text
    assert "away for the moment" in text and "taken or withdrawn" not in text
    by_link = bo.client.post(f"/m/{match}/join", data={"name": "Bo"}).headers["location"]
    assert by_link == f"/m/{match}?seat=away"
    assert "away for the moment" in bo.client.get(by_link).text
    soon(bo, match, listed=False)
    ann.client.get("/")  # she is back
    soon(bo, match, listed=True)
    assert bo.take(match) == f"/m/{match}"


def test_one_person_has_one_invitation(ann: Member, bo: Member) -> None:
    first, second = ann.invite(), ann.invite()
    assert not bo.is_invited_to(first) and bo.is_invited_to(second)
    mine = bo.invite()
    bo.take(second)  # who sits down somewhere else does not wait any more
    assert not ann.is_invited_to(mine)


def test_an_invitation_to_a_slow_game_needs_nobody_at_the_board(
    server: ServerProcess, ann: Member, bo: Member
) -> None:
    match = ann.invite(**SLOW)
    assert "even while you are away" in ann.sees()
    unseen(server, match, 30 * DAY)
    soon(bo, match, listed=True)
    assert bo.take(match) == f"/m/{match}"
    assert not newcomer(server.address, "Cy").is_invited_to(match)


def test_an_invitation_to_a_slow_game_stands_until_it_is_withdrawn(ann: Member, bo: Member) -> None:
    slow = [ann.invite(**SLOW) for _ in range(3)]
    form = {"opponent": "open", "rules": "base", **SLOW}
    assert error_of(ann.client.post("/matches", data=form), 409) == "invitations-most"
    live = ann.invite()
    bo.take(live)
    ann.take(bo.invite())  # neither a live game nor another invitation takes it back
    assert [bo.is_invited_to(match) for match in slow] == [True] * 3
    assert ann.withdraw(slow[1]) == "/#lobby"
    assert [bo.is_invited_to(match) for match in slow] == [True, False, True]
    for match in (slow[0], slow[2]):
        ann.withdraw(match)


def test_of_twenty_who_take_it_exactly_one_gets_it(server: ServerProcess, ann: Member) -> None:
    takers = [newcomer(server.address, f"n{number}") for number in range(20)]
    match = ann.invite()
    with ThreadPoolExecutor(20) as at_once:
        led = list(at_once.map(lambda taker: taker.take(match), takers))
    assert sorted(led) == [f"/m/{match}"] + [f"/m/{match}?seat=taken"] * 19


def test_withdrawing_and_taking_at_once_leaves_one_of_them(ann: Member, bo: Member) -> None:
    for _ in range(10):
        match = ann.invite()
        with ThreadPoolExecutor(2) as at_once:
            taken, withdrawn = at_once.submit(bo.take, match), at_once.submit(ann.withdraw, match)
        exists = ann.client.get(f"/api/matches/{match}").status_code == 200
        assert (taken.result() == f"/m/{match}") is exists
        assert (withdrawn.result() == "/#lobby") is not exists


def test_programs_have_no_part_in_it(server: ServerProcess, ann: Member) -> None:
    for wanted in ({"opponent": "open"}, {"rated": True, "clock": "live"}):
        made = CLIENT.post(f"{server.address}/api/matches", json=wanted)
        assert error_of(made, 403) == "person-needed"
    program = Visitor(server.address, ann.invite())
    assert error_of(program.ask("/join", {}), 403) == "person-needed"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"clock": "none"}, "rated-clock"),
        ({"rules": "endless"}, "rated-rules"),
        ({"layout": "seed", "seed": "carnac"}, "rated-start"),
        ({"opponent": "computer"}, "rated-people"),
        ({"opponent": "shared"}, "rated-people"),
    ],
)
def test_what_can_not_be_rated_is_refused(wanted: dict[str, str], code: str, ann: Member) -> None:
    form = {"opponent": "open", "rules": "base", "rated": "true", **LIVE, **wanted}
    assert error_of(ann.client.post("/matches", data=form), 409) == code


def test_seat_1_goes_to_the_one_who_had_it_less_often(ann: Member, bo: Member) -> None:
    had = {"Ann": 0, "Bo": 0}
    for number in range(6):
        inviter, taker = (ann, bo) if number % 3 else (bo, ann)
        match = inviter.invite()
        taker.take(match)
        first = next(name for name, seat in seated(ann, match).items() if seat == "1")
        had[first] += 1
        assert abs(had["Ann"] - had["Bo"]) <= 1
        # Both sit where the list says, whoever had to change over.
        for member in (ann, bo):
            assert member.state(match)["you"] == [int(seated(ann, match)[member.name])]


def test_public_games_can_be_found_and_private_ones_can_not(
    server: ServerProcess, ann: Member, bo: Member
) -> None:
    watcher = newcomer(server.address, "Cy")
    public = ann.invite()
    bo.take(public)
    private = bo.invite(public="false")
    ann.take(private)
    engine = open_database(server.database)
    with engine.connect() as connection:
        columns = tables.matches.c
        rows = connection.execute(
            select(columns.id, columns.public).where(columns.id.in_([public, private]))
        )
        assert {match: is_public for match, is_public in rows} == {public: True, private: False}  # noqa: C416
    engine.dispose()
    for member in (ann, bo):
        page = watcher.client.get(f"/players/{member.person}").text
        assert f"/m/{public}" in page and private not in page


def test_whoever_is_alone_is_offered_a_computer(server: ServerProcess, ann: Member) -> None:
    def offered() -> str:
        page = ann.client.get("/").text
        return page[page.index("meanwhile") :].split('name="level" value="')[1][0]

    assert offered() == "1", "nothing is known of a newcomer"
    for _ in range(2):
        match = ann.client.post("/matches", data={"opponent": "computer", "level": "6"})
        ann.act(match.headers["location"].removeprefix("/m/"), "resign")
    assert offered() == "1", "whoever loses against level 6 is offered no such opponent"


@pytest.fixture(scope="module")
def two_servers(
    tmp_path_factory: pytest.TempPathFactory, postgresql: Postgresql
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    folder: Path = tmp_path_factory.mktemp("two")
    database = postgresql.new_database()
    here, there = (ServerProcess(database, folder / f"log{number}") for number in (1, 2))
    yield here, there
    here.close()
    there.close()


def test_twenty_at_two_servers_are_no_different(
    two_servers: tuple[ServerProcess, ServerProcess],
) -> None:
    addresses = [server.address for server in two_servers]
    ann = newcomer(addresses[0], "Ann")
    takers = [newcomer(addresses[number % 2], f"n{number}") for number in range(20)]
    match = ann.invite()
    soon(takers[1], match, listed=True)
    with ThreadPoolExecutor(20) as at_once:
        led = list(at_once.map(lambda taker: taker.take(match), takers))
    assert led.count(f"/m/{match}") == 1
    states = [member.state(match) for member in (ann, ann.at(addresses[1]))]
    assert states[0]["you"] == states[1]["you"] != []


def test_what_is_withdrawn_here_is_gone_there(
    two_servers: tuple[ServerProcess, ServerProcess],
) -> None:
    here, there = two_servers
    ann, bo = newcomer(here.address, "Ann"), newcomer(there.address, "Bo")
    match = ann.invite()
    assert bo.client.get(f"/m/{match}").status_code == 200  # the other server has it in memory
    ann.withdraw(match)
    assert bo.take(match) == "/?invitation=gone#lobby"
    soon(bo, match, listed=False)
