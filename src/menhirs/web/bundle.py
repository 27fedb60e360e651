"""Joins a page's script or style with all its imports into one file.

A browser asks an HTTP/1.1 server for six files at a time: forty modules would cost a slow phone
seven round trips, even if all of them were named at once. Nobody has to build anything: the
modules are joined when they are first asked for. They are left as they are but for comments,
indentation, ends of lines and the room around signs, a tenth of their bytes even when compressed;
so no text may go on over the end of a line.

Every module becomes a function that is called once and returns what it exports. That asks for
plain modules: named imports and exports, each on a line of its own, and no cycles.

A style is joined from the files that its ``@import`` lines name, in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE | re.ASCII
)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
_NOTE = re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/ ?")
"""A comment for the type checker in the middle of a line."""
_REMARK = re.compile(r"(?<=[;{,]) // .*$", re.MULTILINE)
_INDENTATION = re.compile(r"^[ \t\n]+", re.MULTILINE)
_NEXT_LINE = re.compile(r"(?m)^((?:(?!//).)*[;{(,])\n")
_MARK = re.compile(r"[\"'`/]")
_TEXT = re.compile(
    r"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*"""
)
_BEFORE_PATTERN = re.compile(r"(?:[(,=:\[!&|?{};\n]|\breturn) ?\Z")
_ROOM = re.compile(r" ?([=*?:<>&|,{}();]) ?")
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
    """One file that does what the script does, and exports what it exports."""
    modules = modules_of(folder, script)
    names = {module: f"${number}" for number, module in enumerate(modules)}
    parts = [_joined(folder, module, names) for module in modules]
    if exported := ", ".join(_EXPORT.findall((folder / script).read_text("utf-8"))):
        parts.append(f"export const {{ {exported} }} = {names[script]};\n")
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


def _joined(folder: Path, module: str, names: Mapping[str, str]) -> str:
    source = _COMMENT.sub("", (folder / module).read_text("utf-8"))
    exported = ", ".join(_EXPORT.findall(source))

    def fetch(found: re.Match[str]) -> str:
        wanted, name = found.groups()
        if wanted is None:
            return ""
        return f"const {{{wanted.replace(' as ', ': ')}}} = {names[_resolved(module, name)]};"

    body = _EXPORT.sub("", _IMPORT.sub(fetch, source))
    if left := _NOT_JOINED.search(body):
        raise ValueError(f"{module}: can't be joined: {left[0]}")
    body = _bare(body)
    if open_text := next((line for line in body.splitlines() if line.count("`") % 2), None):
        raise ValueError(f"{module}: can't be joined: text over several lines: {open_text}")
    return f"const {names[module]} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _bare(source: str) -> str:
    bare = _INDENTATION.sub("", _REMARK.sub("", _NOTE.sub("", source)))
    return "".join(_close(_NEXT_LINE.sub(r"\1", bare)))


def _close(source: str) -> Iterator[str]:
    """The pieces of a script without the room around its signs, but for texts and patterns."""
    at = 0
    for found in _MARK.finditer(source):
        begin = found.start()
        if begin < at:  # within a text
            continue
        end = _end_of_text(source, begin)
        if end is None:
            continue
        yield _ROOM.sub(r"\1", source[at:begin])
        yield source[begin:end]
        at = end
    yield _ROOM.sub(r"\1", source[at:])


def _end_of_text(source: str, begin: int) -> int | None:
    """Where the text or pattern ends that begins there; none if the slash divides."""
    if source[begin] == "`":
        return _end_of_template(source, begin)
    if source[begin] == "/" and not _BEFORE_PATTERN.search(source, max(0, begin - 9), begin):
        return None
    found = _TEXT.match(source, begin)
    return found.end() if found else None


def _end_of_template(source: str, begin: int) -> int:
    """A template may hold code in its gaps, and in that other templates."""
    at, depth = begin + 1, 0
    while at < len(source):
        if depth and source[at] == "`":
            at = _end_of_template(source, at)
        elif source[at] == "`":
            return at + 1
        elif source.startswith("${", at) or (depth and source[at] == "{"):
            depth += 1
            at += 1 + (source[at] == "$")
        elif depth and source[at] == "}":
            depth -= 1
            at += 1
        else:
            at += 1 + (source[at] == "\\")
    raise ValueError(f"text without an end: {source[begin : begin + 60]}")


def _resolved(module: str, name: str) -> str:
    return normpath(PurePosixPath(module).parent / name)
