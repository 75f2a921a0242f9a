"""Reads a task by the table of orders: sentences, the form that each fits, and what stands in its slots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Final

from ...core.fault import Fault, Issue
from ...core.json import Object
from .table import CONDITIONS, FREE, PAGE_SLOTS, PATTERNS, Order, expanded, table

QUOTED: Final = re.compile(r'"([^"\n]*)"|“([^”\n]*)”|„([^“”\n]*)[“”]|«([^»\n]*)»|(?<!\w)[\'‘]([^\'’\n]+)[\'’](?!\w)')
MARKS: Final = re.compile("[\ue000-\uf8ff]")
"""Characters that stand for quoted texts while a sentence is read, so that nothing in them is taken for grammar."""
TOKEN: Final = re.compile(r"[()\[\]|:,]|[^\s()\[\]|:,]+")
SIGNS: Final = {"(": "(?:", ")": ")", "[": "(?:", "]": ")?", "|": "|", ":": r"\s*:", ",": r"\s*,"}
BULLET: Final = re.compile(r"^(\s*)((?:[-*•]|\d{1,3}[.)])\s+)?")
POLITE: Final = re.compile(
    r"^(?:(?:please|then|now|also|and)[,\s]+|(?:first|next|finally|after that|lastly),\s+)", re.IGNORECASE
)
SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
THEN: Final = re.compile(r",?\s+(?:and\s+)?then\s+|,\s+(?=then\s)", re.IGNORECASE)
COMMA: Final = re.compile(r",\s+(?:and\s+)?|\s+and\s+", re.IGNORECASE)
PAIR: Final = re.compile(r"\s*([^:,;\n]+?)\s*:\s+(\S.*)")
LOOP: Final = re.compile(r"\s*(?:\w+,?\s+)?for (?:each|every)\b", re.IGNORECASE)
FILL: Final = re.compile(r"(?:\W*\w+,?\s+)?(?:fill|filter)\b.*:", re.IGNORECASE)
PRONOUNS, INSIDE, BEGIN, BEHIND = (words.replace(" ", "|") for words in FREE.values())
FREE_WORDS: Final = re.compile(
    rf"(?<![\w-])(?:{INSIDE})(?![\w-])|^(?:[^A-Z].*)?(?<![\w-])(?:{PRONOUNS})(?![\w-])|(?<![\w-])(?:{PRONOUNS})$"
    rf"|^(?:{BEGIN}) |(?<![\w-])[Tt]he (?:{BEHIND})(?![\w-])"
)
HINT: Final = (
    "Write plain orders, such as: Search for lamp. (`pollex orders` lists all forms.) Free English is a model's work: "
    "choose one in Settings, or with --model openai:… (or anthropic:…, google:…)."
)


@dataclass(frozen=True, slots=True)
class Step:
    """One order of a task: its row of the table, what stands in its slots, and its words outside of them."""

    order: Order
    said: str
    slots: dict[str, str]
    skeleton: str
    body: tuple[Step, ...] = ()

    def __getitem__(self, slot: str) -> str:
        return self.slots[slot]

    def get(self, slot: str, otherwise: str = "") -> str:
        return self.slots.get(slot, otherwise)

    def says(self, *words: str) -> bool:
        return any(re.search(rf"\b{word}\b", self.skeleton) for word in words)


class Quotes:
    """A text with each quoted part of it behind one character."""

    def __init__(self, text: str) -> None:
        self._texts: list[str] = []
        self.text = QUOTED.sub(self._keep, text)

    def _keep(self, match: re.Match[str]) -> str:
        inner = next(group for group in match.groups() if group is not None)
        if "://" in inner:
            return inner
        self._texts.append(inner)
        return chr(0xE000 + len(self._texts) - 1)

    def shown(self, text: str, quote: str = '"') -> str:
        """A part of the text with its quotes again."""
        return MARKS.sub(lambda each: f"{quote}{self._texts[ord(each[0]) - 0xE000]}{quote}", text)


def read(task: str) -> tuple[Step, ...]:
    """The orders of a task; a Fault names each sentence that is none, before anything is done."""
    quotes = Quotes(task)
    parts = [part for each in _sentences(quotes.text) for part in ([each] if LOOP.match(each) else _orders(each))]
    found = [(part, parse(part, quotes)) for part in parts or [quotes.text.strip()]]
    strange = [" ".join(quotes.shown(part).split()) for part, step in found if step is None]
    if strange:
        issues = [Issue("/task", f"Not an order: {each!r}.", nearest(each), each, HINT) for each in strange]
        what = "The task has sentences that are no orders; nothing was done"
        fault = Fault.from_issues("invalid_input", issues, what=what)
        fault.retry = False
        raise fault
    return tuple(step for _, step in found if step is not None)


def _sentences(text: str) -> Iterator[str]:
    """The sentences, with the lines that belong to a `fill in` or `for each` joined to it by newlines."""
    held: list[str] = []
    depth, listed = 0, False
    for line in filter(str.strip, text.splitlines()):
        match = BULLET.match(line)
        assert match is not None
        indent, bullet, rest = len(match[1]), bool(match[2]), line[match.end() :].strip()
        is_pair = held and FILL.match(held[0]) and PAIR.fullmatch(rest) and _fit(_clean(rest)) is None
        if held and (indent > depth or (bullet and not listed) or is_pair):
            held.append(rest)
            continue
        if held:
            yield "\n".join(held)
            held = []
        parts = [part for each in SENTENCE.split(rest) for part in ([each] if LOOP.match(each) else each.split(";"))]
        *whole, last = [part.strip() for part in parts if part.strip()] or [""]
        yield from whole
        if last.endswith(":") or FILL.match(last):
            held, depth, listed = [last], indent, bullet
        elif last:
            yield last
    if held:
        yield "\n".join(held)


def _orders(sentence: str) -> Iterator[str]:
    """The orders of a sentence, which `then`, `and` or a comma may join."""
    for part in THEN.split(sentence):
        yield from _split(part)


def _split(part: str) -> Iterator[str]:
    """A part cut where both sides are orders."""
    for match in COMMA.finditer(part):
        left, right = part[: match.start()], part[match.end() :]
        if _fit(_clean(left)) is not None and _is_order(right):
            yield left
            yield from _split(right)
            return
    yield part


def _is_order(part: str) -> bool:
    cuts = ((part[: match.start()], part[match.end() :]) for match in COMMA.finditer(part))
    return _fit(_clean(part)) is not None or any(_fit(_clean(left)) and _is_order(right) for left, right in cuts)


def _clean(sentence: str) -> str:
    text = sentence.strip().rstrip(".!?;, ").strip()
    while (shorter := POLITE.sub("", text)) != text:
        text = shorter
    return text


@cache
def _forms() -> list[tuple[Order, str, re.Pattern[str]]]:
    flags = re.IGNORECASE | re.DOTALL
    return [
        (order, form, re.compile(pattern_of(expanded(form)), flags)) for order in table()[1] for form in order.forms
    ]


@cache
def _fit(text: str) -> tuple[Order, re.Match[str]] | None:
    for order, _, pattern in _forms():
        match = pattern.fullmatch(f" {text}")
        if match and not any(FREE_WORDS.search(match[slot] or "") for slot in PAGE_SLOTS & pattern.groupindex.keys()):
            return order, match
    return None


def parse(sentence: str, quotes: Quotes) -> Step | None:
    """One sentence by the table; None where it fits no form."""
    text = _clean(sentence)
    if (found := _fit(text)) is None:
        return None
    order, match = found
    slots = {name: quotes.shown(value.strip()) for name, value in match.groupdict().items() if value is not None}
    inner = [parse(each, quotes) for each in _body(match["ORDERS"])] if "ORDERS" in slots else []
    body = tuple(step for step in inner if step is not None)
    if len(body) < len(inner) or any(step.body for step in body):
        return None
    skeleton = match.string
    for start, end in sorted((match.span(name) for name in slots), reverse=True):
        skeleton = f"{skeleton[:start]}_{skeleton[end:]}"
    return Step(order, quotes.shown(text), slots, " ".join(skeleton.lower().split()), body)


def _body(text: str) -> list[str]:
    parts = [each for line in text.splitlines() for each in re.split(r"[;.]\s+|;", line) if each.strip()]
    return [cut for part in parts for cut in _orders(part) if cut.strip(" .,;")]


def pattern_of(form: str) -> str:
    """A form of the table as a regular expression for a sentence that begins with a space."""
    slots = table()[0]

    def piece(token: str) -> str:
        slot = rf"\s+(?P<{token}>{PATTERNS.get(token, '.+?')})" if token in slots else rf"\s+{re.escape(token)}"
        return SIGNS.get(token, slot)

    return "".join(map(piece, TOKEN.findall(form)))


def conditions(text: str) -> list[Object]:
    """What a `where` says, as the tests of `aggregate`."""
    quotes, found = Quotes(text), []
    for part in re.split(r"\s+and\s+", quotes.text):
        for words, how in CONDITIONS.items():
            match = re.fullmatch(rf"(?P<field>.+?) {words}(?: (?P<value>.+))?", part.strip(), re.IGNORECASE)
            if match and (match["value"] or how == "empty"):
                break
        else:
            expected, said = ", ".join(f"COLUMN {words} VALUE" for words in CONDITIONS), quotes.shown(part)
            message = f"Not a condition: {said!r}."
            raise Fault("invalid_input", message, pointer="/task", expected=expected, received=said, retry=False)
        field = {"field": bare(quotes.shown(match["field"], ""))}
        value = {"is": "eq", "value": ""} if how == "empty" else {"is": how, "value": quotes.shown(match["value"], "")}
        found.append(value if field["field"].lower() in ("row", "it") else {**field, **value})
    return found


def pairs(text: str) -> list[tuple[str, str]]:
    """`Label: value, Label: value` as pairs; a comma in a value is one where no label follows. No colon: no value."""
    quotes = Quotes(text)
    parts = [
        p for line in quotes.text.splitlines() for p in re.split(r"[,;]\s*(?:and\s+)?(?=[^:,;]+:\s)|;\s*", line) if p
    ]
    found = [(match[1], match[2]) if (match := PAIR.fullmatch(part)) else (part.strip(), "") for part in parts]
    return [(bare(quotes.shown(label)), quotes.shown(value.strip(" ,."))) for label, value in found]


def names(text: str) -> list[str]:
    """`Date, Amount and the Purpose` as three names."""
    quotes = Quotes(text)
    return [bare(quotes.shown(each, "")) for each in COMMA.split(quotes.text) if each.strip()]


def quoted(text: str) -> list[str]:
    """The quoted texts, where there is nothing else but `and` and commas between them."""
    quotes = Quotes(text)
    parts = [each.strip() for each in COMMA.split(quotes.text)]
    return [quotes.shown(each, "") for each in parts] if all(map(MARKS.fullmatch, parts)) else []


def bare(text: str) -> str:
    """Words without an article and without quotes around them."""
    text = re.sub(r"^(?:the|its|their) (?=\S)", "", text.strip(), flags=re.IGNORECASE)
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def nearest(sentence: str) -> str:
    """The form of the table that a sentence is nearest to."""
    words = sentence.lower().split()

    def likeness(form: str) -> float:
        own = set(re.findall(r"[a-z'-]+", re.sub(r"[A-Z]{2,}", " ", form)))
        verb = words[:1] and words[0] in re.findall(r"[a-z-]+", form.split(" ", maxsplit=1)[0])
        return bool(verb) + len(own & set(words)) / (len(own) + 1) + SequenceMatcher(None, sentence, form).ratio() / 2

    return max((expanded(form) for _, form, _ in _forms()), key=likeness)
