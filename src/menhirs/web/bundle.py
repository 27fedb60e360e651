"""A page's script or style and all that it imports, joined into one file.

A browser asks an HTTP/1.1 server for six files at a time: forty modules would cost a slow phone
seven round trips, even if all of them were named at once. Nobody has to build anything: the
modules are joined when they are first asked for. They are left as they are but for comments,
indentation and ends of lines, a twelfth of their bytes even when compressed; so no text may go on
over the end of a line, or hold an arrow between spaces.

Every module becomes a function that is called once and returns what it exports. That asks for
plain modules: named imports and exports, each on a line of its own, and no cycles.

A style is joined from the files that its ``@import`` lines name, in their order.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE | re.ASCII
)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
_NOTE = re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/ ?")
"""What a type checker reads, in the middle of a line."""
_REMARK = re.compile(r"(?<=[;{,]) // .*$", re.MULTILINE)
_INDENTATION = re.compile(r"^[ \t\n]+", re.MULTILINE)
_NEXT_LINE = re.compile(r"(?m)^((?:(?!//).)*[;{(,])\n")
_NOT_JOINED = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_STYLE_IMPORT = re.compile(r'^@import "(\.[^"]+)";$', re.MULTILINE)
_RULE_ENDS = re.compile(r"([{};,])\n")
_STYLE_COMMENT = re.compile(r"^/\*(?:[^*]|\*(?!/))*\*/\n", re.MULTILINE)


@cache
def modules_of(folder: Path, script: str) -> tuple[str, ...]:
    """All modules that a script needs, each after those that it imports; the script is last."""
    found: dict[str, None] = {}

    def visit(module: str, importers: tuple[str, ...]) -> None:
        if module in importers:
            raise ValueError(f"{module} imports itself by way of {importers}")
        if module in found:
            return
        for _, name in _IMPORT.findall((folder / module).read_text("utf-8")):
            visit(_resolved(module, name), (*importers, module))
        found[module] = None

    visit(script, ())
    return tuple(found)


@cache
def bundle(folder: Path, script: str) -> str:
    """One file that does what the script does."""
    parts = [_joined(folder, module) for module in modules_of(folder, script)]
    return "".join(parts)


@cache
def style_bundle(folder: Path, style: str) -> str:
    """One style sheet with the rules of all that it imports."""

    def fetch(found: re.Match[str]) -> str:
        return style_bundle(folder, _resolved(style, found[1]))

    source = _STYLE_COMMENT.sub("", (folder / style).read_text("utf-8"))
    joined = _STYLE_IMPORT.sub(fetch, source)
    if "@import" in joined:
        raise ValueError(f"{style}: can't be joined: an @import that is no line of its own")
    return _RULE_ENDS.sub(r"\1", _INDENTATION.sub("", joined)).replace(": ", ":").replace(";}", "}")


def _joined(folder: Path, module: str) -> str:
    source = _COMMENT.sub("", (folder / module).read_text("utf-8"))
    exported = ", ".join(_EXPORT.findall(source))

    def fetch(found: re.Match[str]) -> str:
        names, name = found.groups()
        if names is None:
            return ""
        return f"const {{{names.replace(' as ', ': ')}}} = {_name(_resolved(module, name))};"

    body = _EXPORT.sub("", _IMPORT.sub(fetch, source))
    if left := _NOT_JOINED.search(body):
        raise ValueError(f"{module}: can't be joined: {left[0]}")
    body = _bare(body)
    if open_text := next((line for line in body.splitlines() if line.count("`") % 2), None):
        raise ValueError(f"{module}: can't be joined: text over several lines: {open_text}")
    return f"const {_name(module)} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _bare(source: str) -> str:
    bare = _INDENTATION.sub("", _REMARK.sub("", _NOTE.sub("", source)))
    return _NEXT_LINE.sub(r"\1", bare).replace(" => ", "=>").replace(") {", "){")


def _resolved(module: str, name: str) -> str:
    return normpath(PurePosixPath(module).parent / name)


def _name(module: str) -> str:
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"))
