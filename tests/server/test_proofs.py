"""Reviews that are proven by solving the layout, where the operator allows it: on a small board."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from menhirs.core.position import Position
from menhirs.core.setup import random_menhirs
from menhirs.learn.review import review_game
from menhirs.learn.review.progress import Subject
from menhirs.notation.house_rules import read_house_rules
from menhirs.notation.record import Record
from menhirs.server.live.proofs import Proofs, delete_oldest
from menhirs.server.settings import Settings
from menhirs.server.storage.database import open_database
from menhirs.server.storage.store import Store
from menhirs.server.storage.writer import Writer
from tests.server.processes import ServerProcess
from tests.server.reviewed_games import ending, followed, played
from tests.server.visitors import CLIENT

HOUSE_RULES = Path(__file__).parents[2] / "examples" / "house-rules" / "long-fog.toml"
SMALL = read_house_rules(HOUSE_RULES.read_text("utf-8"))["small-board"]


def small_game() -> Record:
    """A whole game on the small board."""
    record = Record(Position.start(SMALL, random_menhirs(SMALL, 1)))
    while not record.final.is_over:
        record = record.play(record.final.board_actions()[0])
    return record


def reviewed(server: ServerProcess, game: Record) -> str:
    """The address of the review of a match in which that game was played."""
    url = f"{server.address}/api/matches/{played(server.address, game)}/review"
    CLIENT.post(url).raise_for_status()
    followed(url)
    return url


def test_a_review_is_proven_and_kept_whatever_happens_to_the_server(tmp_path: Path) -> None:
    """The server is killed in the middle: the proof goes on from the stages that were solved."""
    options = ("--house-rules", str(HOUSE_RULES), "--solve-for-reviews", "1")
    here = {"XDG_DATA_HOME": str(tmp_path)}
    database = f"sqlite:///{tmp_path / 'menhirs.sqlite'}"
    server = ServerProcess(database, tmp_path / "log", *options, environment=here)
    tables = tmp_path / "menhirs" / "review-tables"
    try:
        url = reviewed(server, small_game())
        assert not followed(url)["review"]["exact"]
        offered = CLIENT.get(f"{url}/proof").json()
        assert offered["status"] == "offered" and "GB of memory" in offered["words"]
        asked = [CLIENT.post(f"{url}/proof").json()["status"] for _ in range(2)]
        assert set(asked) <= {"waiting", "working"}
        looked = followed(f"{url}/proof", until=lambda told: told["done"])
        server.kill()
        assert looked["status"] == "working" and 0 < looked["done"] < looked["stages"]
        solved = {path: path.stat().st_mtime_ns for path in tables.glob("*/*/*.table")}
        assert solved
        server.start()
        assert CLIENT.get(f"{url}/proof").json()["status"] in ("waiting", "working")
        assert followed(f"{url}/proof")["status"] == "done"
        assert followed(url)["review"]["exact"]
        assert {path: path.stat().st_mtime_ns for path in solved} == solved
        assert not list((tables / ".wanted").iterdir())
    finally:
        server.close()


def test_what_needs_more_room_than_there_may_be_is_refused(tmp_path: Path) -> None:
    settings = Settings(solve_for_reviews=1e-6, solved_for_reviews=tmp_path)
    engine = open_database(f"sqlite:///{tmp_path / 'menhirs.sqlite'}")
    game = small_game()
    proofs = Proofs(Writer(Store(engine)), settings)
    refused = asyncio.run(proofs.look(Subject("name", game), review_game(game, 1)))
    engine.dispose()
    assert refused.status == "refused"
    assert refused.why is not None and refused.why.code == "solve-disk"


def test_the_layouts_solved_longest_ago_make_room(tmp_path: Path) -> None:
    layouts = [tmp_path / "base" / name for name in ("a1", "a2", "a3")]
    for age, layout in enumerate(layouts):
        layout.mkdir(parents=True)
        (layout / "1.table").write_bytes(bytes(1000))
        os.utime(layout, (age, age))
    delete_oldest(tmp_path, 1500, kept=layouts[0])
    assert [layout.exists() for layout in layouts] == [True, False, True]


def test_nothing_is_solved_unless_the_operator_allows_it(server: ServerProcess) -> None:
    url = reviewed(server, ending())
    assert CLIENT.get(f"{url}/proof").json()["status"] == "unavailable"
    refused = CLIENT.post(f"{url}/proof")
    assert (refused.status_code, refused.json()["code"]) == (409, "no-proof")
