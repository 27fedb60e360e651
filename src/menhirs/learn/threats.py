"""The threats against the player to act: exact, since they are one move deep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from menhirs.core.actions import Action, Move, other
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.claims import should_claim
from menhirs.learn.move_phrases import push_in_words
from menhirs.learn.warnings import unsafe_actions
from menhirs.notation.actions import write_action
from menhirs.notation.people import People, Translator

_MOST_ACTIONS = 3
"""The most actions that are named one by one."""


@dataclass(frozen=True, slots=True)
class OpponentThreats:
    """The opponent's threats to win next."""

    wins: tuple[Move, ...]
    """The moves that free all menhirs as the fog lies; the player's own moves, if there are any."""
    own: bool
    """Whether it is the player who can win by them now."""
    claims: bool
    """Whether the opponent may claim such a win already (A9)."""
    unsafe: tuple[Action, ...]
    """The actions of the player after which the opponent can win at once."""
    actions: int
    """The number of the player's actions."""


def threats(position: Position) -> OpponentThreats:
    """The threats against the player to act, while fog is placed, moved or taken away."""
    own = position.phase is Phase.MOVE and any(position.winning_moves())
    return OpponentThreats(
        tuple(_wins(position, own)),
        own,
        position.claimant == other(position.player) and should_claim(position),
        unsafe_actions(position),
        len(position.board_actions()),
    )


def _wins(position: Position, own: bool) -> Iterator[Move]:
    if position.phase is Phase.PLACE:
        return
    # Right after a move M4 binds the opponent; before it, only the player to act.
    bound = own or position.phase is Phase.REMOVE
    as_it_lies = position if bound else replace(position, last=None)
    for tiles, direction in as_it_lies.winning_moves():
        yield Move(tiles, direction)


def threats_in_words(
    position: Position, found: OpponentThreats, people: People, language: Translator
) -> str:
    """The threats in a few sentences."""
    return " ".join(_sentences(position, found, people, language))


def _sentences(
    position: Position, found: OpponentThreats, people: People, language: Translator
) -> Iterator[str]:
    _ = language.gettext
    push = push_in_words(found.wins[0], position.geometry, language) if found.wins else ""
    opponent = other(position.player)

    def named(sentence: str, **gaps: str | int) -> str:
        return people.named(opponent, sentence, language, **gaps)

    if found.own:
        yield _("It is your turn, and you can win: {push} frees all menhirs.").format(push=push)
        yield named(_("Every winning push that you leave, {player} can play too."))
        return
    elif found.claims:
        yield named(_("{player} may claim victory: {push} frees all menhirs."), push=push)
        yield _("Taking a tile away does not prevent a claim.")
        return
    elif found.wins and position.phase is Phase.MOVE:
        yield named(
            _(
                "{player} threatens to win: {push} frees all menhirs, but you may not make that "
                "move."
            ),
            push=push,
        )
    elif found.wins:
        yield named(
            _("If the fog stays so, {player} wins next: {push} frees all menhirs."), push=push
        )
    elif position.phase is not Phase.PLACE:
        yield _("As the fog lies now, no move frees all menhirs.")
    n, actions = len(found.unsafe), found.actions
    if n == 0:
        yield named(_("Whatever you do now, {player} can't win at once."))
    elif n == actions:
        yield named(_("Whatever you do now, {player} can win at once."))
    else:
        sentence = language.ngettext(
            "{n} of your {all} possible moves would let {player} win at once.",
            "{n} of your {all} possible moves would let {player} win at once.",
            n,
        )
        yield named(sentence, n=n, all=actions)
        if n <= _MOST_ACTIONS:
            data = ", ".join(write_action(one, position) for one in found.unsafe)
            yield _("So take care with {actions}.").format(actions=data)
