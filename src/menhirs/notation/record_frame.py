"""The frame of a record: the headers that follow from the game, and the numbers of rounds."""

from __future__ import annotations

from collections.abc import Mapping

from menhirs.core.errors import Illegal, Malformed, MenhirsError
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet, rule_set
from menhirs.core.state import Phase
from menhirs.notation.board import read_layout, write_board
from menhirs.notation.line import read_line, write_line, write_round
from menhirs.notation.record_tokens import GameText, write_header

_HEADERS_OF_THE_GAME = ("Rules", "Layout", "Position", "Result", "Score")


def read_start(game: GameText, known: Mapping[str, RuleSet]) -> Position:
    """Where the game begins: with its layout, or in the middle of a game."""
    for name in ("Rules", "Layout"):
        if name not in game.headers:
            raise Malformed("record-header-missing", name=name).locate(place=game.place)
    try:
        rules = rule_set(game.headers["Rules"], known)
        layout = game.headers["Layout"]
        if "Position" not in game.headers:
            return read_layout(layout, rules)
        start = read_line(game.headers["Position"], {rules.name: rules})
        if write_board(start) != layout:
            raise Illegal("record-position").locate(text=layout)
    except MenhirsError as error:
        raise error.locate(place=game.place) from None
    return start


def other_headers(game: GameText) -> dict[str, str]:
    """All headers except the ones that follow from the game itself."""
    return {name: data for name, data in game.headers.items() if name not in _HEADERS_OF_THE_GAME}


def check_result(game: GameText, final: Position) -> None:
    """Raises if the actions do not lead to the result in the headers: the record was cut short or
    mixed up.
    """
    outcome = final.outcome
    result, score = game.headers.get("Result"), game.headers.get("Score")
    reached = "unfinished" if outcome is None else f"{outcome.winner} for {outcome.score} points"
    wrong_result = result in ("0", "1", "2") and (outcome is None or str(outcome.winner) != result)
    wrong_score = score is not None and outcome is not None and score != str(outcome.score)
    if wrong_result or wrong_score:
        raise Illegal(
            "record-result", result=result or "-", score=score or "-", reached=reached
        ).locate(place=game.place)


def write_headers(start: Position, final: Position, others: Mapping[str, str]) -> list[str]:
    """The header lines of a game that led from one position to another."""
    headers = {"Rules": start.rules.name, "Layout": write_board(start)}
    if not start.is_start:
        headers["Position"] = write_line(start)
    headers |= others
    if final.outcome is not None:
        headers |= {"Result": str(final.outcome.winner), "Score": str(final.outcome.score)}
    return [write_header(name, value) for name, value in headers.items()]


def number_of_round(position: Position, before: Position | None) -> str:
    """The number to write before an action that begins a round (``11.``); otherwise nothing.

    A claim is shown on the line it was made on.
    """
    if position.phase is Phase.PROVE:
        return ""
    data = round_in_record(position)
    return f"{data}." if before is None or data != round_in_record(before) else ""


def round_in_record(position: Position) -> str:
    """The number of a round in a list of moves: that of a round without end counts on (B0)."""
    if not position.rules.is_endless or position.past is None:
        return write_round(position)
    turns = position.past.length
    began_with_player_2 = (position.player == 2) == (turns % 2 == 0)
    return str(position.round + (turns + began_with_player_2) // 2)
