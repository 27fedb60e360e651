"""Build the game as a folder of files that works without a server.

Any web host can serve the folder, in any place; the game runs in the visitor's own browser.

  menhirs site build/site                     build it
  menhirs site build/site --open              build it, serve it here, open the browser
  menhirs site build/site --zip menhirs.zip   build it, and put all of it into one file
  menhirs site build/site --house-rules FILE  with rules of your own
"""

from __future__ import annotations

import argparse
from pathlib import Path

from menhirs.cli.progress import log_line, show_line
from menhirs.web.languages import LANGUAGES

NEEDS = {"--port": ("--open",)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``menhirs site``."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the site is written")
    parser.add_argument(
        "--server", metavar="ADDRESS", default="", help="a menhirs server, for what needs one"
    )
    parser.add_argument("--pyodide", type=Path, metavar="DIR", help="the folder of Pyodide")
    parser.add_argument(
        "--language",
        action="append",
        choices=sorted(LANGUAGES),
        help="build this language only; may be given several times",
    )
    parser.add_argument("--zip", type=Path, metavar="FILE", help="write all of it to one file too")
    parser.add_argument(
        "--gzip", action="store_true", help="write a compressed copy beside every file too"
    )
    parser.add_argument("--open", action="store_true", help="serve it here and open the browser")
    parser.add_argument("--port", type=int, default=8322, help="the port for --open")


def run(options: argparse.Namespace) -> int:
    """Builds the site, and serves it with --open."""
    from menhirs.site.build import Wanted, build, checked_server
    from menhirs.site.compressed import with_compressed
    from menhirs.site.file_server import serve
    from menhirs.site.folder import write
    from menhirs.site.pyodide import IN_THE_PROJECT
    from menhirs.site.zip_file import write_zip

    codes = options.language or list(LANGUAGES)
    wanted = Wanted(
        checked_server(options.server),
        options.pyodide or IN_THE_PROJECT,
        [LANGUAGES[code] for code in dict.fromkeys(codes)],
        options.known,
    )
    files = build(wanted, _show_stage)
    _show_stage("writing", 0, 1)
    write(with_compressed(files) if options.gzip else files, options.folder)
    size = sum(map(len, files.values())) / 1_000_000
    show_line(f"{options.folder}: {len(files)} files, {size:.1f} MB{' ' * 20}", last=True)
    if options.zip is not None:
        write_zip(files, options.zip)
        log_line(f"{options.zip}: all of it in one file")
    if options.open:
        serve(options.folder, options.port)
    return 0


def _show_stage(stage: str, done: int, all_of_it: int) -> None:
    show_line(f"{stage}: {done} of {all_of_it} …", last=False)
