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
        "no-page": ("", "there is no page here"),
        "method": ("", "this page does not take requests of that kind"),
        "form": ("", "{field}: {why}"),
        "too-fast": ("", "too many requests: wait {seconds:g} seconds and try again"),
        "origin": ("", "this request comes from another site"),
        "secret": ("", "this is no key to a seat of this match"),
        "banned": ("", "the operator of this server has shut you out"),
        "nobody": ("", "this browser is nobody's yet: the first game makes it somebody's"),
        "push-endpoint": ("", "this is no address of a push service that alerts are sent to"),
        "push-keys": ("", "these are no keys of a browser that alerts could be encrypted for"),
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


class BadOrder(MenhirsError):
    """The operator asks for something that can't be done."""

    kind = "order"
    messages: ClassVar[dict[str, tuple[str, str]]] = {
        "no-person": ("", "there is nobody with the id {person!r}"),
        "no-such-match": ("", "there is no match called {match!r}"),
        "no-report": ("", "there is no report with the id {report!r}"),
        "match-ended": ("", "the match {match!r} is over: only one that is not can be closed"),
        "match-of-tournament": ("", "{match!r} is a tournament's: its organiser corrects it there"),
        "merge-opponents": (
            "",
            "these two sit on both sides of a match, or are one person already",
        ),
        "no-version": ("", "there is no earlier version {version!r} of the tables, but {known}"),
        "servers-run": ("", "servers use this database: stop them first"),
        "not-confirmed": (
            "",
            "nothing was done: this can't be undone, so answer yes or give --yes",
        ),
        "backup-exists": ("", "{file} is there already, and is not written over"),
        "backup-failed": ("", "there is no copy in {file}: {why}"),
        "backup-postgresql": (
            "",
            "PostgreSQL makes its copies itself: pg_dump --format=custom --file={file} {database}",
        ),
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
        "newer-match": (
            "",
            "a newer server went on with this match in a way that this one does not know. "
            "Nothing is lost: try again later",
        ),
        "analysis-full": ("", "the engine is busy with others: try again in a minute"),
        "mistake": ("", "the server made a mistake; it has been noted"),
        "push-contact": (
            "",
            "{text!r} is no address where push services reach you: mailto:… or https://…",
        ),
        "port": ("", "port {port} can't be used: {why}"),
    }
