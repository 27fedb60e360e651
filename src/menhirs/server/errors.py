"""What can go wrong between a visitor and the server."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import MenhirsError
from menhirs.view.errors import BadMessage


class BadRequest(BadMessage):
    """The server was asked for something that it does not do."""

    messages: ClassVar[dict[str, tuple[str, str]]] = {
        **BadMessage.messages,
        "no-match": ("", "there is no match here"),
        "no-person": ("", "there is nobody here"),
        "report-words": ("", "a report has from 1 to {most} characters"),
        "no-page": ("", "there is no page here"),
        "method": ("", "this page does not take requests of that kind"),
        "form": ("", "{field}: {why}"),
        "too-fast": ("", "too many requests: wait {seconds:g} seconds and try again"),
        "origin": ("", "this request comes from another site"),
        "secret": ("", "this is no key to a seat of this match"),
        "person-needed": ("", "rated games and open invitations are for people in a browser"),
        "banned": ("", "the operator of this server has shut you out"),
        "position-over": ("", "this game is over: begin from an earlier position"),
        "analysis-yours": ("", "{most} analyses run for you already: close one of them first"),
        "match-runs": ("", "this game is still being played: it can be analysed once it is over"),
        "no-review": ("", "nobody has asked for this review yet"),
        "no-proof": ("", "this review can't be proven here"),
        "review-empty": ("", "there is nothing to review: nothing was played"),
        "review-length": ("", "games of more than {most} actions are not reviewed"),
        "reviews-waiting": ("", "too many reviews are waiting already: try again in a minute"),
        "menhirs-by-hand": ("", "choose exactly {expected} cells for the menhirs, not {found}"),
    }


class Unavailable(MenhirsError):
    """The server can't do its work."""

    kind = "unavailable"
    messages: ClassVar[dict[str, tuple[str, str]]] = {
        "database-address": ("", "this is no address of a database: {why}"),
        "database": ("", "the database can't be used: {why}"),
        "database-in-use": (
            "",
            "another server uses {path} already: an SQLite file belongs to one server",
        ),
        "storage": ("", "this could not be saved; nothing has changed. Try again"),
        "listening": ("", "this server does not hear of the others' changes"),
        "match-gone": ("", "this match was withdrawn"),
        "newer-match": (
            "",
            "a newer server went on with this match in a way that this one does not know. "
            "Nothing is lost: try again later",
        ),
        "analysis-full": ("", "the engine is busy with others: try again in a minute"),
        "mistake": ("", "the server made a mistake; it has been noted"),
        "port": ("", "port {port} can't be used: {why}"),
    }
