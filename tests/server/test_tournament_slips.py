"""An organiser's mistake gets an error, and everything typed stays."""

from __future__ import annotations

from tests.server.browsers import PAGE, NewBrowser
from tests.server.processes import ServerProcess

EVENING = {
    "name": "Evening",
    "place": "tables",
    "system": "swiss",
    "rules": "amsterdam",
    "door": "hand",
}


def test_names_that_could_not_be_written_down_stay_in_the_field(
    server: ServerProcess, come: NewBrowser
) -> None:
    organiser = come(server)
    here = organiser.post("/tournaments", data=EVENING).headers["location"]
    answer = organiser.post(f"{here}/players", data={"names": "Ada\nBert\nAda"}, headers=PAGE)
    assert answer.status_code == 409 and "required>Ada\nBert\nAda</textarea>" in answer.text
    assert "required></textarea>" in organiser.get(here, headers=PAGE).text


def test_points_go_as_far_as_those_of_the_game(server: ServerProcess, come: NewBrowser) -> None:
    organiser = come(server)
    here = organiser.post("/tournaments", data=EVENING).headers["location"]
    organiser.post(f"{here}/players", data={"names": "Ada\nBert"})
    organiser.post(f"{here}/start")
    assert 'name="points" min="1" max="22"' in organiser.get(here, headers=PAGE).text
