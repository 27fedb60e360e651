"""An engine in its own process: one question at a time, which can be stopped."""

from __future__ import annotations

import os
import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from menhirs.match.errors import Unavailable

_LOWER_PRIORITY, _LOWEST_PRIORITY = 10, 19

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class EngineTask(Protocol[T_co]):
    """A question for an engine process. It is pickled, and so is the answer."""

    def think(self, stop: threading.Event | None = None) -> T_co:
        """Computes the answer, or stops early once ``stop`` is set."""


class ReportingEngineTask(ABC):
    """A question with intermediate results."""

    @abstractmethod
    def think_aloud(self, send: Callable[[object], None], stop: threading.Event) -> object:
        """Computes the answer, or stops early once ``stop`` is set; ``send`` gets intermediate
        results.
        """


@dataclass(frozen=True)
class _IntermediateResult:
    """An intermediate result."""

    known: object


class PendingQuestion(Generic[T]):
    """A question in progress; it can be cancelled."""

    def __init__(
        self,
        question: EngineTask[T] | ReportingEngineTask,
        hear: Callable[[Any], None] = lambda _: None,
    ) -> None:
        """``hear`` gets intermediate results, in the calling thread."""
        self.question = question
        self.hear = hear
        self.is_stopped = False


class EngineProcess:
    """An engine process. It starts when it is first needed, and again if it dies."""

    def __init__(self, *, in_background: bool = False) -> None:
        """``in_background``: it runs at the lowest priority."""
        self._in_background = in_background
        self._starting = threading.Lock()
        self._lock = threading.Lock()
        """Guards the state shared by the asking and the stopping thread."""
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._now: PendingQuestion[Any] | None = None
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def start(self) -> Connection:
        """Starts the process unless it runs."""
        with self._starting:
            if self._is_closed:
                raise Unavailable("mistake")
            if self._connection is None:
                context = get_context("spawn")
                own_end, process_end = context.Pipe()
                about = (process_end, self._in_background)
                process = context.Process(target=_think_on, args=about, daemon=True)
                with _uninterrupted():
                    process.start()
                process_end.close()  # or nobody would notice that the process has ended
                with self._lock:
                    self._process, self._connection = process, own_end
            return self._connection

    def ask(self, pending: PendingQuestion[T]) -> T | None:
        """Waits for the answer; None if the question was cancelled.

        If the process is killed in the meantime, another one starts over.
        """
        for _ in range(2):
            connection = self.start()
            try:
                with self._lock:
                    if pending.is_stopped:
                        return None
                    self._now = pending
                    connection.send(pending.question)
                while isinstance(answer := connection.recv(), _IntermediateResult):
                    pending.hear(answer.known)
            except (EOFError, OSError):
                self.rest()
                continue
            finally:
                with self._lock:
                    self._now = None
            if isinstance(answer, Exception):
                raise answer
            thought: T = answer
            return None if pending.is_stopped else thought
        raise Unavailable("mistake")

    def stop(self, pending: PendingQuestion[Any]) -> None:
        """Cancels a question: the process stops working on it."""
        with self._lock:
            pending.is_stopped = True
            if self._now is pending and self._connection is not None:
                with suppress(OSError):  # the process has ended; the caller of ask() notices
                    self._connection.send(None)

    def close(self) -> None:
        """Ends the process for good."""
        self._is_closed = True
        self.rest()

    def rest(self) -> None:
        """Ends the process; the next question starts it again."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
            self._process = self._connection = None


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C is for the server, which ends the processes that are started here."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # it is inherited
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _think_on(connection: Connection, in_background: bool) -> None:
    """The loop of the process: answers question after question."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _step_back(in_background)
    questions: SimpleQueue[tuple[EngineTask[Any], threading.Event]] = SimpleQueue()
    threading.Thread(target=_listen, args=(connection, questions), daemon=True).start()
    while True:
        question, stop = questions.get()
        try:
            answer: object = _thought_about(question, connection, stop)
        except Exception as error:  # whoever asked is told
            answer = error
        connection.send(answer)


def _step_back(in_background: bool) -> None:
    """Sets the lowest priority, as far as the system allows it."""
    if hasattr(os, "nice"):
        os.nice(_LOWEST_PRIORITY if in_background else _LOWER_PRIORITY)
    if in_background and hasattr(os, "SCHED_IDLE"):
        # SCHED_IDLE: any other process preempts this one, and the core counts as free.
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _thought_about(
    question: EngineTask[Any] | ReportingEngineTask, connection: Connection, stop: threading.Event
) -> object:
    if isinstance(question, ReportingEngineTask):
        return question.think_aloud(lambda known: connection.send(_IntermediateResult(known)), stop)
    return question.think(stop)


def _listen(
    connection: Connection, questions: SimpleQueue[tuple[EngineTask[Any], threading.Event]]
) -> None:
    stop = threading.Event()
    while True:
        try:
            work: EngineTask[Any] | None = connection.recv()
        except (EOFError, OSError):
            os._exit(0)  # if the server was killed, its engines end too
        if work is None:
            stop.set()
        else:
            stop = threading.Event()
            questions.put((work, stop))
