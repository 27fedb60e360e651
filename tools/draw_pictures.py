"""Draws the pictures of the rules from ``src/menhirs/web/rules/pictures.toml``."""

from __future__ import annotations

from menhirs.web.preview import DRAWN, HERO, preview
from menhirs.web.rule_pictures import FOLDER, pictures


def main() -> None:
    """Draws all pictures anew and deletes files that are no longer listed."""
    listed = pictures().values()
    for old in set(FOLDER.glob("*.svg")) - {picture.path for picture in listed}:
        old.unlink()
    for picture in listed:
        picture.path.write_text(picture.svg, encoding="utf-8", newline="\n")
    DRAWN.write_bytes(preview(HERO))


if __name__ == "__main__":
    main()
