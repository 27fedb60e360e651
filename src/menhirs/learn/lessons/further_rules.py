"""Further rules of the base game: splitting, not straight back, rounds and points."""

from __future__ import annotations

from menhirs.core.actions import Move, Place, Remove
from menhirs.learn.exercise import Exercise, ExerciseStep, Remark
from menhirs.learn.goals import AllOf, Does, FreesAll, LeavesNoWin, Not, Splits
from menhirs.learn.lessons.lesson import Lesson
from menhirs.learn.refutations import winning_reply

SPLITTING = Lesson(
    "splitting",
    "Splitting",
    "How to push only a part of a big cluster.",
    (
        Exercise(
            "splitting-1",
            "base .m./.m../m.m../oMoooo/.m.../..m./... 1 10 move 0,0 - - -",
            (
                ExerciseStep(
                    "A cluster of {split_from} or more may be split: {smallest_part} or more "
                    "tiles go, {smallest_part} or more stay. Choose it, then “Pick a part”.",
                    Does(Move),
                    "Split! As a whole this cluster could not have moved at all.",
                    "Choose “Pick a part”, then the three tiles in the north, then an arrow.",
                ),
            ),
        ),
        Exercise(
            "splitting-2",
            "base .../..o./oooM./m..M../.m.m./..../mm. 1 10 move 0,0 - - -",
            (
                ExerciseStep(
                    "No push of the whole cluster frees both stones. Split off a part that does.",
                    FreesAll(),
                    "Won with half a cluster! Whenever {split_from} tiles touch, look at the parts "
                    "too.",
                    "The three tiles in the north hide both stones. Where is it empty beside them?",
                    (
                        Remark(
                            Not(Splits()),
                            "The whole cluster moved, and a stone is still hidden. Choose “Pick "
                            "a part” first.",
                        ),
                    ),
                ),
            ),
        ),
    ),
)

RETURNING = Lesson(
    "returning",
    "Not straight back",
    "The one move that is forbidden: to undo what your opponent has just done.",
    (
        Exercise(
            "returning-1",
            "amsterdam ..o/...M/m.m../m...../.m.../.o../ooo 1 6 move 3,2 a3b4-NW - -",
            (
                ExerciseStep(
                    "Your opponent has just pushed fog over a stone. Straight back is not "
                    "allowed: free the stone another way.",
                    FreesAll(),
                    "There was another way! Nobody can push the same fog to and fro for ever.",
                    "The two tiles in the north-west came from the south-east. Push them down.",
                ),
            ),
        ),
        Exercise(
            "returning-2",
            "amsterdam .../..../....m/...mo./mmo.o/..oo/..M 1 6 move 3,2 d5e3e5f3f4g3-NE - -",
            (
                ExerciseStep(
                    "All six tiles came from the south-west, and all six together may "
                    "not go back. Three of them may: win!",
                    FreesAll(),
                    "Right: all six together may not go back; three of them may.",
                    "Split off the three tiles around the hidden stone, and push them back.",
                ),
            ),
        ),
        Exercise(
            "returning-3",
            "amsterdam .../..../...../..M.om/..om./.oM./..M 1 6 move 3,2 d3e3f2-N - -",
            (
                ExerciseStep(
                    "Three tiles came north and now touch others. The bigger group "
                    "may go back: win!",
                    FreesAll(),
                    "Right again: five tiles are another group than the three that came.",
                    "The cluster in the middle has five tiles now. Where did the three come from?",
                ),
            ),
        ),
    ),
)

ROUNDS = Lesson(
    "rounds",
    "Rounds and points",
    "How a game begins, how the fog gets less, and what a win is worth.",
    (
        Exercise(
            "rounds-1",
            "base ..M/..M./..M../.M..../M..../M.../M.. 1 1 place 2,2 - - -",
            (
                ExerciseStep(
                    "At the beginning all {menhirs} stones are covered. In turns you each place "
                    "{to_place} more tiles: place one on any free cell.",
                    Does(Place),
                    "That is how a game begins. Once all {all_fog} tiles are placed, the pushing "
                    "starts.",
                    "Choose any cell on which no fog lies.",
                ),
            ),
            rounds=True,
        ),
        Exercise(
            "rounds-2",
            "base mm./.o.m/.Mmo./.oo.m./o..../...m/... 1 10 remove 0,0 b2c2d2d3-NE - -",
            (
                ExerciseStep(
                    "From round {clearing_round} on every turn ends with taking a tile away. Take "
                    "one, but leave your opponent no winning push.",
                    AllOf((Does(Remove), LeavesNoWin())),
                    "Well chosen. There is less and less fog, and the game gets more and more "
                    "exciting.",
                    "Taking the lone tile in the north is safe.",
                    (
                        Remark(
                            Not(LeavesNoWin()),
                            "With that tile gone your opponent can free all stones in one push.",
                        ),
                    ),
                ),
            ),
            rounds=True,
            refutation=winning_reply,
        ),
        Exercise(
            "rounds-3",
            "base m../..../...M./m..oM./o.m../om../o.m 1 10 move 0,0 - - -",
            (
                ExerciseStep(
                    "A win scores a point for every tile still on the board. Win now, for "
                    "{points} points!",
                    FreesAll(),
                    "{points} points! The earlier you win, the more points you get. "
                    "After round {last_round} without a win it is a tie.",
                    "You have seen this position before: the cluster in the north, straight down.",
                ),
            ),
            rounds=True,
        ),
    ),
)

FURTHER_RULES = (SPLITTING, RETURNING, ROUNDS)
