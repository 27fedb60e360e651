"""Without a server too the computer stops thinking once nobody wants to know, in a real worker."""

from __future__ import annotations

import pytest

from tests.web.homes import StaticHome
from tests.web.people import Meet

pytestmark = pytest.mark.long

_RESIGN = """async line => {
    const localServer = window.menhirsLocalServer;
    const post = (path, said, signal) =>
        localServer.ask(path, {method: 'POST', body: JSON.stringify(said), signal});
    const firstFound = async () => {  // the second piece: the first says that it begins
        const stop = new AbortController();
        const asked = {position: line, seconds: 60};
        const answer = await post('/api/analysis/engine', asked, stop.signal);
        if (!answer.ok) throw new Error(await answer.text());
        const reader = answer.body.getReader();
        for (let pieces = 0; pieces < 2; pieces++) {
            if ((await reader.read()).done) throw new Error('nothing was found');
        }
        return stop;
    };
    // Python has been started, everything is warm, and nobody thinks.
    await (await post('/api/analysis/engine', {position: line, seconds: 0.3})).text();
    const wanted = {opponent: 'computer', level: 8, side: '2', rules: 'amsterdam', position: line};
    const made = await post('/api/matches', wanted);
    if (!made.ok) throw new Error(await made.text());
    const {match} = await made.json();
    const socket = localServer.open(`/m/${match}/socket`);
    const begun = performance.now();
    const until = wanted => new Promise(resolve => {
        socket.onmessage = ({data}) => {
            const told = JSON.parse(data);
            if (wanted(told)) resolve(told);
        };
    });
    const {state} = await until(told => told.type === 'hello');
    const told = until(told => told.type === 'state' && told.phase === 'over');
    socket.send(JSON.stringify({re: 1, type: 'act', action: 'resign', state: state.state}));
    await told;
    const resigned = performance.now();
    (await firstFound()).abort();
    return [performance.now() - resigned, performance.now() - begun];
}"""
LINE = "amsterdam .../m.../o..o./oo.o.o/..M.M/m..M/... 1 10 move 1,1 - - -"
"""Level 8 thinks about it for as long as it may: three seconds."""


@pytest.fixture
def home(static_home: StaticHome) -> StaticHome:
    return static_home


def test_after_resigning_the_next_question_need_not_wait(home: StaticHome, meet: Meet) -> None:
    person = meet()
    person.open("/learn")
    waited, both = person.page.evaluate(_RESIGN, LINE)
    assert waited < 1500, f"{waited:.0f} ms after resigning, {both:.0f} ms after the game began"
