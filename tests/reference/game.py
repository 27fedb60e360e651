"""The course of the game, one class for all rule sets, written to be read beside the rules."""

from copy import copy
from dataclasses import dataclass, replace

from .fog import (
    CELLS,
    COLUMN_HEIGHTS,
    OPPOSITE,
    Fog,
    FogMove,
    fog_after,
    fog_moves,
)

RULE_NAMES = ("endless", "base", "base8", "base+21", "base8+21", "amsterdam")
ALL_FOG_TILES = 11
CHANCES_TO_TAKE = 3  # A3


@dataclass(frozen=True)
class Turn:
    """The move made last: what M4 remembers and A9 lets the opponent claim on."""

    tiles: Fog
    """Where the moved tiles came to lie; still all of them when one was taken afterwards."""
    direction: str
    claim_round: int | None = None
    """The round of the turn as long as it can be claimed on, else None."""
    taken: str | None = None
    """The tile taken away in the same turn."""


def other(player: int) -> int:
    return 3 - player


def changed(counts: tuple[int, int], player: int, by: int) -> tuple[int, int]:
    first, second = counts
    return (first + by, second) if player == 1 else (first, second + by)


class ReferenceGame:
    """One game, played by text.

    `phase` is a word, `player` 1 or 2, `round` and `lap` numbers, `counts` two numbers, `chooser`
    and `outcome` the texts of the position line.  All state is immutable values, so a shallow
    copy of a game is an independent game.
    """

    def __init__(self, rules: str, layout: str) -> None:
        if rules not in RULE_NAMES:
            raise ValueError(f"unknown rules {rules!r}")
        self.rules = rules
        self.amsterdam = rules == "amsterdam"
        self.endless = rules == "endless"
        cells = read_board(layout)
        # Before the first action the menhirs are bare in amsterdam (A1) and covered in base (B1).
        expected = "m" * 7 if self.amsterdam else "M" * 7
        if "".join(mark for mark in cells.values() if mark != ".") != expected:
            raise ValueError(f"not a layout for {rules}: {layout!r}")
        self.menhirs: Fog = frozenset(cell for cell, mark in cells.items() if mark != ".")
        self.fog: Fog = frozenset() if self.amsterdam else self.menhirs
        self.player = 1
        self.lap = 1
        self.last: Turn | None = None
        self.turns: tuple[str, ...] = ()
        """B0: in the endless game all turns so far, as the position line tells them."""
        self.came_up: tuple[object, ...] = ()
        """D15: in the endless game all positions at the beginning of a turn so far."""
        self.chooser = "-"
        self.outcome = "-"
        self.phase = "flip" if self.amsterdam else "place"
        self.round = 12 if self.amsterdam else 1
        self.counts = (0, 0) if self.amsterdam else (2, 2)  # B1: two rounds, one tile each

    # --- what may be done -------------------------------------------------------------------

    def actions(self) -> set[str]:
        """All legal actions in written form, with the claim of the player who may make one."""
        found: set[str] = set()
        if self.phase == "flip":
            found = {f"*{cell}" for cell in self.menhirs}  # A1
        elif self.phase == "place":
            found = {f"+{cell}" for cell in CELLS if cell not in self.fog}  # B1, A2
        elif self.phase in ("move", "prove"):
            # M7: a player with no legal move passes.
            found = set(self.legal_moves()) or {"pass"}
        elif self.phase == "remove":
            found = {f"x{cell}" for cell in self.removable_tiles()}
            if not self.must_take():
                found.add("keep")  # A3
        elif self.phase == "decide":
            found = {"back", "on"}  # A5
        if self.claim_is_open():
            found.add("claim")
        return found

    def legal_moves(self) -> dict[str, FogMove]:
        """The moves of fog, by their written form."""
        moves = dict(fog_moves(self.fog))
        if self.last is not None:
            # M4: exactly these tiles may not go straight back.  If one of them was taken the
            # move is not among the moves anyhow; put back for a claim, they are the same again.
            straight_back = (self.last.tiles, OPPOSITE[self.last.direction])
            moves = {text: move for text, move in moves.items() if move != straight_back}
        return moves

    def is_winning(self, move: FogMove) -> bool:
        return not fog_after(self.fog, *move) & self.menhirs  # M6

    def must_take(self) -> bool:
        if self.endless:
            return False  # B0: no clearing
        if self.amsterdam:
            return self.round <= 2  # A7
        if self.rules.startswith("base8"):
            return self.round >= 8  # B3, the author's option
        return self.round >= 8 or (self.round == 7 and self.player == 2)  # B3

    def may_take(self) -> bool:
        if self.must_take():
            return True
        return self.amsterdam and self.counts[self.player - 1] < CHANCES_TO_TAKE  # A3

    def removable_tiles(self) -> Fog:
        """Tiles from anywhere (M8) that do not free the last covered menhir (B3, A8)."""
        return frozenset(tile for tile in self.fog if (self.fog - {tile}) & self.menhirs)

    def claim_is_open(self) -> bool:
        # A9, A10: from the opponent's move on, until the claimant's own next move or decision
        # (which both replace or strip `last`).  While the mover may still take away, the
        # claimant is the other player.
        return (
            self.phase in ("move", "remove", "decide")
            and self.last is not None
            and self.last.claim_round is not None
        )

    # --- doing it ---------------------------------------------------------------------------

    def play(self, action: str) -> None:
        if action == "resign" and self.phase != "over":
            self.resign()
        elif action not in self.actions():
            raise ValueError(f"{action!r} is not legal in {self.line()!r}")
        elif action == "claim":
            self.claim()
        elif self.phase == "flip":
            self.flip(action[1:])
        elif self.phase == "place":
            self.place(action[1:])
        elif self.phase == "decide":
            self.decide(action)
        elif self.phase == "remove":
            if action != "keep":
                self.take(action[1:])
            self.end_turn()
        elif action == "pass":
            self.pass_turn()
        else:
            self.move(self.legal_moves()[action])

    def flip(self, cell: str) -> None:
        self.menhirs -= {cell}  # A1: it counts as forest from then on
        if self.player == 1:
            self.player = 2
            return
        self.fog = self.menhirs  # A1: the 5 others are covered
        self.start_placing((3, 3))  # A2: the 6 other tiles, in turns

    def start_placing(self, to_place: tuple[int, int]) -> None:
        self.phase = "place"
        self.round = 12
        self.counts = to_place
        self.player = 1 if to_place[0] > 0 else 2  # A5: one who has none is passed over

    def place(self, cell: str) -> None:
        self.fog |= {cell}
        self.counts = changed(self.counts, self.player, -1)
        if self.counts == (0, 0):
            self.start_moving(11 if self.amsterdam else 3)  # A2, B2
            return
        if not self.amsterdam and self.player == 2:
            self.round += 1  # B1: rounds 1 and 2
        if self.counts[other(self.player) - 1] > 0:  # A5: otherwise the other is passed over
            self.player = other(self.player)

    def start_moving(self, first_round: int) -> None:
        self.phase = "move"
        self.player = 1
        self.round = first_round
        self.counts = (0, 0)  # A5: in lap 2, 3 new chances each
        if self.endless:
            self.came_up = (self.what_counts(self.player),)

    def move(self, move: FogMove) -> None:
        wins = self.is_winning(move)
        tiles, direction = move
        fog = fog_after(self.fog, tiles, direction)
        # A9: turns of round 1 can't be claimed on (nor those of 12, but nobody moves there), and
        # there are no claims in the base game.
        claim_round = self.round if self.amsterdam and self.round != 1 else None
        self.last = Turn(fog - (self.fog - tiles), direction, claim_round)
        self.fog = fog
        self.turns += (f"{''.join(sorted(self.last.tiles))}-{direction}",)
        if self.phase == "prove":
            if wins:
                self.finish(self.player, self.points_of_round(), "claim")  # A10
            else:
                self.finish(other(self.player), self.points_of_round(), "wrong-claim")  # A10
        elif wins:
            self.finish(self.player, self.points_for_freeing(), "freed")  # M6
        else:
            self.take_or_end_turn()

    def pass_turn(self) -> None:
        self.last = None  # M7: no memory, nothing to claim on
        self.turns += ("pass",)
        self.take_or_end_turn()

    def take_or_end_turn(self) -> None:
        # M8: where nothing may be taken nothing is taken; A3: with no chance left the turn is over
        if self.may_take() and self.removable_tiles():
            self.phase = "remove"
        else:
            self.end_turn()

    def take(self, cell: str) -> None:
        self.fog -= {cell}
        if self.last is not None:
            self.last = replace(self.last, taken=cell)
        if self.amsterdam:
            self.counts = changed(self.counts, self.player, 1)

    def what_counts(self, player: int) -> object:
        """D15: what makes two positions the same: fog, player to move, what M4 forbids."""
        forbidden = set(fog_moves(self.fog)) - set(self.legal_moves())
        return (self.fog, player, frozenset(forbidden))

    def end_turn(self) -> None:
        if not self.claim_is_open():
            self.keep_only_memory()
        self.phase = "move"
        if self.endless:
            arrived = self.what_counts(other(self.player))
            if self.came_up.count(arrived) == 2:
                self.finish(0, 0, "tie")  # D15: the third time
            else:
                self.player = other(self.player)  # B0: without end
                self.came_up += (arrived,)
        elif self.player == 1:
            self.player = 2
        elif self.amsterdam:
            self.end_round_of_amsterdam()
        elif self.round == 12:
            self.finish(0, 0, "tie")  # B4
        else:
            self.player = 1
            self.round += 1

    def end_round_of_amsterdam(self) -> None:
        both_took_all = self.counts == (CHANCES_TO_TAKE, CHANCES_TO_TAKE)
        if self.round == 1:
            if self.lap == 2:
                self.finish(0, 0, "tie")  # A6
            else:
                self.finish(other(int(self.chooser)), 12, "chooser")  # A5, A11
        elif self.round == 3 or (self.round > 3 and both_took_all):  # A4
            self.player = 1
            if self.lap == 1:
                self.phase = "decide"  # A5
            else:
                self.round = 2  # A6, and A10: window and memory simply go on
        else:
            self.player = 1
            self.round -= 1

    def decide(self, word: str) -> None:
        self.keep_only_memory()  # A10: a decision closes the window; A12: not the memory
        if word == "on":
            self.chooser = str(self.player)
            self.phase = "move"
            self.player = 1
            self.round = 2  # A5; the counts go on, it is still the same lap
        elif self.player == 1:
            self.player = 2  # A5: player 2 is asked only if player 1 said `back`
        else:
            self.lap = 2
            self.last = None  # A12
            if self.counts == (0, 0):
                self.start_moving(11)  # A5: nobody took anything
            else:
                self.start_placing(self.counts)  # A5: as many as that player took

    def claim(self) -> None:
        turn = self.last
        if turn is None or turn.claim_round is None:
            raise ValueError("there is no turn to claim on")
        mover = self.player if self.phase == "remove" else other(self.player)
        if turn.taken is not None:  # A9: what was taken in that turn is put back
            self.fog |= {turn.taken}
            self.counts = changed(self.counts, mover, -1)
        self.player = other(mover)
        self.round = turn.claim_round
        if any(self.is_winning(move) for move in self.legal_moves().values()):
            self.phase = "prove"  # A10: it wins once it is shown
        else:
            self.finish(mover, self.points_of_round(), "wrong-claim")  # A9

    def resign(self) -> None:
        # D14
        if self.amsterdam:
            points = self.points_of_round()
        elif self.phase == "place":
            points = ALL_FOG_TILES
        else:
            points = len(self.fog)
        self.finish(other(self.player), points, "resign")

    def points_of_round(self) -> int:
        # A11; D14: turning over and round 12, where one can only resign, count as round 11
        round_number = min(self.round, 11)
        return round_number + 11 if self.lap == 1 else round_number

    def points_for_freeing(self) -> int:
        if self.amsterdam:
            return self.points_of_round()  # A11
        if self.rules.endswith("+21") and self.round == 3:
            return 21  # B5, the option
        return len(self.fog)  # B5

    def finish(self, winner: int, points: int, reason: str) -> None:
        self.phase = "over"
        self.keep_only_memory()
        self.outcome = f"{winner}:{points}:{reason}"

    def keep_only_memory(self) -> None:
        """Forget what only a claim needs; with a tile gone there is nothing for M4 either."""
        if self.last is not None:
            if self.last.tiles <= self.fog:
                self.last = Turn(self.last.tiles, self.last.direction)
            else:
                self.last = None

    # --- texts ------------------------------------------------------------------------------

    def board(self) -> str:
        marks = {(False, False): ".", (False, True): "o", (True, False): "m", (True, True): "M"}
        columns = []
        for letter in COLUMN_HEIGHTS:
            column = [cell for cell in CELLS if cell[0] == letter]
            columns.append(
                "".join(marks[cell in self.menhirs, cell in self.fog] for cell in column)
            )
        return "/".join(columns)

    def last_text(self) -> str:
        if self.endless:
            return ",".join(self.turns) or "-"
        if self.last is None:
            return "-"
        text = f"{''.join(sorted(self.last.tiles))}-{self.last.direction}"
        if self.last.claim_round is not None:
            text += f"@{self.last.claim_round}"
            if self.last.taken is not None:
                text += f"x{self.last.taken}"
        return text

    def line(self) -> str:
        """The position line: nine fields, one space apart."""
        return " ".join(
            [
                self.rules,
                self.board(),
                str(self.player),
                f"{self.round}b" if self.lap == 2 else f"{self.round}",
                self.phase,
                f"{self.counts[0]},{self.counts[1]}",
                self.last_text(),
                self.chooser,
                self.outcome,
            ]
        )


def read_board(text: str) -> dict[str, str]:
    """The mark on each cell of a board text."""
    columns = text.split("/")
    if [len(column) for column in columns] != list(COLUMN_HEIGHTS.values()):
        raise ValueError(f"not a board: {text!r}")
    return dict(zip(CELLS, "".join(columns), strict=True))


def perft(game: ReferenceGame, depth: int) -> int:
    """Number of action sequences of exactly this length; claims and resigning not counted."""
    if depth == 0:
        return 1
    actions = game.actions() - {"claim"}
    if depth == 1:
        return len(actions)  # the same as counting one for each, only sooner
    total = 0
    for action in actions:
        following = copy(game)
        following.play(action)
        total += perft(following, depth - 1)
    return total
