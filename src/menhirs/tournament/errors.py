"""Errors of tournaments: of a file, or of an event."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError


class BadTournament(MenhirsError):
    """A tournament can't be read, or an event is not possible."""

    kind = "tournament"
    messages: ClassVar[ErrorMessages] = {
        # A file.
        "tournament-syntax": "this tournament is not valid TOML: {why}",
        "tournament-key": "{key!r} is unknown here; there are {known}",
        "tournament-missing": "{key} is missing: it is {wanted}",
        "tournament-value": "{key} cannot be {value}: it is {wanted}",
        # What is entered.
        "tournament-entrant": "there is no player {text} in this tournament",
        "tournament-name-twice": "there is a player called {name!r} already",
        "tournament-name-alike": (
            "{name!r} is easily taken for {other!r}: add something that tells them apart, such as "
            "the first letter of another name"
        ),
        "tournament-full": "a tournament has at most {most} players",
        "tournament-closed": "a knock-out takes nobody in once its first round is paired",
        "tournament-withdrawn": "{name} has withdrawn already",
        "tournament-present": "{name} has not withdrawn",
        "tournament-somebody": "the name {name} has been chosen already",
        "tournament-you": "you are {name} in this tournament already",
        "tournament-nobody": "nobody has chosen the name {name}",
        "tournament-phase": "that can't be done now: this tournament {phase}",
        "tournament-games": (
            "in all tournaments of one organiser at most {most} games are played at once: wait "
            "until some of them are over"
        ),
        "tournament-few": "a tournament needs at least two players",
        "tournament-round": "round {round} can't come now: it is the turn of round {wanted}",
        "tournament-open": "round {round} is not finished yet",
        "tournament-oneself": "{name} can't meet {name}",
        "tournament-paired-twice": "{name} has two pairings in round {round}",
        "tournament-played": "{south} and {north} have a result in round {round} already",
        "tournament-unpair": "only the pairing of the last round can be undone",
        "tournament-change": (
            "the system, the game and where it is played can't change once the tournament has begun"
        ),
        "tournament-organiser": "{name} is an organiser already",
        "tournament-no-organiser": "this organiser can't be removed",
        "tournament-organisers": "a tournament has at most {most} organisers",
        "tournament-game": "{south} and {north} have no such game in round {round}",
        "tournament-decided": "this game has a result already: it can only be corrected",
        "tournament-undecided": "this game has no result yet that could be corrected",
        "tournament-not-yours": "{name} does not play in this game",
        "tournament-outcome": "that is not a result: {why}",
    }
