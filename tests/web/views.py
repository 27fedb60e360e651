"""Every page, in every state that matters: how to get there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode, urlsplit

from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.learn.puzzles.make import sheet_puzzle
from menhirs.learn.warnings import danger
from menhirs.notation.actions import write_action
from menhirs.notation.line import write_line
from menhirs.notation.record import write_record
from tests.server.reviewed_games import ending, played
from tests.web.games import Game, find_game, find_moment, is_split, kinds
from tests.web.hands import Mouse
from tests.web.matches import Match
from tests.web.moments import MOMENTS, match_at
from tests.web.people import Person
from tests.web.tournaments import at_tables, become, entering, finished

PLACING = {"rules": "base", "layout": "hand", "menhirs": "a3 b3 c3 d2 e1 f1 g1"}
FROM_HERE = "base8 o../o.m./.mm../.o..M./.mmo./..M./... 2 10 move 0,0 - - -"

View = Callable[[Person, str], None]
"""Brings a person to a view on the server at an address."""


def _page(path: str) -> View:
    return lambda person, _: person.open(path)


def _way(way: str) -> View:
    """The front page with everything open that belongs to a way to play."""

    def come(person: Person, _: str) -> None:
        person.open("/")
        mouse = Mouse(person.page)
        mouse.press(f"#{way} > summary")
        mouse.press(f"#{way} .more-options > summary")
        mouse.press(f"#{way} [name=layout][value=hand]")
        mouse.press(f"#{way} .hex:has([value=c3])")

    return come


def _moment(moment: str) -> View:
    """A match at such a moment, seen by the one who is to act."""

    def come(person: Person, address: str) -> None:
        match = match_at(address, moment)
        person.sit(match, match.state()["player"])

    return come


def _at_one_screen(moment: str) -> View:
    return lambda person, address: person.sit(match_at(address, moment, opponent="shared"))


def _north_decides(person: Person, address: str) -> None:
    """At one screen the player across is asked whether to go back."""
    game = find_moment("amsterdam", lambda now: now.phase is Phase.DECIDE and now.player == 2)
    person.sit(Match.of(address, game))


def _ended(person: Person, address: str, *, won: bool) -> None:
    """A game that was won by freeing the last menhir, seen by one of the two."""
    game = find_game("amsterdam", lambda game: "ends: freed" in kinds(game))
    outcome = game.position.outcome
    assert outcome is not None
    winner = outcome.winner
    person.sit(Match.of(address, game, opponent="friend"), winner if won else 3 - winner)
    person.waits_for("#over")


def _splittable() -> Game:
    """A game up to a position in which a part of a cluster can move."""
    return find_moment(
        "base",
        lambda position: any(is_split(action, position) for action in position.legal_actions()),
    )


def _chosen(person: Person, address: str) -> None:
    """A cluster is chosen, and its arrows are there."""
    game = _splittable()
    person.sit(Match.of(address, game))
    split = next(a for a in game.position.legal_actions() if is_split(a, game.position))
    tiles = game.position.geometry.names_of(split.tiles)  # type: ignore[union-attr]
    Mouse(person.page).choose(tiles[0])
    person.waits_for(".mb-split")


def _picked(person: Person, address: str) -> None:
    _chosen(person, address)
    person.page.click(".mb-split")
    person.waits_for(".mb-whole")


def _explained(person: Person, address: str) -> None:
    """An action was not possible, and the board says why."""
    game = find_moment("base", lambda position: position.phase is Phase.PLACE)
    person.sit(Match.of(address, game))
    Mouse(person.page).choose(game.position.geometry.names_of(game.position.fog)[0])
    person.waits_for(".mb-bubble")


def _watched(person: Person, address: str) -> None:
    person.watch(match_at(address, "move", clock="live"))


def _invited(person: Person, address: str) -> None:
    """Somebody without a seat, where one is free."""
    match = Match.new(address, opponent="friend", name="Ann", clock="live")
    person.open(match.path)
    person.page.click(".invitation-own > summary")


def _watched_while_waiting(person: Person, address: str) -> None:
    person.watch(Match.new(address, opponent="friend"), query="?watch")
    person.page.click("#watching > summary")


def _computer(person: Person, address: str) -> None:
    person.sit(Match.new(address, opponent="computer", clock="live", claims="timed"))


def _second_game(person: Person, address: str) -> None:
    """A series: the score so far is shown."""
    match = Match.new(address, opponent="shared")
    match.act("resign")
    person.sit(match)
    person.page.click("#rematch")
    person.page.wait_for_url(lambda url: match.path not in url)
    person.waits_for("#main[data-phase]")


def _review(person: Person, address: str) -> None:
    person.sit(match_at(address, "over"), query="?ply=3")
    person.waits_for("#review-leave")


def _reviewed(person: Person, address: str) -> None:
    """A finished match with its review, at a moment where something better was there."""
    person.watch(Match(address, played(address, ending()), {}))
    person.page.click("#over-report")
    person.waits_for("#report-result:not([hidden])")
    person.page.click(".moment.is-bad .moment-head")
    person.page.click(".report-table > summary")


def _record_reviewed(person: Person, address: str) -> None:
    """The review of a record that somebody brought, where something better was there."""
    person.open("/review")
    person.page.fill("#record", write_record(ending(6, "base")))
    person.page.click("#bring button.primary")
    person.waits_for("#report-result:not([hidden])")
    person.page.click(".moment.is-bad .moment-head")


def _tried_again(person: Person, address: str) -> None:
    _reviewed(person, address)
    person.page.click(".moment.is-current a")
    person.waits_for("#hint:not([hidden])")


def _games(path: str) -> View:
    """A page with games of every kind: one's turn, being played, waiting, finished."""

    def come(person: Person, address: str) -> None:
        for actions in ((), ("+a1",), ("resign",)):
            match = Match.new(address, opponent="friend", name="Ann", **PLACING)
            match.join("Zoë")
            match.act(*actions)
            person.sit(match)
        for opponent in ("friend", "shared"):
            person.sit(Match.new(address, opponent=opponent, clock="live"))
        person.open(path)
        person.waits_for(".game-card")

    return come


def _settings(person: Person, _: str) -> None:
    person.open("/")
    person.page.click("#open-settings")
    person.waits_for("#settings")


def _help(person: Person, address: str) -> None:
    _moment("move")(person, address)
    person.page.keyboard.press("?")
    person.waits_for("#help")
    person.page.click("[data-say=board]")


def _question(person: Person, address: str) -> None:
    _moment("move")(person, address)
    person.page.click("#resign")
    person.waits_for("dialog[open]")


def _refused(person: Person, address: str) -> None:
    """The server said no."""
    _moment("move")(person, address)
    person.type_move("+a1")
    person.waits_for(".toast.alert")


def _menus(person: Person, address: str) -> None:
    _moment("flip")(person, address)
    person.show("more")
    person.waits_for("#rename")
    person.page.click("#rename")
    person.waits_for("#naming")
    person.page.click("details.languages > summary")


def _warned(person: Person, address: str) -> None:
    """A guided game, with a tip, in which a move lets the computer win at once."""

    def is_risky(position: Position) -> bool:
        moves = position.phase is Phase.MOVE and position.player == 1
        return moves and any(danger(position, action) for action in position.board_actions())

    position = find_moment("base", is_risky).position
    wanted = {"opponent": "computer", "guided": True, "position": write_line(position)}
    person.sit(Match.new(address, **wanted))
    bad = next(action for action in position.board_actions() if danger(position, action))
    person.type_move(write_action(bad, position))
    person.waits_for("#question")


def _analysis(person: Person, _: str) -> None:
    """The analysis board with variations and comments."""
    moves = "a1-N! {well played} (a1-SE xd2) (d2-N {another idea} xa1) xa2 d2-N"
    query = urlencode({"position": FROM_HERE})
    person.open(f"/analysis?{query}#{urlencode({'moves': moves, 'at': 2})}")
    person.waits_for("#main[data-ready]")


def _set_up(person: Person, address: str) -> None:
    """A position that is set up by hand, and can't be."""
    _analysis(person, address)
    person.page.click("#open-set-up")
    person.waits_for("#set-up-problem[data-code='']")
    Mouse(person.page).choose("g1")
    person.waits_for("#set-up-problem[data-code=position-fog]")


def named_site(address: str) -> str:
    """The server by a name: browsers keep no passkeys for a number."""
    return f"http://localhost:{urlsplit(address).port}"


def play_once(person: Person, name: str) -> None:
    """Begins a game with a friend, which makes the visitor somebody."""
    person.open("/#friend")
    person.page.fill("#friend-name", name)
    Mouse(person.page).press("#friend [name=rules][value=base].start")
    person.waits_for("#waiting")


def _become(person: Person, address: str, name: str) -> None:
    """Makes the browser somebody, as its first game would."""
    wanted: dict[str, str | float | bool] = {"opponent": "friend", "name": name}
    headers = {"origin": address}
    person.context.request.post(f"{address}/matches", form=wanted, headers=headers)


def _you(person: Person, address: str) -> None:
    """The account of somebody with a passkey."""
    there = named_site(address)
    person.open(there)
    person.keep_passkeys()
    _become(person, there, "Ann")
    person.open(f"{there}/you")
    person.page.fill("#label", "Laptop")
    person.page.click("#new-passkey button")
    person.waits_for("#passkeys ~ ul")


def _you_link(person: Person, address: str) -> None:
    _you(person, address)
    person.page.click("form[action='/you/link'] button")
    person.waits_for(".qr")


def _you_elsewhere(person: Person, address: str) -> None:
    """The link to another device, opened where somebody else is."""
    _you_link(person, address)
    link = person.page.input_value("#link")
    person.context.clear_cookies(name="person")
    _become(person, named_site(address), "Bo")
    person.open(link)
    person.waits_for("[data-other=merge]")


def _you_delete(person: Person, address: str) -> None:
    _you(person, address)
    person.open(f"{named_site(address)}/you/delete")


def _you_delete_again(person: Person, address: str) -> None:
    _you_delete(person, address)
    person.page.check("[name=sure]")
    person.page.click("button.danger")
    person.waits_for("[value='for ever']")


def _you_sign_out(person: Person, address: str) -> None:
    """The last browser of somebody without a passkey."""
    _become(person, address, "Ann")
    person.open("/you")
    person.page.click("#browsers ~ ul button")
    person.waits_for(".danger[name=browser]")


def _entering(person: Person, address: str) -> None:
    person.open(entering(address))


def _organised(person: Person, address: str) -> None:
    """The organiser's desk at real tables, with everything open."""
    organiser, evening = at_tables(address)
    become(person, organiser, address)
    person.open(evening)
    for fold in ("correct-results", "people", "by-hand", "cross", "trail"):
        person.page.click(f"#{fold} > summary")


def _of_evening(path: str) -> View:
    return lambda person, address: person.open(f"{at_tables(address)[1]}{path}")


def _tournament_settings(person: Person, address: str) -> None:
    organiser, evening = at_tables(address)
    become(person, organiser, address)
    person.open(f"{evening}/settings")


def _tournament_over(person: Person, address: str) -> None:
    person.open(finished(address))
    person.page.click(".why summary >> nth=0")


def _new_tournament(person: Person, _: str) -> None:
    person.open("/tournaments/new")
    person.page.click(".more-options > summary")


VIEWS: dict[str, View] = {
    "home": _page("/"),
    "home, with games": _games("/"),
    "your games": _games("/you/games?opponent=&since=2020-01-01"),
    "own play, none": _page("/you/play"),
    "training, none": _page("/you/train"),
    "your games, none": _page("/you/games"),
    **{f"home, {way}": _way(way) for way in ("shared", "computer", "friend")},
    **{f"match, {moment}": _moment(moment) for moment in MOMENTS},
    "match, won": partial(_ended, won=True),
    "match, lost": partial(_ended, won=False),
    "match, at one screen": _at_one_screen("move"),
    "match, at one screen, proving": _at_one_screen("prove"),
    "match, at one screen, decision in the north": _north_decides,
    "match, cluster chosen": _chosen,
    "match, part picked": _picked,
    "match, explained": _explained,
    "match, watched": _watched,
    "match, watched while waiting": _watched_while_waiting,
    "invitation": _invited,
    "match, against the computer": _computer,
    "match, second game": _second_game,
    "match, guided, warned": _warned,
    "learn": _page("/learn"),
    "lesson": _page("/learn/deciding"),
    "claim trainer": _page("/learn/claims"),
    "claim sprint": _page("/learn/sprint"),
    "first game": _page("/learn/first-game"),
    "strategy": _page("/learn/strategy"),
    "match, refused": _refused,
    "match, menus": _menus,
    "review": _review,
    "review, made": _reviewed,
    "review, tried again": _tried_again,
    "review of a record": _record_reviewed,
    "settings": _settings,
    "help": _help,
    "question": _question,
    "rules": _page("/rules"),
    **{f"rules, {name}": _page(f"/rules/{name}") for name in ("reference", "decisions", "credits")},
    "hand-out": _page("/handout/amsterdam"),
    "play from here": _page(f"/play?{urlencode({'position': FROM_HERE})}"),
    "analysis": _analysis,
    "analysis, set up": _set_up,
    "puzzles": _page("/puzzles"),
    "puzzle": _page(f"/puzzles/{sheet_puzzle().id}"),
    "you, nobody": _page("/you"),
    "you": _you,
    "you, link": _you_link,
    "you, elsewhere": _you_elsewhere,
    "you, signing out": _you_sign_out,
    "you, deleting": _you_delete,
    "you, deleting, asked again": _you_delete_again,
    "privacy": _page("/privacy"),
    "tournaments": _page("/tournaments"),
    "tournament, new": _new_tournament,
    "tournament, entering": _entering,
    "tournament, organised": _organised,
    "tournament, over": _tournament_over,
    "tournament, projector": _of_evening("/projector"),
    "tournament, pairings to print": _of_evening("/print/1"),
    "tournament, standings to print": _of_evening("/print/standings"),
    "tournament, layout cards": _of_evening("/cards/1"),
    "tournament, layout of a table": _of_evening("/tables/1/1"),
    "tournament, who are you": _of_evening("/who"),
    "tournament, settings": _tournament_settings,
    "table clock": _page("/clock"),
    "lost": _page("/m/nowhere"),
}

NOT_FOUND = "status of 404"
"""Browsers log it when a page is not there."""
