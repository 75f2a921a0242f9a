"""A text cut into sentences, and sentences into clauses, each with one order or question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .masks import Masked
from .verbs import BEGINS, POLITENESS, is_order

ITEM: Final = re.compile(r"^\s*(?:(?:step\s+)?\d{1,2}\s*[.):]|[-*•–]|[a-h]\))\s+", re.IGNORECASE)
INLINE: Final = re.compile(r"(?:(?<=^)|(?<=[.;:,!?]\s)|(?<=\s))(?=(?:\(?\d{1,2}[.)])\s+[A-Z])")
FIRST: Final = re.compile(r"(?:^|\s)\(?1[.)]\s+[A-Z]")
"""Where a numbered list inside a line begins."""
ENDS: Final = re.compile(
    r"(?<=[.!?])\s+(?=[A-Z⟦(0-9])|\s*;\s+(?![^;:=.]{1,40}[:=]\s)|(?<=⟧\.)\s+|(?<=⟧)\s+(?=[A-Z][a-z'’]+ (?:[a-z]|⟦))"
)
ABBREVIATIONS: Final = re.compile(r"\b(e\.g|i\.e|approx|no|nr|st|mr|mrs|ms|dr|incl|max|min)\.(?=\s)", re.IGNORECASE)
JOINS: Final = re.compile(
    r",?\s+and then\s+|,?\s+then\s+|,\s+and\s+|\s+and\s+|,?\s+but\s+|,\s+|\s+[–—-]\s+|"
    r":\s+(?=⟦?[a-z])|\s+before\s+(?=\w+ing\b)"
)
DOES: Final = re.compile(r"(?:log|sign|use|open|go|visit|search|start at)\b", re.IGNORECASE)
"""A heading that is an order itself: `log in, then:`"""
STEP: Final = re.compile(r"(?:in|on|under|at|from|after|before|then|first|finally)\b.+", re.IGNORECASE)
HEADING: Final = "\f"
BLOCK: Final = re.compile(r"\b(?:for|with|on) (?:each|every|all)\b|^(?:if|when|repeat)\b", re.IGNORECASE)
"""A heading that its list is done for again and again, or only in a case."""
PAIR: Final = re.compile(r"^\s*(?:[-*•–]\s+)?[^\s:=][^:=.!?]{0,40}?\s*[:=]\s*\S")
WRAPPER: Final = re.compile(
    r"(?:find out|tell me|let me know|check|see|work out|figure out|say|answer(?: me)?|"
    r"i(?: want| need|'d like) to know)",
    re.IGNORECASE,
)
CAN_YOU: Final = re.compile(r"^(?:please )?(?:can|could|would|will) you\b", re.IGNORECASE)
LONG: Final = re.compile(
    r"^(?P<head>\W*(?:\d+[.)] )?(?:description|text|message|comment|note|body|detail|remark)s?\s*:\s*)"
    r"(?P<said>(?-i:[A-Z])[^⟦\n:]*[.!?])\s*$",
    re.MULTILINE | re.IGNORECASE,
)
TEXT: Final = re.compile(
    r"\b(?:(?:add|write|leave|post|put) (?:the|an?|this)(?: following| short)? (?:comment|note|remark|reply|message|"
    r"text)(?: saying| reading| that says| there)?\s*:?|(?:write|reply|answer|comment|respond)(?: to (?:it|him|her|"
    r"them))?\s*:)\s+(?=[A-Z][^⟦]*$)"
)
TEXT_END: Final = re.compile(
    r",?\s+(?:and|then|and then)\s+(?:press|click|send|save|go|submit|post|open|close|confirm|continue|tell|tick|set)"
    r"\b|$"
)
LEFT_OUT: Final = (
    re.compile(r"(,| and|, and|, then| and then)(?: from there)? (?=(?:on|back|over) to\b)"),
    re.compile(r"(,| and|, and|, then| and then) from there (?=to\b)"),
    re.compile(r"(\b(?P<verb>look) at [^,.:]+?,? (?:and|then|and then)) (?=at\b)", re.IGNORECASE),
    re.compile(
        r"(\b(?P<verb>press|click|tick|open|choose) [^,.:]+?,? (?:and then|then|and after that)) (?=⟦|(?-i:[A-Z])"
        r"[\w-]*$)",
        re.IGNORECASE,
    ),
)
HEADS: Final = re.compile(
    r"^(?:if|for each|for every|for all|when(?! (?:is|was|are|were|did|does|do|will)\b)(?= )|once|unless|repeat|while|"
    r"as long as)\b",
    re.IGNORECASE,
)
JOINED: Final = re.compile(
    r"^(?:(?:press|click|hit|tap)(?: on)? )?(?P<whole>(?P<first>(?!.*\b(?:it|them|the|that|this|her|him)\b)\w[\w "
    r"]{1,18}?\w) and (?P<second>continue|save|send|close|finish|pay|proceed|go on|confirm|submit|next|exit|print))$",
    re.IGNORECASE,
)
"""Two orders, or the name of one button."""
PRESSES: Final = re.compile(r"(?:press|click|hit|tap)(?: on)? (?-i:[A-Z])", re.IGNORECASE)


def sentences(text: str) -> list[str]:
    """The sentences and items of lists. Lines of `name: value`, things and steps stay with the line that asks for them.

    A line that only says what a list is about begins with HEADING.
    """
    found: list[str] = []
    for line in text.replace("\r", "").split("\n"):
        item = ITEM.sub("", line).strip()
        if not item:
            continue
        if found and found[-1].endswith(":") and re.fullmatch(r"⟦\d+⟧\.?", item):
            found[-1] = f"{found[-1]} {item}"
            continue
        if found and found[-1].endswith((":", "\v")) and (joined := _joined(found[-1], line, item)) is not None:
            found[-1] = joined
            continue
        if found and found[-1].endswith(":") and ITEM.match(line) and not DOES.match(plain(found[-1])):
            found[-1] = f"{HEADING}{found[-1]}"
        parts = INLINE.split(item) if FIRST.search(line) else [item]
        found += [piece for part in parts for piece in _cut(ITEM.sub("", part))]
    return [re.sub(r"[\v;]+$", "", sentence).replace("\v", "").strip(" ") for sentence in found]


def _joined(head: str, line: str, item: str) -> str | None:
    """A heading with one more line of what it asks for: a value, a thing, a step of a repetition."""
    bare = head.rstrip("\v").strip()
    if PAIR.match(line):
        return f"{bare} {item.rstrip('.,;')};\v"
    if ITEM.match(line) is None:
        return None
    if BLOCK.search(bare.split(":")[0]):
        first = bare.endswith(":")
        return f"{bare.rstrip(';')}{' ' if first else ', then '}{item.rstrip('.,;')}\v"
    is_step = is_order(plain(item)) or HEADS.match(item) or STEP.match(item)
    return None if is_step else f"{bare} {item.rstrip('.,;')};\v"


def _cut(text: str) -> Iterator[str]:
    whole = ABBREVIATIONS.sub(lambda match: f"{match[1]}\v", text)
    for piece in ENDS.split(whole):
        if sentence := piece.replace("\v", ".").strip():
            yield sentence


def filled(sentence: str) -> str:
    """A sentence with the verbs that its later parts leave out: `go to A and on to B`, `press A and then B`."""
    for pattern in LEFT_OUT:
        sentence = pattern.sub(lambda match: f"{match[1]} {(match.groupdict().get('verb') or 'go').lower()} ", sentence)
    return sentence


NO_ORDER: Final = re.compile(
    r"(?:and )?name (?!the\b|all\b|me\b|every|each|both|its\b|their\b|two\b|three\b)|like (?=[A-Z⟦])"
)
"""A field, as in `the card 1234, name Ann Bell`, or an example."""
FORM: Final = re.compile(
    r"(?:.*\b)?(?:fill (?:in|out)|enter|complete|with|following|form|details)\b[^:]*: ", re.IGNORECASE
)
PAIRED: Final = re.compile(
    r"(?:call|note|comment|order|book|rate|report|state|type|list|start|stop|return|post|transfer|answer|reply|check|"
    r"address|count|place|record|share|forward)(?: (?!the\b|an?\b|this\b|that\b|it\b|to\b)[a-z]+){0,3} (?:⟦|[A-Z0-9])"
)
"""What begins an order elsewhere is the name of a field among pairs: `return date 5 May`."""


def clauses(sentence: str) -> list[str]:
    """The orders of one sentence: cut where a new one begins, and nowhere else."""
    parts: list[str] = []
    begin = 0
    for join in JOINS.finditer(sentence):
        if join.start() <= begin or not BEGINS.match(sentence, join.end()):
            continue
        before = sentence[begin : join.start()]
        if NO_ORDER.match(sentence, join.end()) or (FORM.match(before) and PAIRED.match(sentence, join.end())):
            continue
        if WRAPPER.fullmatch(plain(before)) or (HEADS.match(plain(before)) and begin):
            continue  # `find out: what …` is one question, and what follows `when …` belongs to it
        parts.append(sentence[begin : join.start()])
        begin = join.end()
    return [clean for part in [*parts, sentence[begin:]] if (clean := plain(part))]


def rejoined(parts: list[str]) -> list[str]:
    """The clauses with `press A` and `continue` as one again: they may name one button."""
    found: list[str] = []
    for part in parts:
        whole = f"{found[-1]} and {part}" if found else ""
        if PRESSES.match(whole) and JOINED.match(whole):
            found[-1] = whole
        else:
            found.append(part)
    return found


def held_lines(text: str, masked: Masked) -> str:
    """Lines such as `Reason: It stops. Always.` with what they say held aside, full stop included."""

    def hold(match: re.Match[str]) -> str:
        said = match["said"]
        return f"{match['head']}{masked.hold(said)}" if len(said.split()) > 3 else match[0]

    return LONG.sub(hold, text)


def held_text(sentence: str, masked: Masked) -> str:
    """A sentence with a text that stands in it without quotes held aside: `add the comment I agree, thank you`."""
    match = TEXT.search(sentence)
    if match is None:
        return sentence
    rest = sentence[match.end() :]
    end = TEXT_END.search(rest)
    text, after = (rest[: end.start()], rest[end.start() :]) if end else (rest, "")
    return f"{sentence[: match.end()]}{masked.hold(text)}{after}"


def plain(clause: str) -> str:
    """Without politeness at its beginning and marks at its end."""
    words = re.sub(r",?\s+(?:and )?then$", "", clause.strip().rstrip(".!;,: ")).strip()
    words = words.rstrip("?") if CAN_YOU.match(words) else words
    while (shorter := POLITENESS.sub("", words, count=1)) != words:
        words = shorter.strip()
    return words
