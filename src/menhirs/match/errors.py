"""Refusals that have nothing to do with the rules of the game."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError


class BadTerms(MenhirsError):
    """A match can't begin with these terms."""

    kind = "request"
    messages: ClassVar[ErrorMessages] = {
        "position-over": "this game is over: begin from an earlier position",
        "menhirs-by-hand": "choose exactly {expected} cells for the menhirs, not {found}",
    }


class Unavailable(MenhirsError):
    """The referee or the storage of a match is out of order."""

    kind = "unavailable"
    messages: ClassVar[ErrorMessages] = {
        "storage": "this could not be saved; nothing has changed. Try again",
        "newer-match": (
            "a newer version of this site has changed this game, and this older one can't read it. "
            "Nothing is lost: try again later"
        ),
        "mistake": "something went wrong on the server; the operator can see it in the log",
    }


class Refused(MenhirsError):
    """The command is readable and perhaps legal, but not from this player or not now."""

    kind = "refused"
    messages: ClassVar[ErrorMessages] = {
        "stale": "the game has moved on since: look again, then act",
        "not-seated": "only the players act here; you are watching",
        "not-your-turn": "it is not your turn",
        "waiting": "the game begins when both seats are taken",
        "seat-taken": "both seats are taken already",
        "seat-own": "nobody plays a rated game against themselves",
        "inviter-away": (
            "the player who invites is away for the moment: the invitation comes back with them"
        ),
        "invitations-most": (
            "you have {most} slow invitations open already: withdraw one of them first"
        ),
        "invitation-gone": "this invitation is gone: it was taken or withdrawn",
        "not-invited": "this invitation is for others",
        "claim-late": ("A9", "too late: you can claim until {seconds:g} seconds after the turn"),
        "claim-turn": ("A9", "it is too late to claim on that turn"),
        "claim-own": ("A9", "you claim on your opponent's turn, not on your own"),
        "aborted": "this game was aborted: it is over, without a result",
        "paused": "the organiser has paused the tournament: the clocks stand still",
        "no-abort": "only a game between two people is aborted, and none of a tournament",
        "abort-late": "both have moved: it is too late to abort, but you can give up",
        "not-gone": (
            "you can end a game like that only while it is live and your opponent has gone"
        ),
        "gone-early": "your opponent has just gone: wait for {seconds} more seconds",
        "resign-own": "you can resign only for yourself, not for your opponent",
        "no-offer": "nobody has asked for that",
        "nothing-to-take-back": "you have nothing to take back",
        "take-back-claim": ("A9", "a claim can't be taken back"),
        "take-back-time": "too late: this can't be taken back any more",
        "not-over": "the game is not over yet",
        "no-computer": "you can choose a level only against the computer",
        "no-hints": "help is for games against the computer, never between people",
        "no-threats": "threats are shown only while fog is placed, moved or taken away",
        "guided": "only a game against the computer has a coach",
        "take-back-rated": "in a rated game nothing is taken back",
        "rated-rules": "only the base game and the Amsterdam Way are rated, not house rules",
        "rated-people": "only a game between two people, each at their own screen, is rated",
        "rated-same-hands": (
            "you two have been the same player, or have played in the same browser: a game "
            "between you is not rated"
        ),
        "rated-start": "a rated game begins at the beginning, on a layout drawn at random",
        "rated-clock": "a rated game needs a clock",
        "rematch-made": "the next game of this series has begun already",
        "clock": "{text!r} is not a clock: {why}",
        "name": "a name has at most {most} characters, and no invisible ones",
        "name-forbidden": "this server does not allow that name: choose another one",
    }
