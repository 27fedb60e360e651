"""A child process that exchanges lines of text, with a time limit on every read.

Threads read its output, so that silence is noticed. Whatever the process does, ``close`` leaves
none behind.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from queue import Empty, Queue
from threading import Lock, Thread
from time import monotonic

from menhirs.protocol.errors import EngineFailure
from menhirs.protocol.wire import lines_from, on_one_line

_WAITING_LINES = 1000  # a program that writes more, unasked, is blocked
_SECONDS_TO_LEAVE = 1.0
_SECONDS_TO_DIE = 5.0


class Program:
    """A running program: lines go in, lines come out."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._process = _started(command)
        self._output: Queue[bytes | type[_End] | None] = Queue(_WAITING_LINES)
        self._last_complaint = b""
        self._writing = Lock()
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input = self._process.stdin.fileno()
        if os.name == "posix":
            # A program that does not read its input must not block the writer.
            os.set_blocking(self._input, False)
        self._threads = (
            Thread(target=self._listen, args=(self._process.stdout.fileno(),), daemon=True),
            Thread(target=self._read_errors, args=(self._process.stderr.fileno(),), daemon=True),
        )
        self._is_closed = False
        for thread in self._threads:
            thread.start()

    @property
    def process_id(self) -> int:
        return self._process.pid

    @property
    def has_output(self) -> bool:
        """Whether a line, or the end of the output, is waiting to be read."""
        return not self._output.empty()

    def write(self, line: str) -> bool:
        """Sends a text as one line; False if the program does not take it."""
        data = f"{line.replace(chr(10), ' ')}\n".encode("utf-8", "replace")
        with self._writing:
            if self._is_closed:
                raise self._death()  # its file descriptor may belong to another file by now
            try:
                return os.write(self._input, data) == len(data)
            except BlockingIOError:
                return False
            except OSError:
                raise self._death() from None

    def read(self, until: float) -> str | None:
        """The program's next line; None if it writes nothing until that moment."""
        try:
            line = self._output.get(timeout=max(0.0, until - monotonic()))
        except Empty:
            return None
        if line is _End:
            self._output.put(_End)  # so that the next read also finds the end
            raise self._death()
        # A line that is too long or not text is passed on as text that means nothing.
        return line.decode("utf-8", "replace") if isinstance(line, bytes) else "\ufffd"

    def close(self) -> None:
        """Ends the program: closes its input, then kills it if it goes on."""
        if self._is_closed:
            return
        self._is_closed = True
        process = self._process
        with self._writing, suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_SECONDS_TO_LEAVE)
        self._kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_SECONDS_TO_DIE)
        for thread, stream in zip(self._threads, (process.stdout, process.stderr), strict=True):
            self._make_room(thread)
            if not thread.is_alive():
                assert stream is not None
                stream.close()

    def _kill(self) -> None:
        """Kills the program and all processes that it started."""
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        elif self._process.poll() is None:
            self._process.kill()

    def _make_room(self, thread: Thread) -> None:
        """Lets a reading thread end: it may be waiting for room in the queue."""
        until = monotonic() + _SECONDS_TO_DIE
        while thread.is_alive() and monotonic() < until:
            with suppress(Empty):
                while True:
                    self._output.get_nowait()
            thread.join(0.001)

    def _listen(self, descriptor: int) -> None:
        for line in lines_from(descriptor):
            self._output.put(line)
        self._output.put(_End)

    def _read_errors(self, descriptor: int) -> None:
        for line in lines_from(descriptor):
            if line:
                self._last_complaint = line

    def _death(self) -> EngineFailure:
        try:
            status = str(self._process.wait(_SECONDS_TO_LEAVE))
        except subprocess.TimeoutExpired:
            status = "unknown"  # it only closed its pipes
        self._threads[1].join(_SECONDS_TO_LEAVE)
        complaint = on_one_line(self._last_complaint.decode("utf-8", "replace"), 200)
        return EngineFailure(
            "engine-died",
            command=self.command,
            status=status,
            said=f": {complaint}" if complaint else "",
        )


class _End:
    """Marks the end of a program's output in the queue."""


def _started(command: str) -> subprocess.Popen[bytes]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise EngineFailure("engine-start", command=command, why=str(error)) from None
    if not words:
        raise EngineFailure("engine-start", command=command, why="no program is named")
    # Programs installed beside this Python are found even if they are not in the PATH.
    places = [os.environ.get("PATH", os.defpath), os.path.dirname(sys.executable)]  # noqa: PTH120
    found = shutil.which(words[0], path=os.pathsep.join(places))
    try:
        return subprocess.Popen(
            [found or words[0], *words[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            # A process group of its own: the program's own child processes end with it.
            start_new_session=os.name == "posix",
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise EngineFailure("engine-start", command=command, why=why) from None
