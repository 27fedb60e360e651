"""The speed of the database alone: commits of one row each."""

from __future__ import annotations

import time

from sqlalchemy import Engine

_TABLE = (
    "create table bench (match varchar(16), number integer, at bigint, kind varchar(16),"
    " player integer, text text, lag integer, primary key (match, number))"
)
_ROW = "insert into bench values ('bench', {number}, 1700000000000, 'action', 1, 'c3-NE', 0)"


def commits_a_second(engine: Engine, seconds: float) -> float:
    """One-row commits a second, through the driver itself and with the server's settings."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute(_TABLE)
        connection.commit()
        done, begin = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - begin) < seconds:
            cursor.execute(_ROW.format(number=done))
            connection.commit()
            done += 1
        cursor.execute("drop table bench")
        connection.commit()
        return done / elapsed
    finally:
        connection.close()
