"""A tournament as a readable file: its settings, players and results so far, in TOML.

    name = "Autumn cup"
    system = "swiss"
    rounds = 3
    players = ["Anna", "Bram", "Chloé"]

    [[results]]
    round = 1
    south = "Anna"
    north = "Bram"
    winner = 1
    score = 14

    [[results]]
    round = 1
    bye = "Chloé"

``docs/python/tournament-files.md`` lists all keys. The file becomes the log of a
tournament, entry by entry, so it is held to the same rules as a tournament on a server.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from menhirs.core.errors import MenhirsError
from menhirs.core.rules import RULE_SETS, RuleSet, rule_set
from menhirs.match.names import checked_name
from menhirs.tournament.entries import (
    ComeBack,
    Correct,
    EnterResult,
    Event,
    KeepApart,
    NoShow,
    Pair,
    Start,
    WithdrawPlayer,
)
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.file_rounds import FileRound, read_rounds
from menhirs.tournament.file_values import (
    Table,
    bad_value,
    check_keys,
    names_in,
    names_of,
    number_of,
    place_of,
    read_tables,
    tables_of,
    text_of,
    truth_of,
)
from menhirs.tournament.pairing.next_round import next_round, players_to_pair
from menhirs.tournament.results import EntrantId, Pairing, TournamentGame
from menhirs.tournament.settings import MOST_ROUNDS, System, TournamentSettings, check_fair
from menhirs.tournament.tournament import Tournament

_KEYS = (
    "name",
    "system",
    "rounds",
    "rules",
    "duplicate",
    "seed",
    "fair",
    "players",
    "late",
    "withdrawn",
    "apart",
    "pairings",
    "results",
    "engines",
)


@dataclass(frozen=True)
class TournamentFile:
    """The contents of a file."""

    tournament: Tournament
    """With its last round paired to the end, so far as that round has begun."""
    engines: Mapping[str, str]
    """For a tournament of programs: the command line of each player, if it is not the name."""


def read_tournament(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> TournamentFile:
    """The tournament of a file; errors name their place."""
    return _Reader(text, known).read()


class _Reader:
    """Reads one file."""

    def __init__(self, text: str, known: Mapping[str, RuleSet]) -> None:
        self._text = text
        self._known = known
        self._table = read_tables(text)
        self._ids: dict[str, EntrantId] = {}

    def read(self) -> TournamentFile:
        """Everything in the file, in the order in which it happened."""
        try:
            check_keys(self._table, _KEYS)
            settings = self._settings()
            engines = self._engines()
            names = [checked_name(name) for name in names_of(self._table, "players")]
        except MenhirsError as error:
            raise error.locate(place=place_of(self._text, _key_of(error))) from None
        late = self._moments("late", names)
        leaving = self._moments("withdrawn", names)
        coming_back = self._returns(leaving)
        apart = self._apart(names)
        rounds = read_rounds(self._text, self._table, names, settings.games_per_pairing)
        tournament = Tournament(settings)
        for number in range(1, len(rounds) + 2):
            for name in [name for name in names if late.get(name, 1) == number]:
                tournament = self._enter(tournament, name)
            if number == 1:
                tournament = self._add(tournament, Start(), "players")
            here = [name for name in names if name in self._ids]
            for one, two in [pair for pair in apart if set(pair) <= set(here)]:
                event = KeepApart(self._ids[one], self._ids[two])
                tournament = self._add(tournament, event, "apart")
            for name in here:
                if leaving.get(name) == number:
                    tournament = self._add(tournament, WithdrawPlayer(self._ids[name]), "withdrawn")
                if coming_back.get(name) == number:
                    tournament = self._add(tournament, ComeBack(self._ids[name]), "withdrawn")
            if number <= len(rounds):
                tournament = self._play(tournament, rounds[number - 1], number == len(rounds))
        return TournamentFile(tournament, engines)

    def _settings(self) -> TournamentSettings:
        table = self._table
        system = text_of(table, "system")
        if system not in list(System):
            raise bad_value("system", system, f"one of {', '.join(System)}")
        rounds = number_of(table, "rounds", 1, MOST_ROUNDS) if "rounds" in table else None
        name = text_of(table, "name", "")
        rules = rule_set(text_of(table, "rules", "amsterdam"), self._known)
        return TournamentSettings(
            name=name,
            system=System(system),
            rules=rules,
            rounds=rounds,
            duplicate=truth_of(table, "duplicate"),
            seed=text_of(table, "seed", name),
            fair=check_fair(rules, truth_of(table, "fair")),
        )

    def _engines(self) -> dict[str, str]:
        table = self._table.get("engines", {})
        if not isinstance(table, dict):
            raise bad_value("engines", table, "a table of names and command lines")
        return {name: text_of(table, name) for name in table}

    def _moments(self, key: str, names: list[str]) -> dict[str, int]:
        """For each player named in these tables, the round."""
        found: dict[str, int] = {}
        for index, table in enumerate(self._tables(key)):
            try:
                check_keys(table, ("player", "round", *(("back",) if key == "withdrawn" else ())))
                name = checked_name(text_of(table, "player"))
                if name not in names:
                    raise BadTournament("tournament-entrant", text=repr(name))
                if name in found:
                    raise BadTournament("tournament-name-twice", name=name)
                found[name] = number_of(table, "round", 1, MOST_ROUNDS)
            except MenhirsError as error:
                raise error.locate(place=place_of(self._text, key, index)) from None
        return found

    def _returns(self, leaving: dict[str, int]) -> dict[str, int]:
        """For each player who comes back, the round of it."""
        found: dict[str, int] = {}
        for index, table in enumerate(self._tables("withdrawn")):
            if "back" not in table:
                continue
            name = checked_name(table["player"])
            try:
                found[name] = number_of(table, "back", leaving[name] + 1, MOST_ROUNDS)
            except MenhirsError as error:
                raise error.locate(place=place_of(self._text, "withdrawn", index, "back")) from None
        return found

    def _apart(self, names: list[str]) -> list[list[str]]:
        pairs = self._table.get("apart", [])
        try:
            if not isinstance(pairs, list):
                raise bad_value("apart", pairs, 'pairs of names such as [["Anna", "Bram"]]')
            found = [[checked_name(name) for name in names_in(pair, "apart")] for pair in pairs]
            for pair in found:
                if len(pair) != 2:
                    raise bad_value("apart", pair, "two names")
                for name in pair:
                    if name not in names:
                        raise BadTournament("tournament-entrant", text=repr(name))
        except MenhirsError as error:
            raise error.locate(place=place_of(self._text, "apart")) from None
        return found

    def _tables(self, key: str) -> list[Table]:
        try:
            return tables_of(self._table, key)
        except MenhirsError as error:
            raise error.locate(place=place_of(self._text, key)) from None

    # The log.

    def _add(self, tournament: Tournament, event: Event, key: str) -> Tournament:
        try:
            return tournament.append(tournament.entry(event, 0))
        except MenhirsError as error:
            raise error.locate(place=place_of(self._text, key)) from None

    def _enter(self, tournament: Tournament, name: str) -> Tournament:
        event = tournament.enter(name)
        tournament = self._add(tournament, event, "players")
        self._ids[name] = event.entrant
        return tournament

    def _play(self, tournament: Tournament, data: FileRound, is_last: bool) -> Tournament:
        """A round with its results. The last one is paired to its end, unless it is finished."""
        try:
            for name in data.first_named:
                if name not in self._ids:
                    raise BadTournament("tournament-entrant", text=repr(name))
            pairings = tuple(
                Pairing(self._ids[south], self._ids[north]) for south, north in data.pairings
            )
            bye = None if data.bye is None else self._ids[data.bye]
            pair = Pair(data.number, pairings, bye, data.by_hand)
            tournament.entry(pair, 0)  # the error is about this table of the file
            whole = _whole_round(tournament, pair) if is_last else pair
            after = self._with_results(tournament, whole, data)
            if whole != pair and not after.open_games():
                # a bye counts where the file has it
                after = self._with_results(tournament, pair, data)
        except MenhirsError as error:
            raise error.locate(place=place_of(self._text, *data.where)) from None
        return after

    def _with_results(self, tournament: Tournament, pair: Pair, data: FileRound) -> Tournament:
        tournament = tournament.append(tournament.entry(pair, 0))
        for result in data.results:
            south, north = self._ids[result.south], self._ids[result.north]
            game = TournamentGame(data.number, south, north, result.number)
            event: Event = EnterResult(game, result.outcome)
            if result.corrects:
                event = Correct(game, result.outcome)
            elif not result.outcome.played:
                absent = ((south, north), (north,), (south,))[result.outcome.winner]
                event = NoShow(game, absent)
            try:
                tournament = tournament.append(tournament.entry(event, 0))
            except MenhirsError as error:
                raise error.locate(place=place_of(self._text, *result.where)) from None
        return tournament


def _whole_round(tournament: Tournament, data: Pair) -> Pair:
    """A round that has begun, completed with the pairings that the file leaves out."""
    busy = {data.bye, *(entrant_id for pairing in data.pairings for entrant_id in pairing)}
    if sum(entrant_id not in busy for entrant_id in players_to_pair(tournament)) < 2:
        return data
    planned = next_round(tournament)
    if (
        planned is not None
        and set(data.pairings) <= set(planned.pairings)
        and data.bye in (None, planned.bye)
    ):
        return replace(planned, by_hand=data.by_hand)
    return next_round(tournament, data) or data


def _key_of(error: MenhirsError) -> str:
    """The key of the file that an error is about."""
    if (key := error.details.get("key")) is not None:
        return str(key)
    return "rules" if error.code == "rules" else "players"
