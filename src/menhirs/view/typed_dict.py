"""``TypedDict`` for the types of messages: before Python 3.12 pydantic needs another one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    try:
        from typing_extensions import TypedDict
    except ImportError:  # without a server there is no pydantic either
        from typing import TypedDict

__all__ = ["TypedDict"]
