"""The first lessons: pushing fog, freeing stones, covering them again, how a game begins.

Two minutes.
"""

from __future__ import annotations

from menhirs.core.actions import Move, Place
from menhirs.learn.exercise import Exercise, ExerciseStep, Remark
from menhirs.learn.goals import CoversAgain, Does, FreesAll, LeavesNoWin, MovesTiles, Not, Splits
from menhirs.learn.lessons.lesson import Lesson
from menhirs.learn.refutations import winning_reply

PUSHING = Lesson(
    "pushing",
    "Pushing fog",
    "How fog moves: one step, in six directions, and never off the board.",
    (
        Exercise(
            "pushing-1",
            "base m../..m./.m.../..o.m./.m.../..m./..M 1 12 move 0,0 - - -",
            (
                ExerciseStep(
                    "Fog moves one step at a time. Choose a tile of fog, then one of its arrows.",
                    Does(Move),
                    "That is all a move is: one step, in one of six directions.",
                    "Choose the fog in the middle of the board. Six arrows appear: choose any of "
                    "them.",
                ),
            ),
        ),
        Exercise(
            "pushing-2",
            "base m../...m/.m.o./..oo.m/m..../.M../..m 1 11 move 0,0 - - -",
            (
                ExerciseStep(
                    "Tiles of fog that touch are a cluster, and move together. Push the big one.",
                    MovesTiles(3),
                    "The whole cluster moved, like a bank of fog in the wind.",
                    "The big cluster lies west of the middle: choose any of its three tiles.",
                    (
                        Remark(
                            Not(MovesTiles(2)),
                            "That tile lies alone. Push the three that lie against each other.",
                        ),
                    ),
                ),
            ),
        ),
        Exercise(
            "pushing-3",
            "base .m./Mooo/....m/m...../...m./m..m/... 1 11 move 0,0 - - -",
            (
                ExerciseStep(
                    "Fog never leaves the board. See which ways are left for this long cluster, "
                    "and push it.",
                    Does(Move),
                    "Only two ways were open: everywhere else some tile would have left the board.",
                    "Choose the cluster: only the arrows that are possible appear.",
                ),
            ),
        ),
    ),
)

FREEING = Lesson(
    "freeing",
    "Freeing the stones",
    "What the game is about: the push after which no stone is covered wins.",
    (
        Exercise(
            "freeing-1",
            "base .m./o.../...m./...Mm./m.m../..../.m. 1 12 move 0,0 - - -",
            (
                ExerciseStep(
                    "One stone stands in the fog. Push the fog away, but onto no other stone.",
                    FreesAll(),
                    "Every stone is free. Whoever makes that move wins the game!",
                    "Some of the six cells around the fog are empty forest: push it onto one.",
                ),
            ),
        ),
        Exercise(
            "freeing-2",
            "base .m./.m../...M./...Mom/om.../..../.m. 1 11 move 0,0 - - -",
            (
                ExerciseStep(
                    "This cluster hides two stones. One push frees both: do you see which?",
                    FreesAll(),
                    "Both at once! One good push can undo a lot of fog.",
                    "Where does each of its three tiles land? All three must land beside the "
                    "stones.",
                ),
            ),
        ),
        Exercise(
            "freeing-3",
            "base m../..../...M./m..oM./o.m../om../o.m 1 10 move 0,0 - - -",
            (
                ExerciseStep(
                    "Two clusters now. Only one push frees every stone: find it, and win.",
                    FreesAll(),
                    "Won! In a game the two of you push the same fog in turns: whoever sees such "
                    "a move first, wins.",
                    "The cluster in the south-east hides no stone. Look at the other one.",
                ),
            ),
        ),
    ),
)

COVERING = Lesson(
    "covering",
    "Covering again",
    "How to keep a win from your opponent, who pushes the same fog.",
    (
        Exercise(
            "covering-1",
            "base m../..m./..o.m/..om../m..../.Mo./..m 1 11 move 0,0 - - -",
            (
                ExerciseStep(
                    "A free stone can be covered again. Push fog onto a free stone.",
                    CoversAgain(),
                    "Covered again. That stone will have to be freed once more.",
                    "Free stones stand north and west of the cluster of two in the middle.",
                    (
                        Remark(
                            FreesAll(),
                            "That would even win the game! But now try to cover a stone instead.",
                        ),
                    ),
                ),
            ),
        ),
        Exercise(
            "covering-2",
            "amsterdam .../..M./...../..M.../...mm/.omo/.oo 1 6 move 3,2 - - -",
            (
                ExerciseStep(
                    "Two stones are hidden. If you free one, your opponent frees the other and "
                    "wins. Leave no winning push!",
                    LeavesNoWin(),
                    "Well kept! No push frees all the hidden stones now. "
                    "Whatever you leave on the board, your opponent can use.",
                    "Let both lone tiles lie. Push the long cluster in the east over a free stone.",
                    (),
                ),
            ),
            refutation=winning_reply,
        ),
    ),
)

BEGINNING = Lesson(
    "beginning",
    "How a game begins",
    "Placing fog, and pushing only a part of a big cluster: then you can play.",
    (
        Exercise(
            "beginning-1",
            "endless ..M/..M./..M../.M..../M..../M.../M.. 1 1 place 2,2 - - -",
            (
                ExerciseStep(
                    "At the beginning all {menhirs} stones are covered. In turns you each place "
                    "{to_place} more tiles: place one on any free cell.",
                    Does(Place),
                    "That is how a game begins. Once all {all_fog} tiles are placed, the "
                    "pushing starts.",
                    "Choose any cell on which no fog lies.",
                ),
            ),
        ),
        Exercise(
            "beginning-2",
            "base mm./..../.m.m./m..M../oooM./..o./... 1 10 move 0,0 - - -",
            (
                ExerciseStep(
                    "A cluster of {split_from} or more may be split: {smallest_part} or more tiles "
                    "go, {smallest_part} or more stay. Choose it, then “Pick a part”.",
                    Splits(),
                    "Split! A part goes its own way, and the rest stays.",
                    "Choose “Pick a part”, then three tiles that touch, then an arrow.",
                    (
                        Remark(
                            Does(Move),
                            "The whole cluster moved. Choose “Pick a part” first.",
                        ),
                    ),
                ),
            ),
        ),
    ),
)

FIRST_STEPS = (PUSHING, FREEING, COVERING, BEGINNING)
