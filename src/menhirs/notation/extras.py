"""The error where an extra is not installed, with the command that installs it.

An index may not have this package, or another one of its name. So the command names where it was
installed from: the file of a wheel, or a checkout.
"""

from __future__ import annotations

from menhirs.core.errors import Malformed


def needed_extra(what: str, extra: str) -> Malformed:
    """The error for a part of the package that needs an extra."""
    return Malformed("missing-extra", what=what, extra=extra, source=f'"{_source()}[{extra}]"')


def _source() -> str:
    """What pip has to be given: a path, or a name where an index had the package."""
    # Imported here, as it is hardly ever needed.
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from pathlib import Path
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    name = "menhirs"
    try:
        origin = distribution(name).read_text("direct_url.json")
    except PackageNotFoundError:  # the sources as they are
        return name
    if origin is None:
        return name
    url = urlsplit(json.loads(origin)["url"])
    path = Path(url2pathname(url.path))
    return str(path) if url.scheme == "file" and path.exists() else name
