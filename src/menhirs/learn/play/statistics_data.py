"""A player's statistics for a page: a few charts, with one plain sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.engine.levels import LEVELS, level
from menhirs.learn.messages import PlayBar, PlayData, PlayPicture
from menhirs.learn.play.facts import GameFacts
from menhirs.learn.play.shares import simple_share
from menhirs.learn.play.stage import GameStage, rounds_of
from menhirs.learn.play.statistics import (
    BLOCK,
    ENOUGH,
    ENOUGH_GAMES,
    Results,
    Statistics,
)
from menhirs.notation.people import Translator
from menhirs.view.player_names import side_names
from menhirs.view.terms_in_words import game_title

_ALIKE = 100
"""Ratings that differ by no more are alike: the better player wins less than two games in three."""
_CHANGED = 0.1
"""The difference of shares from which one is called better or worse."""


class PlayTeller:
    """A player's statistics in words and charts."""

    def __init__(
        self,
        statistics: Statistics,
        language: Translator,
        offered: Mapping[str, RuleSet] = RULE_SETS,
    ) -> None:
        self._found = statistics
        self._language = language
        self._offered = offered

    def data(self) -> PlayData:
        """All charts with enough games."""
        games, reviewed = len(self._found.games), self._found.reviewed
        return {
            "games": games,
            "reviewed": reviewed,
            "text": self._how_many(games, reviewed),
            "pictures": list(self._pictures()),
        }

    def _how_many(self, games: int, reviewed: int) -> str:
        gettext, ngettext = self._language.gettext, self._language.ngettext
        if not games:
            return gettext("You have no finished games yet.")
        counted = ngettext(
            "From {n} finished game of yours; {reviewed} of them reviewed so far.",
            "From {n} finished games of yours; {reviewed} of them reviewed so far.",
            games,
        )
        return counted.format(n=games, reviewed=reviewed)

    def _pictures(self) -> Iterator[PlayPicture]:
        for picture in (
            self._claims(),
            self._reactions(),
            self._wins(),
            self._thrown(),
            self._chances(),
            self._by_opponent(),
            self._by_rules(),
            self._by_seat(),
            self._trend(),
        ):
            if picture is not None:
                yield picture

    # Claims (A9).

    def _claims(self) -> PlayPicture | None:
        _, claims = self._language.gettext, self._found.claims
        if claims.open < ENOUGH:
            return None
        words = [self._missed_claims(), self._wrong_claims()]
        bars = [
            self._bar(self._round(n), one.seen, one.open)
            for n, one in self._found.claims_by_round.items()
        ]
        basis = self._language.ngettext(
            "{n} chance to claim in {games} games",
            "{n} chances to claim in {games} games",
            claims.open,
        ).format(n=claims.open, games=self._found.games_with_claims)
        title = _("Chances to claim that you saw")
        return _picture("claims", title, " ".join(filter(None, words)), basis, bars)

    def _missed_claims(self) -> str:
        _, claims = self._language.gettext, self._found.claims
        missed, share = claims.not_seen, simple_share(claims.not_seen, claims.open)
        where = self._found.rounds_missed_most
        if not missed:
            return _("You saw every chance to claim.")
        if share is None:
            data = self._language.ngettext(
                "You missed {missed} of {n} chance to claim.",
                "You missed {missed} of {n} chances to claim.",
                claims.open,
            )
            return data.format(missed=missed, n=claims.open)
        if where is None:
            data = _("You miss {part} in {whole} chances to claim.")
            return data.format(part=share.part, whole=share.whole)
        first, last = where
        if first == last:
            data = _("You miss {part} in {whole} chances to claim, most of them in round {first}.")
        else:
            data = _(
                "You miss {part} in {whole} chances to claim, most of them in rounds {first} to "
                "{last}."
            )
        return data.format(part=share.part, whole=share.whole, first=first, last=last)

    def _wrong_claims(self) -> str:
        wrong = self._found.wrong_claims
        if not wrong:
            return ""
        return self._language.ngettext(
            "You claimed wrongly {n} time.", "You claimed wrongly {n} times.", wrong
        ).format(n=wrong)

    def _reactions(self) -> PlayPicture | None:
        _, reactions = self._language.gettext, self._found.claims.reactions
        if reactions is None:
            return None
        text = _(
            "You claim {median} seconds after the move; half of your claims come after {quick} to "
            "{slow} seconds."
        ).format(
            median=_seconds(reactions.median),
            quick=_seconds(reactions.quick),
            slow=_seconds(reactions.slow),
        )
        by_round = {
            n: one.reactions
            for n, one in self._found.claims_by_round.items()
            if one.reactions is not None
        }
        longest = max((one.median for one in by_round.values()), default=1)
        bars: list[PlayBar] = [
            {
                "label": self._round(n),
                "share": one.median / longest,
                "words": _("{seconds} s").format(seconds=_seconds(one.median)),
            }
            for n, one in by_round.items()
        ]
        basis = self._language.ngettext("{n} claim", "{n} claims", reactions.times)
        basis = basis.format(n=reactions.times)
        return _picture("reactions", _("How quickly you claim"), text, basis, bars)

    # Moves.

    def _wins(self) -> PlayPicture | None:
        _, (wins, missed) = self._language.gettext, self._found.wins
        if wins < ENOUGH:
            return None
        share = simple_share(missed, wins)
        if not missed:
            text = _("You saw every win in one move.")
        elif share is None:
            text = _("You missed {missed} of {n} wins in one move.").format(missed=missed, n=wins)
        else:
            text = _("You miss {part} in {whole} wins in one move.")
            text = text.format(part=share.part, whole=share.whole)
        basis = self._language.ngettext("{n} turn", "{n} turns", wins).format(n=wins)
        bars = [self._bar(_("Played"), wins - missed, wins), self._bar(_("Missed"), missed, wins)]
        return _picture("wins", _("Wins in one move"), text, basis, bars)

    def _thrown(self) -> PlayPicture | None:
        _, thrown = self._language.gettext, self._found.thrown
        total = sum(thrown.values())
        if total < ENOUGH_GAMES:
            return None
        worst = max(thrown, key=lambda stage: thrown[stage])
        text = {
            GameStage.FLIP: _("Most games that you do not win are thrown away while turning over."),
            GameStage.PLACE: _("Most games that you do not win are thrown away while placing fog."),
            GameStage.EARLY: _(
                "Most games that you do not win are thrown away in the early rounds."
            ),
            GameStage.LATE: _(
                "Most games that you do not win are thrown away in the later rounds."
            ),
            GameStage.DECIDE: _("Most games that you do not win are thrown away by the decision."),
            GameStage.LAST: _("Most games that you do not win are thrown away in the last rounds."),
        }[worst]
        if 2 * thrown[worst] <= total:
            text = _("The games that you do not win are thrown away at different stages.")
        bars = [
            self._bar(self._stage(stage), games, total) for stage, games in thrown.items() if games
        ]
        basis = self._language.ngettext("{n} reviewed game", "{n} reviewed games", total)
        title = _("Where games are thrown away")
        return _picture("thrown", title, text, basis.format(n=total), bars)

    def _chances(self) -> PlayPicture | None:
        _, (chances, needless) = self._language.gettext, self._found.chances
        if chances < ENOUGH:
            return None
        share = simple_share(needless, chances)
        if not needless:
            text = _("You never took a tile away needlessly.")
        elif share is None:
            text = _("{needless} of the {n} times that you took a tile away, it was not needed.")
            text = text.format(needless=needless, n=chances)
        else:
            text = _(
                "You waste {part} in {whole} chances to take a tile away: keeping all fog was "
                "as good."
            ).format(part=share.part, whole=share.whole)
        basis = self._language.ngettext("{n} tile", "{n} tiles", chances).format(n=chances)
        bars = [
            self._bar(_("Needed"), chances - needless, chances),
            self._bar(_("Not needed"), needless, chances),
        ]
        return _picture("chances", _("Chances to take a tile away"), text, basis, bars)

    # Results.

    def _by_opponent(self) -> PlayPicture | None:
        _ = self._language.gettext
        found = self._found.results(_strength)
        names: dict[object, str] = {
            None: _("People"),
            -1: _("People rated lower than you"),
            0: _("People rated like you"),
            1: _("People rated higher than you"),
        }
        names |= {one.name: _(one.name) for one in LEVELS}
        rows = {name: found[key] for key, name in names.items() if key in found}
        return self._results("opponent", _("Results by opponent"), rows, alone=True)

    def _by_rules(self) -> PlayPicture | None:
        found = self._found.results(lambda game: game.rules)
        offered = self._offered
        rows = {
            game_title(offered[str(one)], self._language) if one in offered else str(one): results
            for one, results in found.items()
        }
        return self._results("rules", self._language.gettext("Results by game"), rows)

    def _by_seat(self) -> PlayPicture | None:
        found = self._found.results(lambda game: game.seat)
        names = side_names(self._language)
        rows = {names[seat]: found[seat] for seat in (1, 2) if seat in found}
        return self._results("seat", self._language.gettext("Results by side"), rows)

    def _results(
        self, name: str, title: str, rows: Mapping[str, Results], *, alone: bool = False
    ) -> PlayPicture | None:
        """Results in rows; rows with too few games are left out, and a single row is dropped."""
        kept = {label: one for label, one in rows.items() if one.games >= ENOUGH_GAMES}
        if len(kept) < 2 and not (alone and kept):
            return None
        won, games = sum(r.won for r in kept.values()), sum(r.games for r in kept.values())
        _, ngettext = self._language.gettext, self._language.ngettext
        if len(kept) == 1:
            text = ngettext(
                "You won {won} of {n} game.", "You won {won} of {n} games.", games
            ).format(won=won, n=games)
        else:
            best = max(kept, key=lambda label: kept[label].won / kept[label].games)
            text = _("You win most often here: {label}.").format(label=best)
        bars = [self._bar(label, one.won, one.games) for label, one in kept.items()]
        basis = ngettext("{n} game", "{n} games", games).format(n=games)
        return _picture(name, title, text, basis, bars)

    def _trend(self) -> PlayPicture | None:
        _, steps = self._language.gettext, self._found.trend
        if len(steps) < 2:
            return None
        if all(step.claims.open >= ENOUGH for step in steps):
            counts = [(step.claims.seen, step.claims.open) for step in steps]
            title = _("Chances to claim that you saw, over time")
            better = _("You see more chances to claim than before.")
            worse = _("You see fewer chances to claim than before.")
            same = _("You see about as many chances to claim as before.")
        else:
            counts = [(step.results.won, step.results.games) for step in steps]
            title = _("Games that you won, over time")
            better = _("You win more games than before.")
            worse = _("You win fewer games than before.")
            same = _("You win about as many games as before.")
        bars = [self._bar(self._step(n, len(steps)), *count) for n, count in enumerate(counts)]
        shares = [part / whole for part, whole in counts]
        middle = len(shares) // 2
        before, after = (sum(part) / len(part) for part in (shares[:middle], shares[middle:]))
        changed = after - before
        text = better if changed > _CHANGED else worse if changed < -_CHANGED else same
        games = sum(step.results.games for step in steps)
        basis = self._language.ngettext("{n} game", "{n} games", games).format(n=games)
        return _picture("trend", title, text, basis, bars)

    # Labels.

    def _round(self, number: int) -> str:
        return self._language.gettext("Round {round}").format(round=number)

    def _step(self, number: int, steps: int) -> str:
        """A block of the trend: how many games ago it ends."""
        _, ago = self._language.gettext, (steps - 1 - number) * BLOCK
        data = _("{n} games ago") if ago else _("The last {n} games")
        return data.format(n=ago or BLOCK)

    def _stage(self, stage: GameStage) -> str:
        """A stage, with its rounds where all games have the same."""
        _ = self._language.gettext
        words = {
            GameStage.FLIP: _("Turning over"),
            GameStage.PLACE: _("Placing"),
            GameStage.EARLY: _("Early rounds"),
            GameStage.LATE: _("Later rounds"),
            GameStage.DECIDE: _("Decision"),
            GameStage.LAST: _("Last rounds"),
        }[stage]
        rules = {game.rules for game in self._found.games}
        known = [self._offered[name] for name in rules if name in self._offered]
        rounds = rounds_of(stage, known[0]) if len(rules) == len(known) == 1 else ()
        if not rounds:
            return words
        data = _("{stage}: {first} to {last}")
        return data.format(stage=words, first=rounds[0], last=rounds[-1])

    def _bar(self, label: str, part: int, whole: int) -> PlayBar:
        words = self._language.gettext("{part} of {whole}").format(part=part, whole=whole)
        return {"label": label, "share": part / whole if whole else 0.0, "words": words}


def _strength(game: GameFacts) -> object:
    """How strong an opponent was: which level, or how a person was rated beside the player."""
    if game.level is not None:
        return level(game.level).name
    if game.gap is None:
        return None
    return 0 if abs(game.gap) <= _ALIKE else 1 if game.gap > 0 else -1


def _picture(name: str, title: str, text: str, basis: str, bars: list[PlayBar]) -> PlayPicture:
    return {"id": name, "title": title, "text": text, "basis": basis, "bars": bars}


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.1f}"
