"""A match as a visitor is told it: what is known to all, what this seat may do, in its language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, cast

from menhirs.core.actions import Player, other
from menhirs.core.state import Outcome, Phase
from menhirs.engine.levels import level
from menhirs.match.entries import Offer
from menhirs.match.match import Match
from menhirs.match.terms import SlowClock
from menhirs.match.verdict import NoSuchMove, why_wrong
from menhirs.notation.actions import write_action
from menhirs.notation.words import listed, result_in_words
from menhirs.server.album import Album
from menhirs.server.as_json import as_json
from menhirs.server.languages import Language
from menhirs.server.messages import (
    Clocks,
    OutcomeState,
    PlayerNumber,
    PlyItem,
    ProveState,
    Seat,
    Series,
    Situation,
    State,
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
        self._album = Album(match)

    def plies(self, language: Language) -> list[PlyItem]:
        """The game ply by ply, from the position before the first action on."""
        return self._album.plies(language)

    def plies_text(self, language: Language) -> str:
        """The same as JSON."""
        return f"[{','.join(self._album.ply_texts(language))}]"

    def state(
        self, you: list[Player], language: Language, at: int, present: Mapping[Player, bool]
    ) -> State:
        """The match as it stands."""
        situation = self._situation(you, language, at, present)
        return cast("State", {**situation, **self._album.newest.scene})

    def state_text(
        self,
        you: list[Player],
        language: Language,
        at: int,
        present: Mapping[Player, bool],
        *,
        ply_added: bool,
    ) -> str:
        """The match as it stands, and the newest ply if there is one, as a message."""
        # What all see alike was made JSON once.
        situation = as_json({"type": "state", **self._situation(you, language, at, present)})
        ply = self._album.ply_texts(language)[-1] if ply_added else "null"
        return f'{situation[:-1]},"ply_item":{ply},{self._album.newest.text[1:]}'

    def _situation(
        self, you: list[Player], language: Language, at: int, present: Mapping[Player, bool]
    ) -> Situation:
        match, position = self._match, self._match.position
        waiting = not match.has_begun
        acts = position.player in you and not waiting
        window = match.claim_window(at)
        return {
            "match": self._id,
            "state": match.state,
            "you": _players(you),
            "claims": self._claims(),
            "phase": "waiting" if waiting else position.phase.value,
            "legal": self._album.newest.legal if acts else [],
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
