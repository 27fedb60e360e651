"""Matches and tournaments on layouts that are proven fair, and their texts."""

from __future__ import annotations

import pytest

from menhirs.core.errors import MenhirsError
from menhirs.core.rules import BASE, BASE8, RULE_SETS
from menhirs.fair_layouts import proofs_of
from menhirs.match.match import Match
from menhirs.notation.words import ENGLISH
from menhirs.referee.agreement import MatchWanted, agree, joins, next_terms
from menhirs.tournament.file import read_tournament
from menhirs.tournament.results import TournamentGame
from menhirs.tournament.settings import System, TournamentSettings, read_settings, write_settings
from menhirs.view.terms_in_words import terms_in_words

PROVEN = "proven fair"
CUP = 'system = "round-robin"\nrules = "{}"\nfair = true\nplayers = ["Ann", "Bo"]\n'


def wanted(rules: str, **more: object) -> MatchWanted:
    return MatchWanted.read({"rules": rules, "opponent": "shared", "layout": "fair", **more})


@pytest.mark.parametrize("rules", ["base8", "amsterdam"])
def test_a_match_is_played_on_a_fair_layout_and_so_is_the_next(rules: str) -> None:
    terms = agree(wanted(rules), RULE_SETS).terms
    for _ in range(5):
        assert terms.menhirs in proofs_of(RULE_SETS[rules])
        assert PROVEN in terms_in_words(terms, ENGLISH)
        terms = next_terms(Match(terms, joins({1: "Ann", 2: "Bo"}, 0)))


def test_a_layout_of_which_nothing_is_proven_is_not_called_fair() -> None:
    terms = agree(wanted("base", layout="random"), RULE_SETS).terms
    assert PROVEN not in terms_in_words(terms, ENGLISH)


def test_a_rated_game_may_have_a_fair_layout() -> None:
    asked = {"opponent": "friend", "rated": True, "clock": "live"}
    assert agree(wanted("base8", **asked), RULE_SETS).terms.menhirs in proofs_of(BASE8)


@pytest.mark.parametrize("rules", ["base", "endless"])
def test_rules_without_a_proof_are_refused(rules: str) -> None:
    with pytest.raises(MenhirsError) as refused:
        agree(wanted(rules), RULE_SETS)
    assert refused.value.code == "no-fair-layouts"
    with pytest.raises(MenhirsError) as refused:
        read_tournament(CUP.format(rules), RULE_SETS)
    assert refused.value.code == "no-fair-layouts"


def test_a_tournament_draws_fair_layouts_and_keeps_that() -> None:
    settings = read_tournament(CUP.format("base8"), RULE_SETS).tournament.settings
    assert settings.fair and read_settings(write_settings(settings)) == settings
    drawn = {settings.layout(TournamentGame(number, 1, 2, 1)) for number in range(1, 9)}
    assert len(drawn) > 4 and all(menhirs in proofs_of(BASE8) for menhirs in drawn)


def test_settings_from_before_there_were_fair_layouts_are_read() -> None:
    before = write_settings(TournamentSettings("Cup", System.SWISS, BASE))
    del before["fair"]
    assert not read_settings(before).fair
