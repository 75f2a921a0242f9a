"""Repetitions over things that the task itself names: `for each of A, B and C: …`, `… for each of these: a, b, c`."""

from __future__ import annotations

import re
from typing import Final

HEAD: Final = re.compile(
    r"^(?i:for|with|on)\s+(?:each|every one|all|both)(?: (?:of|one of))?(?: (?:these|the following|the))?"
    r"(?: (?:[a-z]+ )?[a-z]+s)?[:,]?\s+(?P<names>(?:⟦\d+⟧|[A-Z0-9])[^:]*?(?:,|\band\b)[^:]*?)\s*:\s*(?P<body>.+)$",
    re.DOTALL,
)
TAIL: Final = re.compile(
    r"^(?:(?:for|with) each of (?:these|the following)(?: [a-z]+)?,\s*)?(?P<body>.+?)(?: for each of (?:these|them|"
    r"the following)(?: [a-z]+)?)?:\s*(?P<names>[^:.;]+(?:,[^:.;]+)+(?:\band\b[^:.;]+)?)$",
    re.DOTALL | re.IGNORECASE,
)
JOINT: Final = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
IT: Final = re.compile(r"\b(?:it|each(?: of them| one)?|that one|the one)\b")


def repeated(said: str) -> list[str] | None:
    """One sentence for each of the things; None where the sentence is no such repetition."""
    match = HEAD.match(said)
    if match is None and re.search(r"\bfor each of (?:these|the following)\b", said, re.IGNORECASE):
        match = TAIL.match(said)
    if match is None:
        return None
    names = [name for name in JOINT.split(match["names"].strip().rstrip(".")) if name]
    body = match["body"].strip().rstrip(",")
    if len(names) < 2 or IT.search(body) is None:
        return None
    return [IT.sub(name, body, count=1) for name in names]
