"""Asks whether anything that we install has a known vulnerability: ``python -m tools.audit``.

Looks the pinned packages of ``requirements/`` up in OSV, the open database that pip-audit asks too.
Where it cannot be reached that is told, and nothing fails. The exit code is 1 if something is
found.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

REQUIREMENTS = Path(__file__).parent.parent / "requirements"
SERVICE = "https://api.osv.dev"
_PATIENCE = 5
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)", re.MULTILINE)

Package = tuple[str, str]
"""Its name and version."""


def pinned(texts: Iterable[str]) -> list[Package]:
    """The packages that requirements files pin, each once."""
    return sorted(
        {(name.lower(), version) for text in texts for name, version in _PINNED.findall(text)}
    )


def vulnerabilities(packages: list[Package], service: str) -> dict[Package, list[str]]:
    """The names of what is known about those that something is known about."""
    queries = [
        {"package": {"name": name, "ecosystem": "PyPI"}, "version": version}
        for name, version in packages
    ]
    request = Request(
        f"{service}/v1/querybatch",
        json.dumps({"queries": queries}).encode(),
        {"content-type": "application/json"},
    )
    with urlopen(request, timeout=_PATIENCE) as answer:
        results = json.load(answer)["results"]
    return {
        package: [found["id"] for found in result["vulns"]]
        for package, result in zip(packages, results, strict=True)
        if result.get("vulns")
    }


def main(service: str = SERVICE) -> int:
    packages = pinned(path.read_text("utf-8") for path in REQUIREMENTS.glob("*.txt"))
    try:
        found = vulnerabilities(packages, service)
    except (URLError, OSError, ValueError, KeyError) as error:
        print(f"Known vulnerabilities: not checked, {service} cannot be asked: {error}")
        return 0
    for (name, version), names in found.items():
        print(f"{name} {version}: {', '.join(names)}")
    print(f"Known vulnerabilities: {len(found)} of {len(packages)} packages have any.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(os.environ.get("OSV", SERVICE)))
