"""People who sit at a page: what they see there, and how they get around."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize

from tests.patience import PATIENCE
from tests.web.matches import Match

DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
_SETTINGS = {"animation": "off", "sound": False}
_KEEP_TOASTS = """addEventListener('DOMContentLoaded', () => {
    window.toastsTold = [];
    const keep = ({addedNodes}) => addedNodes.forEach(box => toastsTold.push(box.innerText));
    const holder = document.querySelector('#toasts');
    if (holder) new MutationObserver(all => all.forEach(keep)).observe(holder, {childList: true});
})"""
# A choice made during a test must survive the next page.
_REMEMBER = "localStorage.getItem('{key}') ?? localStorage.setItem('{key}', {value})"


class Person:
    """Somebody with a browser of their own, and what it may complain about."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        phone: bool = False,
        settings: dict[str, Any] | None = None,
        newcomer: bool = False,
        expects: str = "$.",
        **context: Any,
    ) -> None:
        size = PHONE if phone else DESKTOP
        options = {"viewport": size, "has_touch": phone, "locale": "en-GB", **context}
        self.context = browser.new_context(base_url=address, **options)
        self._address = address
        self._expects = re.compile(expects)
        liked = json.dumps(json.dumps(_SETTINGS | (settings or {})))
        self.context.add_init_script(_REMEMBER.format(key="menhirs.settings", value=liked))
        if not newcomer:  # who has been here before knows how one claims
            self.context.add_init_script("localStorage.setItem('menhirs.claims-told', 'yes')")
        self.context.add_init_script(_KEEP_TOASTS)
        self.wrong: list[str] = []
        """What the browser complained about: errors in scripts, and breaches of the policy."""
        self.page = self.new_page()
        self._keeps_passkeys = False

    def keep_passkeys(self) -> None:
        """Gives the browser a device that keeps passkeys and always agrees, if it has none."""
        if self._keeps_passkeys:
            return
        self._keeps_passkeys = True
        session = self.context.new_cdp_session(self.page)
        session.send("WebAuthn.enable")
        device = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        session.send("WebAuthn.addVirtualAuthenticator", {"options": device})

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda message: self._heard(message.type, message.text))
        return page

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not self._expects.search(text):
            self.wrong.append(text)

    def leave(self) -> None:
        self.context.close()

    # Getting around.

    def open(self, path: str = "/") -> None:
        self.page.goto(path)

    def show(self, sheet: str) -> None:
        """Opens a tab of the panel: moves, report, coach or more."""
        self.page.click(f"#show-{sheet}")

    def type_move(self, text: str) -> None:
        self.show("more")
        self.page.fill("#typed-move", text)
        self.page.press("#typed-move", "Enter")

    def sit(self, match: Match, seat: int = 1, query: str = "") -> None:
        """Opens the page of a match with the key to a seat in it."""
        self.context.add_cookies(
            [{"name": "seat", "value": match.secrets[seat], "url": self._address + match.path}]
        )
        self.watch(match, query)

    def watch(self, match: Match, query: str = "") -> None:
        """Opens the page of a match."""
        self.open(match.path + query)
        self.page.wait_for_selector("#main[data-phase]")

    def path_of(self, href: str) -> str:
        """The address that a link has on a server."""
        return href.removeprefix(self._address)

    @property
    def match_id(self) -> str:
        found = re.search(r"/m/(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]

    @property
    def secret(self) -> str:
        """The key in this browser to the seat in the match on the page."""
        keys = [c for c in self.context.cookies(self.page.url) if c.get("name") == "seat"]
        return max(keys, key=lambda cookie: len(cookie.get("path", "")))["value"]

    # What is to be seen.

    def get(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def text(self, selector: str) -> str:
        return " ".join(self.page.inner_text(selector).split())

    def sees(self, selector: str) -> bool:
        return self.page.is_visible(selector)

    def waits_for(self, selector: str) -> None:
        self.page.wait_for_selector(selector)

    def waits_for_ply(self, ply: int) -> None:
        """Waits until the last move is the one of that number, and the page shows it."""
        if ply:
            last = f"#log li:last-child [data-ply='{ply}'][aria-current]"
            self.page.wait_for_selector(last, state="attached")
        else:
            self.page.wait_for_selector("#log:not(:has([data-ply]))", state="attached")

    def waits_for_words(self, selector: str, words: str | re.Pattern[str]) -> None:
        """Waits until an element says these words, among others."""
        self.get(selector).filter(has_text=words).first.wait_for(state="attached")

    def waits_for_toast(self, words: str, times: int = 1) -> None:
        """Waits until passing messages have said these words so often; they may be gone by now."""
        end = monotonic() + PATIENCE
        while sum(words in told for told in self.page.evaluate("toastsTold")) < times:
            assert monotonic() < end, f"no toast said {words!r}"
            self.page.wait_for_timeout(20)

    def waits_until(self, question: str) -> None:
        """Waits until a script says yes; it may take its time to answer."""
        end = monotonic() + PATIENCE
        while not self.page.evaluate(question):
            assert monotonic() < end, f"never: {question}"
            self.page.wait_for_timeout(50)

    @property
    def status(self) -> str:
        return self.text("#status")

    @property
    def phase(self) -> str:
        return self.get("#main").get_attribute("data-phase") or ""

    def cells(self) -> dict[str, str]:
        """What a screen reader says of every cell."""
        script = """Array.from(document.querySelectorAll('[data-cell]'),
            cell => [cell.dataset.cell, cell.ariaLabel.split(': ')[1]])"""
        return dict(self.page.evaluate(script))

    def fog(self) -> set[str]:
        """The cells under fog."""
        return {cell for cell, words in self.cells().items() if words.startswith("fog")}

    def heard(self) -> str:
        """What a screen reader said last."""
        return " ".join((self.page.text_content("#live") or "").split())


Meet = Callable[..., Person]
"""Lets somebody come to a server."""
