"""Pages that only a server has say no word of English in another language either."""

from __future__ import annotations

import pytest

from menhirs.web.languages import FINISHED
from tests.foreign_words import english_in_page
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT

PAGES = [
    *("/", "/you", "/you/games", "/you/delete", "/tournaments", "/tournaments/new", "/clock"),
    *("/ranking", "/fair-play", "/privacy", "/puzzles", "/learn", "/nothing/here", "/m/nothing"),
]


@pytest.mark.parametrize("code", [code for code in FINISHED if code != "en"])
def test_no_page_of_a_server_has_english_words(server: ServerProcess, code: str) -> None:
    headers = {"accept": "text/html", "accept-language": code}
    found = {}
    for path in PAGES:
        html = CLIENT.get(server.address + path, headers=headers, follow_redirects=True).text
        assert f'<html lang="{code}"' in html
        if english := list(english_in_page(html, code)):
            found[path] = english
    assert found == {}
