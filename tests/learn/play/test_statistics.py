"""The statistics of a player agree with a count over every position of every game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle
from statistics import median

import pytest

from menhirs.core.actions import Claim, Forfeit, Keep, Move, Player
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE
from menhirs.core.state import Phase, Reason
from menhirs.learn.play.facts import ClaimAnswer, GameFacts, OpenClaim, facts_of, player_of_interest
from menhirs.learn.play.shares import Share, simple_share
from menhirs.learn.play.stage import GameStage, rounds_of
from menhirs.learn.play.statistics import Statistics
from menhirs.learn.play.statistics_data import PlayTeller
from menhirs.learn.review import Mark, Reviewer
from menhirs.match.match import Match
from menhirs.notation.words import ENGLISH
from tests.learn.play.games import level_match, random_match
from tests.match.played_match import GIFT, OPENING, QUIET, SHOWS, PlayedMatch

TWO_IN_THREE = cycle([True, False, True])


@cache
def at_random() -> list[Match]:
    return [random_match(rules, seed) for seed in range(30) for rules in ("amsterdam", "base8")]


@cache
def of_levels() -> list[Match]:
    return [level_match((3, 4), "amsterdam", seed, sees=TWO_IN_THREE) for seed in range(12)]


def can_win(position: Position) -> bool:
    """By trying every move there is."""
    moves = (a for a in position.legal_actions() if isinstance(a, Move))
    return any(not position.play(move).covered for move in moves)


def plain_claims(match: Match, player: Player) -> Iterator[tuple[int, bool]]:
    """Round and whether it was seen, of every claim that was open and answered."""
    for index, ply in enumerate(match.plies):
        after = ply.position
        if not isinstance(ply.action, Move) or ply.entry.player == player or after.is_over:
            continue
        if not after.is_legal(Claim()) or after.claimant != player:
            continue
        claimed = after.play(Claim())
        if claimed.is_over or not can_win(claimed):
            continue
        later = match.plies[index + 1 :]
        if any(isinstance(one.action, Forfeit) for one in later[:2] if one.entry.player != player):
            continue
        answers = [one for one in later if one.entry.player == player]
        if not answers or isinstance(answers[0].action, Forfeit):
            continue
        won = answers[0].position.outcome
        seen = isinstance(answers[0].action, Claim) or (won is not None and won.winner == player)
        yield match.positions[index].round, seen


def check(match: Match, player: Player) -> None:
    """The facts about a player agree with a count over every position of the game."""
    facts = facts_of("m", match, player)
    assert [(c.round, c.answer.is_seen) for c in facts.claims] == list(plain_claims(match, player))
    turns = [
        (before, ply)
        for before, ply in zip(match.positions, match.plies, strict=False)
        if before.phase is Phase.MOVE
        and ply.entry.player == player
        and isinstance(ply.action, Move)
    ]
    wins = [ply for before, ply in turns if can_win(before)]
    assert facts.wins == len(wins)
    assert facts.wins_missed == sum(bool(ply.position.covered) for ply in wins)
    outcome = match.position.outcome
    assert outcome is not None
    claimed = isinstance(match.plies[-1].action, Claim)
    wrong = outcome.reason is Reason.WRONG_CLAIM and claimed and outcome.winner == 3 - player
    assert facts.wrong_claims == wrong
    assert facts.result == {player: 1, 0: 0}.get(outcome.winner, -1)
    assert GameFacts.from_json(facts.as_json()) == facts


@pytest.mark.parametrize("player", [1, 2])
def test_claims_wins_and_results_agree_with_plain_enumeration(player: Player) -> None:
    for match in [*at_random(), *of_levels()]:
        check(match, player)


def test_there_is_something_to_count() -> None:
    both = [facts_of("m", match, seat) for match in [*at_random(), *of_levels()] for seat in (1, 2)]
    found = Statistics(both)
    assert found.claims.open > 50
    assert 0 < found.claims.seen < found.claims.open
    assert found.wins[1]
    assert found.wrong_claims


@pytest.mark.long
def test_three_hundred_random_games_and_a_hundred_of_levels() -> None:
    random = (random_match(name, seed) for seed in range(150) for name in ("amsterdam", "base"))
    levels = (
        level_match((1 + n % 4, 1 + n // 4 % 4), "amsterdam", n, sees=TWO_IN_THREE)
        for n in range(100)
    )
    for match in [*random, *levels]:
        check(match, 1)
        check(match, 2)


def test_a_player_who_misses_one_claim_in_three_is_told_so() -> None:
    sees = cycle([True, False, True])
    games = [
        facts_of(str(seed), level_match((4, 3), "amsterdam", seed, sees=sees), 1)
        for seed in range(40)
    ]
    found = Statistics(games)
    missed = found.claims.not_seen / found.claims.open
    assert missed == pytest.approx(1 / 3, abs=0.02), found.claims
    picture = PlayTeller(found, ENGLISH).data()["pictures"][0]
    assert picture["text"].startswith("You miss 1 in 3 chances to claim")
    assert f"{found.claims.open} chances to claim" in picture["basis"]


def test_reactions_are_counted_from_the_move_and_lag_is_given_back() -> None:
    table = PlayedMatch().play(f"{OPENING} {GIFT}")
    table.wait(1_500)
    table.claim(2, lag=100)
    table.play(SHOWS)
    facts = facts_of("m", table.match, 2)
    assert facts.claims == (OpenClaim(11, ClaimAnswer.CLAIMED, 1_400),)
    assert facts.result == 1
    claims = [OpenClaim(11, ClaimAnswer.CLAIMED, ms) for ms in (900, 1_000, 1_400, 2_000, 2_100)]
    game = GameFacts("m", 1, "amsterdam", 2, None, 1, tuple(claims))
    reactions = Statistics([game]).claims.reactions
    assert reactions is not None
    assert reactions.median == median([900, 1_000, 1_400, 2_000, 2_100])
    assert (reactions.quick, reactions.slow) == (1_000, 2_000)
    assert Statistics([facts]).claims.reactions is None  # one claim is too few


def test_a_late_claim_and_a_wrong_one() -> None:
    table = PlayedMatch().play(f"{OPENING} {GIFT} keep")
    turn = table.match._last_window()
    assert turn is not None
    table.wait(4_000)
    entry = table.match.late_claim_entry(2, turn.turn, table.at)
    assert entry is not None
    table.keep(entry)
    table.play("b1c2d3d4d5-NE resign")
    facts = facts_of("m", table.match, 2)
    assert [claim.answer for claim in facts.claims] == [ClaimAnswer.LATE]
    wrong = PlayedMatch().play(f"{OPENING} {QUIET}")
    wrong.claim(2)
    facts = facts_of("m", wrong.match, 2)
    assert (facts.wrong_claims, facts.claims, facts.result) == (1, (), -1)


def test_a_review_tells_where_a_game_was_thrown_away_and_which_chances_were_burnt() -> None:
    for match in of_levels()[:4]:
        review = Reviewer(match.record(), nodes=300)
        made = review.finish(review.backwards())
        for player in (1, 2):
            facts = facts_of("m", match, player, made)
            assert facts.reviewed is not None
            mistakes = [
                match.positions[ply.ply - 1]
                for ply in made.plies
                if ply.player == player and Mark.MISTAKE in ply.marks
            ]
            if facts.result == 1 or not mistakes:
                assert facts.reviewed.thrown is None
            else:
                last = mistakes[-1]
                rounds = rounds_of(facts.reviewed.thrown or GameStage.FLIP, last.rules)
                in_rounds = last.phase in (Phase.MOVE, Phase.REMOVE, Phase.PROVE)
                assert (last.round in rounds) == in_rounds
            taken = [
                ply
                for ply in made.plies
                if ply.player == player
                and ply.action.startswith("x")
                and ply.proven
                and match.positions[ply.ply - 1].is_legal(Keep())
            ]
            assert facts.reviewed.chances == len(taken)
            assert facts.reviewed.needless == sum("keep" in ply.best for ply in taken)
            assert GameFacts.from_json(facts.as_json()) == facts


def test_nothing_is_told_where_there_are_too_few_games() -> None:
    few = [facts_of("m", match, 1) for match in of_levels()[:2]]
    told = PlayTeller(Statistics(few), ENGLISH).data()
    assert told["games"] == 2
    assert told["pictures"] == []


def test_results_and_the_trend() -> None:
    def game(number: int, level: int | None, result: int, seen: bool) -> GameFacts:
        answer = ClaimAnswer.CLAIMED if seen else ClaimAnswer.MISSED
        seat: Player = 1 if number % 2 else 2
        return GameFacts(
            f"{number}", number, "amsterdam", seat, level, result, (OpenClaim(9, answer),)
        )

    games = [game(n, 3 if n % 2 else None, 1 if n % 4 else -1, seen=n >= 20) for n in range(41)]
    pictures = {one["id"]: one for one in PlayTeller(Statistics(games), ENGLISH).data()["pictures"]}
    assert pictures["opponent"]["bars"] == [
        {"label": "People", "share": 10 / 21, "words": "10 of 21"},
        {"label": "Shepherd", "share": 1.0, "words": "20 of 20"},
    ]
    assert pictures["seat"]["bars"][0]["words"] == "20 of 20"
    assert "rules" not in pictures  # one game alone says nothing
    assert pictures["trend"]["text"] == "You see more chances to claim than before."
    assert [bar["words"] for bar in pictures["trend"]["bars"]] == [
        "0 of 10",
        "1 of 10",
        "10 of 10",
        "10 of 10",
    ]


def test_people_are_told_apart_by_their_rating() -> None:
    def game(number: int, gap: float | None, result: int) -> GameFacts:
        return GameFacts(f"{number}", number, "amsterdam", 1, None, result, gap=gap)

    games = [game(n, (None, -300.0, -100.0, 100.0, 101.0)[n % 5], -1 + n % 3) for n in range(30)]
    (picture, *_) = PlayTeller(Statistics(games), ENGLISH).data()["pictures"]
    assert picture["id"] == "opponent"
    assert [(bar["label"], bar["words"]) for bar in picture["bars"]] == [
        ("People", "2 of 6"),
        ("People rated lower than you", "2 of 6"),
        ("People rated like you", "4 of 12"),
        ("People rated higher than you", "2 of 6"),
    ]


def test_games_that_tell_nothing_of_one_player() -> None:
    finished, running = of_levels()[0], PlayedMatch().match
    assert player_of_interest(finished, (2,)) == 2
    assert player_of_interest(finished, (1, 2)) is None
    assert player_of_interest(running, (1,)) is None


def test_the_stages_of_the_amsterdam_way_are_those_that_players_know() -> None:
    assert rounds_of(GameStage.EARLY, AMSTERDAM) == (11, 10, 9, 8)
    assert rounds_of(GameStage.LATE, AMSTERDAM) == (7, 6, 5, 4, 3)
    assert rounds_of(GameStage.LAST, AMSTERDAM) == (2, 1)
    assert rounds_of(GameStage.EARLY, BASE) == (3, 4, 5, 6, 7)
    assert rounds_of(GameStage.LAST, BASE) == ()


def test_shares_as_people_say_them() -> None:
    assert simple_share(34, 100) == Share(1, 3)
    assert simple_share(11, 100) == Share(1, 9)
    assert simple_share(60, 100) == Share(3, 5)
    assert simple_share(2, 100) is None
    assert simple_share(95, 100) is None
