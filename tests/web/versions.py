"""Versions of the edition without a server, and which of them a browser has."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from menhirs.site.folder import MARK
from menhirs.site.service_worker import service_worker_files
from tests.web.people import Person

Files = Mapping[str, bytes]

_VERSION = (
    "() => JSON.parse(document.getElementById('edition').textContent).static.split('/').at(-2)"
)
_LOOK = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update().catch(() => {});
    const coming = registration.installing ?? registration.waiting;
    while (coming.state === 'installing') {
        await new Promise(done => coming.addEventListener('statechange', done, {once: true}));
    }
    return coming.state;
}"""


def files_of(site: Path) -> Files:
    """The files of a built site."""
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file()
    }


def changed(files: Files, name: str) -> Files:
    """The site as a next version is: scripts and Python have other addresses."""
    (scripts,) = {found[1] for path in files if (found := re.match(r"static/(\w+)/", path))}
    (python,) = {found[1] for path in files if (found := re.match(r"python/menhirs-(\w+)", path))}

    def renamed(text: bytes) -> bytes:
        return text.replace(scripts.encode(), name.encode()).replace(python.encode(), name.encode())

    made = {
        renamed(path.encode()).decode(): renamed(contents)
        for path, contents in files.items()
        if path not in ("sw.js", MARK)
    }
    return made | service_worker_files(made, json.loads(files[MARK])["languages"])


def version(person: Person) -> str:
    """Which version the page in somebody's browser is of."""
    found: str = person.page.evaluate(_VERSION)
    return found


def kept_versions(person: Person) -> int:
    """How many versions the browser keeps, complete or not."""
    names: list[str] = person.page.evaluate("caches.keys()")
    return sum(name.startswith("menhirs /") for name in names)


def look_for_newer(person: Person) -> str:
    """Has the browser look for a newer version now; ``redundant`` if it could not be had."""
    state: str = person.page.evaluate(_LOOK)
    return state
