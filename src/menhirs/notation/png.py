"""A drawn board as PNG, for places that show no SVG.

The renderer holds the interpreter's lock. Where other threads must go on, ``render_apart`` starts
a process for it: ``python -m menhirs.notation.png WIDTH``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

from menhirs.core.errors import Malformed
from menhirs.notation.extras import needed_extra

_PATIENCE = 60.0


def can_render() -> bool:
    """Whether the renderer is installed."""
    return find_spec("resvg_py") is not None


def render(svg: str, width: int) -> bytes:
    """The picture as the bytes of a PNG file, that many pixels wide."""
    try:
        import resvg_py
    except ImportError:
        raise needed_extra("PNG", "png") from None
    # Our pictures hold no text to set, so they look alike whatever fonts a machine has.
    return resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)


def render_apart(svg: str, width: int) -> bytes:
    """Renders in a process of the lowest priority."""
    if not can_render():
        # A server's visitors need not know where it was installed from.
        raise Malformed("missing-extra", what="PNG", extra="png", source='"menhirs[png]"')
    # -P: nothing is imported from where the server was started.
    command = [sys.executable, "-P", "-m", "menhirs.notation.png", str(width)]
    done = subprocess.run(
        command, input=svg.encode(), stdout=subprocess.PIPE, timeout=_PATIENCE, check=True
    )
    return done.stdout


def _main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    sys.stdout.buffer.write(render(sys.stdin.buffer.read().decode(), int(sys.argv[1])))


if __name__ == "__main__":
    _main()
