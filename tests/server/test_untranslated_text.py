"""Nothing that a visitor reads goes past the translators."""

from __future__ import annotations

import ast
import re
from html.parser import HTMLParser

from jinja2 import Environment
from tools.extract_messages import SOURCE, in_script

TEMPLATES = sorted((SOURCE / "web" / "templates").rglob("*.html"))
SCRIPTS = sorted((SOURCE / "web" / "static").rglob("*.js"))
NEEDS_NO_TRANSLATION = {
    "API – Menhirs dans le Brouillard",
    "Menhirs",
    "Menhirs dans le Brouillard",
    "Menhirs dans le Brouillard · Niels Pieterse, NRPGames",
    "dans le Brouillard",
    "b2b3c3-NE",  # notation is the same everywhere
}
READ_ALOUD = {
    "alt",
    "aria-description",
    "aria-label",
    "aria-roledescription",
    "placeholder",
    "title",
}


class VisibleText(HTMLParser):
    """Collects the texts of a template that are not translated."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # What says that it is English is meant to be.
        if tag in ("script", "style", "kbd") or ("lang", "en") in attrs:
            self._within.append(tag)
        for name, value in attrs:
            if name in READ_ALOUD:
                self._note(value or "")

    def handle_endtag(self, tag: str) -> None:
        if self._within and self._within[-1] == tag:
            self._within.pop()

    def handle_data(self, data: str) -> None:
        if not self._within:
            self._note(data)

    def _note(self, text: str) -> None:
        text = text.strip(" –●\n")
        if re.search(r"[^\W\d_]", text) and text not in NEEDS_NO_TRANSLATION:
            self.found.append(text)


def visible_text(source: str) -> list[str]:
    parser = VisibleText()
    # What Jinja will fill in is no text of the template, nor is the value of an attribute.
    tokens = Environment().lex(re.sub(r"{% block body_class %}.*?{% endblock %}", "", source))
    parser.feed("".join(value for _, kind, value in tokens if kind == "data"))
    parser.close()
    return parser.found


def test_templates_show_nothing_untranslated() -> None:
    found = {path.name: visible_text(path.read_text("utf-8")) for path in TEMPLATES}
    assert not any(found.values()), found


def test_untranslated_text_in_a_template_is_found() -> None:
    source = """{# a note #}<p title="Ha" class="x{% if a %} b{% endif %}">{{ _("Text") }} text
    <kbd>Home</kbd> <img alt="{{ _('x') }}"> <div lang="en">Meant</div>
    12 – {% if a %}more{% endif %}</p>"""
    assert visible_text(source) == ["Ha", "text", "12 – more"]


_WORDS = r"""(?P<quote>["`'])(?P<words>(?:(?!(?P=quote)).)*)(?P=quote)"""
_SHOWN = re.compile(
    rf"""\.(?:textContent|innerText|title|placeholder|alt|ariaLabel)\s*=\s*{_WORDS}
    |["'](?:{"|".join(READ_ALOUD)})["'],?:?\s*{_WORDS.replace("quote", "q").replace("words", "w")}
    |\b(?:toast|announce|say|setText)\((?:[\w.()"-]+,)?\s*{
        _WORDS.replace("quote", "u").replace("words", "v")
    }""",
    re.VERBOSE,
)


def shown_by_script(source: str) -> list[str]:
    """Strings that a script shows as they are."""
    found = [shown["words"] or shown["w"] or shown["v"] or "" for shown in _SHOWN.finditer(source)]
    outside = [re.sub(r"\$\{.*\}", "", text) for text in found]
    return [text for text in outside if re.search(r"[^\W\d_]{2}", text)]


def test_scripts_show_nothing_untranslated() -> None:
    sources = {path.name: path.read_text("utf-8") for path in SCRIPTS}
    shown = [(name, text) for name, source in sources.items() for text in shown_by_script(source)]
    assert [one for one in shown if one[1].strip(" –●") not in NEEDS_NO_TRANSLATION] == []


def test_untranslated_text_in_a_script_is_found() -> None:
    source = """
    node.textContent = "Hello"; node.title = t("Hello"); node.textContent = `${count} tiles`;
    toast("Oops", { alert: true }); setText(byId("status"), "Lost"); setText(node, t("Lost"));
    element("p", { "aria-label": "Board", class: "board" }); node.textContent = "";
    node.setAttribute("title", "More");
    """
    assert sorted(shown_by_script(source)) == [" tiles", "Board", "Hello", "Lost", "More", "Oops"]


def test_every_message_of_a_script_can_be_found() -> None:
    """A text put together on the way, or in other quotes, would never reach the translators."""
    for path in SCRIPTS:
        source = re.sub(r"/\*.*?\*/|^\s*//.*$", "", path.read_text("utf-8"), flags=re.S | re.M)
        calls = re.findall(r"(?<!function )\btn?\(", source)
        assert len(calls) == len(list(in_script(source))), path.name


def test_messages_of_scripts_are_found_wherever_they_stand() -> None:
    source = """
    // t("in a comment")
    /** t("in another") */
    const a = `${lies}, ${tn("{n} tile", "{n} tiles", n, { first, n })}` + words.t("Board");
    const b = t(
      "long \\"text\\" " +
        "on two lines",
    );
    import "https://example.org"; set("no"); const c = "image/*"; t("after", { a });
    """
    assert list(in_script(source)) == [
        ("{n} tile", "{n} tiles"),
        "Board",
        'long "text" on two lines',
        "after",
    ]


def messages_within_texts(source: str) -> list[str]:
    """Messages that stand inside an f-string, where those who collect them do not look."""
    texts = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr)]
    calls = [node for text in texts for node in ast.walk(text) if isinstance(node, ast.Call)]
    return [
        str(call.args[0].value)
        for call in calls
        if getattr(call.func, "id", getattr(call.func, "attr", "")) in {"_", "gettext", "ngettext"}
        and call.args
        and isinstance(call.args[0], ast.Constant)
    ]


def test_no_message_stands_inside_an_f_string() -> None:
    assert messages_within_texts("""f"{told} {_('Nobody can claim.')}" """) == ["Nobody can claim."]
    for path in sorted(SOURCE.rglob("*.py")):
        assert messages_within_texts(path.read_text("utf-8")) == [], path


def test_no_sentence_is_glued_to_a_link() -> None:
    """A translator needs the whole sentence: the words of the link stand in it, in brackets."""
    glued = re.compile(r"""_\(["'][^"']*[^.?!:…"']["']\) \}\} <a\b""")
    assert glued.search('{{ _("Open it on the") }} <a href="/analysis">')
    assert [path.name for path in TEMPLATES if glued.search(path.read_text("utf-8"))] == []
