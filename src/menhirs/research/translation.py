"""Translates states and action numbers to the core's actions and to notation, and back."""

from __future__ import annotations

from menhirs.core.actions import Action, Claim, Decide, Flip, Keep, Move, Pass, Place, Remove
from menhirs.core.fog import around
from menhirs.core.geometry import Direction
from menhirs.engine.quick_game import GameRules
from menhirs.notation.line import read_line, write_line
from menhirs.research import action_numbers as numbers
from menhirs.research.action_numbers import ALONG, STAYS, number_at, write_number
from menhirs.research.agent_errors import BadAgent
from menhirs.research.game_state import GameState, state_of

_WORD_OF: dict[Action, int] = {
    Pass(): numbers.PASS,
    Keep(): numbers.KEEP,
    Decide(go_on=False): numbers.BACK,
    Decide(go_on=True): numbers.ON,
    Claim(): numbers.CLAIM,
}
_ACTION_OF = {number: action for action, number in _WORD_OF.items()}
_PLANE_OF: dict[type, int] = {
    Flip: numbers.FLIP_PLANE,
    Place: numbers.PLACE_PLANE,
    Remove: numbers.REMOVE_PLANE,
}


def numbers_of(state: GameState, action: Action) -> list[int]:
    """The action numbers of a legal action of the player to act: several for most splits."""
    geometry = state.game.rules.geometry
    match action:
        case Flip(cell) | Place(cell) | Remove(cell):
            return [number_at(geometry, _PLANE_OF[type(action)], cell)]
        case Move(tiles, direction):
            whole = around(tiles, geometry.stride) & state.fog == tiles
            plane = (numbers.MOVE_PLANE if whole else numbers.SPLIT_PLANE) + direction
            first = number_at(geometry, plane, _cell(tiles & -tiles))
            return _split_numbers(state, first, tiles)
        case _ if action in _WORD_OF:
            return [_WORD_OF[action]]
        case _:
            raise BadAgent("agent-action", number=action, legal=str(state.legal_actions()))


def _split_numbers(state: GameState, first: int, tiles: int, asked: int = 0) -> list[int]:
    """The numbers of a move of these tiles, from its first number on until that tile is asked."""
    playing = state.clone()
    playing.apply(first)
    steps = [first]
    while playing.asked != asked:
        steps.append(ALONG if playing.asked & tiles else STAYS)
        playing.apply(steps[-1])
    return steps


def _cell(tile: int) -> int:
    return tile.bit_length() - 1


def actions_of(state: GameState, number: int) -> list[Action]:
    """The core's actions of a legal number.

    None in the middle of a split, three if a claim is made and shown at once, otherwise one.
    """
    after = state.clone()
    after.apply(number)
    if after.asked:
        return []
    if number in _ACTION_OF:
        return [_ACTION_OF[number]]
    plane, place = divmod(number - len(numbers.WORDS), state.game.count)
    if number not in (ALONG, STAYS) and plane < numbers.MOVE_PLANE:
        cell = _cell(state.game.board[place])
        return [(Flip(cell), Place(cell), Remove(cell))[plane]]
    done: list[Action] = [Move(after.part, Direction(after.way))]
    if after.shown:
        done += [Claim(), Move(after.shown, Direction(after.shown_way))]
    return done


def write_action_number(state: GameState, number: int) -> str:
    """A number as text in its state: the answers about a tile name the tile, ``along c3``."""
    text = write_number(state.game.rules.geometry, number)
    if number in (ALONG, STAYS) and state.asked:
        text += f" {state.game.rules.geometry.name(_cell(state.asked))}"
    return text


def steps_so_far(state: GameState) -> list[int]:
    """In the middle of a split: the action numbers given so far."""
    if not state.asked:
        return []
    before = state_of(state.game, state.position())
    first = _cell(state.along & -state.along)
    plane = numbers.SPLIT_PLANE + state.part_way
    start = number_at(state.game.rules.geometry, plane, first)
    return _split_numbers(before, start, state.along, state.asked)


def write_state(state: GameState) -> str:
    """The position line; in the middle of a split also the action numbers given so far."""
    steps = steps_so_far(state)
    line = write_line(state.position())
    return f"{line} {','.join(map(str, steps))}" if steps else line


def read_state(text: str, game: GameRules) -> GameState:
    """The state from a text; raises if it contradicts the rules or itself."""
    fields = text.strip().split(" ")
    if len(fields) not in (9, 10):
        raise BadAgent("agent-state", found=len(fields)).locate(text=text)
    state = state_of(game, read_line(" ".join(fields[:9]), {game.rules.name: game.rules}))
    for number in _read_numbers(fields[9]) if len(fields) == 10 else ():
        state.apply(number)
    return state


def _read_numbers(text: str) -> list[int]:
    words = text.split(",")
    if not all(word.isascii() and word.isdigit() and len(word) < 9 for word in words):
        raise BadAgent("agent-number", text=text)
    return [int(word) for word in words]
