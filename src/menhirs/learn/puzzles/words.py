"""The sentences about puzzles, as English messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from menhirs.learn.puzzles.puzzle import PuzzleKind


@dataclass(frozen=True)
class KindWords:
    """The texts of a kind of puzzle."""

    title: str
    about: str
    """A description of the kind, for the list of kinds."""
    task: str
    hint: str
    done: str


KIND_WORDS = {
    PuzzleKind.FREE: KindWords(
        "Free the stones",
        "One move frees every stone.",
        "Free every stone in one move.",
        "All hidden stones must come free at once. Look for the cluster that covers every hidden "
        "stone.",
        "No stone is under fog any more: that wins.",
    ),
    PuzzleKind.CLAIM: KindWords(
        "Claim or not?",
        "Your opponent has just moved. Would a claim be right?",
        "Your opponent has just moved. Do you claim victory?",
        "What counts is the fog right after the move: a tile that was taken away since goes back.",
        "Right: from there, no move frees every stone.",
    ),
    PuzzleKind.TILE: KindWords(
        "Which tile?",
        "Your opponent is about to win. One tile makes the difference.",
        "Your opponent is about to free every stone. Take the one tile away that stops it.",
        "Find your opponent's winning move first. Without which tile is it impossible?",
        "Now no move of your opponent frees every stone.",
    ),
    PuzzleKind.TRAP: KindWords(
        "Set a trap",
        "Make a move after which every reply loses.",
        "Make a move after which every reply of your opponent loses.",
        "Look for a win that is still there whatever your opponent moves.",
        "A trap: whatever your opponent moves, you win with your next move.",
    ),
    PuzzleKind.HOLD: KindWords(
        "Hold on",
        "Almost every move spoils it. Find one that doesn’t.",
        "You can hold a tie here. Almost every move loses: find one that doesn’t.",
        "Look for your opponent's threats first: which moves leave none?",
        "You hold the tie.",
    ),
    PuzzleKind.DECIDE: KindWords(
        "Back or on?",
        "The decision moment: who would win the last rounds?",
        "The decision moment. Do you go back, or on?",
        "If you go on, you lose a tie. Can you force a win in the last rounds?",
        "Going on would lose. After going back everything is open again.",
    ),
}

CLAIM_DONE = "Right: this move would have freed every stone."
HOLD_WIN_TASK = "You can force a win here. Almost every move spoils it: find one that doesn’t."
HOLD_WIN_DONE = "You keep the win."
DECIDE_ON_DONE = "You win the last rounds, whatever your opponent does."


def texts() -> Iterator[str]:
    """All messages, for the translators."""
    for words in KIND_WORDS.values():
        yield from (getattr(words, field.name) for field in fields(words))
    yield from (CLAIM_DONE, HOLD_WIN_TASK, HOLD_WIN_DONE, DECIDE_ON_DONE)
