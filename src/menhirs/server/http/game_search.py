"""What somebody looks for among their games, as addresses say it: of pages, files and programs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from menhirs.match.names import LONGEST_NAME
from menhirs.notation.people import Tongue
from menhirs.server.errors import BadRequest
from menhirs.view.game_list import ResultForViewer, Section
from menhirs.view.game_search import (
    A_PAGE,
    MOST,
    PLACE,
    WORDS,
    ListPosition,
    SearchTerms,
    read_place,
    search_for,
)

Asked = TypeVar("Asked", bound="GameSearch")

Day = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
_NO_NUL = r"^[^\x00]*$"


class GameSearch(BaseModel):
    """What somebody looks for among their games. Nothing said: all of them."""

    model_config = ConfigDict(extra="forbid")

    section: Section | None = Field(None, description="only games that stand so")
    opponent: Annotated[str, StringConstraints(max_length=LONGEST_NAME)] = Field(
        "", description="a part of the opponent's name, or of that of the computer's level"
    )
    rules: Annotated[str, StringConstraints(max_length=40, pattern=_NO_NUL)] = Field(
        "", description="the name of a rule set"
    )
    result: ResultForViewer | None = Field(None, description="only games that ended so for you")
    since: Day | None = Field(None, description="games with a turn on this day (UTC) or later")
    until: Day | None = Field(None, description="games whose last turn was not after this day")

    def search(self, language: Tongue) -> SearchTerms:
        """The same as the store understands it."""
        return search_for(
            language,
            section=self.section,
            opponent=self.opponent,
            rules=self.rules,
            result=self.result,
            since=None if self.since is None else _day(self.since),
            until=None if self.until is None else _day(self.until),
        )

    def query(self) -> dict[str, str]:
        """What an address says of it, whatever page of it."""
        said = {name: getattr(self, name) for name in WORDS}
        return {name: str(value) for name, value in said.items() if value}


class PageOfGames(GameSearch):
    """The same, and which page of what was found."""

    after: Annotated[str, StringConstraints(pattern=PLACE)] | None = Field(
        None, description="the `following` of the page before"
    )
    most: int = Field(A_PAGE, ge=1, le=MOST, description="the games on a page")

    @property
    def place(self) -> ListPosition | None:
        """Where the page begins."""
        return None if self.after is None else read_place(self.after)


def read_form(shape: type[Asked], fields: Mapping[str, str]) -> Asked:
    """What a form asks for: fields that were left empty ask for nothing."""
    try:
        return shape.model_validate({name: value for name, value in fields.items() if value})
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise BadRequest("form", field=field, why=first["msg"]) from None


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadRequest("form", field="date", why=str(error)) from None
