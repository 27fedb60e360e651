"""All addresses of tournaments, in the order in which they are looked up."""

from __future__ import annotations

from menhirs.server.http.tournament import desk, files, forms, pages, table_clock

ROUTERS = (
    files.router,
    files.pages,
    pages.router,
    desk.router,
    forms.router,
    table_clock.router,
)
