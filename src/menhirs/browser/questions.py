"""Questions of the first worker to the second, and the answers, as JSON texts.

Claims are timed, so the referee must never wait: long computations run in the engine worker, and
only texts are exchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from menhirs.core.actions import Move
from menhirs.core.geometry import Direction
from menhirs.core.position import Position
from menhirs.learn.reasons import AdviceKind, AdvisedAction
from menhirs.learn.threats import OpponentThreats
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.house_rules import read_rules, write_rules
from menhirs.notation.line import read_line, write_line
from menhirs.referee.thought import Question, Thought


def write_position(position: Position) -> dict[str, Any]:
    """A position as data, with its rules if they are house rules."""
    return {"line": write_line(position), **write_rules(position.rules)}


def read_position(data: Mapping[str, Any]) -> Position:
    """The position from the data of :func:`write_position`."""
    rules = read_rules(data)
    return read_line(data["line"], {rules.name: rules})


def write_question(question: Question) -> dict[str, Any]:
    """A question as data."""
    return {
        "kind": "level",
        "position": write_position(question.position),
        "level": question.level,
        "seed": question.seed,
        "acts": question.acts,
        "may_claim": question.may_claim,
        "explains": question.explains,
        "seconds": question.seconds,
    }


def read_question(data: Mapping[str, Any]) -> Question:
    """The question from the data of :func:`write_question`."""
    return Question(
        read_position(data["position"]),
        data["level"],
        data["seed"],
        data["acts"],
        data["may_claim"],
        data["explains"],
        data["seconds"],
    )


def write_thought(thought: Thought, position: Position) -> dict[str, Any]:
    """A thought about a position, as data."""
    why, found = thought.reason, thought.threats
    return {
        "claims": thought.claims,
        "action": thought.action,
        "cut_short": thought.cut_short,
        "reason": None if why is None else [why.why, why.unsafe, why.actions],
        "threats": None
        if found is None
        else {
            "wins": [[move.tiles, int(move.direction)] for move in found.wins],
            "own": found.own,
            "claims": found.claims,
            "unsafe": [write_action(action, position) for action in found.unsafe],
            "actions": found.actions,
        },
    }


def read_thought(data: Mapping[str, Any], position: Position) -> Thought:
    """The thought from the data of :func:`write_thought`."""
    reason, threats = data["reason"], data["threats"]
    return Thought(
        data["claims"],
        data["action"],
        None if reason is None else AdvisedAction(AdviceKind(reason[0]), reason[1], reason[2]),
        None
        if threats is None
        else OpponentThreats(
            tuple(Move(tiles, Direction(number)) for tiles, number in threats["wins"]),
            threats["own"],
            threats["claims"],
            tuple(read_action(text, position) for text in threats["unsafe"]),
            threats["actions"],
        ),
        data["cut_short"],
    )
