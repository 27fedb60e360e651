"""The program's two ends: lines are read all the time, and answered in the order they came.

One thread only reads, so that ``stop`` is heard while another command is being answered. All
answers are written by the thread that called :func:`serve`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import BinaryIO

from menhirs.protocol.mind import Mind
from menhirs.protocol.session import Session
from menhirs.protocol.wire import lines_from


@dataclass(frozen=True, eq=False)
class _Request:
    """A line to be answered, and the signal that its answer should come to an end."""

    line: bytes | None
    stop: Event = field(default_factory=Event)


def serve(mind: Mind, source: int, sink: BinaryIO) -> None:
    """Answers the lines of a descriptor until ``quit``, the end of the input or a deaf driver."""
    mouth = _Mouth(sink)
    session = Session(mind, mouth.say)
    inbox = _Inbox(source, session.leave)
    Thread(target=inbox.read_all, name="reader", daemon=True).start()
    while not mouth.is_blocked and (request := inbox.next()) is not None:
        mouth.when_blocked = request.stop
        session.answer(request.line, request.stop)
        inbox.done()


class _Inbox:
    """The requests that were read and not yet answered."""

    def __init__(self, source: int, leave: Callable[[], None]) -> None:
        """``leave`` is called when ``quit`` was read, whatever is being answered."""
        self._source = source
        self._leave = leave
        self._ready: SimpleQueue[_Request | None] = SimpleQueue()
        self._open: deque[_Request] = deque()
        self._lock = Lock()

    def read_all(self) -> None:
        """Reads to the end of the input, and heeds ``stop`` at once, even after ``quit``."""
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
            # The driver is gone: nobody waits for an analysis any more.
            self._stop_all()
            self._ready.put(None)

    def next(self) -> _Request | None:
        """The next request; None if there will be none."""
        return self._ready.get()

    def done(self) -> None:
        """The oldest request was answered."""
        with self._lock:
            self._open.popleft()

    def _stop_all(self) -> None:
        with self._lock:
            for request in self._open:
                request.stop.set()


class _Mouth:
    """Writes lines, each at once and whole, as long as anybody listens."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink
        self._lock = Lock()
        self.is_blocked = False
        self.when_blocked: Event | None = None
        """Set when a line could not be written: the analysis that said it may stop."""

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
