"""How much of what is exhaustive is tried: a telling sample, or all of it with ``make long``."""

from __future__ import annotations

from hypothesis import settings


def is_long() -> bool:
    """Whether everything is tried (``--hypothesis-profile=long``)."""
    return settings.get_current_profile_name() == "long"
