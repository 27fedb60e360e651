"""Reads forms: their values, or the wrong field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from fastapi import Request
from starlette.datastructures import FormData

from menhirs.server.errors import BadRequest
from menhirs.view.errors import BadMessage
from menhirs.view.shapes import Shape

MOST_FIELDS = 60

AnyForm = TypeVar("AnyForm", bound=Shape)


async def form_of(request: Request) -> FormData:
    """The form of a request."""
    return await request.form(max_files=0, max_fields=MOST_FIELDS)


def filled_in(form: FormData) -> dict[str, str]:
    """The fields of a form without the empty ones."""
    return {name: str(value) for name, value in form.items() if value != ""}


def validated(fields: Mapping[str, str], wanted: type[AnyForm]) -> AnyForm:
    """The values of a form, checked."""
    try:
        return wanted.read_words(fields)
    except BadMessage as error:
        if error.field is None:
            raise
        name, why = error.field
        raise BadRequest("form", field=name, why=why) from None


async def read_form(request: Request, wanted: type[AnyForm]) -> AnyForm:
    """The checked values of the form of a request."""
    return validated(filled_in(await form_of(request)), wanted)
