"""Writes the licences of all Python packages that an environment has, with their texts.

``python -m tools.write_notices`` is run with the environment's own Python; the container's image
gets what it prints. It fails where a package names no licence at all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import PurePosixPath

_NAMES = ("licen", "copying", "notice", "authors")
_LINE = "=" * 100


def licence_of(package: Distribution) -> str:
    """What a package says its licence is, in short."""
    told = package.metadata
    named = [*(told.get_all("License-Expression") or ()), *(told.get_all("License") or ())]
    classified = [
        kind.rpartition(" :: ")[2]
        for kind in told.get_all("Classifier") or ()
        if kind.startswith("License ::")
    ]
    return named[0].strip().split("\n")[0] if named else ", ".join(classified)


def texts_of(package: Distribution) -> Iterator[str]:
    """The licence texts that a package brings along."""
    for file in package.files or ():
        path = PurePosixPath(file)
        is_metadata = any(part.endswith(".dist-info") for part in path.parts)
        if is_metadata and path.name.lower().startswith(_NAMES):
            yield file.read_text().strip()


def notices(packages: list[Distribution]) -> str:
    """All packages in the order of their names, each with its licence and its texts."""
    parts = []
    for package in sorted(packages, key=lambda one: one.name.lower()):
        licence, texts = licence_of(package), list(texts_of(package))
        if not licence and not texts:
            raise SystemExit(f"{package.name} names no licence")
        head = f"{package.name} {package.version}: {licence or 'see below'}"
        parts.append("\n\n".join([_LINE + "\n" + head, *texts]))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.stdout.write(notices(list(distributions())))
