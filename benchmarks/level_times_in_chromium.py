"""The moves of the levels in a browser: Pyodide in a worker of Chromium, beside CPython.

A small web server hands out Pyodide as npm has installed it, our modules as a ZIP and a page with a
worker. Whatever is missing for that is said (:class:`Missing`), and the other figures stand alone.
"""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import menhirs
from benchmarks import level_times

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

_PROGRAMS = ("chromium-headless-shell", "chromium")
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
_PACKAGES = ("core", "notation", "engine")
_TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}
_PAGE = """<!doctype html>
<title>levels</title>
<script type="module">
    const worker = new Worker("worker.js", {type: "module"});
    worker.onmessage = async ({data}) => {
        if (data === "ready") {
            await tell(JSON.stringify({load: performance.now() / 1000}));
        } else if (/^(done|failed)/.test(data)) {
            document.title = data;
        } else {
            await tell(data);
        }
    };
    worker.onerror = (event) => { document.title = `failed: ${event.message}`; };
    const levels = new URLSearchParams(location.search).get("levels");
    worker.postMessage(levels ? levels.split(",").map(Number) : []);
</script>
"""
_WORKER = """
import {loadPyodide} from "./pyodide/pyodide.mjs";
const loading = loadPyodide();
onmessage = async ({data: levels}) => {
    try {
        const pyodide = await loading;
        postMessage("ready");
        if (levels.length) await measure(pyodide, levels);
        postMessage("done");
    } catch (error) {
        postMessage(`failed: ${error}`);
    }
};

async function measure(pyodide, levels) {
    const modules = await (await fetch("menhirs.zip")).arrayBuffer();
    pyodide.unpackArchive(modules, "zip");
    pyodide.globals.set("levels", pyodide.toPy(levels));
    pyodide.globals.set("tell", (line) => postMessage(line));
    pyodide.runPython(`
        import json, level_times
        for told in level_times.measured(levels):
            tell(json.dumps(told))
    `);
}
"""


class Missing(Exception):
    """Why nothing could be measured in a browser."""


def measure(
    levels: Sequence[int], told: Callable[[dict[str, Any]], None]
) -> tuple[float, float, list[dict[str, Any]]]:
    """Seconds until Python is there, at the first visit and the second, and the lines of the moves.

    ``told`` hears of each line when it comes.
    """
    folder = _pyodide()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise Missing("Playwright is not installed") from None
    with _serving(folder) as address, sync_playwright() as playwright:
        browser: Browser = playwright.chromium.launch(executable_path=program(), args=SWITCHES)
        visitor = browser.new_context()
        (cold,) = _visit(visitor, address, [], told)
        warm, *moves = _visit(visitor, address, levels, told)
        browser.close()
    return cold["load"], warm["load"], moves


def program() -> str:
    """Chromium."""
    found = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if found is None:
        raise Missing("Chromium is not installed")
    return found


def _pyodide() -> Path:
    """The folder of Pyodide, above the current folder or above this file."""
    for parent in (Path.cwd(), *Path.cwd().parents, *Path(__file__).parents):
        folder = parent / "node_modules" / "pyodide"
        if (folder / "pyodide.mjs").is_file():
            return folder
    raise Missing("Pyodide is not installed (npm ci does it)")


def _visit(
    visitor: BrowserContext,
    address: str,
    levels: Sequence[int],
    told: Callable[[dict[str, Any]], None],
) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []

    def hear(text: str) -> None:
        lines.append(json.loads(text))
        told(lines[-1])

    page = visitor.new_page()
    page.expose_function("tell", hear)
    page.goto(f"{address}/?levels={','.join(map(str, levels))}")
    page.wait_for_function("/^(done|failed)/.test(document.title)", timeout=0)
    title = page.title()
    page.close()
    if title != "done":
        raise Missing(f"Chromium {title}")
    return lines


@contextmanager
def _serving(pyodide: Path) -> Iterator[str]:
    """A web server of this machine with the page and all that it needs; yields its address."""
    files = {
        "/": ("text/html", _PAGE.encode()),
        "/worker.js": ("text/javascript", _WORKER.encode()),
        "/menhirs.zip": ("application/zip", _modules()),
    }

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            name = path.removeprefix("/pyodide/")
            if path in files:
                kind, content = files[path]
            elif "/" not in name and (pyodide / name).is_file():
                kind = _TYPES.get(Path(name).suffix, "application/octet-stream")
                content = (pyodide / name).read_bytes()
            else:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "max-age=3600")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _modules() -> bytes:
    """The rules, the notation and the engine as a ZIP of their sources."""
    root = Path(str(menhirs.__file__)).parent
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(level_times.__file__, "level_times.py")
        archive.write(root / "__init__.py", "menhirs/__init__.py")
        for package in _PACKAGES:
            for path in sorted((root / package).rglob("*.py")):
                archive.write(path, str(Path("menhirs") / path.relative_to(root)))
    return held.getvalue()
