"""``TypedDict`` for the types of messages: before Python 3.12 pydantic needs another one."""

from __future__ import annotations

import sys

if sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    from typing_extensions import TypedDict

__all__ = ["TypedDict"]
