"""What stands between two texts on a line of a longer one."""

from __future__ import annotations

import re


def plain_lines(text: str) -> str:
    """A text with single spaces and without empty lines; it begins and ends with a line break."""
    lines = [" ".join(line.split()) for line in text.split("\n")]
    return "\n".join(["", *(line for line in lines if line), ""])


def between(text: str, before: str, after: str) -> list[str]:
    """All that stands between the two on one line, which begins or ends it where one of them is empty.

    Words count as wholes.
    """
    first = (r"(?<!\w)" if before[:1].isalnum() else "") + re.escape(before) if before else r"(?<=\n)"
    last = re.escape(after) + (r"(?!\w)" if after[-1:].isalnum() else "") if after else r"(?=\n)"
    return [match[1] for match in re.finditer(rf"{first}(?=([^\n]*?\S[^\n]*?){last})", text)]
