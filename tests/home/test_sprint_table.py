"""The table of a day's claim sprints."""

from __future__ import annotations

from menhirs.home.sprints import table_rows
from menhirs.learn.play.sprint import SprintPlace

SCORES = (("Ann", 5), ("Bo", 5), ("Cy", 3), ("Di", 1))


def test_who_shares_a_score_shares_the_place() -> None:
    places = [SprintPlace(name, score, name == "Bo") for name, score in SCORES]
    told = [(row["place"], row["name"], row["you"]) for row in table_rows(places)]
    assert told == [(1, "Ann", False), (1, "Bo", True), (3, "Cy", False), (4, "Di", False)]
