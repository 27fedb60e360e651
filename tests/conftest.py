"""How thorough the tests are: quick by default, everything with ``--hypothesis-profile=long``."""

import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.thoroughness import is_long

settings.register_profile(
    "default", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "long", max_examples=20_000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("default")

# A shell lets what it starts in the background ignore Ctrl-C, and so would all that we start. A
# handler is not handed on.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the tests marked as long, and begins with the browser.

    Its files take longest: at the end, one of them would run while the other cores have nothing
    left to do.
    """
    items.sort(key=lambda item: "tests/web/" not in item.nodeid)
    if is_long():
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker("long")]
