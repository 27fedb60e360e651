"""The Amsterdam Way: turning over, taking away, claiming, the decision moment, traps."""

from __future__ import annotations

from menhirs.core.actions import Claim, Decide, Keep, Place, Remove
from menhirs.learn.exercise import Exercise, ExerciseStep, LetGo, Remark
from menhirs.learn.goals import (
    AllOf,
    Does,
    FlipsTouching,
    FreesAll,
    LeavesNoWin,
    Not,
    OneOfActions,
    Traps,
)
from menhirs.learn.lessons.lesson import Lesson
from menhirs.learn.refutations import winning_reply

TURNING = Lesson(
    "turning",
    "Turning over",
    "How an Amsterdam game begins.",
    (
        Exercise(
            "turning-1",
            "amsterdam ..m/..m./m..../....m./.mm../..../.m. 1 12 flip 0,0 - - -",
            (
                ExerciseStep(
                    "Each of you first turns one stone over: it is forest from then on. Beginners "
                    "do well to break up stones that touch: choose one of those.",
                    FlipsTouching(),
                    "It is forest now. Your opponent turned one over too, and the {menhirs} others "
                    "went under fog.",
                    "Two pairs of stones touch: in the north-west, and east of the middle.",
                    reply="*c1",
                ),
                ExerciseStep(
                    "Now the {to_place} tiles that each of you has left are placed in turns. "
                    "Place one on any free cell.",
                    Does(Place),
                    "Nobody can win before all {all_fog} tiles are placed. Then the "
                    "pushing begins, in round {first_moving_round}, and the rounds "
                    "count down.",
                    "Choose any cell on which no fog lies.",
                ),
            ),
            rounds=True,
        ),
    ),
)

TAKING = Lesson(
    "taking",
    "Taking away",
    "When it is wise to make the fog less, and when to keep it all.",
    (
        Exercise(
            "taking-1",
            "amsterdam .../..mo/..M../...o../ooom./m.../..m 1 7 remove 2,3 d4e1e2e3-SW@7 - -",
            (
                ExerciseStep(
                    "After a move you may take a tile away, in at most {chances} rounds. Take one "
                    "that gives your opponent no winning push.",
                    AllOf((Does(Remove), LeavesNoWin())),
                    "A safe choice. Every tile taken makes the rest easier to push about.",
                    "Taking the lone tile in the north-west is safe.",
                    (
                        Remark(
                            Does(Keep),
                            "That is allowed too: you may always keep all fog. But here, try to "
                            "take a tile.",
                        ),
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
            "taking-2",
            "amsterdam .../..../...../mm...m/ooooo/.M../.m. 1 7 remove 2,3 e1e2e3e4-NE@7 - -",
            (
                ExerciseStep(
                    "Is there a tile here that you can take without giving the win away? If not, "
                    "keep all fog.",
                    LeavesNoWin(),
                    "Kept. A chance not used is not lost: it stays for a later round.",
                    "For each tile ask: does your opponent win without it? If nothing is safe: "
                    "“Keep all fog”.",
                    (
                        Remark(
                            Does(Remove),
                            "With that tile gone your opponent can free all stones in one push.",
                        ),
                    ),
                ),
            ),
            rounds=True,
            refutation=winning_reply,
        ),
    ),
)

_RISK = "No push frees all stones from here, and a wrong claim loses the game at once."

CLAIMING = Lesson(
    "claiming",
    "Claiming",
    "A few seconds to say: I can win! The heart of the Amsterdam Way.",
    (
        Exercise(
            "claiming-1",
            "amsterdam .../..../...om/moo.../ooMm./.m../... 2 6 remove 3,2 d2d3e1e2e3-SW@6 - -",
            (
                ExerciseStep(
                    "Your opponent has moved, and left you a winning push! Claim victory before "
                    "a tile is taken away: hold the button down.",
                    Does(Claim),
                    "Claimed: nothing may be taken away now.",
                    "Hold the claim button down for a moment, or press C twice.",
                    (
                        Remark(
                            Does(LetGo),
                            "Your opponent would now take a tile away, and your win with it.",
                        ),
                    ),
                ),
                ExerciseStep(
                    "Now show it: play the push that frees all stones.",
                    FreesAll(),
                    "A right claim scores the round in which your opponent slipped: {points} "
                    "points.",
                    "The big cluster hides one stone. All its tiles must land on forest.",
                ),
            ),
            side=1,
            claims=True,
        ),
        Exercise(
            "claiming-2",
            "amsterdam .../mM../Mm.../...o../...o./.oo./..m 1 5 move 2,3 b2c2-SE@6xc2 - -",
            (
                ExerciseStep(
                    "Your opponent moved, then quickly took a tile away. Too late: a claim puts "
                    "it back. Claim!",
                    Does(Claim),
                    "The tile is back: what counts is the position right after the move.",
                    "Hold the claim button down for a moment, or press C twice.",
                    (
                        Remark(
                            Does(LetGo),
                            "With the tile gone you can't win at once. With it you could: claim!",
                        ),
                        Remark(
                            Not(Does(Claim)),
                            "Once you move, it is too late to claim. Claim first!",
                        ),
                    ),
                ),
                ExerciseStep(
                    "Now show it: play the push that frees all stones.",
                    FreesAll(),
                    "If you leave a winning push, taking a tile won’t save you.",
                    "The tile that came back joins the two hidden stones into one cluster.",
                ),
            ),
            claims=True,
        ),
        Exercise(
            "claiming-3",
            "amsterdam .../..../...../.m.m.o/..m../m.Mo/ooo 2 6 remove 3,2 f3f4g1g2g3-NE@6 - -",
            (
                ExerciseStep(
                    "In play you have {seconds} seconds. Look at the move: can you win from "
                    "there? If not, let it go.",
                    Does(LetGo),
                    "Right, there was nothing. " + _RISK,
                    "The long cluster in the east is all that matters: can it free its stone "
                    "without covering another?",
                    (Remark(Does(Claim), _RISK),),
                    timed=True,
                ),
            ),
            side=1,
            claims=True,
        ),
        Exercise(
            "claiming-4",
            "amsterdam .../..../...../mm.oo./omomo/...M/... 2 6 remove 3,2 d4d5e3e5f4-NW@6 - -",
            (
                ExerciseStep(
                    "Once more, with the clock: {seconds} seconds to claim, or to let it go.",
                    Does(Claim),
                    "In time! Now show it.",
                    "One stone is hidden, in the north-east. Which way is there room for the "
                    "whole cluster?",
                    (
                        Remark(
                            Does(LetGo),
                            "There was a win! Never mind: look at the board as long as you like, "
                            "then try again.",
                        ),
                    ),
                    timed=True,
                ),
                ExerciseStep(
                    "In a game you have {showing_seconds} seconds to show it. Play the winning "
                    "push.",
                    FreesAll(),
                    "Claimed and shown. The claim trainer has many more of these.",
                    "All five tiles of the cluster must land on forest.",
                ),
            ),
            side=1,
            claims=True,
        ),
    ),
)

DECIDING = Lesson(
    "deciding",
    "The decision moment",
    "Back for another lap, or on to the end? If you go on, you must win.",
    (
        Exercise(
            "deciding-1",
            "amsterdam .../..../...../m..M../o..Mm/..oo/.m. 1 3 decide 3,3 - - -",
            (
                ExerciseStep(
                    "After round {decision_round} you may go on to the last rounds: but then, if "
                    "nobody wins, you lose. Do you see a win? Then go on!",
                    OneOfActions(("on",)),
                    "On to the last rounds, and it is your turn.",
                    "You would be first to push in the next round. Is there a winning push?",
                    (
                        Remark(
                            Does(Decide),
                            "Going back would give your opponent time. You have a winning push "
                            "here and now: go on!",
                        ),
                    ),
                ),
                ExerciseStep(
                    "Now play the push that frees all stones.",
                    FreesAll(),
                    "Decided, and won, for {points} points.",
                    "Both hidden stones lie under the bigger cluster.",
                ),
            ),
            rounds=True,
        ),
        Exercise(
            "deciding-2",
            "amsterdam .../..../....m/...oM./Mo.../.Mm./... 1 3 decide 3,3 - - -",
            (
                ExerciseStep(
                    "This time there is no win to be seen, and a tie would be lost for you. What "
                    "do you say?",
                    OneOfActions(("back",)),
                    "Back: if your opponent agrees, each places the tiles taken away again, and "
                    "a second lap begins, for fewer points.",
                    "If you go on, you must win. With three hidden stones far apart, can you?",
                    (
                        Remark(
                            Does(Decide),
                            "If you go on, you must win, and here your opponent can prevent it. So "
                            "go back.",
                        ),
                    ),
                ),
            ),
            rounds=True,
        ),
    ),
)

TRAPS = Lesson(
    "traps",
    "Traps",
    "The finest way to win: leave your opponent only pushes that lose.",
    (
        Exercise(
            "traps-1",
            "amsterdam .../..../...o./...o../....m/MM.m/.Mo 1 6 move 3,2 - - -",
            (
                ExerciseStep(
                    "You can't win at once. But one push leaves your opponent only moves that you "
                    "can claim on: set the trap!",
                    Traps(),
                    "A trap: all fog is one cluster now, and both ways out lose.",
                    "Push the two lone tiles so that they join the big cluster.",
                    reply="d4-NW",
                ),
                ExerciseStep(
                    "Your opponent had to move. Claim victory!",
                    Does(Claim),
                    "Claimed!",
                    "Hold the claim button down for a moment, or press C twice.",
                    (
                        Remark(
                            Does(LetGo),
                            "The trap has closed: there is a winning push. Claim!",
                        ),
                    ),
                ),
                ExerciseStep(
                    "And now the push that frees all stones.",
                    FreesAll(),
                    "Trapped, claimed, won. You know the whole game now!",
                    "Push the cluster on to the south-west: then no stone is covered.",
                ),
            ),
            claims=True,
        ),
        Exercise(
            "traps-2",
            "amsterdam ..m/...m/...o./..oM../.o.MM/..../... 1 6 move 3,2 - - -",
            (
                ExerciseStep(
                    "One more, on your own: which push leaves your opponent nothing but losing "
                    "ones?",
                    Traps(),
                    "Well seen! Whoever sets traps wins without a fight.",
                    "At the edge of the board a big cluster has few ways to go.",
                ),
            ),
            refutation=winning_reply,
        ),
    ),
)

AMSTERDAM_WAY = (TURNING, TAKING, CLAIMING, DECIDING, TRAPS)
