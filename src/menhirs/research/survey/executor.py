"""An executor solves jobs, several at a time; what all executors promise.

Results come in the order in which they are ready. A worker that dies loses the job that it had,
and another one gets it; a job that has cost too many workers their lives, or that fails by itself,
is told as failed, and the others go on.
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
        """What the jobs come to, each as soon as it is ready. Jobs are asked for as needed."""

    def close(self) -> None:
        """Ends all workers that the executor has started."""


def outcome(job: Job, line: str) -> LayoutResult:
    """What a worker's answer says."""
    return read_layout_result(line, {job.rules.name: job.rules})
