"""Whether all that a task names was used: each number, address, quote, date and name, in an act or in the answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ..reading.masks import ANY
from .columns import tokens
from .script import Asked, Outcome, Script
from .values import DAY_FIRST, FIGURES, ISO, MONTH_FIRST, MONTHS, field_value, wanted_forms

Past = list[tuple[Asked, Outcome]]
GIVEN: Final = ("text", "option", "files", "url", "key", "where", "by", "options")
"""Arguments that hand a value over."""
POINTED: Final = ("selector", "to", "instruction", "schema", "number")
"""Arguments that say what is meant."""
ITEM: Final = re.compile(r"^\s*(?:(?:step\s+)?\d{1,2}\s*[.):]|[-*•–|]|[a-h]\))\s+", re.IGNORECASE | re.MULTILINE)
DATES: Final = (DAY_FIRST, MONTH_FIRST, ISO, FIGURES)
GROUPS: Final = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,}(?: ?[A-Z0-9]{1,3})?\b|\b\d{4}(?: \d{4}){3}\b")
NUMBER: Final = re.compile(r"(?<![\w.,:/-])[€$£]?\d(?:[\d.,:/]*\d)?(?![\w-])")
NAME: Final = re.compile(r"(?<=[\w,;'’⟧] )(?-i:[A-Z][\w’'-]*(?:(?: (?:&|and|of) | )[A-Z0-9][\w’'-]*)*)")
COMMON: Final = frozenset(
    "i re ok yes no ii a iban csv pdf e-mail email url id monday tuesday wednesday thursday friday saturday sunday "
    "then and or please enter escape tab".split()
) | frozenset(MONTHS)
TASKLESS: Final = ("page.state", "page.text", "page.read", "page.tables")


def watched(script: Script[None], past: Past) -> Script[None]:
    """A script, and all that it asked for and was told."""
    try:
        asked = next(script)
        while True:
            outcome = yield asked
            past.append((asked, outcome))
            asked = script.send(outcome)
    except StopIteration:
        return


def unused(task: str, past: Past, told: Iterable[Any], excused: str) -> list[str]:
    """What the task names and nothing has taken up."""
    given = [_plain(value) for value in told]
    pointed: list[str] = []
    for asked, outcome in past:
        if asked.tool == "done" or not outcome.ok:
            continue
        given += [_plain(asked.args[name]) for name in GIVEN if name in asked.args and asked.tool != "page.find"]
        pointed += [_plain(asked.args[name]) for name in POINTED if name in asked.args]
        if asked.tool == "page.find" and outcome.get("places"):
            pointed.append(str(asked.args["text"]))
    seen = [_plain(outcome.data) for asked, outcome in past if outcome.ok and asked.tool not in TASKLESS]
    hard, soft = "\n".join(given), "\n".join(pointed)
    return [
        said
        for kind, said in literals(task)
        if not _is_in(kind, said, hard, soft, seen) and not _holds(kind, said, excused)
    ]


def _is_in(kind: str, said: str, hard: str, soft: str, seen: list[str]) -> bool:
    if _holds(kind, said, hard):
        return True
    if not _holds(kind, said, soft):
        return False
    return kind in ("name", "quote") or any(_holds(kind, said, text) for text in seen)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def literals(task: str) -> Iterator[tuple[str, str]]:
    """What stands in a task word for word: `(kind, text)`."""
    text = ITEM.sub("\n", task)
    for match in ANY.finditer(text):
        yield ("quote" if match["quoted"] else "address"), match[0].strip("\"“”„«»`‘’'").rstrip(".,!")
    text = ANY.sub("⟦⟧", text)
    for pattern in DATES:
        for match in pattern.finditer(text):
            yield "date", match[0]
        text = pattern.sub("⟦⟧", text)
    for match in GROUPS.finditer(text):
        yield "address", match[0]
    text = GROUPS.sub("⟦⟧", text)
    for match in NUMBER.finditer(text):
        yield "number", match[0]
    for match in NAME.finditer(text):
        if any(word.lower().strip("'’") not in COMMON for word in match[0].split()):
            yield "name", match[0]


def _holds(kind: str, said: str, text: str) -> bool:
    """Whether a text has the literal in it, in whatever form fields and pages write it."""
    if kind == "name":
        return {word for word in tokens(said) if word not in COMMON and len(word) > 1} <= set(tokens(text))
    if kind == "date":
        return any(form in text for form in (said, field_value(said) or said)) or _compact(said) in _compact(text)
    if kind == "number":
        return _number(said, text)
    return _compact(said) in _compact(text)


def _number(said: str, text: str) -> bool:
    if any(form in text for form in wanted_forms(said) if ":" in form):
        return True
    wanted = _value(said)
    return any(_value(match) == wanted for match in re.findall(r"\d(?:[\d.,:/]*\d)?", text))


def _value(figures: str) -> str:
    bare = re.sub(r"[^\d.,:/]", "", figures)
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?", bare):
        return f"{float(bare.replace(',', '')):g}"
    return bare


def _compact(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()
