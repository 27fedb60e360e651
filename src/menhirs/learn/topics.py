"""The topics of a coach, and when each first matters in a game.

A moment is a position in which the pupil acts, or the end of the game. At every moment the coach
explains at most one topic, the most urgent one, and each only once. This follows from the line of
play, so nothing is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from menhirs.core import fog as fog_moves
from menhirs.core.actions import Action, Move, Player
from menhirs.core.errors import Illegal
from menhirs.core.events import CoveredAgain, Event, Freed, what_happened
from menhirs.core.geometry import Mask, cells_in
from menhirs.core.legality import may_keep
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet, Taking
from menhirs.core.state import Phase

LAST_ROUNDS = 2
"""The number of rounds left at which the coach says that the end is near."""


class Topic(StrEnum):
    """The topics, the more urgent first."""

    OVER = "over"
    FLIP = "flip"
    PLACE = "place"
    DECIDE = "decide"
    CLEAR = "clear"
    TAKE = "take"
    MOVE = "move"
    CHANCE = "chance"
    LAST_ROUNDS = "last-rounds"
    COVERED_AGAIN = "covered-again"
    FREED = "freed"
    RETURN = "return"
    SPLIT = "split"
    ROUNDS = "rounds"


@dataclass(frozen=True, slots=True)
class CoachMoment:
    """A position in which the pupil acts or the game is over, with the events since the last
    one.
    """

    position: Position
    events: tuple[Event, ...]

    def cells_of(self, kind: type[Freed] | type[CoveredAgain]) -> Mask:
        """The cells of events of that kind that are still true."""
        cells = 0
        for event in self.events:
            if isinstance(event, kind):
                cells |= event.cells
        fog = self.position.fog
        return cells & (fog if kind is CoveredAgain else ~fog) & self.position.menhirs


@dataclass(frozen=True, slots=True)
class CoachRemark:
    """The remark at a moment."""

    topic: Topic
    moment: CoachMoment


Step = tuple[Action, Position]
"""An action of the line of play, and the position that it led to."""


def moments(start: Position, steps: Iterable[Step], pupil: Player) -> Iterator[CoachMoment]:
    """The moments of a line of play."""
    position, events = start, list[Event]()
    if _is_moment(position, pupil):
        yield CoachMoment(position, ())
    for action, after in steps:
        events += what_happened(position, action, after)
        position = after
        if _is_moment(position, pupil):
            yield CoachMoment(position, tuple(events))
            events = []


def explained(
    start: Position,
    steps: Iterable[Step],
    pupil: Player,
    known: Collection[str] = (),
) -> Iterator[CoachRemark]:
    """The remarks in a line of play: each topic once, without the known ones."""
    open_topics = [topic for topic in Topic if topic not in known]
    for moment in moments(start, steps, pupil):
        topic = next((topic for topic in open_topics if matters(topic, moment)), None)
        if topic is not None:
            open_topics.remove(topic)
            yield CoachRemark(topic, moment)


def matters(topic: Topic, moment: CoachMoment) -> bool:
    """Whether a topic matters at a moment."""
    return _MATTERS[topic](moment)


def topics_now(
    start: Position, steps: list[Step], pupil: Player, known: Collection[str] = ()
) -> CoachRemark | None:
    """The coach's last remark while it holds: the chance to win holds for one turn."""
    data = list(explained(start, steps, pupil, known))
    position = steps[-1][1] if steps else start
    if not data or (data[-1].topic is Topic.CHANCE and data[-1].moment.position != position):
        return None
    return data[-1]


def touching_menhirs(position: Position) -> list[Mask]:
    """The groups of two or more menhirs that lie side by side."""
    groups, rest = [], position.menhirs
    while rest:
        group = fog_moves.flood(rest & -rest, position.menhirs, position.geometry.stride)
        rest &= ~group
        if group.bit_count() > 1:
            groups.append(group)
    return groups


def largest_splittable(position: Position) -> int:
    """How many tiles the largest cluster has of which a part can move; 0 if there is none."""
    geometry = position.geometry
    sizes = [0]
    for tiles, _ in fog_moves.moves(position.fog, geometry.cells, geometry.stride):
        cluster = fog_moves.flood(tiles, position.fog, geometry.stride)
        if cluster != tiles:
            sizes.append(cluster.bit_count())
    return max(sizes)


def rounds_to_go(position: Position) -> int | None:
    """The number of rounds left, this one included; None if that is not settled yet."""
    rules = position.rules
    index = rules.index(position.round)
    decided = rules.decision_after is None or index > rules.index(rules.decision_after)
    if not counts_rounds(rules) or not decided:
        return None
    return len(rules.schedule) - index


def counts_rounds(rules: RuleSet) -> bool:
    """Whether the game ends after some number of moving rounds (B4, A6)."""
    return sum(not entry.places for entry in rules.schedule) > 1


def _is_moment(position: Position, pupil: Player) -> bool:
    return position.is_over or position.player == pupil


def _in(phase: Phase) -> Callable[[CoachMoment], bool]:
    return lambda moment: moment.position.phase is phase


def _must_clear(moment: CoachMoment) -> bool:
    """B3, A7: this turn ends with taking a tile away."""
    position = moment.position
    taking = position.current_round.taking[position.player - 1]
    return position.phase in (Phase.MOVE, Phase.REMOVE) and taking is Taking.MUST


def _may_take(moment: CoachMoment) -> bool:
    return moment.position.phase is Phase.REMOVE and may_keep(moment.position)


def _can_win(moment: CoachMoment) -> bool:
    position = moment.position
    return position.phase is Phase.MOVE and next(position.winning_moves(), None) is not None


def _ends_soon(moment: CoachMoment) -> bool:
    to_go = rounds_to_go(moment.position)
    return moment.position.phase is Phase.MOVE and to_go is not None and to_go <= LAST_ROUNDS


def _may_not_go_back(moment: CoachMoment) -> bool:
    """M4 forbids a move that would be legal otherwise."""
    position, last = moment.position, moment.position.last
    if position.phase is not Phase.MOVE or last is None:
        return False
    try:
        position.check(Move(last.tiles, last.direction.opposite))
    except Illegal as error:
        return error.code == "return"
    return False


def _can_split(moment: CoachMoment) -> bool:
    position = moment.position
    if position.phase is not Phase.MOVE:
        return False
    clusters = (
        fog_moves.flood(1 << cell, position.fog, position.geometry.stride)
        for cell in cells_in(position.fog)
    )
    # Most of the time no cluster is large enough, and nothing has to be listed.
    return any(map(fog_moves.may_be_split, clusters)) and largest_splittable(position) > 0


def _rounds_run(moment: CoachMoment) -> bool:
    rules = moment.position.rules
    return moment.position.phase is Phase.MOVE and counts_rounds(rules) and rules.laps == 1


_MATTERS: dict[Topic, Callable[[CoachMoment], bool]] = {
    Topic.OVER: lambda moment: moment.position.is_over,
    Topic.FLIP: _in(Phase.FLIP),
    Topic.PLACE: _in(Phase.PLACE),
    Topic.DECIDE: _in(Phase.DECIDE),
    Topic.CLEAR: _must_clear,
    Topic.TAKE: _may_take,
    Topic.MOVE: _in(Phase.MOVE),
    Topic.CHANCE: _can_win,
    Topic.LAST_ROUNDS: _ends_soon,
    Topic.COVERED_AGAIN: lambda moment: bool(moment.cells_of(CoveredAgain)),
    Topic.FREED: lambda moment: bool(moment.cells_of(Freed)),
    Topic.RETURN: _may_not_go_back,
    Topic.SPLIT: _can_split,
    Topic.ROUNDS: _rounds_run,
}
