"""A web server for a built site on this machine, to look at it: ``menhirs site --open``."""

from __future__ import annotations

import sys
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from menhirs.server.errors import ServerUnavailable
from menhirs.site.folder import existing_site


class FileHandler(SimpleHTTPRequestHandler):
    """Serves the files of a folder, with the media types that browsers require."""

    extensions_map = {  # noqa: RUF012 - the base class has it so
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_: object) -> None:
        """Logs nothing."""


def file_server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server for the site in a folder, on this machine only."""
    existing_site(folder)
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), partial(FileHandler, directory=str(folder)))
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ServerUnavailable("port", port=port, why=why) from None


def serve(folder: Path, port: int) -> None:
    """Serves a site until it is interrupted, and opens the browser."""
    server = file_server(folder, port)
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    print(f"Menhirs dans le Brouillard: {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
    webbrowser.open(address)
    try:
        server.serve_forever()
    finally:
        server.server_close()
