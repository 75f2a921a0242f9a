"""The text between two others on a line."""

from __future__ import annotations

import re


def plain_lines(text: str) -> str:
    """Return a text with single spaces and without empty lines; it begins and ends with a line break."""
    lines = [" ".join(line.split()) for line in text.split("\n")]
    return "\n".join(["", *(line for line in lines if line), ""])


def between(text: str, before: str, after: str) -> list[str]:
    """Return all texts between the two on one line; an empty one means the line's beginning or end.

    Only whole words match.
    """
    first = (r"(?<!\w)" if before[:1].isalnum() else "") + re.escape(before) if before else r"(?<=\n)"
    last = re.escape(after) + (r"(?!\w)" if after[-1:].isalnum() else "") if after else r"(?=\n)"
    return [match[1] for match in re.finditer(rf"{first}(?=([^\n]*?\S[^\n]*?){last})", text)]
