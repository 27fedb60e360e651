"""A game for learning programs: every action has a number, thousands of games a second.

The game itself is :class:`~menhirs.engine.quick_game.QuickGame`; here its actions are identified by
their numbers (see ``action_numbers.py``). Compiled at install with the C types of
``game_state.pxd``.

**Splits** are entered tile by tile. Once the first tile and the direction are chosen, all parts
that begin so are possible. As long as there are several, the player is asked for the first tile in
which they differ, so both answers are always legal and no split has two descriptions.
"""

from __future__ import annotations

from menhirs.core.fog import can_go, flood, size
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.core.turn_flow import goes_straight_back
from menhirs.engine.quick_game import GameRules, QuickGame
from menhirs.research import action_numbers as numbers
from menhirs.research.agent_errors import BadAgent

# The same as C numbers, for compiled code.
_FLIP, _PLACE, _MOVE, _REMOVE, _DECIDE, _PROVE, _OVER = range(len(Phase))
_PASS_NUMBER, _KEEP_NUMBER = numbers.PASS, numbers.KEEP
_BACK_NUMBER, _ON_NUMBER = numbers.BACK, numbers.ON
_CLAIM_NUMBER, _ALONG_NUMBER, _STAYS_NUMBER = numbers.CLAIM, numbers.ALONG, numbers.STAYS
_WORDS, _PLANES = len(numbers.WORDS), numbers.PLANES
_PLACE_PLANE, _REMOVE_PLANE = numbers.PLACE_PLANE, numbers.REMOVE_PLANE
_MOVE_PLANE, _SPLIT_PLANE = numbers.MOVE_PLANE, numbers.SPLIT_PLANE


class GameState(QuickGame):
    """A game played by action numbers, perhaps in the middle of a split."""

    def __init__(self, game: GameRules, menhirs: int) -> None:
        """The state before the first action, the menhirs lying so."""
        QuickGame.__init__(self, game, menhirs)
        self.clear_split()

    def clear_split(self) -> None:
        """Ends the split that was begun."""
        self.asked = 0
        """In the middle of a split: the tile that the player is asked for."""
        self.along = self.stays = 0
        """In the middle of a split: the tiles known to go along, and those known to stay."""
        self.part_way = 0
        """In the middle of a split: its direction."""

    def legal_actions(self) -> list[int]:
        """The numbers of all legal actions of the player to act, in ascending order."""
        actions: list[int] = []
        phase = self.phase
        if phase in (_MOVE, _PROVE):
            if self.asked:
                actions.append(_ALONG_NUMBER)
                actions.append(_STAYS_NUMBER)
            else:
                self.add_moves(actions)
        elif phase == _PLACE:
            self.add_cells(actions, _PLACE_PLANE, self.game.cells & ~self.fog)
        elif phase == _REMOVE:
            if self.may_keep():
                actions.append(_KEEP_NUMBER)
            self.add_cells(actions, _REMOVE_PLANE, self.options)
        elif phase == _FLIP:
            self.add_cells(actions, 0, self.menhirs)
        elif phase == _DECIDE:
            actions.append(_BACK_NUMBER)
            actions.append(_ON_NUMBER)
            if self.may_claim():
                actions.append(_CLAIM_NUMBER)
        return actions

    def apply(self, action: int) -> None:
        """Plays the action of that number; an illegal one is refused and changes nothing."""
        if not self.play(action):
            raise BadAgent("agent-action", number=action, legal=str(self.legal_actions()))

    def clone(self) -> GameState:
        """A copy of the state."""
        copy = GameState.__new__(GameState)
        copy.become(self)
        return copy

    def become(self, other: GameState) -> None:
        """Becomes a copy of another state."""
        self.copy_from(other)
        self.ask_for(other.asked, other.along, other.stays, other.part_way)

    def __copy__(self) -> GameState:
        return self.clone()

    def __deepcopy__(self, memo: object) -> GameState:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        split = (self.asked, self.along, self.stays, self.part_way)
        return _restored, (self.game, self.position(), *split)

    # The effects of actions.

    def play(self, action: int) -> bool:
        """Plays an action; False, and nothing done, if it is not legal."""
        game = self.game
        if action < 0 or action >= _WORDS + _PLANES * game.count:
            return False
        if action < _WORDS:
            return self.play_word(action)
        plane = (action - _WORDS) // game.count
        tile = game.board[(action - _WORDS) % game.count]
        if plane >= _MOVE_PLANE:
            if self.asked or self.phase not in (_MOVE, _PROVE):
                return False
            if plane >= _SPLIT_PLANE:
                return self.move_or_ask(tile, self.fog & (tile - 1), plane - _SPLIT_PLANE)
            return self.move_whole(tile, plane - _MOVE_PLANE)
        if plane == _PLACE_PLANE:
            return self.place(tile)
        if plane == _REMOVE_PLANE:
            return self.remove(tile)
        return self.flip(tile)

    def play_word(self, action: int) -> bool:
        """Plays an action without a cell."""
        if action == _KEEP_NUMBER:
            if self.phase != _REMOVE or not self.may_keep():
                return False
            self.end_turn()
            return True
        if action == _PASS_NUMBER:
            if self.phase != _MOVE or self.asked or self.find_moves():
                return False
            self.make_room()
            self.pass_turn()
            return True
        if action == _CLAIM_NUMBER:
            if self.asked or not self.may_claim():
                return False
            self.claim()
            return True
        if action in (_BACK_NUMBER, _ON_NUMBER):
            if self.phase != _DECIDE:
                return False
            self.decide(action == _ON_NUMBER)
            return True
        if not self.asked:
            return False
        if action == _ALONG_NUMBER:
            return self.move_or_ask(self.along | self.asked, self.stays, self.part_way)
        return self.move_or_ask(self.along, self.stays | self.asked, self.part_way)

    def move_whole(self, first: int, way: int) -> bool:
        """M1: moves the cluster with that first tile."""
        cluster = flood(first, self.fog, self.game.stride)
        if (
            not first & self.fog
            or cluster & (first - 1)
            or not can_go(cluster, way, self.fog, self.game.cells, self.game.stride)
            or goes_straight_back(cluster, way, self.last, self.last_way)
        ):
            return False
        self.play_move(cluster, way)
        return True

    def move_or_ask(self, along: int, stays: int, way: int) -> bool:
        """M2: plays the split that moves and leaves these tiles, or asks for the next tile.

        False, and nothing done, if there is none.
        """
        game = self.game
        fog = self.fog
        cluster = flood(along, fog, game.stride)
        common = cluster
        either = 0
        for index in range(game.list_moves(fog)):
            part = game.parts[index]
            if (
                game.ways[index] == way
                and part != cluster
                and part & along == along
                and not part & stays
                and not goes_straight_back(part, way, self.last, self.last_way)
            ):
                common &= part
                either |= part
        if not either:
            return False
        if common == either:
            self.asked = 0
            self.play_move(common, way)
            return True
        open_tiles = either & ~common
        self.ask_for(open_tiles & (0 - open_tiles), common, cluster & ~either, way)
        return True

    def ask_for(self, asked: int, along: int, stays: int, way: int) -> None:
        """Asks about the next tile of a split; the others are known already, or open."""
        self.asked = asked
        self.along = along
        self.stays = stays
        self.part_way = way

    def add_moves(self, actions: list[int]) -> None:
        """Adds the numbers of all moves, or of passing (M7), and of a claim."""
        found = self.find_moves()
        if not found:
            actions.append(_PASS_NUMBER)
        if self.may_claim():
            actions.append(_CLAIM_NUMBER)
        if found:
            for way in range(6):
                self.add_cells(actions, _MOVE_PLANE + way, self.game.whole[way])
            for way in range(6):
                self.add_cells(actions, _SPLIT_PLANE + way, self.game.split[way])

    def add_cells(self, actions: list[int], plane: int, tiles: int) -> None:
        """Adds the numbers of a plane on these cells."""
        cells = self.game.cells
        first = _WORDS + plane * self.game.count
        while tiles:
            tile = tiles & (0 - tiles)
            tiles ^= tile
            actions.append(first + size(cells & (tile - 1)))


def state_of(game: GameRules, position: Position) -> GameState:
    """The state of a position."""
    state = GameState.__new__(GameState)
    state.set_game(game)
    state.clear_split()
    state.read_position(position)
    return state


def _restored(
    game: GameRules, position: Position, asked: int, along: int, stays: int, way: int
) -> GameState:
    """The state of a position in the middle of a split."""
    state = state_of(game, position)
    state.ask_for(asked, along, stays, way)
    return state
