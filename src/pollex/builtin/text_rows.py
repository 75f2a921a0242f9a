"""The rows of a page that was read as Markdown: those of its one table, else its lines."""

from __future__ import annotations

import re
from typing import Any, Final

CELLS: Final = re.compile(r"(?<!\\)\|")
RULE: Final = re.compile(r"[\s|:-]+")
MARK: Final = re.compile(r"(?:[-*+]|\d+\.|#+)\s+")
"""What begins an entry of a list or a heading."""


def text_rows(text: str) -> list[Any]:
    """Return the rows of a text: of the only table in it as fields, else each line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    rules = [at for at, line in enumerate(lines) if "-" in line and "|" in line and RULE.fullmatch(line)]
    if len(rules) != 1 or rules[0] == 0:
        return [MARK.sub("", line, count=1) for line in lines if not RULE.fullmatch(line)]
    names, rows = _cells(lines[rules[0] - 1]), []
    for line in lines[rules[0] + 1 :]:
        if not line.startswith("|"):
            break
        rows.append(dict(zip(names, _cells(line), strict=False)))
    return rows


def _cells(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in CELLS.split(line.strip("|"))]
