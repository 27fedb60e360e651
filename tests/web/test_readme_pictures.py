"""README's pictures show the match page as it is."""

from __future__ import annotations

import json

from playwright.sync_api import Browser

from tests.server.processes import ServerProcess
from tests.web.readme_pictures import DESCRIPTION, FOLDER, describe_pages


def test_the_pictures_show_the_page_as_it_is(browser: Browser, site: ServerProcess) -> None:
    known = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    assert describe_pages(browser, site.address) == known, "run `make screenshots`"
    assert all((FOLDER / f"{name}.png").exists() for name in known)
