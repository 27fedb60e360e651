"""Writes the shapes of the messages to ``web/messages.d.ts``.

They are those of ``view/messages.py``, ``view/match/socket_messages.py``,
``view/analysis/analysis_messages.py`` and ``learn/messages.py``.

``python -m tools.write_message_types`` after a change; a test compares.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

from menhirs.learn import messages as learn_messages
from menhirs.view import messages
from menhirs.view.analysis import analysis_messages
from menhirs.view.match import socket_messages

TARGET = Path(__file__).parents[1] / "src" / "menhirs" / "web" / "messages.d.ts"
_HEAD = """\
/**
 * The shapes of what the server tells. `python -m tools.write_message_types` writes this file from
 * `view/messages.py`, `view/match/socket_messages.py`, `view/analysis/analysis_messages.py` and
 * `learn/messages.py`: do not edit it.
 */
"""
_WORDS = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def text() -> str:
    """The whole file."""
    shapes = {
        name: shape
        for module in (messages, socket_messages, analysis_messages, learn_messages)
        for name, shape in vars(module).items()
        if is_typeddict(shape)
    }
    interfaces = ("\n".join(_interface(shape)) for shape in shapes.values())
    message = f"export type Message = {_told(socket_messages.Message)};\n"
    return "\n".join([_HEAD, *interfaces, message])


def _interface(shape: type) -> Iterator[str]:
    if shape.__doc__ and not shape.__doc__.startswith("dict("):
        yield f"/** {inspect.cleandoc(shape.__doc__)} */"
    yield f"export interface {shape.__name__} {{"
    optional = not getattr(shape, "__total__", True)
    for name, hint in get_type_hints(shape, include_extras=True).items():
        left_out = get_origin(hint) is NotRequired
        told = _told(get_args(hint)[0] if left_out else hint)
        yield f"  {name}{'?' if optional or left_out else ''}: {told};"
    yield "}\n"


def _told(hint: Any) -> str:
    if hint in _WORDS:
        return _WORDS[hint]
    if is_typeddict(hint):
        return str(hint.__name__)
    arguments = get_args(hint)
    match get_origin(hint):
        case origin if origin is Literal:
            return " | ".join(f'"{one}"' if isinstance(one, str) else str(one) for one in arguments)
        case origin if origin in (Union, types.UnionType):
            return " | ".join(map(_told, arguments))
        case origin if origin is list:
            told = _told(arguments[0])
            return f"({told})[]" if " " in told else f"{told}[]"
        case origin if origin is tuple:
            return f"[{', '.join(map(_told, arguments))}]"
        case origin if origin is dict:
            return f"Record<{_told(arguments[0])}, {_told(arguments[1])}>"
    raise TypeError(f"no word for {hint}")


if __name__ == "__main__":
    TARGET.write_text(text(), "utf-8")
