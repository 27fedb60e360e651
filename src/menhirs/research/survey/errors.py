"""Errors of surveys."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError


class BadSurvey(MenhirsError):
    """A survey can't be made, or its results can't be read."""

    kind = "survey"
    messages: ClassVar[ErrorMessages] = {
        "survey-empty": "{path} holds no result of a survey",
        "survey-layout": "{found} menhirs are no layout of {name}: it has {expected}",
        "survey-no-layouts": "there is no layout in {path}",
        "survey-too-many": "there are only {most} different layouts of {name}, not {found}",
        "survey-rules": "{path} holds results of other rules that are called {name} too",
        "survey-contradiction": (
            "two results of {name} on {layout} contradict each other: {one} and {two} points"
        ),
        "survey-unsolved": (
            "{count} of the layouts could not be solved; the first is {name} on {layout}: {why}"
        ),
        "scheduler-address": (
            "{address!r} is no address of a scheduler: it looks like tcp://host:8786"
        ),
        "scheduler-unreachable": "there is no Dask scheduler at {address}: {why}",
        "scheduler-lost": "the scheduler at {address} is gone; the same command goes on from here",
    }
