"""What somebody's own games tell of their play, and the exercises that come of them."""

from __future__ import annotations

from menhirs.home.asking import Answer, Asked, Nothing, Route, json_answer
from menhirs.home.ports import Visitor
from menhirs.home.shapes import Tried
from menhirs.learn.errors import BadExercise
from menhirs.learn.messages import PlayData, TrainingData
from menhirs.learn.play.memory import DAY
from menhirs.learn.play.statistics import Statistics
from menhirs.learn.play.telling import PlayTeller
from menhirs.learn.play.training import TrainingOutcome, TrainingSchedule


async def read_play(visitor: Visitor, asked: Asked[Nothing]) -> Answer:
    """How you play: open claims seen and missed, wins missed, where games are thrown away, results.

    What is worked out from games that have just ended comes a while later.
    """
    mine = visitor.own_play
    await mine.prepare()
    statistics = Statistics(await mine.facts())
    teller = PlayTeller(statistics, visitor.language, visitor.offered)
    return json_answer(await visitor.apart(teller.told))


async def training_told(visitor: Visitor) -> TrainingData:
    """Somebody's exercises from their own games, as they stand."""
    mine = visitor.own_play
    schedule = TrainingSchedule(await mine.cards(), await mine.days(), visitor.now())
    return schedule.told(visitor.language)


async def read_training(visitor: Visitor, asked: Asked[Nothing]) -> Answer:
    """Your exercises from your own games: how many are due, and which one comes next."""
    await visitor.own_play.prepare()
    return json_answer(await training_told(visitor))


async def note_training(visitor: Visitor, asked: Asked[Tried]) -> Answer:
    """Says how it went with an exercise, which decides when it comes again; tells the next one."""
    wanted, mine, at = asked.wanted, visitor.own_play, visitor.now()
    cards = {card.exercise: card for card in await mine.cards()}
    if wanted.exercise not in cards:
        raise BadExercise("no-exercise")
    card = cards[wanted.exercise].answered(TrainingOutcome(wanted.outcome), at)
    await mine.keep(card, at // DAY)
    return json_answer(await training_told(visitor))


ROUTES = (
    Route("GET", "/api/you/play", read_play, Nothing, PlayData),
    Route("GET", "/api/you/training", read_training, Nothing, TrainingData),
    Route("POST", "/api/you/training", note_training, Tried, TrainingData),
)
