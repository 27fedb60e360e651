"""Serve the game to browsers, here or on a network.

Without options: on this machine only, and the browser opens by itself. The matches are kept in one
SQLite file in your data folder; --database takes the address of another one or of a PostgreSQL,
which several servers may share:

  menhirs serve --host 0.0.0.0 --port 8000 --database postgresql://club@localhost/menhirs
"""

from __future__ import annotations

import argparse
import os
import re
import socket
import sys
import threading
import time
import webbrowser
from contextlib import closing
from dataclasses import fields
from functools import partial
from math import inf
from pathlib import Path

from menhirs.core.errors import Malformed

DEFAULT_PORT = 8321
_CONTACT = re.compile(r"mailto:[^@\s]+@[\w.-]+|https://[\w-]+\.[\w.-]+", re.ASCII)
_MOST_UNREAD = 64 * 1024
"""Bytes that wait in the system for a connection."""
_FILES_OF_A_PAGE = 5
"""For every request that is counted by itself an address may send so many in all."""
_LONGEST_UNREAD = 20_000
"""Milliseconds after which a connection that takes nothing is ended."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``menhirs serve``."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
    parser.add_argument(
        "--port", type=int, help=f"the port to listen on; {DEFAULT_PORT}, or a free one near it"
    )
    parser.add_argument("--database", metavar="URL", help="sqlite:///file or postgresql://…")
    for name, default, description in (
        ("--matches-a-minute", 30, "matches that one address may create"),
        ("--requests-a-second", 40, "requests for a match that one address may make"),
        ("--messages-a-second", 20, "messages that one page may send"),
        ("--sign-ins-a-minute", 60, "steps of signing in that one address may do"),
        ("--reviews-a-minute", 20, "reviews of games that one address may ask for"),
    ):
        parser.add_argument(name, type=float, default=default, metavar="N", help=description)
    for name, whole, description in (
        ("--reviews-at-once", 1, "reviews that are worked on at a time"),
        ("--own-reviews-a-day", 500, "games that are reviewed unasked, for their players"),
        ("--review-nodes", None, "positions searched for each action of a review"),
    ):
        parser.add_argument(name, type=int, default=whole, metavar="N", help=description)
    parser.add_argument(
        "--tables", type=Path, metavar="DIR", help="exact values on the analysis board"
    )
    parser.add_argument(
        "--solve-for-reviews",
        type=float,
        metavar="GB",
        help="let visitors prove reviews by solving layouts, with so much room on disk",
    )
    parser.add_argument(
        "--alerts-after",
        type=float,
        default=20,
        metavar="SECONDS",
        help="how long a player of a slow game is away before a turn is told by Web Push",
    )
    parser.add_argument(
        "--push-contact",
        metavar="URL",
        default="mailto:operator@localhost",
        help="mailto:… or https://…: where push services reach you",
    )
    parser.add_argument(
        "--local-push",
        action="store_true",
        help="send alerts to push services on this machine too, to try them out",
    )
    parser.add_argument(
        "--forbidden-names",
        metavar="FILE",
        help="words that no name may contain, one a line; case and accents do not matter",
    )
    parser.add_argument(
        "--offline",
        type=Path,
        metavar="FOLDER",
        help="a site built by “menhirs site”, for visitors who lose the network",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(options: argparse.Namespace) -> int:
    """Serves until it is interrupted."""
    from menhirs.cli.sources import read_text
    from menhirs.engine.tables_folder import existing_folder
    from menhirs.server.errors import ServerUnavailable
    from menhirs.server.settings import default_database
    from menhirs.server.storage.one_server import locked
    from menhirs.site.folder import existing_site

    rates = ("matches_a_minute", "requests_a_second", "messages_a_second", "reviews_a_minute")
    for name in (
        *rates,
        "sign_ins_a_minute",
        "reviews_at_once",
        "review_nodes",
        "solve_for_reviews",
        "alerts_after",
    ):
        if (rate := getattr(options, name)) is not None and not 0 < rate < inf:
            option = "--" + name.replace("_", "-")
            raise Malformed("number-positive", name=option, text=f"{rate:g}")
    if not _CONTACT.fullmatch(options.push_contact):
        raise ServerUnavailable("push-contact", text=options.push_contact)
    if options.tables is not None:
        existing_folder(options.tables)
    if options.offline is not None:
        existing_site(options.offline)
    words = "" if options.forbidden_names is None else read_text(options.forbidden_names)
    database = options.database or default_database()
    # A port that can't be had leaves nothing behind: no folder, no empty database.
    with closing(_listen(options.host, options.port)) as listener, locked(database):
        _serve(options, database, tuple(words.splitlines()), listener)
    return 0


def _serve(
    options: argparse.Namespace,
    database: str,
    forbidden: tuple[str, ...],
    listener: socket.socket,
) -> None:
    import uvicorn

    from menhirs.server.app import create_app
    from menhirs.server.logs import set_up_logs
    from menhirs.server.network.bounded_http import BoundedHttp
    from menhirs.server.network.bounded_socket import BoundedSocket
    from menhirs.server.network.connections import REQUESTS_A_SECOND, Connections
    from menhirs.server.network.process import allow_many_files, prepare_process
    from menhirs.server.settings import ServerSettings
    from menhirs.server.storage.database import open_database
    from menhirs.view.match.page_messages import LARGEST_MESSAGE

    open_database(database).dispose()  # raises at once if it can't be used
    set_up_logs()
    shown = "127.0.0.1" if options.host == "0.0.0.0" else options.host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    print(f"Menhirs dans le Brouillard: {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
    if not options.no_browser and _has_browser():
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    names = {field.name for field in fields(ServerSettings)} - {"database", "forbidden_names"}
    given = {
        name: value for name, value in vars(options).items() if name in names and value is not None
    }
    settings = ServerSettings(database, rule_sets=options.known, forbidden_names=forbidden, **given)
    allow_many_files()
    requests = max(REQUESTS_A_SECOND, _FILES_OF_A_PAGE * options.requests_a_second)
    connections = Connections(requests_a_second=requests)
    config = uvicorn.Config(
        create_app(settings),
        http=partial(BoundedHttp, connections=connections),  # type: ignore[arg-type]
        ws=partial(  # type: ignore[arg-type]
            BoundedSocket,
            connections=connections,
            messages_a_second=options.messages_a_second,
        ),
        ws_max_size=4 * LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # BoundedSocket has a compression of its own
        ws_ping_interval=12,  # dead connections are noticed
        ws_ping_timeout=10,
        access_log=False,
        server_header=False,
        log_config=None,
        timeout_graceful_shutdown=3,
    )
    prepare_process()
    uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port asked for, or on the first free one if none was."""
    from menhirs.server.errors import ServerUnavailable

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    why = ""
    for candidate in [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + 20):
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _drop_stalled_readers(listener)
        try:
            listener.bind((host, candidate))
            listener.listen(2048)
        except (OSError, OverflowError) as error:
            listener.close()
            why = getattr(error, "strerror", None) or str(error)
        else:
            return listener
    raise ServerUnavailable("port", port=DEFAULT_PORT if port is None else port, why=why)


def _drop_stalled_readers(listener: socket.socket) -> None:
    """Limits the buffer of unread connections, and lets the system end them soon."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _MOST_UNREAD)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _LONGEST_UNREAD)


def _has_browser() -> bool:
    # A text browser in this terminal is no way to play, and root can't start most others.
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def _open(address: str) -> None:
    time.sleep(0.8)  # by then the server is up
    webbrowser.open(address)
