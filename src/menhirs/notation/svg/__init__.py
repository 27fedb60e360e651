"""The board as a picture: a complete SVG document that needs nothing else.

In the order in which one would want to read it:

- ``drawing``: the options;
- ``picture``: the painting, layer by layer from the tray up to the arrows;
- ``layout``: where cells, edges and outlines of groups lie on the picture;
- ``shapes``: what moss, trees, stones and fog look like;
- ``theme``: their colours by day and by night;
- ``alphabet``: the letters and digits of the coordinates, drawn with a pen;
- ``words``: the same position in words, for people who cannot see it.
"""

from menhirs.notation.svg.drawing import Drawing
from menhirs.notation.svg.picture import draw
from menhirs.notation.svg.theme import Theme

__all__ = ["Drawing", "Theme", "draw"]
