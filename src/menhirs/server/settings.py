"""The settings of a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.engine.own_folders import data_folder
from menhirs.learn.review import DEFAULT_NODES


def default_database() -> str:
    """One file in the user's data folder."""
    return f"sqlite:///{data_folder() / 'menhirs.sqlite'}"


@dataclass(frozen=True)
class ServerSettings:
    """The settings of a server."""

    database: str = field(default_factory=default_database)
    matches_a_minute: float = 30
    """How many matches one address may create."""
    requests_a_second: float = 40
    """How many other requests one address may make."""
    messages_a_second: float = 20
    """How many messages one socket may send."""
    sign_ins_a_minute: float = 60
    """How many steps of signing in or of linking a device one address or person may do."""
    reviews_a_minute: float = 20
    """How many reviews of games one address may ask for."""
    reviews_at_once: int = 1
    """How many reviews are worked on at a time."""
    review_nodes: int = DEFAULT_NODES
    """Positions searched for each action of a game that is reviewed."""
    own_reviews_a_day: int = 500
    """How many games are reviewed a day in the background, for players' statistics."""
    alerts_after: float = 20
    """Seconds after which a player of a slow game who is not at the board gets an alert."""
    push_contact: str = "mailto:operator@localhost"
    """Where push services reach the operator: ``mailto:…`` or ``https://…``."""
    local_push: bool = False
    """Whether a push service may be on this machine or in its network: for trying it out."""
    rule_sets: Mapping[str, RuleSet] = field(default_factory=lambda: RULE_SETS)
    """The games that are offered: ours, and house rules."""
    tables: Path | None = None
    """The folder of tables that live analyses may look into."""
    solve_for_reviews: float | None = None
    """Gigabytes on disk for layouts solved to prove reviews; None: proofs are off."""
    solved_for_reviews: Path = field(default_factory=lambda: data_folder() / "review-tables")
    """The folder for them; it must hold nothing else."""
    forbidden_names: tuple[str, ...] = ()
    """Words that names may not contain."""
    offline: Path | None = None
    """The folder of a static site, for visitors who lose the network; None: there is none."""
    engine_processes: int | None = None
    """The number of engine processes; None leaves one core to the server."""
