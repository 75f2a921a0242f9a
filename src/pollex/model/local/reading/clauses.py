"""A text cut into sentences, and sentences into clauses, each with one order or question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .verbs import BEGINS, POLITENESS

ITEM: Final = re.compile(r"^\s*(?:(?:step\s+)?\d{1,2}\s*[.):]|[-*•–]|[a-h]\))\s+", re.IGNORECASE)
INLINE: Final = re.compile(r"(?:(?<=^)|(?<=[.;:,!?]\s)|(?<=\s))(?=(?:\(?\d{1,2}[.)])\s+[A-Z])")
FIRST: Final = re.compile(r"(?:^|\s)\(?1[.)]\s+[A-Z]")
"""Where a numbered list inside a line begins."""
ENDS: Final = re.compile(
    r"(?<=[.!?])\s+(?=[A-Z⟦(0-9])|\s*;\s+(?![^;:=.]{1,40}[:=]\s)|(?<=⟧\.)\s+|(?<=⟧)\s+(?=(?:Send|"
    r"Then|Save|Press|Click)\b)"
)
ABBREVIATIONS: Final = re.compile(r"\b(e\.g|i\.e|approx|no|nr|st|mr|mrs|ms|dr|incl|max|min)\.(?=\s)", re.IGNORECASE)
JOINS: Final = re.compile(
    r",?\s+and then\s+|,?\s+then\s+|,\s+and\s+|\s+and\s+|,\s+but\s+|,\s+|\s+[–—-]\s+|"
    r":\s+(?=⟦?[a-z])|\s+before\s+(?=\w+ing\b)"
)
PAIR: Final = re.compile(r"^\s*(?:[-*•–]\s+)?[^\s:=][^:=.!?]{0,40}?\s*[:=]\s*\S")
WRAPPER: Final = re.compile(
    r"(?:find out|tell me|let me know|check|see|work out|figure out|say|answer(?: me)?|"
    r"i(?: want| need|'d like) to know)",
    re.IGNORECASE,
)
HEADS: Final = re.compile(
    r"^(?:if|for each|for every|for all|when(?! (?:is|was|are|were|did|does|do|will)\b)(?= )|once|unless|repeat|while|"
    r"as long as)\b",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    """The sentences and items of lists; lines of `name: value` stay with the line that asks for them."""
    found: list[str] = []
    for line in text.replace("\r", "").split("\n"):
        item = ITEM.sub("", line).strip()
        if not item:
            continue
        if found and PAIR.match(line) and (found[-1].endswith(":") or found[-1].endswith("\v")):
            found[-1] = f"{found[-1].rstrip(chr(11))} {item.rstrip('.,;')};\v"
            continue
        parts = INLINE.split(item) if FIRST.search(item) else [item]
        found += [piece for part in parts for piece in _cut(ITEM.sub("", part))]
    return [sentence.rstrip("\v;").strip() for sentence in found]


def _cut(text: str) -> Iterator[str]:
    whole = ABBREVIATIONS.sub(lambda match: f"{match[1]}\v", text)
    for piece in ENDS.split(whole):
        if sentence := piece.replace("\v", ".").strip():
            yield sentence


def clauses(sentence: str) -> list[str]:
    """The orders of one sentence: cut where a new one begins, and nowhere else."""
    parts: list[str] = []
    begin = 0
    for join in JOINS.finditer(sentence):
        if join.start() <= begin or not BEGINS.match(sentence, join.end()):
            continue
        before = sentence[begin : join.start()]
        if re.match(r"(?:and )?name [A-Z⟦]", sentence[join.end() :]):
            continue  # a field, as in `the card 1234, name Ann Bell`
        if WRAPPER.fullmatch(plain(before)) or (HEADS.match(plain(before)) and begin):
            continue  # `find out: what …` is one question, and what follows `when …` belongs to it
        parts.append(sentence[begin : join.start()])
        begin = join.end()
    return [clean for part in [*parts, sentence[begin:]] if (clean := plain(part))]


def plain(clause: str) -> str:
    """Without politeness at its beginning and marks at its end."""
    words = clause.strip().rstrip(".!;,: ").strip()
    while (shorter := POLITENESS.sub("", words, count=1)) != words:
        words = shorter.strip()
    return words
