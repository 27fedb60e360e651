"""The coach of a guided game, in the pupil's language."""

from __future__ import annotations

from typing import assert_never

from menhirs.core import actions
from menhirs.core.events import CoveredAgain, Freed
from menhirs.core.position import Position
from menhirs.core.state import Phase, Reason
from menhirs.learn.move_phrases import push_in_words
from menhirs.learn.topics import (
    CoachRemark,
    Step,
    Topic,
    explained,
    largest_splittable,
    rounds_to_go,
    topics_now,
    touching_menhirs,
)
from menhirs.learn.warnings import danger
from menhirs.match.match import Match
from menhirs.notation.people import People, Translator
from menhirs.notation.words import DIRECTIONS, listed
from menhirs.view.messages import CoachState

_RULES: dict[Topic, dict[str, str]] = {
    Topic.FLIP: {"A": "A1", "B": "A1"},
    Topic.PLACE: {"A": "A2", "B": "B1"},
    Topic.DECIDE: {"A": "A5", "B": "A5"},
    Topic.CLEAR: {"A": "A7", "B": "B3"},
    Topic.TAKE: {"A": "A3", "B": "A3"},
    Topic.LAST_ROUNDS: {"A": "A6", "B": "B4"},
    Topic.ROUNDS: {"A": "A2", "B": "B4"},
}
"""The rule that a topic explains, by the sheet of the rule set (``RuleSet.sheet``)."""
_MOVING_RULES = {
    Topic.OVER: "",
    Topic.MOVE: "M1",
    Topic.CHANCE: "M6",
    Topic.COVERED_AGAIN: "M5",
    Topic.FREED: "M6",
    Topic.RETURN: "M4",
    Topic.SPLIT: "M2",
}


class Coach:
    """Gives hints and warnings in games against the computer, and explains guided ones."""

    def state(
        self, match: Match, own_seats: list[actions.Player], people: People, language: Translator
    ) -> CoachState | None:
        """The coach's remark now in a guided match; empty for spectators."""
        if not match.terms.guided or own_seats != list(match.terms.people):
            return None
        position, pupil = match.position, own_seats[0]
        data = topics_now(match.start, _steps(match), pupil, _known(match))
        groups = touching_menhirs(position) if position.phase is Phase.FLIP else []
        return {
            "tip": None
            if data is None
            else {
                "key": data.topic.value,
                "text": tip_in_words(data, pupil, people, language),
                "rule": rule_of(data.topic, data.moment.position.rules.sheet),
            },
            "touching": [position.geometry.names_of(group) for group in groups],
        }

    def warning(
        self, position: Position, action: actions.Action, people: People, language: Translator
    ) -> tuple[str, actions.Move] | None:
        """The warning before an action that lets the opponent win at once, with the winning
        move.
        """
        found = danger(position, action)
        if found is None:
            return None
        _ = language.gettext
        if found.claims:
            sentence = _("{player} could then claim victory: {push} frees all menhirs.")
        else:
            sentence = _("{player} could then win at once: {push} frees all menhirs.")
        push = push_in_words(found.move, position.geometry, language)
        data = people.named(actions.other(position.player), sentence, language, push=push)
        if found.can_be_avoided:
            return data, found.move
        avoid = _("You can’t prevent it now, but you may take your last turn back.")
        return f"{data} {avoid}", found.move

    def hint(self, position: Position, action: actions.Action, language: Translator) -> str:
        """A good action, in words."""
        return hint_in_words(position, action, language)


def explained_so_far(match: Match) -> tuple[str, ...]:
    """The topics that the coach of a guided match has explained, in this game and earlier ones."""
    (pupil,) = match.terms.people
    data = explained(match.start, _steps(match), pupil, _known(match))
    return (
        *match.terms.explained_before,
        *(one.topic for one in data if one.topic is not Topic.OVER),
    )


def _steps(match: Match) -> list[Step]:
    return [(ply.action, ply.position) for ply in match.plies]


def _known(match: Match) -> frozenset[str]:
    return frozenset(match.terms.explained_before)


def rule_of(topic: Topic, sheet: str) -> str:
    """The number of the rule that a topic explains; empty if there is none."""
    sheets = _RULES.get(topic)
    return _MOVING_RULES[topic] if sheets is None else sheets.get(sheet, sheets["B"])


def tip_in_words(
    data: CoachRemark, pupil: actions.Player, people: People, language: Translator
) -> str:
    """The coach's remark, in one or two short sentences."""
    _, ngettext = language.gettext, language.ngettext
    moment, position = data.moment, data.moment.position
    geometry, rules = position.geometry, position.rules
    match data.topic:
        case Topic.OVER:
            return _ending(position, pupil, people, language)
        case Topic.FLIP:
            return _turning_over(position, language)
        case Topic.PLACE:
            n = max(position.counts)
            return ngettext(
                "All menhirs are under fog. Each side adds {n} more tile: choose any hexagon "
                "without fog.",
                "All menhirs are under fog. Each side adds {n} more tiles, in turns: choose any "
                "hexagon without fog.",
                n,
            ).format(n=n)
        case Topic.DECIDE:
            return _("The decision moment: read what each choice leads to, and take your time.")
        case Topic.CLEAR:
            return _(
                "From now on every turn ends with taking one fog tile away. Any tile will do, but "
                "the last menhir is freed by moving, never by taking away."
            )
        case Topic.TAKE:
            n = position.chances_left[pupil - 1]
            return ngettext(
                "After your move you may take one fog tile away. You have {n} chance to do so.",
                "After your move you may take one fog tile away. You have {n} chances to do so.",
                n,
            ).format(n=n)
        case Topic.MOVE:
            return _(
                "Tiles of fog that touch move together, one step. Leave no menhir under fog, and "
                "you win."
            )
        case Topic.CHANCE:
            return _("One move can free all menhirs now. Do you see it?")
        case Topic.LAST_ROUNDS:
            n = rounds_to_go(position) or 1
            near = ngettext(
                "This is the last round.", "Only {n} rounds are left, this one included.", n
            ).format(n=n)
            if position.chooser is not None:
                return near
            tie = _("If a menhir is still under fog after that, it is a tie.")
            return f"{near} {tie}"
        case Topic.COVERED_AGAIN:
            cells = moment.cells_of(CoveredAgain)
            return ngettext(
                "The menhir on {cells} is under fog again. That is allowed, and often wise.",
                "The menhirs on {cells} are under fog again. That is allowed, and often wise.",
                cells.bit_count(),
            ).format(cells=listed(geometry, cells, language))
        case Topic.FREED:
            cells = moment.cells_of(Freed)
            return ngettext(
                "The menhir on {cells} is free. It does not matter who freed it: whoever frees "
                "the last one wins.",
                "The menhirs on {cells} are free. It does not matter who freed them: whoever "
                "frees the last one wins.",
                cells.bit_count(),
            ).format(cells=listed(geometry, cells, language))
        case Topic.RETURN:
            assert position.last is not None
            tiles = position.last.tiles
            return ngettext(
                "The fog on {cells} has just moved to the {direction}. You may not push it "
                "straight back.",
                "The fog on {cells} has just moved to the {direction}. You may not push exactly "
                "these tiles straight back.",
                tiles.bit_count(),
            ).format(
                cells=listed(geometry, tiles, language),
                direction=_(DIRECTIONS[position.last.direction]),
            )
        case Topic.SPLIT:
            return _(
                "A cluster of {n} tiles is big enough to be split: three or more may move, if "
                "three or more stay together. Choose it, then “Pick a part”."
            ).format(n=largest_splittable(position))
        case Topic.ROUNDS:
            return _(
                "The track counts the rounds. If nobody has won after round {round}, it is a tie."
            ).format(round=rules.last_round.number)
        case _:
            assert_never(data.topic)


def _turning_over(position: Position, language: Translator) -> str:
    """Which menhirs touch, and the advice for beginners (A1)."""
    _ = language.gettext
    groups = touching_menhirs(position)
    if not groups:
        return _("Turn one menhir over: it counts as forest then. Here no two menhirs touch.")
    touch = " ".join(
        _("{cells} touch.").format(cells=listed(position.geometry, group, language))
        for group in groups
    )
    advice = _(
        "Turn one menhir over. To begin with, choose one of those: that breaks the group up."
    )
    return f"{touch} {advice}"


def _ending(position: Position, pupil: actions.Player, people: People, language: Translator) -> str:
    """Why the game ended like this, and the lesson from it."""
    _ = language.gettext
    outcome = position.outcome
    assert outcome is not None
    won = outcome.winner == pupil
    match outcome.reason:
        case Reason.FREED if won:
            return _("Your move left no menhir under fog: that wins. Well done!")
        case Reason.FREED:
            return people.named(
                outcome.winner,
                _(
                    "{player} found a move that left no menhir under fog. Look for such a move of "
                    "the other side before each of your turns."
                ),
                language,
            )
        case Reason.CLAIM if won:
            return _("You saw the winning move first, claimed it and showed it. Well done!")
        case Reason.CLAIM:
            return people.named(
                outcome.winner,
                _("{player} saw a winning move after your turn, claimed it and showed it."),
                language,
            )
        case Reason.WRONG_CLAIM if won:
            return people.named(
                actions.other(outcome.winner),
                _("{player} claimed without showing a winning move: that loses at once."),
                language,
            )
        case Reason.WRONG_CLAIM:
            return _(
                "A claim counts only if you show the winning move: without it the game is lost."
            )
        case Reason.TIE if position.rules.repetitions is not None:
            return _("The same position has come up {n} times, so nobody has won.").format(
                n=position.rules.repetitions
            )
        case Reason.TIE:
            return _("A menhir is still under fog at the end, so nobody has won.")
        case Reason.CHOOSER if won:
            return people.named(
                actions.other(outcome.winner),
                _("{player} wanted to go on, and in a tie that player loses."),
                language,
            )
        case Reason.CHOOSER:
            return _("You wanted to go on, and in a tie that player loses.")
        case Reason.RESIGN | Reason.TIME | Reason.LEFT:
            return _("This game was not played to its end. Another one begins with a new layout.")
        case _:
            assert_never(outcome.reason)


def hint_in_words(position: Position, action: actions.Action, language: Translator) -> str:
    """An action as advice."""
    _ = language.gettext
    name = position.geometry.name
    match action:
        case actions.Flip(cell):
            return _("A hint: turn over the menhir on {cell}.").format(cell=name(cell))
        case actions.Place(cell):
            return _("A hint: place fog on {cell}.").format(cell=name(cell))
        case actions.Move(tiles, direction):
            return _("A hint: move {tiles} to the {direction}.").format(
                tiles=listed(position.geometry, tiles, language),
                direction=_(DIRECTIONS[direction]),
            )
        case actions.Remove(cell):
            return _("A hint: take the fog on {cell} away.").format(cell=name(cell))
        case actions.Keep():
            return _("A hint: keep all fog.")
        case actions.Pass():
            return _("A hint: pass.")
        case actions.Decide(go_on=True):
            return _("A hint: go on.")
        case actions.Decide():
            return _("A hint: go back.")
        case actions.Claim():
            return _("A hint: claim victory, a winning move is there.")
        case actions.Resign() | actions.Timeout() | actions.Left():
            raise ValueError("nobody is advised to give up")
        case _:
            assert_never(action)
