"""Makes a release: ``python -m tools.release 0.3.0``.

It sets the version, gives the changelog's "Unreleased" a heading with the date, commits, tags, and
builds the archive of sources and a compiled wheel into ``dist/``, with their checksums and a list
of all dependencies (SBOM, in the CycloneDX format). Uploading is left to a person:
``docs/contribute/releasing.md`` says how.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
_VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


def main() -> int:
    """Makes the release of the version that was given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version")
    version = parser.parse_args().version
    if not _VERSION.fullmatch(version):
        parser.error(f"{version!r} is not a version such as 0.3.0")
    if _git("status", "--porcelain"):
        parser.error("there are changes that are not committed")
    if f"v{version}" in _git("tag").split():
        parser.error(f"there is a tag v{version} already")
    today = datetime.now(UTC).date()
    for path, text in changed(version, today):
        path.write_text(text, "utf-8")
    _git("commit", "--all", "--message", f"Release {version}")
    _git("tag", "--annotate", f"v{version}", "--message", f"menhirs {version}")
    _build()
    write_sbom(version)
    write_checksums()
    print(f"\nmenhirs {version} is in {DIST}. Next: docs/contribute/releasing.md")
    return 0


def changed(version: str, today: date) -> Iterator[tuple[Path, str]]:
    """The files that name the version, with their new text."""
    changes = {
        "src/menhirs/__init__.py": (r'__version__ = "[^"]+"', f'__version__ = "{version}"'),
        "CHANGELOG.md": (
            # What is written under a heading of this version already belongs to it as well.
            rf"## Unreleased\n((?:(?!## ).*\n)*)(?:## {re.escape(version)} \([^)]*\)\n\n?)?",
            rf"## Unreleased\n\n## {version} ({today})\n\1",
        ),
        "CITATION.cff": (
            r"version: [0-9.]+\ndate-released: \S+",
            f"version: {version}\ndate-released: {today}",
        ),
    }
    for name, (pattern, text) in changes.items():
        path = ROOT / name
        changed_text, found = re.subn(pattern, text, path.read_text("utf-8"), count=1)
        if not found:
            raise SystemExit(f"{name} does not name a version where it should")
        yield path, changed_text


def sbom(version: str, requirements: str) -> dict[str, Any]:
    """The dependencies of a server as pinned, in the CycloneDX format."""
    components = [
        {
            "type": "library",
            "name": name,
            "version": number,
            "purl": f"pkg:pypi/{name}@{number}",
        }
        for name, number in _PINNED.findall(requirements)
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "menhirs", "version": version}},
        "components": components,
    }


def write_sbom(version: str) -> None:
    """Writes the list of dependencies beside the artefacts."""
    text = (ROOT / "requirements" / "play.txt").read_text("utf-8")
    path = DIST / f"menhirs-{version}.cdx.json"
    path.write_text(json.dumps(sbom(version, text), indent=1) + "\n", "utf-8")


def write_checksums() -> None:
    """Writes the SHA-256 of every artefact, as ``sha256sum --check`` reads it."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}"
        for path in sorted(DIST.iterdir())
        if path.name != "SHA256SUMS"
    ]
    (DIST / "SHA256SUMS").write_text("\n".join(lines) + "\n", "utf-8")


def _build() -> None:
    """Builds into an empty folder; a failed compilation fails the release."""
    for path in DIST.glob("*"):
        path.unlink()
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation"],
        cwd=ROOT,
        check=True,
        env={**os.environ, "MENHIRS_COMPILE": "must"},
    )


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
