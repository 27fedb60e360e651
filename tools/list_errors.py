"""Writes docs/python/errors.md from the error family itself, so that the page can't go stale."""

from __future__ import annotations

from pathlib import Path

from menhirs.browser.errors import BadImport, BrowserTrouble, NeedsServer
from menhirs.core.errors import Illegal, Malformed, MenhirsError
from menhirs.learn.errors import BadExercise
from menhirs.learn.puzzles.errors import BadPuzzle
from menhirs.learn.review.errors import BadReview
from menhirs.match.errors import BadTerms, Refused
from menhirs.protocol.errors import BadCommand, EngineFailure
from menhirs.research.agent_errors import BadAgent
from menhirs.research.survey.errors import BadSurvey
from menhirs.server.errors import BadOrder, BadRequest, ServerUnavailable
from menhirs.site.errors import BadSite
from menhirs.tournament.errors import BadTournament

PAGE = Path(__file__).parents[1] / "docs" / "python" / "errors.md"
RULES = "../../src/menhirs/web/rules/reference/en.md"
_INTRODUCTION = """\
# Errors

Every bad input gets one of these, everywhere: at the terminal, in Python, over HTTP, in the
browser. A code never changes its meaning. Words in braces are filled in.
"""
_FAMILIES: tuple[tuple[tuple[type[MenhirsError], ...], str, str], ...] = (
    ((Malformed,), "Malformed: the input can't be read", ""),
    ((Illegal,), "Illegal: the input can be read, but breaks a rule", ""),
    ((BadCommand,), "Command: an engine doesn't understand a command", "protocol"),
    ((EngineFailure,), "Engine: a program does not behave as an engine should", ""),
    ((BadTerms,), "Terms: a match can't begin like that", ""),
    ((Refused,), "Refused: legal perhaps, but not from this player or not now", ""),
    (
        (BadExercise,),
        "Exercise: it does not exist, or does not go that way",
        "../contribute/lessons",
    ),
    ((BadPuzzle,), "Puzzle: a puzzle is not right", "../play/puzzles"),
    ((BadReview,), "Review: it can't be read or made", "../play/review"),
    ((BadSurvey,), "Survey: it can't be made, or its results can't be read", "../research/surveys"),
    ((BadTournament,), "Tournament: it can't be read, or does not go that way", "tournament-files"),
    ((BadAgent,), "Agent: a learning program asks for the impossible", "../research/agents"),
    ((BadSite,), "Site: a static site can't be built or served like that", "../host/static-site"),
    ((BadRequest,), "Request: the server refuses a request", "http"),
    (
        (BadOrder,),
        "Order: an administrator's command can't be carried out",
        "../host/administration",
    ),
    ((ServerUnavailable,), "Unavailable: the server can't do its work", ""),
    (
        (NeedsServer, BrowserTrouble, BadImport),
        "Browser: what goes wrong without a server",
        "../contribute/browser",
    ),
)
"""Families of errors, the heading of their tables, and the page that explains them."""


def table(family: type[MenhirsError]) -> str:
    rows = []
    for code in sorted(family.messages):
        rules, message = family.rules_and_message(code)
        rows.append(f"| `{code}` | {links(rules)} | {message} |")
    return "\n".join(["| code | rule | what it says |", "| --- | --- | --- |", *rows])


def links(rules: str) -> str:
    """``B3/A8`` as two links into the rules."""
    return ", ".join(f"[{rule}]({RULES}#{rule.lower()})" for rule in rules.split("/") if rule)


def page() -> str:
    """The whole page."""
    parts = [_INTRODUCTION]
    for families, heading, guide in _FAMILIES:
        link = f" ([{guide.rpartition('/')[2]}]({guide}.md))" if guide else ""
        parts += [f"## {heading}{link}", ""]
        for family in families:
            parts += [table(family), ""]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
