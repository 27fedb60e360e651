"""The pictures of a match: what is told of its positions, made once for everybody who looks."""

from __future__ import annotations

from typing import Literal, cast

from menhirs.core.events import what_happened
from menhirs.core.position import Position
from menhirs.core.rules import Round, Taking
from menhirs.core.state import Phase
from menhirs.match.match import Match, Ply
from menhirs.notation.actions import write_action
from menhirs.notation.line import write_line, write_round
from menhirs.notation.words import in_words
from menhirs.server import pictures
from menhirs.server.as_json import as_json
from menhirs.server.languages import Language
from menhirs.server.messages import LastMove, Legal, PlayerNumber, PlyItem, Scene, Step, View


class Album:
    """Keeps up with a match: one more action costs one more picture, however long the game."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._plies: list[Ply] = []
        """Those that the rest was made from; a turn that was taken back is not among them."""
        self._marks: list[LastMove | None] = [None]
        self._texts: dict[str, list[str]] = {}
        """For each language, the plies as JSON."""
        self._newest: Newest | None = None
        self._track: list[Step] = []
        self._track_of: tuple[int, int] | None = None

    def plies(self, language: Language) -> list[PlyItem]:
        """The game ply by ply, from the position before the first action on."""
        self._keep_up()
        return [self._ply(number, language) for number in range(len(self._plies) + 1)]

    def ply_texts(self, language: Language) -> list[str]:
        """The same, each as JSON."""
        self._keep_up()
        texts = self._texts.setdefault(language.code, [])
        for number in range(len(texts), len(self._plies) + 1):
            texts.append(as_json(self._ply(number, language)))
        return texts

    @property
    def newest(self) -> Newest:
        """The position as it is now."""
        self._keep_up()
        if self._newest is None:
            number = len(self._plies)
            position = self._position(number)
            if self._track_of != (position.lap, position.round):
                self._track_of, self._track = (position.lap, position.round), _track(position)
            view = pictures.view(position, self._match.start, self._marks[number])
            self._newest = Newest(number, position, view, self._track)
        return self._newest

    def _keep_up(self) -> None:
        plies = self._match.plies
        same = min(len(plies), len(self._plies))
        while same and self._plies[same - 1] is not plies[same - 1]:
            same -= 1
        if same == len(plies) == len(self._plies):
            return
        del self._plies[same:], self._marks[same + 1 :]
        for texts in self._texts.values():
            del texts[same + 1 :]
        for ply in plies[same:]:
            before = self._position(len(self._plies))
            self._marks.append(pictures.mark(before, ply.action, self._marks[-1]))
            self._plies.append(ply)
        self._newest = None

    def _position(self, number: int) -> Position:
        return self._plies[number - 1].position if number else self._match.start

    def _ply(self, number: int, language: Language) -> PlyItem:
        start, position = self._match.start, self._position(number)
        geometry = position.geometry
        if number == len(self._plies):
            view = self.newest.scene["view"]
        else:
            view = pictures.view(position, start, self._marks[number])
        item: PlyItem = {
            "ply": number,
            "action": None,
            "player": 0,
            "round": write_round(start),
            "words": "",
            "events": [],
            "view": view,
            "at": 0,
        }
        if number:
            ply, before = self._plies[number - 1], self._position(number - 1)
            happened = what_happened(before, ply.action, position)
            item["action"] = write_action(ply.action, before)
            item["player"] = ply.entry.player
            item["round"] = write_round(before)
            item["words"] = " ".join(in_words(event, geometry, language) for event in happened)
            item["events"] = [pictures.event(event, geometry) for event in happened]
            item["at"] = ply.entry.at
        return item


class Newest:
    """The newest position, as data and as JSON."""

    def __init__(self, number: int, position: Position, view: View, track: list[Step]) -> None:
        rules = position.rules
        self._position = position
        self._legal: list[Legal] | None = None
        self.scene: Scene = {
            "ply": number,
            "rules": rules.name,
            "position": write_line(position),
            "view": view,
            "player": cast("PlayerNumber", position.player),
            "round": write_round(position),
            "track": track,
            "chances": None if rules.chances is None else list(position.chances_left),
            "to_place": list(position.counts) if position.phase is Phase.PLACE else None,
        }
        self.text = as_json(self.scene)

    @property
    def legal(self) -> list[Legal]:
        """What whoever is to act may do."""
        if self._legal is None:
            self._legal = pictures.legal(self._position)
        return self._legal


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
    return cast("PlayerNumber", takers[0]) if len(takers) == 1 else None
