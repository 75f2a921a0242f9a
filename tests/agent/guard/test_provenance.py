"""What a judge is told about where a chosen value comes from."""

from __future__ import annotations

from typing import Any

import pytest

from pollex.agent.guard.provenance import Provenance
from pollex.browser.effect import Effect
from pollex.browser.outgoing_request import OutgoingRequest
from pollex.core.difference import Difference
from pollex.core.json import Object
from pollex.core.pipeline.redact import Redactor
from pollex.text.literal import Statements

PEOPLE: Object = {
    "people": [{"id": "p1", "name": "Ada Byron", "rank": 4}, {"id": "p2", "name": "Ruth Byron", "rank": 2}],
    "marks": ["High", "Low"],
}


def field(name: str, value: str, first: str, **more: Any) -> Object:
    return {"name": name, "label": name, "value": value, "first": first, "shown": True, **more}


def origin(task: str, path: str, value: Any, *fields: Object, before: Any = None) -> str:
    """Return where a value of a saved document is said to come from; nobody has typed anything."""
    change = Difference(tuple(path.split("/")), "added" if before is None else "changed", before, value)
    request = OutgoingRequest("PUT", "http://app.example/api/state")
    effect = Effect(1, request, (change,), "loaded", fields=fields, base=PEOPLE)
    [found] = Provenance(task, {}, lambda _: Statements(""), [], Redactor()).values(effect)
    return found.origin


@pytest.mark.parametrize(
    ("task", "value", "said"),
    [
        ("Set the issue's priority to high", "High", "task"),
        ("Set the issue's priority", "High", "chosen"),
        ("Give the issue to Ada Byron", "p1", "task"),
        ("Give the issue to Ruth", "p1", "chosen"),
    ],
)
def test_a_choice_whose_words_stand_in_the_task_is_the_task_s(task: str, value: str, said: str) -> None:
    assert origin(task, "issue/mark", value, before="Low") == said


SIZE = {"chosen": ["High"], "options": ["Low", "High"]}


@pytest.mark.parametrize(
    ("untouched", "said"),
    [
        (field("mark", "High", "High"), "page"),
        (field("level", "2", "2", **SIZE), "page"),
        (field("mark", "High", "Low"), "chosen"),
        (field("mark", "Low", "Low"), "chosen"),
    ],
    ids=["a default", "a default option", "another one before", "another one"],
)
def test_what_the_page_proposed_and_nobody_touched_is_the_page_s(untouched: Object, said: str) -> None:
    assert origin("Save the issue", "issue/mark", "High", untouched, before="Low") == said


@pytest.mark.parametrize(("value", "said"), [("on", "page"), ("", "chosen")])
def test_a_box_that_was_ticked_already_is_the_page_s(value: str, said: str) -> None:
    ticked = field("may_send", value, value, kind="checkbox")
    assert origin("Add a delegate", "delegate/may_send", True, ticked, before=False) == said
