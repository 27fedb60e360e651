"""The service worker ``sw.js``, with a list of all files and their fingerprints.

The worker caches a file only if its fingerprint is listed. So a browser has one version of the
site, never a mixture: not while a new version is being copied to the host, and not if a file
arrives damaged.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping

from menhirs.site.folder import MARK
from menhirs.web.bundle import bundle
from menhirs.web.files import STATIC


def service_worker_files(files: Mapping[str, bytes], codes: Collection[str]) -> dict[str, bytes]:
    """The service worker for these files, and the marker file of a built site."""
    source = bundle(STATIC, "offline/service_worker.js")
    prints = {_address(path): short_hash(files[path]) for path in sorted(files)}
    version = short_hash(json.dumps([source, prints]).encode())
    pages = {
        code: {address: seen for address, seen in prints.items() if address.startswith(f"{code}/")}
        for code in codes
    }
    of_a_language = {address for some in pages.values() for address in some}
    data = {
        "version": version,
        "size": sum(map(len, files.values())),
        "files": {path: seen for path, seen in prints.items() if path not in of_a_language},
        "pages": pages,
    }
    script = f"const SITE = {json.dumps(data, separators=(',', ':'))};\n{source}"
    version_file = {"version": version, "languages": list(codes)}
    return {"sw.js": script.encode(), MARK: (json.dumps(version_file) + "\n").encode()}


def short_hash(contents: bytes) -> str:
    """A short hash of a file."""
    return hashlib.sha256(contents).hexdigest()[:12]


def _address(path: str) -> str:
    """The address of a file: pages are requested by their folders."""
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}" if name == "index.html" else path
