"""The hashes of papers, pages and checks, as they were before the code was written against them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
FROZEN: Final = HERE / "frozen.sha256"


def freeze() -> None:
    """Write the hashes of the files as they are."""
    FROZEN.write_text("".join(f"{digest}  {name}\n" for name, digest in _hashes().items()))


def changed() -> list[str]:
    """Return the files that are not, or no longer, those that were frozen."""
    frozen = {name: digest for digest, name in (line.split() for line in FROZEN.read_text().splitlines())}
    now = _hashes()
    return sorted(name for name in {*frozen, *now} if frozen.get(name) != now.get(name))


def _hashes() -> dict[str, str]:
    files = [HERE / "paper.json", HERE / "check.py", *sorted((HERE / "pages").iterdir())]
    return {str(file.relative_to(HERE)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
