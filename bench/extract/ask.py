"""Ask the questions of a page by `page.extract`, and hold the answers against the paper."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pollex import App
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.page.live import LivePage

from .check import Value, compare
from .mapper import RecordedMapper
from .places import address_of

SETTLE: Final = 0.7
"""Seconds for what a page's scripts still draw."""
VARIANTS: Final = ("bare", "described")
WAYS: Final = ("rules", "mapper")
"""By rules alone, and with a model that is asked where rules leave something open."""


@dataclass
class Answer:
    """What came of one question with one variant of its schema."""

    page: str
    question: str
    variant: str
    way: str
    values: list[Value] = field(default_factory=list)
    carried: list[Value] = field(default_factory=list)
    """What became of the values that came with a fault; `values` counts all of these as missing."""
    explained: set[str] = field(default_factory=set)
    """The properties that a note names."""
    fault: str = ""
    must_fault: bool = False
    """Whether only a fault that points at the missing property is right."""
    as_it_must: bool = False

    def count(self, outcome: str, *, absent: bool = False) -> int:
        return sum(each.outcome == outcome and each.absent is absent for each in self.values)

    @property
    def wrong(self) -> list[Value]:
        """Those of the data, and those that came with a fault."""
        return [each for each in (*self.values, *self.carried) if each.outcome == "wrong"]


async def ask(app: App, url: str, entry: dict[str, Any], mapper: RecordedMapper) -> list[Answer]:
    """Open the page, do its steps, and ask each question with both variants of its schema, each way."""
    async with app.page(url + address_of(entry)) as page:
        for step in entry.get("steps", []):
            (await page.call(step["tool"], step["args"])).unwrap()
        await asyncio.sleep(SETTLE)
        answers = []
        for number, question in enumerate(entry["questions"]):
            for variant in VARIANTS:
                mapper.turn_to(entry["id"], number, variant)
                for way in WAYS:
                    page.context = replace(page.context, model=mapper if way == "mapper" else None)
                    answers.append(await _answer(page, entry["id"], question, variant, way))
        return answers


async def _answer(page: LivePage, name: str, question: dict[str, Any], variant: str, way: str) -> Answer:
    schema = question["schema"] if variant == "described" else bare(question["schema"])
    result = await page.call("page.extract", {"instruction": question["instruction"], "schema": schema})
    fault = "" if result.fault is None else str(result.fault)
    answer = Answer(name, question["instruction"], variant, way, fault=fault)
    if "fault" in question:
        _judge_fault(answer, question, result)
        return answer
    values = compare(question["truth"], result.data if result.ok else None, question["schema"])
    answer.values = [each for each in values if result.ok or not each.absent]
    if not result.ok and result.data:
        answer.carried = list(compare(question["truth"], result.data, question["schema"]))
    notes = " ".join(result.notes)
    answer.explained = {each.name for each in answer.values if _says(notes, each.name)}
    return answer


def _judge_fault(answer: Answer, question: dict[str, Any], result: Result) -> None:
    """Only a fault that points at the missing property, and at no other, is right; data for that property is wrong."""
    answer.must_fault = True
    answer.as_it_must = _pointers(result) == {f"/{name}" for name in question["fault"]}
    if result.ok:
        answer.values = [Value(f"/{name}", "wrong", None, (result.data or {}).get(name)) for name in question["fault"]]


def _pointers(result: Result) -> set[str]:
    return set() if result.fault is None else {each.pointer for each in result.fault.issues}


def _says(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def bare(schema: Object) -> Object:
    """Return the schema without its descriptions."""
    told: Object = {name: part for name, part in schema.items() if name != "description"}
    if "properties" in told:
        told["properties"] = {name: bare(part) for name, part in told["properties"].items()}
    if "items" in told:
        told["items"] = bare(told["items"])
    return told
