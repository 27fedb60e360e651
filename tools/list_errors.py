"""Writes docs/errors.md from the error family itself, so that the page can't go stale."""

from __future__ import annotations

from pathlib import Path

from menhirs.browser.errors import BadEverything, BrowserTrouble, NeedsServer
from menhirs.core.errors import Illegal, Malformed, MenhirsError
from menhirs.learn.errors import BadExercise
from menhirs.learn.puzzles.errors import BadPuzzle
from menhirs.learn.review.errors import BadReview
from menhirs.match.errors import BadTerms, Refused
from menhirs.protocol.errors import BadCommand, EngineFailure
from menhirs.server.errors import BadOrder, BadRequest, ServerUnavailable
from menhirs.site.errors import BadSite
from menhirs.tournament.errors import BadTournament

PAGE = Path(__file__).parents[1] / "docs" / "errors.md"
RULES = "../src/menhirs/web/rules/reference/en.md"
_INTRODUCTION = """\
# Errors

Every bad input gets one of these. The code never changes its meaning; the same code reaches every
surface (`menhirs replay --json` prints it as data). Words in braces are filled in.
"""


def table(family: type[MenhirsError]) -> str:
    rows = [
        f"| `{code}` | {links(rules)} | {message} |"
        for code, (rules, message) in sorted(family.messages.items())
    ]
    return "\n".join(["| code | rule | what it says |", "| --- | --- | --- |", *rows])


def links(rules: str) -> str:
    """``B3/A8`` as two links into the rules."""
    return ", ".join(f"[{rule}]({RULES}#{rule.lower()})" for rule in rules.split("/") if rule)


def page() -> str:
    """The whole page."""
    return "\n".join(
        [
            _INTRODUCTION,
            "## Malformed: it cannot be read",
            "",
            table(Malformed),
            "",
            "## Illegal: it can be read, but breaks a rule",
            "",
            table(Illegal),
            "",
            "## Command: an engine cannot follow what it is told ([protocol](protocol.md))",
            "",
            table(BadCommand),
            "",
            "## Engine: a program does not behave as an engine should",
            "",
            table(EngineFailure),
            "",
            "## Terms: a match can't begin like that",
            "",
            table(BadTerms),
            "",
            "## Refused: it may be legal, but not from this player or not now",
            "",
            table(Refused),
            "",
            "## Exercise: there is none, or it does not go that way ([learn](learn.md))",
            "",
            table(BadExercise),
            "",
            "## Puzzle: a puzzle is not right ([puzzles](puzzles.md))",
            "",
            table(BadPuzzle),
            "",
            "## Review: it can't be read, or not be made ([review](review.md))",
            "",
            table(BadReview),
            "",
            "## Tournament: it can't be read, or not go that way ([tournament](tournament.md))",
            "",
            table(BadTournament),
            "",
            "## Site: a static site can't be built or served so ([site](site.md))",
            "",
            table(BadSite),
            "",
            "## Request: the server is asked for what it does not do ([server](server.md))",
            "",
            table(BadRequest),
            "",
            "## Order: the operator asks for what can't be done ([server](server.md))",
            "",
            table(BadOrder),
            "",
            "## Unavailable: the server can't do its work",
            "",
            table(ServerUnavailable),
            "",
            "## Browser: what goes wrong where there is no server ([browser](browser.md))",
            "",
            table(NeedsServer),
            "",
            table(BrowserTrouble),
            "",
            table(BadEverything),
            "",
        ]
    )


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
