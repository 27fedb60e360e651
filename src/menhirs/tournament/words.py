"""A tournament in words: its form, the reasons in the standings, the entries of its log."""

from __future__ import annotations

from menhirs.tournament import entries as diary
from menhirs.tournament.hosting_settings import Door, HostingSettings, Venue
from menhirs.tournament.results import GameOutcome, TournamentGame
from menhirs.tournament.settings import System, TournamentSettings
from menhirs.tournament.standings import Criterion, StandingReason
from menhirs.tournament.tournament import Tournament, TournamentPhase
from menhirs.view.language import GettextLanguage
from menhirs.view.terms_in_words import clock_in_words, game_in_words


def system_title(system: System, language: GettextLanguage) -> str:
    """The name of a system."""
    _ = language.gettext
    return {
        System.SWISS: _("Swiss"),
        System.ROUND_ROBIN: _("Round robin"),
        System.DOUBLE_ROUND_ROBIN: _("Double round robin"),
        System.KNOCK_OUT: _("Knock-out"),
        System.ARENA: _("Arena"),
    }[system]


def system_about(system: System, language: GettextLanguage) -> str:
    """How a system pairs players, in a sentence."""
    _ = language.gettext
    return {
        System.SWISS: _(
            "A few rounds for many players; winners meet winners, and nobody goes home."
        ),
        System.ROUND_ROBIN: _("Everybody meets everybody once."),
        System.DOUBLE_ROUND_ROBIN: _("Everybody meets everybody twice, once on each side."),
        System.KNOCK_OUT: _(
            "Two games per pair, with sides swapped. The loser of the pair is out."
        ),
        System.ARENA: _(
            "Players come and go. A free player gets the next game, until you end the tournament."
        ),
    }[system]


def systems_data(language: GettextLanguage) -> list[tuple[str, str, str]]:
    """All systems with their names, and how they pair players."""
    return [(one.value, system_title(one, language), system_about(one, language)) for one in System]


def who_in_words(tournament: Tournament, organiser: str, by: str, language: GettextLanguage) -> str:
    """The author of an entry of the log, in words; empty for automatic ones."""
    _ = language.gettext
    if not by:
        return ""
    if by == organiser:
        return _("the organiser")
    if (name := tournament.organisers.get(by)) is not None:
        return _("{name}, organiser").format(name=name)
    entrants = tournament.entrants.values()
    return next((entrant.name for entrant in entrants if entrant.player == by), "")


def phase_title(phase: TournamentPhase, language: GettextLanguage) -> str:
    """The phase of a tournament in words."""
    _ = language.gettext
    return {
        TournamentPhase.ENTERING: _("Open for entries"),
        TournamentPhase.RUNNING: _("Being played"),
        TournamentPhase.PAUSED: _("Paused"),
        TournamentPhase.FINISHED: _("Finished"),
    }[phase]


def tournament_in_words(
    settings: TournamentSettings, hosting: HostingSettings, language: GettextLanguage
) -> list[str]:
    """The game and the form of a tournament, in sentences."""
    _ = language.gettext
    sentences = [
        f"{system_title(settings.system, language)}.",
        game_in_words(settings.rules, language),
    ]
    if hosting.clock is not None:
        sentences.append(clock_in_words(hosting.clock, language))
    if settings.duplicate:
        sentences.append(
            _("All tables of a round play the same layout, and each pair plays it from both sides.")
        )
    if settings.fair:
        sentences.append(_("All layouts are proven fair: with perfect play nobody wins on them."))
    if hosting.place is Venue.TABLES:
        sentences.append(_("It is played at real tables, with wood and cardboard."))
    if hosting.door is Door.HAND:
        sentences.append(_("The organiser enters the players."))
    return sentences


def reason_in_words(
    reason: StandingReason, name: str, below: str, language: GettextLanguage
) -> str:
    """Why a player stands above the next one."""
    _ = language.gettext
    match reason.criterion:
        case Criterion.SURVIVED:
            sentences = _("{name} got further than {below}.")
        case Criterion.WINS:
            sentences = _("{name} has more wins than {below}: {mine} to {theirs}.")
        case Criterion.POINTS:
            sentences = _(
                "The same number of wins, but {name} has more points than {below}: {mine} to "
                "{theirs}."
            )
        case Criterion.DIRECT:
            sentences = _(
                "The same number of wins and points. In the games between the tied "
                "players, {name} won more often than {below}: {mine} to {theirs}."
            )
        case Criterion.BUCHHOLZ:
            sentences = _(
                "Equal so far. The opponents of {name} won more games than those of {below} "
                "(Buchholz): {mine} to {theirs}."
            )
    return sentences.format(name=name, below=below, mine=reason.upper, theirs=reason.lower)


def outcome_in_words(
    tournament: Tournament,
    game: TournamentGame,
    outcome: GameOutcome | None,
    language: GettextLanguage,
) -> str:
    """The result of a game in words."""
    _ = language.gettext
    if outcome is None:
        return _("no result yet")
    winner = outcome.won_by(game)
    if winner is None:
        return _("a tie") if outcome.played else _("nobody came")
    name = tournament.name(winner)
    if not outcome.played:
        return _("{name} wins: the other side did not come").format(name=name)
    sentences = language.ngettext(
        "{name} wins, {n} point", "{name} wins, {n} points", outcome.score
    )
    return sentences.format(name=name, n=outcome.score)


def entry_in_words(
    tournament: Tournament, entry: diary.TournamentEntry, language: GettextLanguage
) -> str:
    """An entry of the log in words."""
    _ = language.gettext
    match entry.event:
        case diary.Enter(_number, name):
            return _("{name} enters.").format(name=name)
        case diary.RenamePlayer(_number, name):
            return _("A player is called {name} from now on.").format(name=name)
        case diary.ChooseEntrant(number, player):
            sentences = (
                _("Somebody has chosen the name {name}.")
                if player
                else _("The name {name} can be chosen again.")
            )
            return sentences.format(name=tournament.name(number))
        case diary.WithdrawPlayer(number):
            return _("{name} withdraws.").format(name=tournament.name(number))
        case diary.ComeBack(number):
            return _("{name} is back.").format(name=tournament.name(number))
        case diary.KeepApart(one, two):
            sentences = _("{one} and {two} will not be paired.")
            return sentences.format(one=tournament.name(one), two=tournament.name(two))
        case diary.Start():
            return _("The tournament begins.")
        case diary.Pair(number, by_hand=by_hand):
            sentences = _("Round {n} is paired by hand.") if by_hand else _("Round {n} is paired.")
            return sentences.format(n=number)
        case diary.Unpair(number):
            return _("The pairing of round {n} is undone.").format(n=number)
        case diary.ChangeSettings():
            return _("The settings are changed.")
        case diary.OfferDesk(code):
            if code:
                return _("A link for another organiser was made.")
            return _("The link for another organiser was withdrawn.")
        case diary.Appoint(_player, name):
            return _("{name} organises this tournament too.").format(name=name)
        case diary.Dismiss():
            return _("An organiser has left.")
        case diary.Pause():
            return _("The tournament is paused.")
        case diary.Resume():
            return _("The tournament goes on.")
        case diary.Finish():
            return _("The tournament is over.")
        case diary.ReportResult(game, outcome, entrant_id):
            sentences = _("Round {n}, {south} – {north}: {who} reports: {result}.")
            return sentences.format(
                **_names(tournament, game),
                who=tournament.name(entrant_id),
                result=outcome_in_words(tournament, game, outcome, language),
            )
        case diary.Correct(game, outcome, why):
            sentences = _("Round {n}, {south} – {north}, corrected: {result}.")
            result = outcome_in_words(tournament, game, outcome, language)
            sentence = sentences.format(**_names(tournament, game), result=result)
            return f"{sentence} ({why})" if why else sentence
        case diary.EnterResult() | diary.NoShow() as event:
            sentences = _("Round {n}, {south} – {north}: {result}.")
            result = outcome_in_words(tournament, event.game, event.outcome, language)
            return sentences.format(**_names(tournament, event.game), result=result)


def _names(tournament: Tournament, game: TournamentGame) -> dict[str, object]:
    south, north = (tournament.name(entrant_id) for entrant_id in game.players)
    return {"n": game.round, "south": south, "north": north}
