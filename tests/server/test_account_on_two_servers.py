"""Accounts at two servers that share one PostgreSQL: what changes at one, the other hears."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from tests.server.browsers import NewBrowser
from tests.server.databases import Postgresql
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.test_deletion import against, delete
from tests.server.test_listening import end_listening, until
from tests.server.visitors import Visitor

Servers = tuple[ServerProcess, ServerProcess]


@pytest.fixture(scope="module")
def servers(postgresql: Postgresql, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    folder, database = tmp_path_factory.mktemp("servers"), postgresql.new_database()
    here, there = (ServerProcess(database, folder / f"log{number}") for number in (1, 2))
    yield here, there
    here.close()
    there.close()


def test_the_other_one_forgets_the_name_too(servers: Servers, come: NewBrowser) -> None:
    here, there = servers
    me, friend = come(here), come(there)
    match = against(me, friend)
    with open_socket(Visitor(there.address, match)) as (page, hello):
        assert hello["state"]["seats"]["1"]["name"] == "Ann"
        delete(me)
        assert page.is_closed() == 1012
    seen = friend.state(match)
    assert seen["seats"]["1"]["name"] == "" and seen["outcome"]["winner"] == 2


def test_a_browser_that_is_signed_out_here_is_so_there(servers: Servers, come: NewBrowser) -> None:
    here, there = servers
    me, phone = come(here), come(there)
    match = me.begin()
    secret = me.cookies["seat"]
    phone.use(me.link())  # made here, used there
    with open_socket(Visitor(there.address, match, secret)) as (page, hello):
        assert hello["state"]["you"] == [1]
        me.post("/you/sign-out", data={"browser": me.browsers()[1]})
        assert page.is_closed() == 1012
    assert Visitor(there.address, match, secret).state()["you"] == []
    assert not phone.is_somebody()


def test_who_did_not_hear_of_it_finds_out(
    servers: Servers, postgresql: Postgresql, come: NewBrowser
) -> None:
    """A name is taken out while the other server does not listen."""
    here, there = servers
    database = str(psycopg.conninfo.conninfo_to_dict(here.database)["dbname"])
    me, friend = come(here), come(there)
    match = against(me, friend)
    me.act(match, "resign")
    until(lambda: friend.state(match)["outcome"] is not None)
    with psycopg.connect(postgresql.address("postgres"), autocommit=True) as connection:
        connection.execute(f"alter database {database} allow_connections false")
        try:
            end_listening(connection, database)
            delete(me)
            assert friend.state(match)["seats"]["1"]["name"] == "Ann"
        finally:
            connection.execute(f"alter database {database} allow_connections true")
    until(lambda: friend.state(match)["seats"]["1"]["name"] == "")
