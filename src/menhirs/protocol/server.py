"""The engine's input and output: commands are read at any time and answered in order.

One thread only reads, so that ``stop`` takes effect while another command is being answered. The
thread that called :func:`serve` writes all answers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import BinaryIO

from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.protocol.engine_host import EngineHost
from menhirs.protocol.session import Session
from menhirs.protocol.wire import lines_from


@dataclass(frozen=True, eq=False)
class _Request:
    """A line to answer, and the event that stops its answer."""

    line: bytes | None
    stop: Event = field(default_factory=Event)


def serve(
    host: EngineHost, source: int, sink: BinaryIO, known: Mapping[str, RuleSet] = RULE_SETS
) -> None:
    """Answers lines until ``quit``, the end of the input, or a driver that no longer reads."""
    mouth = _LineWriter(sink)
    session = Session(host, mouth.say, known)
    inbox = _Inbox(source, session.leave)
    Thread(target=inbox.read_all, name="reader", daemon=True).start()
    while not mouth.is_blocked and (request := inbox.next()) is not None:
        mouth.when_blocked = request.stop
        session.answer(request.line, request.stop)
        inbox.done()


class _Inbox:
    """The requests that were read and have no answer yet."""

    def __init__(self, source: int, leave: Callable[[], None]) -> None:
        """``leave`` is called as soon as ``quit`` is read, even during an answer."""
        self._source = source
        self._leave = leave
        self._ready: SimpleQueue[_Request | None] = SimpleQueue()
        self._open: deque[_Request] = deque()
        self._lock = Lock()

    def read_all(self) -> None:
        """Reads to the end of the input; ``stop`` takes effect at once, even after ``quit``."""
        has_quit = False
        for line in lines_from(self._source):
            words = [] if line is None else line.split()
            if words == [b"stop"]:
                self._stop_all()
            if has_quit:
                continue  # there will be no more answers
            request = _Request(line)
            with self._lock:
                self._open.append(request)
            self._ready.put(request)
            if words == [b"quit"]:
                has_quit = True
                self._leave()
                self._ready.put(None)
        if not has_quit:
            # The driver is gone: nobody is waiting for an analysis.
            self._stop_all()
            self._ready.put(None)

    def next(self) -> _Request | None:
        """The next request; None at the end of the input."""
        return self._ready.get()

    def done(self) -> None:
        """Removes the oldest request, which has been answered."""
        with self._lock:
            self._open.popleft()

    def _stop_all(self) -> None:
        with self._lock:
            for request in self._open:
                request.stop.set()


class _LineWriter:
    """Writes whole lines and flushes each, as long as the driver reads."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink
        self._lock = Lock()
        self.is_blocked = False
        self.when_blocked: Event | None = None
        """Set when a line cannot be written, to stop the analysis that reported it."""

    def say(self, line: str) -> None:
        # An analysis may report from a thread of its own.
        with self._lock:
            try:
                self._sink.write(f"{line}\n".encode("utf-8", "backslashreplace"))
                self._sink.flush()
            except (OSError, ValueError):
                self.is_blocked = True
                if self.when_blocked is not None:
                    self.when_blocked.set()
