"""Large tournaments delay nobody: pairing runs elsewhere, pages are quick, names cost nothing."""

from __future__ import annotations

import csv
import io

from tests.server.processes import ServerProcess
from tests.server.tournaments import Browser


def test_a_large_tournament_is_paired_while_everybody_goes_on(server: ServerProcess) -> None:
    organiser, other = Browser(server.address), Browser(server.address)
    names = [f"{letter}{number} of Quimper" for letter in "ABCDEF" for number in range(20, 40)]
    large = organiser.organise(door="hand", rounds=2, rules="amsterdam")
    organiser.does(f"{large}/players", names="\n".join(names))
    organiser.does(f"{large}/start")  # answered before the round is paired
    small = other.organise(door="hand", rounds=1, place="tables")
    other.does(f"{small}/players", names="Ada\nBert")
    other.does(f"{small}/start")
    assert len(other.sees(small)["rounds"]) == 1
    told = organiser.waits(large, lambda told: len(told["rounds"]) == 1)
    pairings = told["rounds"][0]["pairings"]
    assert len(pairings) == 60
    # Names alone open no match: so no starts go past the limit on matches.
    assert all(game["match"] is None for table in pairings for game in table["games"])
    rows = list(csv.DictReader(io.StringIO(organiser.get(f"{large}/standings.csv").text)))
    assert len(rows) == 120
    assert names[0] in organiser.get(f"{large}/print/standings").text
