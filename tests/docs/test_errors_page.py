"""The page of errors is what the errors say, and every code is one that can come up."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tools.list_errors import PAGE, page

import menhirs
from menhirs.browser.errors import BadImport, BrowserTrouble, NeedsServer
from menhirs.core.errors import Illegal, Malformed
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

FAMILIES = (
    Malformed,
    Illegal,
    BadCommand,
    EngineFailure,
    Refused,
    BadExercise,
    BadPuzzle,
    BadReview,
    BadSurvey,
    BadTournament,
    BadAgent,
    BadSite,
    BadOrder,
    BadRequest,
    ServerUnavailable,
    BadTerms,
    NeedsServer,
    BrowserTrouble,
    BadImport,
)
SOURCE = Path(str(menhirs.__file__)).parent


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "python -m tools.list_errors writes it anew"


def test_every_code_is_used() -> None:
    sources = (path for path in SOURCE.rglob("*.py") if path.name != "errors.py")
    source = "\n".join(path.read_text("utf-8") for path in sources)
    codes = sorted({code for family in FAMILIES for code in family.messages})
    assert [code for code in codes if f'"{code}"' not in source] == []


def test_no_code_means_two_things() -> None:
    assert max(Counter(code for family in FAMILIES for code in family.messages).values()) == 1
