"""Writes the checksums of the research data, as ``sha256sum --check`` reads them.

python -m tools.data_checksums
cd docs/research && sha256sum --check SHA256SUMS
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "research"
SUMS = FOLDER / "SHA256SUMS"


def checksums() -> str:
    """A line for every file of results."""
    files = sorted(FOLDER.glob("*/*.jsonl"))
    return "".join(
        f"{sha256(file.read_bytes()).hexdigest()}  {file.relative_to(FOLDER).as_posix()}\n"
        for file in files
    )


if __name__ == "__main__":
    SUMS.write_text(checksums(), encoding="utf-8", newline="\n")
