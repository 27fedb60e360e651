"""A crew solves jobs, several at a time; what all crews promise.

Results come in the order in which they are ready. A worker that dies loses the job that it had,
and another one gets it; a job that has cost too many workers their lives, or that fails by itself,
is told as failed, and the others go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from menhirs.research.survey.finding import Finding, read_finding
from menhirs.research.survey.job import Job


@dataclass(frozen=True)
class Failure:
    """A job that could not be done."""

    job: Job
    why: str


class Crew(Protocol):
    """An executor of jobs."""

    def solve(self, jobs: Iterable[Job]) -> Iterator[Finding | Failure]:
        """What the jobs come to, each as soon as it is ready. Jobs are asked for as needed."""

    def close(self) -> None:
        """Ends all workers that the crew has started."""


def outcome(job: Job, line: str) -> Finding:
    """What a worker's answer says."""
    return read_finding(line, {job.rules.name: job.rules})
