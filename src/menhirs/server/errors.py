"""Errors between a visitor and the server."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError
from menhirs.match.errors import Unavailable
from menhirs.view.errors import BadAddress, BadMessage


class BadRequest(BadMessage):
    """The request is not valid here."""

    messages: ClassVar[ErrorMessages] = {
        **BadMessage.messages,
        **BadAddress.messages,
        "no-person": "there is no such player",
        "not-public": "this game is not public, and it is still being played",
        "oembed-format": "there is only JSON here, not {format}",
        "report-words": "a report has from 1 to {most} characters",
        "form": "{field}: {why}",
        "too-fast": "too many requests: wait {seconds:g} seconds and try again",
        "origin": "this request comes from another site",
        "secret": "this key opens no seat of this game",
        "person-needed": "rated games and open invitations are for people in a browser",
        "banned": "the operator of this server has shut you out",
        "nobody": "this browser has not played a game here yet",
        "no-key": "no such browser is signed in for you: it may have been signed out already",
        "device-link": "this link has been used, or is too old: make a new one",
        "device-choice": (
            "this browser belongs to another player already: choose whether to combine the two"
        ),
        "no-passkey": "you have no such passkey: it may have been removed already",
        "passkey": "this passkey can't be accepted: {why}",
        "passkey-unknown": "this passkey belongs to nobody here",
        "passkey-known": "this passkey is known here already",
        "passkey-late": "this took too long, or was used before: begin again",
        "passkey-most": "you have {most} passkeys already: remove one of them first",
        "passkey-place": "passkeys need a server with https and a name, not a number",
        "delete-running": "a game of yours could not be ended: try again",
        "push-endpoint": "this is not the address of a push service",
        "push-keys": "these are not valid keys of a browser for alerts",
        "analysis-yours": "{most} analyses run for you already: close one of them first",
        "download-yours": "a file of games is being made for you already: wait for it",
        "fair-play": (
            "the stones lie here as in a rated game that is being played on this server: until it "
            "is over, the engine helps nobody with it"
        ),
        "fair-play-yours": (
            "the stones lie here as in a game that you are playing against somebody: until it is "
            "over, the engine does not help you with it"
        ),
        "no-tournament": "there is no tournament here",
        "not-organiser": "only the organiser of this tournament does that",
        "not-entered": "you do not take part in this tournament",
        "tournament-who": (
            "this game belongs to a tournament: choose your name on its page to sit down"
        ),
        "desk-link": "this link has been used, or was taken back: ask for a new one",
        "by-hand": "the organiser of this tournament enters the players",
        "no-name": "a tournament needs a name to call you by",
    }


class BadOrder(MenhirsError):
    """An administration command can't be carried out."""

    kind = "order"
    messages: ClassVar[ErrorMessages] = {
        "unknown-person": "there is nobody with the id {person!r}",
        "no-such-match": "there is no match called {match!r}",
        "no-rated-match": "{match!r} is not a rated match whose result can be changed like that",
        "no-such-tournament": "there is no tournament called {tournament!r}",
        "tournament-over": "the tournament {tournament!r} is finished already",
        "no-report": "there is no report with the id {report!r}",
        "match-ended": "the match {match!r} is over: only a running match can be closed",
        "match-of-tournament": "{match!r} is a tournament's: its organiser corrects it there",
        "merge-opponents": "these two play against each other in a game, or are one person already",
        "no-version": "there is no earlier version {version!r} of the tables, but {known}",
        "servers-run": "servers use this database: stop them first",
        "not-confirmed": "nothing was done: this can't be undone, so answer yes or give --yes",
        "backup-exists": "{file} exists already and is not overwritten",
        "backup-failed": "there is no copy in {file}: {why}",
        "backup-postgresql": (
            "PostgreSQL makes its copies itself: pg_dump --format=custom --file={file} {database}"
        ),
    }


class ServerUnavailable(Unavailable):
    """The server is out of order."""

    messages: ClassVar[ErrorMessages] = {
        **Unavailable.messages,
        "database-address": "this is not the address of a database: {why}",
        "database": "the database can't be used: {why}",
        "database-in-use": (
            "another server uses {path} already: an SQLite file belongs to one server"
        ),
        "listening": "this server does not receive the changes of the others",
        "match-gone": "this game was withdrawn",
        "newer-tournament": (
            "a newer version of the server has changed this tournament, and this older one can't "
            "read it. Nothing is lost: try again later"
        ),
        "analysis-full": "the engine is busy with others: try again in a minute",
        "download-full": "too many want a file of their games now: try again in a minute",
        "push-contact": (
            "{text!r} is not an address at which push services can reach you: mailto:… or https://…"
        ),
        "port": "port {port} can't be used: {why}",
    }
