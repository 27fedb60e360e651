"""The hand-out: the rules of one game in short and its round track, on one sheet of A4.

The text of ``web/rules/handout`` is filled from the rule set, and the track is drawn from it: a
house rule has its hand-out too. ``/handout/<rules>`` is the page to print; ``menhirs handout``
writes it as a document of its own, or as PDF.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from markdown_it import MarkdownIt
from markupsafe import Markup

from menhirs.core.geometry import Direction
from menhirs.core.rules import RuleSet, rule_set
from menhirs.view.match.round_track import tracks
from menhirs.view.messages import Step
from menhirs.view.rule_facts import RuleFacts, Span
from menhirs.view.terms_in_words import game_title
from menhirs.web.files import STATIC
from menhirs.web.languages import Language
from menhirs.web.qr_code import qr_code
from menhirs.web.rendering import render
from menhirs.web.rules_text import filled, rules_links, rules_source

_STYLES = STATIC / "handout.css"
_SHORT = 2_000
"""Letters of rules that leave room for larger type."""


def _sign(inside: str, look: str = "") -> Markup:
    return Markup(f'<svg class="sign {look}" viewBox="0 0 24 24" aria-hidden="true">{inside}</svg>')


_DISC = '<circle cx="12" cy="12" r="9"/><path d="M7 12h10"/>'
SIGNS = {
    "place": _sign(
        '<path d="M5 18a5 5 0 0 1 .6-9.9 6.5 6.5 0 0 1 12.3 1.2A4.4 4.4 0 0 1 18 18z"/>'
    ),
    "move": _sign('<path d="M3 12h17M14 6l6 6-6 6"/>'),
    "may": _sign(_DISC, "may"),
    "must": _sign(_DISC, "must"),
    "second": _sign(f'{_DISC}<text x="21" y="24">2</text>', "must second"),
}
_ANGLES = ("N", "NE", "SE", "S", "SW", "NW")


@dataclass(frozen=True, slots=True)
class Stop:
    """A round on the track."""

    label: str
    sign: Literal["place", "move", "may", "must", "second"]
    points: list[str]
    """The points of a win, one number for every lap."""
    decision: bool
    """Whether the decision moment comes after it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A hand-out in one language."""

    language: Language
    name: str
    title: str
    rules: Markup
    legend: Markup
    stops: list[Stop]
    directions: dict[str, str]
    """The six directions, as the language calls them."""
    code: str = ""
    """A QR code with the address of a server or site; empty if none is known."""

    @property
    def is_short(self) -> bool:
        """Whether it can be set in larger type."""
        return len(self.rules.striptags()) < _SHORT


def sheet(rules: RuleSet, language: Language, address: str = "") -> Sheet:
    """The hand-out of a game. ``address`` is that of a server or site where it is played."""
    source, _ = rules_source("handout", language)
    text = filled(source, r=RuleFacts(rules), n=_counted, listed=_listed, span=_span, sign=SIGNS)
    html, _, legend = MarkdownIt("commonmark").render(text).partition("<hr />")
    names = {direction: name for name, direction in language.directions.items()}
    return Sheet(
        language,
        rules.name,
        game_title(rules, language),
        Markup(html),
        Markup(legend),
        _stops(rules),
        {angle: names[Direction[angle]] for angle in _ANGLES},
        qr_code(address, language.gettext("Play it here")) if address else "",
    )


def document(rules: RuleSet, language: Language, address: str = "") -> str:
    """The hand-out as a self-contained page."""
    styles = Markup(_STYLES.read_text("utf-8"))
    shown = sheet(rules, language, address)
    return render(language, "handout_document.html", sheet=shown, signs=SIGNS, styles=styles)


def handout_data(
    name: str, language: Language, offered: Mapping[str, RuleSet], address: str = ""
) -> dict[str, object]:
    """The data of the page of a hand-out."""
    return {
        "sheet": sheet(rule_set(name, offered), language, address),
        "signs": SIGNS,
        "games": [(each.name, game_title(each, language)) for each in offered.values()],
        "links": rules_links("handout", language),
    }


def _stops(rules: RuleSet) -> list[Stop]:
    laps = tracks(rules)
    stops = []
    for number, steps in enumerate(zip(*laps, strict=True)):
        first = steps[0]
        endless = RuleFacts(rules).is_endless and number == len(laps[0]) - 1
        label = "∞" if endless else first["label"]
        decision = any(step["decision"] for step in steps)
        stops.append(Stop(label, _sign_of(first), [_points(step) for step in steps], decision))
    return stops


def _sign_of(step: Step) -> Literal["place", "move", "may", "must", "second"]:
    if step["places"]:
        return "place"
    match step["takes"]:
        case "never":
            return "move"
        case "may":
            return "may"
        case "must":
            return "second" if step["only"] == 2 else "must"


def _points(step: Step) -> str:
    if step["points"] is None:
        return ""
    most, fewest = step["points"]
    return str(most) if most == fewest else f"{most}–{fewest}"


def _counted(number: int, one: str, several: str) -> str:
    return (one if number == 1 else several).format(number)


def _span(rounds: Span, last: str, up_to: str) -> str:
    """``7``, ``2 and 1``, ``11 to 3``."""
    if rounds.is_one:
        return str(rounds.first)
    return f"{rounds.first} {last if rounds.rounds == 2 else up_to} {rounds.last}"


def _listed(numbers: list[int], last: str) -> str:
    """``12, 2 and 1``."""
    *some, end = map(str, numbers)
    return f"{', '.join(some)} {last} {end}" if some else end
