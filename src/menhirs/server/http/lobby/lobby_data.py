"""The lobby for one visitor: invitations to accept, games to watch, a fitting computer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from starlette.requests import HTTPConnection

from menhirs.engine.levels import level
from menhirs.match.names import likeness
from menhirs.notation.line import read_line
from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.rendering import language_of
from menhirs.server.http.services import services_of
from menhirs.server.live.lobby.lobby import LobbySnapshot
from menhirs.server.storage.match.invitation_store import Audience, Invitation
from menhirs.server.storage.match.public_store import PublicGame
from menhirs.tournament.rating import Rating
from menhirs.view.terms_in_words import clock_in_short, game_title
from menhirs.web.languages import Language

PageData = dict[str, object]


async def lobby_data(request: HTTPConnection) -> PageData:
    """The lobby for the front page, which also records that the visitor's page is open."""
    lobby, language = services_of(request).lobby, language_of(request)
    person = await person_of(request)
    own_id = None if person is None else person.id
    if own_id is not None:
        await lobby.mark_person_seen(own_id)
    scene = await lobby.scene()
    invitations = await lobby.open_to(own_id)
    return {
        "own": [
            {"lasts": one.lasts, **_terms_data(one, language)}
            for one in invitations
            if one.person == own_id
        ],
        "invitations": [
            _invitation(one, scene, language) for one in invitations if one.person != own_id
        ],
        # One's own games are listed elsewhere.
        "games": [
            _game(one, language)
            for one in scene.games
            if own_id is None or own_id not in one.people.values()
        ],
    }


async def computer_data(request: HTTPConnection) -> PageData:
    """The computer that is offered while there are no invitations."""
    person = await person_of(request)
    opponent = await services_of(request).lobby.computer_for(None if person is None else person.id)
    name = language_of(request).gettext(level(opponent.level).name)
    return {
        "level": opponent.level,
        "rules": opponent.rules,
        "name": name,
        "is_guess": opponent.is_guess,
    }


def rating_data(rating: Rating | None) -> PageData | None:
    """A rating in whole points, and whether it is only provisional."""
    if rating is None:
        return None
    return {"points": round(rating.rating), "provisional": rating.is_provisional}


def shown_name(name: str, language: Language) -> str:
    """The name to show for a person, who may not have given one."""
    return name or language.gettext("Somebody")


def distinct_names(people: Sequence[tuple[str, str]], language: Language) -> list[str]:
    """Names for a list in which no two may look alike.

    ``people`` are ids and names. If several share a name, or have none, a piece of the id is added.
    """
    called = [shown_name(name, language) for _, name in people]
    times = Counter(map(likeness, called))
    return [
        name if times[likeness(name)] == 1 and named else f"{name} ·{person[:4]}"
        for name, (person, named) in zip(called, people, strict=True)
    ]


def _invitation(invitation: Invitation, scene: LobbySnapshot, language: Language) -> PageData:
    return {
        **_terms_data(invitation, language),
        "person": invitation.person,
        "name": shown_name(invitation.name, language),
        "rating": rating_data(scene.rating(invitation.person, invitation.terms)),
        "strength": invitation.audience is Audience.STRENGTH,
    }


def _terms_data(invitation: Invitation, language: Language) -> PageData:
    """The terms of an invitation."""
    terms = invitation.terms
    return {
        "match": invitation.match,
        "game": game_title(terms.rules, language),
        "clock": clock_in_short(terms.clock, language),
        "rated": terms.rated,
    }


def _game(game: PublicGame, language: Language) -> PageData:
    rules = game.terms.rules
    position = read_line(game.line, {rules.name: rules})

    return {
        "match": game.match,
        "players": [shown_name(game.names.get(seat, ""), language) for seat in (1, 2)],
        "game": game_title(rules, language),
        "round": None if rules.is_endless else position.round,
        "rated": game.terms.rated,
        "watchers": game.watchers,
        "updated": game.updated,
    }
