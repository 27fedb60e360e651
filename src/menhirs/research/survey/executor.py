"""The interface of executors, which solve jobs, several at a time.

Results come in the order in which they are ready. If a worker dies, another one gets its job; a
job that has killed too many workers, or raises an error, is reported as failed, and the others go
on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from menhirs.research.survey.job import Job
from menhirs.research.survey.layout_result import LayoutResult, read_layout_result


@dataclass(frozen=True)
class Failure:
    """A job that could not be done."""

    job: Job
    why: str


class Executor(Protocol):
    """An executor of jobs."""

    def solve(self, jobs: Iterable[Job]) -> Iterator[LayoutResult | Failure]:
        """The results of jobs, each as soon as it is ready. Jobs are taken from the iterable as
        needed.
        """

    def close(self) -> None:
        """Ends all workers that the executor has started."""


def outcome(job: Job, line: str) -> LayoutResult:
    """The result in a worker's answer."""
    return read_layout_result(line, {job.rules.name: job.rules})
