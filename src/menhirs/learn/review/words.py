"""The sentences about a reviewed game, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator

from menhirs.core.actions import Claim, Left, Move, Resign, Timeout
from menhirs.learn.move_phrases import push_in_words
from menhirs.learn.review.moments import KeyMoment
from menhirs.learn.review.review import Mark, Review, ReviewedPly, Summary, sign
from menhirs.notation.people import NUMBERED, People, Translator
from menhirs.notation.record import Record
from menhirs.notation.words import ENGLISH
from menhirs.view.player_names import plate_name

_MISSED = {Mark.MISSED_WIN, Mark.MISSED_CLAIM}


def moment_in_words(
    moment: KeyMoment, people: People = NUMBERED, language: Translator = ENGLISH
) -> str:
    """A key moment in one to three sentences."""
    return " ".join(_sentences(moment, people, language))


def mark_in_words(mark: Mark, language: Translator = ENGLISH) -> str:
    """A mark as a heading."""
    _ = language.gettext
    return {
        Mark.MISSED_WIN: _("Missed win"),
        Mark.MISSED_CLAIM: _("Missed claim"),
        Mark.LATE_CLAIM: _("Claim too late"),
        Mark.WRONG_CLAIM: _("Wrong claim"),
        Mark.MISTAKE: _("Mistake"),
        Mark.ONLY_MOVE: _("Only move found"),
        Mark.TRAP: _("Trap set"),
    }[mark]


def value_in_words(value: int, *, proven: bool, language: Translator = ENGLISH) -> str:
    """The points of a player if both play their best."""
    _ = language.gettext
    if not value:
        return _("a tie, proven") if proven else _("a tie, estimated")
    points = f"{value:+d}"
    return (_("{points}, proven") if proven else _("{points}, estimated")).format(points=points)


def standing_in_words(value: int, people: People, language: Translator, *, proven: bool) -> str:
    """A value as a sentence; ``value`` is for player 1."""
    gettext, ngettext = language.gettext, language.ngettext
    if not value:
        return gettext("A tie, proven.") if proven else gettext("About even.")
    points = abs(value)
    if proven:
        second_person = ngettext(
            "You can force a win of {points} point.",
            "You can force a win of {points} points.",
            points,
        )
        third_person = ngettext(
            "{player} can force a win of {points} point.",
            "{player} can force a win of {points} points.",
            points,
        )
    else:
        second_person = ngettext(
            "You are ahead by about {points} point.",
            "You are ahead by about {points} points.",
            points,
        )
        third_person = ngettext(
            "{player} is ahead by about {points} point.",
            "{player} is ahead by about {points} points.",
            points,
        )
    return people.sentence(
        1 if value > 0 else 2, second_person, third_person, language, points=points
    )


def summary_in_words(
    summary: Summary, people: People = NUMBERED, language: Translator = ENGLISH
) -> list[str]:
    """A player's summary: a sentence, then a line for every mark."""
    ngettext = language.ngettext
    n, kept = summary.actions, summary.kept
    second_person = ngettext(
        "You made no mistake in {kept} of {n} move.",
        "You made no mistake in {kept} of {n} moves.",
        n,
    )
    third_person = ngettext(
        "{player} made no mistake in {kept} of {n} move.",
        "{player} made no mistake in {kept} of {n} moves.",
        n,
    )
    data = people.sentence(summary.player, second_person, third_person, language, n=n, kept=kept)
    counted = language.gettext("{name}: {words}")
    marks = [
        counted.format(name=mark_in_words(mark, language), words=n)
        for mark, n in summary.marks.items()
    ]
    return [data, *marks]


def turning_point_in_words(
    review: Review, record: Record, people: People = NUMBERED, language: Translator = ENGLISH
) -> str:
    """Where the game was lost, and whether that is certain; "" if nobody lost."""
    _, outcome, ply = language.gettext, review.outcome, review.turning_point
    if outcome is None or not outcome.winner:
        return ""
    if ply is None:
        return _("No single move lost the game, as far as the review can see.")
    before = record.positions[ply.ply - 1]
    if before.rules.is_endless:
        second_person = _("You lost the game with move {ply}.")
        third_person = _("{player} lost the game with move {ply}.")
    elif before.lap > 1:
        second_person = _("You lost the game in round {round} of lap {lap}.")
        third_person = _("{player} lost the game in round {round} of lap {lap}.")
    else:
        second_person = _("You lost the game in round {round}.")
        third_person = _("{player} lost the game in round {round}.")
    gaps = {"ply": ply.ply, "round": before.round, "lap": before.lap}
    data = people.sentence(ply.player, second_person, third_person, language, **gaps)
    return " ".join([data, *_doubt(ply, language)])


def moment_named(moment: KeyMoment, people: People, language: Translator) -> str:
    """The turn of a moment: the round and the player."""
    before, player = moment.before, moment.ply.player
    if before.rules.is_endless:
        data = language.gettext("Move {ply}, {player}")
    else:
        data = language.gettext("Round {round}, {player}")
    name = plate_name(people, player, language)
    return data.format(ply=moment.ply.ply, round=before.round, player=name)


def _sentences(moment: KeyMoment, people: People, language: Translator) -> Iterator[str]:
    _, player = language.gettext, moment.ply.player

    def data(second_person: str, third_person: str, move: Move | None = None) -> str:
        push = "" if move is None else push_in_words(move, moment.before.geometry, language)
        return people.sentence(player, second_person, third_person, language, push=push)

    for mark in moment.marks:
        match mark:
            case Mark.MISSED_WIN:
                yield data(
                    _("You could have won at once: {push} frees all menhirs."),
                    _("{player} could have won at once: {push} frees all menhirs."),
                    moment.winning_move,
                )
            case Mark.MISSED_CLAIM:
                yield data(
                    _("You could have claimed victory: {push} would have freed all menhirs."),
                    _("{player} could have claimed victory: {push} would have freed all menhirs."),
                    moment.move_to_claim,
                )
            case Mark.LATE_CLAIM:
                yield data(
                    _("You tried to claim, but the time for it was over."),
                    _("{player} tried to claim, but the time for it was over."),
                )
            case Mark.WRONG_CLAIM if isinstance(moment.action, Claim):
                yield data(
                    _("You claimed, but no move would have freed all menhirs: that loses."),
                    _("{player} claimed, but no move would have freed all menhirs: that loses."),
                )
            case Mark.WRONG_CLAIM:
                yield data(
                    _("You claimed rightly, but did not show the winning move: that loses."),
                    _("{player} claimed rightly, but did not show the winning move: that loses."),
                )
            case Mark.MISTAKE if Mark.WRONG_CLAIM not in moment.marks:
                yield data(*_mistake(moment, language))
                yield from _doubt(moment.ply, language)
            case Mark.MISTAKE:
                pass  # the claim says it all
            case Mark.ONLY_MOVE:
                yield data(
                    _("You found the only move: anything else would have been a mistake."),
                    _("{player} found the only move: anything else would have been a mistake."),
                )
            case Mark.TRAP:
                yield data(
                    _("You set a trap: whatever your opponent does next, you can win."),
                    _("{player} set a trap: whatever the opponent does next loses."),
                )


def _doubt(ply: ReviewedPly, language: Translator) -> Iterator[str]:
    """The note that a mistake is not proven. A missed win or a wrong claim is certain."""
    certain_before = ply.proven or not _MISSED.isdisjoint(ply.marks)
    if Mark.WRONG_CLAIM not in ply.marks and not (certain_before and ply.after_proven):
        yield language.gettext("The computer thinks so; it is not proven.")


def _mistake(moment: KeyMoment, language: Translator) -> tuple[str, str]:
    """A mistake in two sentences: to the player, and about the player."""
    _ = language.gettext
    if isinstance(moment.action, Resign):
        return (
            _("You gave up a game that was not lost."),
            _("{player} gave up a game that was not lost."),
        )
    if isinstance(moment.action, Timeout):
        return (
            _("Your time ran out in a game that was not lost."),
            _("{player} ran out of time in a game that was not lost."),
        )
    if isinstance(moment.action, Left):
        return (
            _("You left a game that was not lost."),
            _("{player} left a game that was not lost."),
        )
    if not _MISSED.isdisjoint(moment.marks):  # what could have been was told
        if not moment.ply.after:
            now = _("Now it is a tie if both play their best.")
            return now, now
        return _("Now your opponent can force a win."), _("Now the opponent can force a win.")
    match sign(moment.ply.value), sign(moment.ply.after):
        case 1, 0:
            return (
                _("You could have forced a win; now it is a tie if both play their best."),
                _("{player} could have forced a win; now it is a tie if both play their best."),
            )
        case 1, _lost:
            return (
                _("You could have forced a win; now your opponent can."),
                _("{player} could have forced a win; now the opponent can."),
            )
        case _:
            return (
                _("You could have held a tie; now your opponent can force a win."),
                _("{player} could have held a tie; now the opponent can force a win."),
            )


def proof_in_words(seconds: float, memory: float, language: Translator) -> str:
    """The cost of proving a review: time, and gigabytes of memory."""
    minutes = max(1, round(seconds / 60))
    return language.ngettext(
        "Solving the layout would prove every value. It takes about {n} minute, more if there is "
        "much else to do, and {memory} GB of memory.",
        "Solving the layout would prove every value. It takes about {n} minutes, more if there is "
        "much else to do, and {memory} GB of memory.",
        minutes,
    ).format(n=minutes, memory=f"{memory:.1f}")


def proof_on_disk_in_words(seconds: float, disk: float, language: Translator) -> str:
    """The cost where memory is short: time, at least as much, and gigabytes on disk."""
    minutes = max(1, round(seconds / 60))
    return language.ngettext(
        "Solving the layout would prove every value. Memory is short here, so it is done on disk: "
        "it takes about {n} minute or longer, and {disk} GB of room.",
        "Solving the layout would prove every value. Memory is short here, so it is done on disk: "
        "it takes about {n} minutes or longer, and {disk} GB of room.",
        minutes,
    ).format(n=minutes, disk=f"{disk:.1f}")
