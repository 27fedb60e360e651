"""Statistics of the visitor's own games, and exercises made from them."""

from __future__ import annotations

from menhirs.core.rules import AMSTERDAM
from menhirs.engine.levels import level
from menhirs.home.ports import Visitor
from menhirs.home.requests import Answer, Nothing, Route, VisitorRequest, json_answer
from menhirs.home.shapes import Tried
from menhirs.learn.errors import BadExercise
from menhirs.learn.messages import FittingData, PlayData, TrainingData
from menhirs.learn.play.spaced_repetition import DAY
from menhirs.learn.play.statistics import Statistics
from menhirs.learn.play.statistics_data import PlayTeller
from menhirs.learn.play.training import TrainingOutcome, TrainingSchedule
from menhirs.notation.people import Translator
from menhirs.tournament.fitting_opponent import (
    LevelGame,
    LevelMixture,
    mixture_for,
    strength_after,
)


async def read_play(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """How you play: open claims seen and missed, wins missed, where games are thrown away, results.

    Games that have just ended are included a while later.
    """
    own_play = visitor.own_play
    await own_play.prepare()
    statistics = Statistics(await own_play.facts())
    teller = PlayTeller(statistics, visitor.language, visitor.offered)
    return json_answer(await visitor.apart(teller.data))


async def read_opponent(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """An opponent that fits you: you win about half of your games against it, and it follows your
    results.

    Between two levels you play sometimes the one and sometimes the other.
    """
    facts = sorted(await visitor.own_play.facts(), key=lambda one: one.at)
    played = [one for one in facts if one.level is not None]
    games = [LevelGame(one.level, (one.result + 1) / 2) for one in played if one.level]
    mixture = mixture_for(strength_after(games).rating)
    number = mixture.level(f"{len(games)} {played[-1].match if played else ''}")
    last = played[-1].rules if played else AMSTERDAM.name
    data: FittingData = {
        "level": number,
        "rules": last if last in visitor.offered else next(iter(visitor.offered)),
        "name": visitor.language.gettext(level(number).name),
        "text": _fitting_in_words(mixture, number, visitor.language),
    }
    return json_answer(data)


def _fitting_in_words(mixture: LevelMixture, number: int, language: Translator) -> str:
    """The opponent and the reason for the choice, in words."""
    _ = language.gettext
    names = {"lower": _(level(mixture.lower).name), "upper": _(level(mixture.upper).name)}
    if mixture.lower == mixture.upper:
        words = _("Level {n}, {lower}, fits you best. That changes with your results.")
        return words.format(n=mixture.lower, **names)
    words = _(
        "Your strength is between {lower} and {upper}. Play against both, and you win about half "
        "of your games. That changes with your results. Next: {name}."
    )
    return words.format(name=_(level(number).name), **names)


async def training_data(visitor: Visitor) -> TrainingData:
    """The visitor's exercises from their own games."""
    own_play = visitor.own_play
    schedule = TrainingSchedule(await own_play.cards(), await own_play.days(), visitor.now())
    return schedule.data(visitor.language)


async def read_training(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """Your exercises from your own games: how many are due, and which one comes next."""
    await visitor.own_play.prepare()
    return json_answer(await training_data(visitor))


async def record_training(visitor: Visitor, request: VisitorRequest[Tried]) -> Answer:
    """Stores the result of an exercise, which decides when it comes again; returns the next one."""
    wanted, own_play, at = request.wanted, visitor.own_play, visitor.now()
    cards = {card.exercise: card for card in await own_play.cards()}
    if wanted.exercise not in cards:
        raise BadExercise("no-exercise")
    card = cards[wanted.exercise].answered(TrainingOutcome(wanted.outcome), at)
    await own_play.keep(card, at // DAY)
    return json_answer(await training_data(visitor))


ROUTES = (
    Route("GET", "/api/you/play", read_play, Nothing, PlayData),
    Route("GET", "/api/you/opponent", read_opponent, Nothing, FittingData),
    Route("GET", "/api/you/training", read_training, Nothing, TrainingData),
    Route("POST", "/api/you/training", record_training, Tried, TrainingData),
)
