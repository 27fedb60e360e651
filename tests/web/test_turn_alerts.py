"""Turn alerts in the browser: one click turns them on, one off; pages show turns of other games.

The headless browser refuses all notices, whatever permissions it is given, and has no push service.
So here it is made to grant them and to keep what it would show; what comes while all pages are
closed is tested in ``tests/server/test_alerts.py``, with a push service of our own.
"""

from __future__ import annotations

from tests.web.matches import Match
from tests.web.people import Meet
from tests.web.test_pages import violations

GRANTING = """
    Object.defineProperty(Notification, 'permission', { get: () => window.asked ?? 'default' });
    if (localStorage.getItem('menhirs.alerts')) window.asked = 'granted';
    Notification.requestPermission = async () => (window.asked = 'granted');
    window.notices = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, more) => {
        notices.push({ title, ...more });
    };
"""


def test_a_page_tells_of_the_turn_in_another_game(meet: Meet) -> None:
    bo = meet(expects="Push API")
    bo.context.add_init_script(GRANTING)
    bo.open("/rules")
    match = Match.new(bo.page.url.removesuffix("/rules"), clock="slow", rules="base")
    match.join("Bo")
    bo.page.clock.install()
    bo.sit(match, seat=2)
    assert violations(bo.page) == []
    bo.page.click("#alerts-start")
    bo.waits_for("#alerts-stop:enabled")
    bo.waits_for_words("#alerts-words", "as long as a page of this site is open")
    with bo.page.expect_response("**/api/turns"):
        bo.open("/rules")
    assert not bo.page.title().startswith("●")
    state = match.state()
    while state["player"] == 1:
        state = match.act(match.state(1)["legal"][0]["action"])
    bo.page.clock.fast_forward(21_000)
    bo.page.wait_for_function("() => notices.length && document.title.startsWith('●')")
    assert "favicon_turn.svg" in (bo.get("link[rel=icon]").get_attribute("href") or "")
    (told,) = bo.page.evaluate("notices")
    assert told["tag"] == f"turn-{match.id}" and told["title"] == "Your turn"
    bo.watch(match)
    bo.page.click("#alerts-stop")
    bo.waits_for("#alerts-start")
    assert bo.page.evaluate("localStorage.getItem('menhirs.alerts')") is None
