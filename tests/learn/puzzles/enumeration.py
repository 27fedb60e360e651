"""The right answers of a puzzle by the independent reference: sets and texts, no code of ours."""

from __future__ import annotations

from copy import copy

from tests.reference.game import ReferenceGame, Turn, other, read_board


def reference_at(line: str) -> ReferenceGame:
    """The reference game in the position of a line."""
    rules, board, player, round_text, phase, counts, last, chooser, outcome = line.split()
    cells = read_board(board)
    mark = "m" if rules == "amsterdam" else "M"
    game = ReferenceGame(rules, f"{mark * 3}/{mark * 4}/...../....../...../..../...")  # any layout
    game.menhirs = frozenset(cell for cell, lies in cells.items() if lies in "mM")
    game.fog = frozenset(cell for cell, lies in cells.items() if lies in "oM")
    game.player, game.phase = int(player), phase
    game.round, game.lap = int(round_text.rstrip("b")), 2 if round_text.endswith("b") else 1
    one, two = counts.split(",")
    game.counts = int(one), int(two)
    game.last = None if last == "-" else _turn(last)
    game.chooser, game.outcome = chooser, outcome
    assert game.line() == line
    return game


def right_by_reference(kind: str, line: str) -> set[str]:
    """Every right answer."""
    game = reference_at(line)
    if kind == "claim":
        return {"claim" if _after(game, "claim").phase == "prove" else "no"}
    judge = {"free": _frees, "tile": _saves, "trap": _traps}[kind]
    return {action for action in game.actions() if judge(game, action)}


def _turn(text: str) -> Turn:
    moved, _, claimed = text.partition("@")
    tiles, direction = moved.split("-")
    number, _, taken = claimed.partition("x")
    return Turn(
        frozenset(tiles[start : start + 2] for start in range(0, len(tiles), 2)),
        direction,
        int(number) if number else None,
        taken or None,
    )


def _after(game: ReferenceGame, action: str) -> ReferenceGame:
    following = copy(game)
    following.play(action)
    return following


def _frees(game: ReferenceGame, action: str) -> bool:
    return _after(game, action).outcome.endswith("freed")


def _can_win(game: ReferenceGame) -> bool:
    return any(game.is_winning(move) for move in game.legal_moves().values())


def _saves(game: ReferenceGame, action: str) -> bool:
    after = _after(game, action)
    return after.phase == "move" and after.player != game.player and not _can_win(after)


def _traps(game: ReferenceGame, action: str) -> bool:
    after = _after(game, action)
    if after.phase != "move" or after.player == game.player:
        return False
    return all(_loses(_after(after, reply), after.player) for reply in after.actions())


def _loses(game: ReferenceGame, loser: int) -> bool:
    """Whether the loser's opponent wins now, by the end of the game, a claim or a move."""
    if game.phase == "over":
        return game.outcome.startswith(f"{other(loser)}:")
    if game.phase == "prove":
        return game.player != loser
    claimant = other(game.player) if game.phase == "remove" else game.player
    if game.claim_is_open() and claimant != loser and _after(game, "claim").phase == "prove":
        return True
    if game.phase == "remove":
        return all(_loses(_after(game, taken), loser) for taken in game.actions() - {"claim"})
    return game.phase == "move" and game.player != loser and _can_win(game)
