"""A match as a visitor is told it: what is known to all, what this seat may do, in its language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, cast

from menhirs.core.actions import Player, other
from menhirs.core.events import what_happened
from menhirs.core.position import Position
from menhirs.core.rules import Round, Taking
from menhirs.core.state import Outcome, Phase
from menhirs.engine.levels import level
from menhirs.match.entries import Offer
from menhirs.match.match import Match
from menhirs.match.terms import SlowClock
from menhirs.match.verdict import NoSuchMove, why_wrong
from menhirs.notation.actions import write_action
from menhirs.notation.line import write_line, write_round
from menhirs.notation.words import in_words, listed, result_in_words
from menhirs.server import pictures
from menhirs.server.languages import Language
from menhirs.server.messages import (
    Clocks,
    OutcomeState,
    PlayerNumber,
    PlyItem,
    ProveState,
    Seat,
    Series,
    State,
    Step,
)
from menhirs.server.status import status
from menhirs.server.storage.store import Game


class Telling:
    """Tells one match. What is the same for all visitors is made once."""

    def __init__(self, match_id: str, match: Match, game: int, earlier: Sequence[Game]) -> None:
        self._id = match_id
        self._match = match
        self._game = game
        self._earlier = earlier

    def plies(self, language: Language, since: int = 0) -> list[PlyItem]:
        """The game ply by ply, from the position before the first action on."""
        match = self._match
        marks = pictures.last_moves(match)
        told = []
        for number, position in enumerate(match.positions[since:], start=since):
            ply = match.plies[number - 1] if number else None
            before = match.positions[number - 1] if number > 1 else match.start
            happened = what_happened(before, ply.action, position) if ply else []
            geometry = position.geometry
            item: PlyItem = {
                "ply": number,
                "action": write_action(ply.action, before) if ply else None,
                "player": ply.entry.player if ply else 0,
                "round": write_round(before),
                "words": " ".join(in_words(event, geometry, language) for event in happened),
                "events": [pictures.event(event, geometry) for event in happened],
                "view": pictures.view(position, match.start, marks[number]),
                "at": ply.entry.at if ply else 0,
            }
            told.append(item)
        return told

    def state(
        self, you: list[Player], language: Language, at: int, present: Mapping[Player, bool]
    ) -> State:
        """The match as it stands."""
        match, position = self._match, self._match.position
        waiting = not match.has_begun
        acts = position.player in you and not waiting
        window = match.claim_window(at)
        placing = position.phase is Phase.PLACE
        return {
            "match": self._id,
            "state": match.state,
            "ply": len(match.plies),
            "you": _players(you),
            "rules": position.rules.name,
            "claims": self._claims(),
            "position": write_line(position),
            "view": pictures.view(position, match.start, pictures.last_moves(match)[-1]),
            "player": _player(position.player),
            "phase": "waiting" if waiting else position.phase.value,
            "round": write_round(position),
            "track": _track(position),
            "chances": None if position.rules.chances is None else list(position.chances_left),
            "to_place": list(position.counts) if placing else None,
            "legal": pictures.legal(position) if acts else [],
            "claim": None
            if window is None
            else {
                "player": _player(window.player),
                "turn": window.turn,
                "left": None if window.closes is None else max(0, window.closes - at),
            },
            "prove": self._prove(at),
            "clocks": self._clocks(at),
            "status": status(match, you, language),
            "seats": {str(seat): self._seat(seat, language, present) for seat in (1, 2)},
            "offers": {
                "take_back": _offer(match, Offer.TAKE_BACK),
                "rematch": _offer(match, Offer.REMATCH),
            },
            "may": {
                "take_back": any(match.may_take_back(seat) for seat in you),
                "resign": bool(you) and not waiting and not match.is_over,
                "rematch": bool(you) and match.is_over and match.next_match is None,
            },
            "series": self._series(),
            "outcome": self._outcome(position.outcome, language),
        }

    def _claims(self) -> Literal["timed", "untimed", "none"]:
        terms = self._match.terms
        if not terms.has_claims:
            return "none"
        return "timed" if terms.claim_clock_runs else "untimed"

    def _prove(self, at: int) -> ProveState | None:
        position = self._match.position
        if position.phase is not Phase.PROVE:
            return None
        ends = self._match.showing_ends()
        left = None if ends is None else max(0, ends - at)
        return {"player": _player(position.player), "left": left}

    def _clocks(self, at: int) -> Clocks | None:
        clock = self._match.clock
        if clock is None:
            return None
        return {
            "1": clock.left(1, at),
            "2": clock.left(2, at),
            "running": None if clock.running is None else _player(clock.running),
            "slow": isinstance(self._match.terms.clock, SlowClock),
        }

    def _seat(self, seat: Player, language: Language, present: Mapping[Player, bool]) -> Seat:
        if (number := self._match.terms.computers.get(seat)) is not None:
            name = language.gettext(level(number).name)
            return {
                "name": name,
                "kind": "computer",
                "level": number,
                "level_name": name,
                "present": True,
            }
        return {
            "name": self._match.names.get(seat, ""),
            "kind": "person" if seat in self._match.names else "free",
            "level": None,
            "level_name": None,
            "present": present.get(seat, False),
        }

    def _series(self) -> Series:
        """The games so far, added up for whoever sits on the seats of this one."""
        wins, points = [0, 0], [0, 0]
        outcome = self._match.position.outcome
        games = list(self._earlier)
        if outcome is not None:
            games.append(Game(self._id, self._game, outcome.winner, outcome.score))
        for game in games:
            if game.winner:
                swapped = (self._game - game.game) % 2 == 1
                seat = other(game.winner) if swapped else game.winner
                wins[seat - 1] += 1
                points[seat - 1] += game.score
        return {
            "game": self._game,
            "wins": wins,
            "points": points,
            "games": [
                {"match": game.match, "winner": game.winner, "score": game.score} for game in games
            ],
            "next": self._match.next_match,
        }

    def _outcome(self, outcome: Outcome | None, language: Language) -> OutcomeState | None:
        if outcome is None:
            return None
        return {
            "winner": cast("Literal[0, 1, 2]", outcome.winner),
            "score": outcome.score,
            "reason": outcome.reason.value,
            "text": result_in_words(outcome, language),
            "why": self._why(language),
        }

    def _why(self, language: Language) -> str | None:
        """What was wrong with a wrong claim."""
        verdict = why_wrong(self._match)
        if verdict is None:
            return None
        move = write_action(verdict.move, verdict.position)
        _, ngettext = language.gettext, language.ngettext
        if not isinstance(verdict, NoSuchMove):
            return _("The claim was right, but it was not shown: {move} would have won.").format(
                move=move
            )
        covered = verdict.covered
        return ngettext(
            "No move frees the last menhir. {move} comes closest: it leaves the one on {cells} "
            "under fog.",
            "No move frees the last menhir. {move} comes closest: it leaves those on {cells} "
            "under fog.",
            covered.bit_count(),
        ).format(move=move, cells=listed(verdict.position.geometry, covered, language))


def _player(player: Player) -> PlayerNumber:
    return cast("PlayerNumber", player)


def _players(players: list[Player]) -> list[PlayerNumber]:
    return cast("list[PlayerNumber]", players)


def _offer(match: Match, offer: Offer) -> PlayerNumber | None:
    return cast("PlayerNumber | None", match.offers.get(offer))


def _track(position: Position) -> list[Step]:
    """The rounds of this lap, as on the paper that lies beside the board."""
    rules = position.rules
    here = rules.index(position.round)
    steps: list[Step] = []
    for index, entry in enumerate(rules.schedule):
        steps.append(
            {
                "round": f"{entry.number}{'b' if position.lap == 2 else ''}",
                "label": str(entry.number),
                "lap": position.lap,
                "state": "done" if index < here else "now" if index == here else "to come",
                "takes": _takes(entry),
                "only": _only(entry),
            }
        )
    return steps


def _takes(entry: Round) -> Literal["never", "may", "must"]:
    if Taking.MUST in entry.taking:
        return "must"
    return "may" if Taking.MAY in entry.taking else "never"


def _only(entry: Round) -> PlayerNumber | None:
    takers = [seat for seat in (1, 2) if entry.taking[seat - 1] is not Taking.NEVER]
    return _player(takers[0]) if len(takers) == 1 else None
