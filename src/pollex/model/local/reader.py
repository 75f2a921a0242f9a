"""Reads a task by the table of orders: sentences, the form that each fits, and what stands in its slots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Final

from ...core.fault import Fault, Issue
from .table import CONDITIONS, FREE, PAGE_SLOTS, SLOTS, TABLE, Order

QUOTED: Final = re.compile(r'"([^"\n]*)"|“([^”\n]*)”|„([^“”\n]*)[“”]|«([^»\n]*)»|(?<!\w)[\'‘]([^\'’\n]+)[\'’](?!\w)')
MARK: Final = 0xE000
"""The first of the characters that stand for quoted texts while a sentence is read."""
TOKEN: Final = re.compile(r"[()\[\]|:,]|[^\s()\[\]|:,]+")
BULLET: Final = re.compile(r"^(\s*)((?:[-*•]|\d{1,3}[.)])\s+)?")
POLITE: Final = re.compile(r"^(?:(?:please|then|now|also|and)[,\s]+|(?:first|next|finally|after that|lastly),\s+)", re.I)
SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|;")
THEN: Final = re.compile(r",?\s+(?:and\s+)?then\s+|,\s+(?=then\s)", re.I)
COMMA: Final = re.compile(r",\s+(?:and\s+)?|\s+and\s+", re.I)
PAIR: Final = re.compile(r"\s*([^:,;\n]+?)\s*:\s+(\S.*)")
HINT: Final = "`pollex orders` lists all forms. Free English is a model's work: --model openai:… (or anthropic:…, google:…, ollama:…)."


@dataclass(frozen=True, slots=True)
class Step:
    """One order of a task: its row of the table, what stands in its slots, and its own words."""

    order: Order
    said: str
    slots: dict[str, str]
    skeleton: str
    """The words of the sentence outside the slots, in lower case."""
    body: tuple[Step, ...] = ()

    def __getitem__(self, slot: str) -> str:
        return self.slots[slot]

    def get(self, slot: str) -> str | None:
        return self.slots.get(slot)

    def says(self, *words: str) -> bool:
        return any(re.search(rf"\b{word}\b", self.skeleton) for word in words)


class Quotes:
    """Quoted texts of a task, each behind one character, so that nothing in them is taken for grammar."""

    def __init__(self, task: str) -> None:
        self._texts: list[str] = []
        self.text = QUOTED.sub(self._keep, task)

    def _keep(self, match: re.Match[str]) -> str:
        inner = next(group for group in match.groups() if group is not None)
        if "://" in inner:
            return inner
        self._texts.append(inner)
        return chr(MARK + len(self._texts) - 1)

    def shown(self, text: str, quote: str = '"') -> str:
        """The text with its quotes again."""
        return re.sub("[\ue000-\uf8ff]", lambda each: f"{quote}{self._texts[ord(each[0]) - MARK]}{quote}", text)


def read(task: str) -> tuple[Step, ...]:
    """The orders of a task; a Fault names each sentence that is none, before anything is done."""
    quotes = Quotes(task)
    steps: list[Step] = []
    strange: list[str] = []
    for sentence in _sentences(quotes.text):
        for part in _orders(sentence):
            step = parse(part, quotes)
            if step is None:
                strange.append(part)
            else:
                steps.append(step)
    if not strange and not steps:
        strange = [quotes.text.strip()]
    if strange:
        raise _refusal([quotes.shown(each) for each in strange])
    return tuple(steps)


def _sentences(text: str) -> Iterator[str]:
    """The sentences, with the lines that belong to a `fill in` or `for each` joined to it by newlines."""
    held: list[str] = []
    depth, listed = 0, False
    for line in text.splitlines():
        if not line.strip():
            continue
        match = BULLET.match(line)
        assert match is not None
        indent, bullet, rest = len(match[1]), bool(match[2]), line[match.end() :].strip()
        deeper = indent > depth or (bullet and not listed)
        if held and (deeper or (_is_fill(held[0]) and PAIR.fullmatch(rest) and _fit(_clean(rest)) is None)):
            held.append(rest)
            continue
        if held:
            yield "\n".join(held)
            held = []
        *whole, last = [each for each in SENTENCE.split(rest) if each.strip()] or [""]
        yield from whole
        if last.endswith(":") or _is_fill(last):
            held, depth, listed = [last], indent, bullet
        elif last:
            yield last
    if held:
        yield "\n".join(held)


def _is_fill(sentence: str) -> bool:
    return re.match(r"(?:\W*\w+,?\s+)?(?:fill|filter)\b.*:", sentence, re.I) is not None


def _orders(sentence: str) -> Iterator[str]:
    """The orders of a sentence, which `then` or `and` may join."""
    if re.match(r"\s*(?:\w+,?\s+)?for (?:each|every)\b", sentence, re.I):
        yield sentence
        return
    for part in THEN.split(sentence):
        yield from _split(part, COMMA)


def _split(part: str, joint: re.Pattern[str]) -> Iterator[str]:
    """A part cut where both sides are orders."""
    for match in joint.finditer(part):
        left, right = part[: match.start()], part[match.end() :]
        if _is_order(left) and _is_order(right):
            yield left
            yield from _split(right, joint)
            return
    yield part


def _is_order(part: str) -> bool:
    return _fit(_clean(part)) is not None or any(
        _fit(_clean(part[: match.start()])) is not None and _is_order(part[match.end() :]) for match in COMMA.finditer(part)
    )


def _clean(sentence: str) -> str:
    text = sentence.strip().rstrip(".!?;, ").strip()
    while (shorter := POLITE.sub("", text)) != text:
        text = shorter
    return text


@cache
def _fit(text: str) -> tuple[Order, re.Match[str]] | None:
    for order, _, pattern in PATTERNS:
        match = pattern.fullmatch(" " + text)
        if match is not None and not any(_is_free(match, slot) for slot in match.re.groupindex):
            return order, match
    return None


def _is_free(match: re.Match[str], slot: str) -> bool:
    """Whether a slot that names something on the page has words that no page would: `it`, `the cheapest`."""
    return slot in PAGE_SLOTS and match[slot] is not None and FREE_WORDS.search(match[slot]) is not None


def parse(sentence: str, quotes: Quotes) -> Step | None:
    """One sentence by the table; None where it fits no form."""
    text = _clean(sentence)
    found = _fit(text)
    if found is None:
        return None
    order, match = found
    body: tuple[Step, ...] = ()
    if "ORDERS" in match.re.groupindex:
        inner = [parse(each, quotes) for each in _body(match["ORDERS"])]
        if None in inner:
            return None
        body = tuple(step for step in inner if step is not None)
        if any(step.order.name == "for each" for step in body):
            return None
    slots = {name: quotes.shown(value.strip()) for name, value in match.groupdict().items() if value is not None}
    return Step(order, quotes.shown(text), slots, _skeleton(match), body)


def _body(text: str) -> list[str]:
    parts = [each for line in text.splitlines() for each in re.split(r"[;.]\s+|;", line) if each.strip()]
    found = [cut for part in parts for each in THEN.split(part) for cut in _split(each, COMMA)]
    return [each for each in found if each.strip(" .,;")]


def _skeleton(match: re.Match[str]) -> str:
    text = match.string
    for start, end in sorted((match.span(name) for name in match.re.groupindex if match[name] is not None), reverse=True):
        text = f"{text[:start]}_{text[end:]}"
    return " ".join(text.lower().split())


def pattern_of(form: str) -> str:
    """A form of the table as a regular expression for a sentence that begins with a space."""
    tokens = TOKEN.findall(form)

    def sequence(ends: str) -> str:
        found = ""
        while tokens and tokens[0] not in ends:
            token = tokens.pop(0)
            if token == "(":
                found += f"(?:{alternatives()})"
            elif token == "[":
                found += f"(?:{sequence(']')})?"
                tokens.pop(0)
            elif token in ":,":
                found += rf"\s*{token}"
            elif token in SLOTS:
                found += rf"\s+(?P<{token}>{SLOTS[token][0]})"
            else:
                found += rf"\s+{re.escape(token)}"
        return found

    def alternatives() -> str:
        ways = [sequence("|)")]
        while tokens.pop(0) == "|":
            ways.append(sequence("|)"))
        return "|".join(ways)

    return sequence("")


FREE_WORDS: Final = re.compile(
    rf"(?<![\w-])(?:{'|'.join(FREE[0])})(?![\w-])|^(?:{'|'.join(FREE[1])}) |(?<![\w-])[Tt]he (?:{'|'.join(FREE[2])})(?![\w-])"
)
PATTERNS: Final = [
    (order, form, re.compile(pattern_of(form), re.IGNORECASE | re.DOTALL)) for order in TABLE for form in order.forms
]


def conditions(text: str) -> list[dict[str, str]]:
    """What a `where` says, as the tests of `aggregate`."""
    found = []
    quotes = Quotes(text)
    for part in re.split(r"\s+and\s+", quotes.text):
        match = next((each for each in (pattern.fullmatch(part.strip()) for pattern, _ in TESTS) if each), None)
        if match is None:
            expected = "COLUMN is VALUE, is not, contains, starts with, is over, is under, is at least, before, after"
            message = f"Not a condition: {quotes.shown(part)!r}."
            raise Fault("invalid_input", message, pointer="/task", expected=expected, received=quotes.shown(part), retry=False)
        how = next(test for pattern, test in TESTS if pattern is match.re)
        value = {"is": "eq", "value": ""} if how == "empty" else {"is": how, "value": quotes.shown(match["value"], "")}
        field = quotes.shown(match["field"], "")
        any_field = field.lower() in ("row", "the row", "it")
        found.append(value if any_field else {"field": bare(field), **value})
    return found


TESTS: Final = [
    (re.compile(rf"(?P<field>.+?) {words}" + ("" if how == "empty" else r" (?P<value>.+)"), re.IGNORECASE), how)
    for words, how in CONDITIONS
]


def pairs(text: str) -> list[tuple[str, str]]:
    """`Label: value, Label: value` as pairs; a comma in a value is one where no label follows. No colon: no value."""
    quotes = Quotes(text)
    found: list[tuple[str, str]] = []
    for line in quotes.text.splitlines():
        for part in re.split(r"[,;]\s*(?:and\s+)?(?=[^:,;]+:\s)|;\s*", line):
            match = PAIR.fullmatch(part)
            label, value = (match[1], match[2]) if match else (part.strip(), "")
            if label:
                found.append((bare(quotes.shown(label)), quotes.shown(value.strip(" ,."))))
    return found


def names(text: str) -> list[str]:
    """`Date, Amount and the Purpose` as three names."""
    quotes = Quotes(text)
    return [bare(quotes.shown(each, "")) for each in COMMA.split(quotes.text) if each.strip()]


def quoted(text: str) -> list[str]:
    """The quoted texts, where a slot has nothing else but `and` and commas between them."""
    quotes = Quotes(text)
    parts = [each.strip() for each in COMMA.split(quotes.text)]
    return [quotes.shown(each, "") for each in parts] if all(re.fullmatch("[\ue000-\uf8ff]", each) for each in parts) else []


def bare(text: str) -> str:
    """Words without quotes around them and without an article."""
    text = re.sub(r"^(?:the|its|their) (?=\S)", "", text.strip(), flags=re.IGNORECASE)
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _refusal(strange: list[str]) -> Fault:
    issues = [Issue("/task", f"Not an order: {_one_line(each)!r}.", nearest(each), _one_line(each), HINT) for each in strange]
    fault = Fault.from_issues("invalid_input", issues, what="The task has sentences that are no orders; nothing was done")
    fault.retry = False
    return fault


def _one_line(text: str) -> str:
    return " ".join(text.split())


def nearest(sentence: str) -> str:
    """The form of the table that a sentence is nearest to."""
    words = sentence.lower().split()

    def likeness(form: str) -> float:
        options = set(re.findall(r"[a-z'-]+", re.sub(r"[A-Z]{2,}", " ", form)))
        verb = 1.0 if words and words[0] in re.findall(r"[a-z-]+", form.split(" ")[0]) else 0.0
        return verb + len(options & set(words)) / (len(options) + 1) + SequenceMatcher(None, sentence.lower(), form.lower()).ratio() / 2

    _, form, _ = max(PATTERNS, key=lambda each: likeness(each[1]))
    return form
