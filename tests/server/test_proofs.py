"""Reviews that are proven by solving the layout, where the operator allows it: on a small board."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, RuleSet
from menhirs.core.setup import random_menhirs
from menhirs.engine.solver.needs import GB
from menhirs.engine.solver.plan import plan_of
from menhirs.learn.review import BadReview, review_game, review_to_json
from menhirs.learn.review.progress import Subject
from menhirs.notation.house_rules import read_house_rules
from menhirs.notation.record import Record
from menhirs.server.http.home.reviews import proof_state
from menhirs.server.live.engine.proofs import Proof, ProofProgress, Proofs, delete_oldest
from menhirs.server.settings import ServerSettings
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.review_store import ReviewStore, StoredReview
from menhirs.server.storage.match.store import MatchStore
from menhirs.server.storage.match.writer import Writer
from menhirs.web.languages import language
from tests.engine.solver.little_memory import leave_little_memory, mapped_files
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess
from tests.server.reviewed_games import ending, followed, played
from tests.server.visitors import CLIENT

HOUSE_RULES = Path(__file__).parents[2] / "examples" / "house-rules" / "long-fog.toml"
SMALL = read_house_rules(HOUSE_RULES.read_text("utf-8"))["small-board"]


MANY_FOGS = """
[many-fogs]
like = "base"
title = "Arrays of more than a megabyte, solved in seconds"
board = [4, 5, 6, 5, 4]
menhirs = 6
fog_tiles = 8
rounds = [
    {round = 1, place = true},
    {round = 2},
    {round = 3, to = 6, take = "must"},
]
"""


def small_game(rules: RuleSet = SMALL) -> Record:
    """A whole game, on the small board by default."""
    record = Record(Position.start(rules, random_menhirs(rules, 1)))
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
    settings = ServerSettings(solve_for_reviews=1e-6, solved_for_reviews=tmp_path)
    engine = open_database(f"sqlite:///{tmp_path / 'menhirs.sqlite'}")
    game = small_game()
    proofs = Proofs(Writer(MatchStore(engine)), settings)
    refused = asyncio.run(proofs.look(Subject("name", game), review_game(game, 1)))
    engine.dispose()
    assert refused.status == "refused"
    assert refused.why is not None and refused.why.code == "solve-disk"


@pytest.mark.long
def test_where_memory_is_short_it_is_proven_in_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = small_game(read_house_rules(MANY_FOGS)["many-fogs"])
    in_memory, in_files = tmp_path / "memory", tmp_path / "files"
    proof = Proof(game.start, game.actions, plan_of(game.start.rules, in_memory))
    proven = review_to_json(proof.think_aloud(lambda _: None, Event()))
    leave_little_memory(monkeypatch)
    engine = open_database(f"sqlite:///{tmp_path / 'menhirs.sqlite'}")
    settings = ServerSettings(solve_for_reviews=1, solved_for_reviews=in_files)
    proofs, store = Proofs(Writer(MatchStore(engine)), settings), ReviewStore(engine)
    subject, made = Subject("name", game), review_game(game, 1)
    store.take(StoredReview("name", None, "", "server", len(game.actions), [], None), 0, 0)
    store.finish("name", "server", review_to_json(made))
    used: set[int] = set()

    async def prove() -> None:
        offered = await proofs.look(subject, made)
        assert offered.plan is not None and offered.plan.too_little is not None
        await proofs.begin(subject, made, "ann", lambda: None)
        while (await proofs.look(subject, made)).status in ("waiting", "working"):
            for process in multiprocessing.active_children():
                with suppress(OSError):  # it has come to its end
                    used.add(mapped_files(in_files, process.pid))
            await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(prove(), PATIENCE))
    kept = store.find("name")
    proofs.close()
    engine.dispose()
    assert kept is not None and kept.review == proven
    assert max(used) > 0
    tables = [path.relative_to(in_memory) for path in in_memory.rglob("*.table")]
    assert tables
    for table in tables:
        assert (in_files / table).read_bytes() == (in_memory / table).read_bytes(), table


def test_a_visitor_has_a_few_proofs_at_a_time_and_others_have_theirs(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'menhirs.sqlite'}")
    settings = ServerSettings(solve_for_reviews=1, solved_for_reviews=tmp_path / "tables")
    proofs, game = Proofs(Writer(MatchStore(engine)), settings), small_game()
    made = review_game(game, 1)

    async def ask() -> None:
        for name in ("one", "two"):
            await proofs.begin(Subject(name, game), made, "ann", lambda: None)
        again = await proofs.begin(Subject("two", game), made, "ann", lambda: None)
        assert again.status in ("waiting", "working")
        with pytest.raises(BadReview, match="reviews-waiting"):
            await proofs.begin(Subject("three", game), made, "ann", lambda: None)
        told = await proofs.begin(Subject("three", game), made, "bo", lambda: None)
        assert told.status == "waiting"
        proofs.close()

    asyncio.run(ask())
    engine.dispose()


def test_it_is_said_that_it_is_done_in_files(tmp_path: Path) -> None:
    def words(code: str) -> str:
        plan = plan_of(AMSTERDAM, tmp_path, memory)
        return proof_state(ProofProgress("offered", plan, 300), language(code))["words"]

    memory = 7 * GB
    assert "about 5 minutes" in words("en") and "6.2 GB of memory" in words("en")
    memory = 6 * GB
    assert "done on disk: it takes about 5 minutes or longer, and 7.8 GB" in words("en")
    assert "etwa 5 Minuten oder länger und braucht dort 7.8 GB" in words("de")


def test_what_has_no_room_for_such_files_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many gigabytes are enough for the tables alone."""
    settings = ServerSettings(solve_for_reviews=0.01, solved_for_reviews=tmp_path / "tables")
    engine = open_database(f"sqlite:///{tmp_path / 'menhirs.sqlite'}")
    proofs, game = Proofs(Writer(MatchStore(engine)), settings), small_game()
    subject, made = Subject("name", game), review_game(game, 1)

    async def look_begin_and_look() -> None:
        assert (await proofs.look(subject, made)).status == "offered"
        begun = await proofs.begin(subject, made, "ann", lambda: leave_little_memory(monkeypatch))
        while begun.status in ("waiting", "working"):
            begun = await proofs.look(subject, made)
        assert begun.why is not None and begun.why.code == "solve-disk"
        monkeypatch.undo()
        begun = await proofs.look(subject, made)
        # Memory became short only after it had been asked for: it was tried, and refused.
        assert begun.why is not None and begun.why.code == "solve-disk"

    asyncio.run(asyncio.wait_for(look_begin_and_look(), PATIENCE))
    proofs.close()
    engine.dispose()
    assert not list((tmp_path / "tables").rglob("*.table"))


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
