"""The kind of a browser, such as "Firefox, Android"."""

from __future__ import annotations

from starlette.requests import HTTPConnection

# The first match counts: most browsers also name the ones that they imitate.
_BROWSERS = (
    ("edg", "Edge"),
    ("opr/", "Opera"),
    ("vivaldi", "Vivaldi"),
    ("samsungbrowser", "Samsung Internet"),
    ("firefox", "Firefox"),
    ("fxios", "Firefox"),
    ("crios", "Chrome"),
    ("chrom", "Chrome"),
    ("safari", "Safari"),
)
_SYSTEMS = (
    ("iphone", "iPhone"),
    ("ipad", "iPad"),
    ("android", "Android"),
    ("cros", "ChromeOS"),
    ("windows", "Windows"),
    ("mac os", "macOS"),
    ("linux", "Linux"),
)


def browser_kind(request: HTTPConnection) -> str:
    """The browser and the system of a request; empty if neither is known.

    Nothing else of the header is stored.
    """
    user_agent = request.headers.get("user-agent", "").lower()
    kinds = (_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))
    return ", ".join(kind for kind in kinds if kind)


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for sign, name in names if sign in user_agent), "")
