"""How many cases of an exhaustive test run: a good sample, or all with ``make long``."""

from __future__ import annotations

from hypothesis import settings


def is_long() -> bool:
    """Whether everything is tried (``--hypothesis-profile=long``)."""
    return settings.get_current_profile_name() == "long"
