"""Asks whether anything that we install or hand on has a known vulnerability.

``python -m tools.audit`` looks up in OSV, the open database that others ask too:

- the Python packages that ``requirements/`` pins
- the npm packages of ``package-lock.json``: what checks the scripts, and Pyodide, which a static
  site hands on
- with ``--debian 12=FILE`` the packages of a container, as ``dpkg-query`` lists them
  (``docs/contribute/releasing.md`` has the command)

Where OSV cannot be reached, that is told and nothing fails, unless with ``--strict``. The exit code
is 1 if something is found, and 2 if with ``--strict`` nobody could look.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[1]
REQUIREMENTS = ROOT / "requirements"
NPM_LOCK = ROOT / "package-lock.json"
SERVICE = "https://api.osv.dev"
_PATIENCE = 5
_AT_ONCE = 1_000
"""Packages that OSV takes in one question."""
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)", re.MULTILINE)


class Package(NamedTuple):
    """A package of one of the worlds that OSV knows."""

    ecosystem: str
    name: str
    version: str


def python_packages(texts: Iterable[str]) -> set[Package]:
    """What requirements files pin."""
    found = (found for text in texts for found in _PINNED.findall(text))
    return {Package("PyPI", name.lower(), version) for name, version in found}


def npm_packages(lock: str) -> set[Package]:
    """What a lock file of npm pins."""
    return {
        Package("npm", where.rpartition("node_modules/")[2], told["version"])
        for where, told in json.loads(lock)["packages"].items()
        if where
    }


def debian_packages(release: str, listed: str) -> set[Package]:
    """What a list of source packages with their versions names, one to a line."""
    pairs = (line.split() for line in listed.splitlines() if line.strip())
    return {Package(f"Debian:{release}", name, version) for name, version in pairs}


def vulnerabilities(packages: Sequence[Package], service: str) -> Iterator[tuple[Package, str]]:
    """Each package about which something is known, with the names of that."""
    for begin in range(0, len(packages), _AT_ONCE):
        some = packages[begin : begin + _AT_ONCE]
        queries = [
            {
                "package": {"name": package.name, "ecosystem": package.ecosystem},
                "version": package.version,
            }
            for package in some
        ]
        request = Request(
            f"{service}/v1/querybatch",
            json.dumps({"queries": queries}).encode(),
            {"content-type": "application/json"},
        )
        with urlopen(request, timeout=_PATIENCE) as answer:
            results = json.load(answer)["results"]
        for package, result in zip(some, results, strict=True):
            if found := result.get("vulns"):
                yield package, ", ".join(one["id"] for one in found)


def main(words: Sequence[str] | None = None, service: str = SERVICE) -> int:
    """Looks everything up; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strict", action="store_true", help="fail if nobody could look")
    parser.add_argument("--debian", action="append", default=[], metavar="RELEASE=FILE")
    options = parser.parse_args(words)
    wanted = python_packages(path.read_text("utf-8") for path in REQUIREMENTS.glob("*.txt"))
    wanted |= npm_packages(NPM_LOCK.read_text("utf-8"))
    for told in options.debian:
        release, _, name = told.partition("=")
        wanted |= debian_packages(release, Path(name).read_text("utf-8"))
    packages = sorted(wanted)
    try:
        found = list(vulnerabilities(packages, service))
    except (URLError, OSError, ValueError, KeyError) as error:
        print(f"Known vulnerabilities: not checked, {service} cannot be asked: {error}")
        return 2 if options.strict else 0
    for package, names in found:
        print(f"{package.ecosystem}: {package.name} {package.version}: {names}")
    print(f"Known vulnerabilities: {len(found)} of {len(packages)} packages have any.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(service=os.environ.get("OSV", SERVICE)))
