"""The status line of a match, for one visitor."""

from __future__ import annotations

from menhirs.core.actions import Move, Player
from menhirs.core.legality import may_keep
from menhirs.core.state import Phase
from menhirs.match.entries import Cause, Entry, Ruling
from menhirs.match.match import MOST_PLIES, Match
from menhirs.match.verdict import was_right
from menhirs.notation.people import People, Translator
from menhirs.notation.words import points_in_words, result_in_words


def status(match: Match, own_seats: list[Player], people: People, language: Translator) -> str:
    """Whose turn it is and what they have to do, or how the match ended."""
    _ = language.gettext
    position = match.position
    if match.is_over:
        return result(match, people, language)
    if not match.has_begun:
        if own_seats:
            return _("Waiting for the other player.")
        return _("A seat is free.")
    if match.paused is not None:
        return _("The organiser has paused the tournament. The clocks stand still.")
    second_person, third_person = _sentences(match, language)
    sentence = people.sentence(position.player, second_person, third_person, language)
    if (times := position.times_seen) > 1:  # D15
        again = _("This position has come up {times} times: after {tie} times it is a tie.")
        return f"{sentence} {again.format(times=times, tie=position.rules.repetitions)}"
    if position.chooser is None or position.phase is not Phase.MOVE:
        return sentence
    loses = people.sentence(
        position.chooser, _("In a tie you lose."), _("In a tie {player} loses."), language
    )
    return f"{sentence} {loses}"


def result(match: Match, people: People, language: Translator) -> str:
    """How a finished match ended."""
    position = match.position
    if match.aborted is not None:
        data = _aborted(match.aborted, people, language)
    elif position.outcome is None:
        raise ValueError("the match goes on")
    else:
        data = result_in_words(
            position.outcome,
            language,
            people,
            claim_was_right=was_right(match),
            repetitions=position.repetitions_of_tie,
        )
    if match.ruling is not None:
        return f"{data} {ruling_in_words(match.ruling, people, language)}"
    if match.aborted is None:
        return data
    uncounted = language.gettext("It does not count.")
    return f"{data} {uncounted}"


def ruling_in_words(ruling: Ruling, people: People, language: Translator) -> str:
    """The organiser's ruling on a game, in words."""
    _ = language.gettext
    if ruling.winner is None:
        return _("The organiser decided: this game is played again.")
    if not ruling.winner:
        if ruling.played:
            return _("The organiser decided: a tie.")
        return _("The organiser decided: nobody came, so nobody wins.")
    second_person = _("The organiser decided: you win.")
    third_person = _("The organiser decided: {player} wins.")
    wins = people.sentence(ruling.winner, second_person, third_person, language)
    if not ruling.played:
        return wins
    return f"{wins} {points_in_words(ruling.winner, ruling.score, language, people)}"


def _aborted(entry: Entry, people: People, language: Translator) -> str:
    """Why a match has no result."""
    _ = language.gettext
    match Cause(entry.text):
        case Cause.ASKED:
            second_person, third_person = (
                _("You aborted the game."),
                _("{player} aborted the game."),
            )
        case Cause.TIME:
            second_person = _("The game was aborted: you did not begin in time.")
            third_person = _("The game was aborted: {player} did not begin in time.")
        case Cause.ABSENT:
            second_person = third_person = _(
                "The game was aborted: the two players were never here together."
            )
        case Cause.ORGANISER:
            second_person = third_person = _("The organiser of the tournament ended this game.")
        case Cause.LENGTH:
            data = _("The game ends without a result: no game is longer than {count} moves.")
            second_person = third_person = data.format(count=MOST_PLIES)
    return people.sentence(entry.player, second_person, third_person, language)


def sides_swapped(own_seats: list[Player], language: Translator) -> str:
    """Said at the beginning of every game of a series but the first (D11)."""
    _ = language.gettext
    if own_seats == [1]:
        return _("Sides are swapped: you sit in the south now and begin.")
    if own_seats == [2]:
        return _("Sides are swapped: you sit in the north now.")
    return _("Sides are swapped: who sat in the south now sits in the north.")


def _sentences(match: Match, language: Translator) -> tuple[str, str]:
    """The task of the player to act, in two sentences: for that player, and for others."""
    _ = language.gettext
    position = match.position
    match position.phase:
        case Phase.FLIP:
            second_person = _("Your turn: turn a menhir over. It counts as forest from then on.")
            return second_person, _("{player} turns a menhir over.")
        case Phase.PLACE:
            return _("Your turn: place a fog tile."), _("{player} places a fog tile.")
        case Phase.MOVE if _first_move(match):  # said together with the other endings
            second_person = _("Your turn: move fog. Choose fog, then an arrow.")
            return second_person, _("{player} moves fog.")
        case Phase.MOVE:
            return _("Your turn: move fog."), _("{player} moves fog.")
        case Phase.REMOVE if may_keep(position):
            second_person = _("Take a fog tile away, or keep all.")
            return second_person, _("{player} may take a fog tile away.")
        case Phase.REMOVE:
            second_person = _("Take a fog tile away: this turn one must go.")
            return second_person, _("{player} must take a fog tile away.")
        case Phase.DECIDE:
            second_person = _("The decision moment: go back, or on?")
            return second_person, _("{player} decides: back, or on?")
        case Phase.PROVE:
            second_person = _("Show your claim: play the winning move.")
            return second_person, _("{player} has claimed victory and shows the winning move.")
        case Phase.OVER:
            raise ValueError("a finished game is told by its result")


def _first_move(match: Match) -> bool:
    """Whether the player whose turn it is has moved no fog yet."""
    player = match.position.player
    return not any(
        isinstance(ply.action, Move) and ply.entry.player == player for ply in reversed(match.plies)
    )
