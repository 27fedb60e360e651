"""How Sphinx makes the documentation site; ``make docs`` prepares the pages and calls it."""

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.util.inspect import TypeAliasForwardRef

import menhirs

project = "menhirs"
author = "The menhirs developers"
project_copyright = "the menhirs developers; the game is by Niels Pieterse (NRPGames)"
version = release = menhirs.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["rules/handout/*.md", "research/balance/*.md"]

# Links are checked by tools/build_docs.py, which knows the anchors of the rules; MyST does not.
suppress_warnings = ["myst.xref_missing"]
myst_heading_anchors = 3

autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False
# A type is called what it is called in the signature, not what it is made of.
autodoc_type_aliases = {name: name for name in ("Action", "Event", "Mask", "Cell", "Player")}

html_theme = "furo"
html_title = f"menhirs {release}"
html_copy_source = False
html_show_sourcelink = False
html_favicon = "static/favicon.svg"


# Within other types Sphinx would write TypeAliasForwardRef('Action').
TypeAliasForwardRef.__repr__ = lambda alias: alias.name  # type: ignore[method-assign]


def setup(app: Sphinx) -> None:
    """The conversations of docs/python/protocol.md, which the tests hold, are plain text here."""
    app.add_lexer("session", TextLexer)
