"""Expecting a refusal with its code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from menhirs.core.errors import MenhirsError


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(MenhirsError) as caught:
        yield
    assert caught.value.code == code
