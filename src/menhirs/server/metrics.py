"""The metrics for Prometheus at ``/metrics``."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

_TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

ACTIONS = Counter("menhirs_actions_total", "Actions played", ["rules"])
REFUSALS = Counter("menhirs_refusals_total", "Messages and requests refused", ["code"])
MATCHES = Counter("menhirs_matches_total", "Matches created", ["rules"])
ROOMS = Gauge("menhirs_rooms", "Matches held in memory")
VIEWERS = Gauge("menhirs_viewers", "Open sockets and streams")
COMMITS = Histogram("menhirs_commit_seconds", "Time of a commit of entries", buckets=_TIMES)
ENTRIES_A_COMMIT = Histogram(
    "menhirs_commit_entries", "Entries in a commit", buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500)
)
REQUESTS = Histogram(
    "menhirs_request_seconds", "Time of a request", ["route", "status"], buckets=_TIMES
)
THINKING = Histogram(
    "menhirs_thinking_seconds", "Time the computer thought", ["level"], buckets=_TIMES
)
WAITING_TO_THINK = Histogram(
    "menhirs_thinking_wait_seconds",
    "Time until the computer began to think",
    ["level"],
    buckets=_TIMES,
)
THOUGHTS_STOPPED = Counter("menhirs_thoughts_stopped_total", "Thoughts that nobody waited for")
REVIEWS = Counter("menhirs_reviews_total", "Games reviewed")
ALERTS = Counter("menhirs_alerts_total", "Turn alerts that were dealt with", ["result"])
LISTENING = Gauge("menhirs_listening", "Whether changes of other servers are heard")
NOTICES_FAILED = Counter(
    "menhirs_notices_failed_total", "Notices of other servers that were not understood"
)
LIVE_ANALYSES = Gauge("menhirs_live_analyses", "Positions that visitors let the engine think about")
DOWNLOADS = Gauge("menhirs_downloads", "Files of games that are being made")
