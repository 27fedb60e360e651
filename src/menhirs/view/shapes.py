"""Shapes of requests: the fields of a body or of a query, each declared once with its bounds.

A shape reads a request, in either edition, and describes itself for the OpenAPI document::

    class Claim(Shape):
        turn: int = given(Whole(0, 2**31), about="the number in claim.turn of the state")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from menhirs.view.errors import bad_field
from menhirs.view.fields import FieldKind

_REQUIRED: Any = object()

AnyShape = TypeVar("AnyShape", bound="Shape")


@dataclass(frozen=True, slots=True)
class RequestField:
    """A field of a shape."""

    kind: FieldKind[Any]
    default: Any
    about: str
    examples: Sequence[str]

    @property
    def is_required(self) -> bool:
        return self.default is _REQUIRED

    def read(self, value: object) -> Any:
        """The value. Null is accepted only if the default is None."""
        return None if value is None and self.default is None else self.kind(value)

    def schema(self, name: str) -> dict[str, Any]:
        """The field as a JSON schema."""
        described: dict[str, Any] = dict(self.kind.schema)
        if self.default is None:
            described = {"anyOf": [described, {"type": "null"}]}
        elif not self.is_required:
            default = self.default
            described["default"] = list(default) if isinstance(default, tuple) else default
        described["title"] = name.replace("_", " ").title()
        if self.about:
            described["description"] = self.about
        if self.examples:
            described["examples"] = list(self.examples)
        return described


def request_field(
    kind: FieldKind[Any], default: Any = _REQUIRED, about: str = "", examples: Sequence[str] = ()
) -> Any:
    """A field of a shape; without a default it must be there. With None it may be null."""
    return RequestField(kind, default, about, examples)


class Shape:
    """The body of a request. Its fields are the fields of its class."""

    fields: ClassVar[Mapping[str, RequestField]] = {}

    def __init_subclass__(cls) -> None:
        named = [vars(base) for base in reversed(cls.__mro__)]
        cls.fields = {
            name: value
            for names in named
            for name, value in names.items()
            if isinstance(value, RequestField)
        }

    def __init__(self, **values: Any) -> None:
        """Makes a request in the program itself: the given values are not checked, the others are
        the defaults.
        """
        for name, field in self.fields.items():
            setattr(self, name, values.pop(name) if name in values else field.default)
        assert not values, f"no such fields: {values}"

    def with_values(self: AnyShape, **values: Any) -> AnyShape:
        """A copy of the request with other values."""
        return type(self)(**{**vars(self), **values})

    @classmethod
    def read(cls: type[AnyShape], values: Mapping[str, Any]) -> AnyShape:
        """Reads a JSON body; raises for the first wrong field."""
        return cls._made(values, lambda field, value: field.read(value))

    @classmethod
    def read_words(cls: type[AnyShape], words: Mapping[str, str]) -> AnyShape:
        """Reads the words of an address or a form."""
        return cls._made(words, lambda field, word: field.kind.of_word(word))

    @classmethod
    def _made(
        cls: type[AnyShape], values: Mapping[str, Any], read: Callable[[RequestField, Any], Any]
    ) -> AnyShape:
        found = {}
        for name, field in cls.fields.items():
            if name in values:
                try:
                    found[name] = read(field, values[name])
                except ValueError as error:
                    raise bad_field(name, str(error)) from None
            elif field.is_required:
                raise bad_field(name, "missing")
        for name in values:
            if name not in cls.fields:
                raise bad_field(repr(name[:40]), "no such field")
        return cls(**found)

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """The shape as a JSON schema."""
        described: dict[str, Any] = {
            "title": cls.__name__,
            "type": "object",
            "properties": {name: field.schema(name) for name, field in cls.fields.items()},
            "additionalProperties": False,
        }
        if required := [name for name, field in cls.fields.items() if field.is_required]:
            described["required"] = required
        if about := cls.__doc__:
            described["description"] = about
        return described
