"""A rule set in plain words: what makes it different from others, derived from its values alone.

So a screen is right about every rule set, house rules included.
"""

from __future__ import annotations

from collections.abc import Iterator

from menhirs.core.rules import Round, RuleSet, Taking
from menhirs.core.scoring import RoundScoring, TileScoring, WinScoring
from menhirs.notation.people import Translator
from menhirs.notation.words import ENGLISH


def rules_in_words(rules: RuleSet, translator: Translator = ENGLISH) -> list[str]:
    """The rules in a few sentences, in the order of play."""
    return [
        *_setting_up(rules, translator),
        *_rounds(rules, translator),
        *_taking_away(rules, translator),
        *_claiming(rules, translator),
        *_deciding(rules, translator),
        *_points(rules, translator),
    ]


def _setting_up(rules: RuleSet, translator: Translator) -> Iterator[str]:
    yield translator.gettext("{menhirs} menhirs, {tiles} tiles of fog.").format(
        menhirs=rules.menhirs, tiles=rules.fog_tiles
    )
    if rules.flips_each:
        yield translator.ngettext(
            "Before the game each player turns {n} menhir over: it counts as forest.",
            "Before the game each player turns {n} menhirs over: they count as forest.",
            rules.flips_each,
        ).format(n=rules.flips_each)
    if rules.tiles_to_place:
        yield translator.ngettext(
            "Each player places {n} tile of fog.",
            "Each player places {n} tiles of fog.",
            rules.tiles_to_place,
        ).format(n=rules.tiles_to_place)


def _rounds(rules: RuleSet, translator: Translator) -> Iterator[str]:
    if rules.repetitions is not None:
        yield translator.gettext(
            "Fog is moved without rounds and without end, until somebody wins."
        )
        yield translator.gettext("The same position {n} times is a tie.").format(
            n=rules.repetitions
        )
        return
    moving = [entry for entry in rules.schedule if not entry.places]
    yield translator.gettext("Fog is moved {rounds}.").format(
        rounds=rounds_in_words(moving, translator)
    )


def _taking_away(rules: RuleSet, translator: Translator) -> Iterator[str]:
    by_choice = [entry for entry in rules.schedule if Taking.MAY in entry.taking]
    if by_choice and rules.chances:
        yield translator.ngettext(
            "Each player may take a tile away {n} time, {rounds}.",
            "Each player may take a tile away {n} times, {rounds}.",
            rules.chances,
        ).format(n=rules.chances, rounds=rounds_in_words(by_choice, translator))
    forced = [entry for entry in rules.schedule if Taking.MUST in entry.taking]
    if not forced:
        return
    first, second = forced[0].taking
    if first is not Taking.MUST:
        sentence = translator.gettext(
            "After every move a tile must be taken away {rounds}, beginning with the player who "
            "plays second."
        )
    elif second is not Taking.MUST:
        sentence = translator.gettext(
            "After every move a tile must be taken away {rounds}, beginning with the player who "
            "plays first."
        )
    else:
        sentence = translator.gettext("After every move a tile must be taken away {rounds}.")
    yield sentence.format(rounds=rounds_in_words(forced, translator))


def _claiming(rules: RuleSet, translator: Translator) -> Iterator[str]:
    claimed = [entry for entry in rules.schedule if entry.claims]
    if claimed:
        yield translator.gettext("Victory can be claimed {rounds}.").format(
            rounds=rounds_in_words(claimed, translator)
        )


def _deciding(rules: RuleSet, translator: Translator) -> Iterator[str]:
    if rules.decision_after is None:
        return
    if rules.laps > 1:
        sentence = translator.gettext(
            "After round {round} the players decide whether to play another lap."
        )
    else:
        sentence = translator.gettext("After round {round} the last rounds begin.")
    yield sentence.format(round=rules.decision_after)


def _points(rules: RuleSet, translator: Translator) -> Iterator[str]:
    match rules.scoring:
        case RoundScoring(a_lap_earlier) if rules.laps > 1:
            yield translator.gettext(
                "A win scores the number of its round, and {n} more in the first lap."
            ).format(n=a_lap_earlier * (rules.laps - 1))
        case RoundScoring():
            yield translator.gettext("A win scores the number of its round.")
        case WinScoring():
            yield translator.gettext("Every win scores one point.")
        case TileScoring(bonus_round, bonus):
            yield translator.gettext("A win scores the tiles of fog still on the board.")
            if bonus is not None:
                yield translator.gettext("A win in round {round} scores {n}.").format(
                    round=bonus_round, n=bonus
                )


def clearing_in_words(rules: RuleSet, translator: Translator = ENGLISH) -> str:
    """A game that ends with clearing, in two short sentences (B2, B3, B5)."""
    return translator.gettext(
        "{rounds} rounds. From round {round} on fog is taken away, and a win is worth less and "
        "less."
    ).format(rounds=len(rules.schedule), round=_first_clearing(rules))


def endless_in_words(rules: RuleSet, translator: Translator = ENGLISH) -> str:
    """A game without rounds, in two short sentences (B0, D15)."""
    return translator.gettext(
        "No rounds: push the fog until somebody has won. The same position {n} times is a tie."
    ).format(n=rules.repetitions)


def option_in_words(rules: RuleSet, usual: RuleSet, translator: Translator = ENGLISH) -> str:
    """What one option changes in the usual game; "both" for two."""
    sentence = []
    if _first_clearing(rules) != _first_clearing(usual):
        sentence.append(
            translator.gettext("clearing from round {round}").format(round=_first_clearing(rules))
        )
    if isinstance(rules.scoring, TileScoring) and rules.scoring.bonus is not None:
        sentence.append(
            translator.gettext("{n} points for a win in round {round}").format(
                n=rules.scoring.bonus, round=rules.scoring.bonus_round
            )
        )
    return translator.gettext("both") if len(sentence) > 1 else sentence[0]


def _first_clearing(rules: RuleSet) -> int:
    return next(entry.number for entry in rules.schedule if Taking.MUST in entry.taking)


def rounds_in_words(rounds: list[Round], translator: Translator = ENGLISH) -> str:
    """``in rounds 11 to 3``; three or more in a row by their ends, in the order of play."""
    numbers = [entry.number for entry in rounds]
    first, last = numbers[0], numbers[-1]
    if len(numbers) == 1:
        return translator.gettext("in round {round}").format(round=first)
    step = 1 if last > first else -1
    if len(numbers) > 2 and numbers == list(range(first, last + step, step)):
        return translator.gettext("in rounds {first} to {last}").format(first=first, last=last)
    listed = ", ".join(map(str, numbers[:-1]))
    return translator.gettext("in rounds {several} and {last}").format(several=listed, last=last)
