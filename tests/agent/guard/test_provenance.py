"""What a judge is told about where a chosen value comes from."""

from __future__ import annotations

from typing import Any

import pytest

from pollex.agent.guard.asked import GOOD
from pollex.agent.guard.provenance import Provenance
from pollex.browser.effect import Effect
from pollex.browser.outgoing_request import OutgoingRequest
from pollex.core.difference import Difference, differences
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


@pytest.mark.parametrize(
    ("task", "entered", "said"),
    [
        ("Book it at 2:30 pm", "14:30", "task"),
        ("Call 0151 234 5678", "+49 151 2345678", "task"),
        ("Order 2 of them", "Two", "task"),
        ("Set it to in progress", "in_progress", "task"),
        ("Pay 1250 euros", "1,250.00 EUR", "task"),
        ("His code is K21.0", "0", "nothing"),
        ("Add ops.desk@corp.example", "ops@desk.corp.example", "nothing"),
        ("Take 15 of them", "5", "nothing"),
    ],
)
def test_a_value_of_the_task_in_another_form_is_not_called_made_up(task: str, entered: str, said: str) -> None:
    change = Difference(("value",), "added", None, entered)
    effect = Effect(1, OutgoingRequest("POST", "http://app.example/values"), (change,))
    [found] = Provenance(task, {entered: 0}, lambda _: Statements(""), [], Redactor()).values(effect)
    assert (found.origin, found.source in GOOD) == (said, False)


STAFF: Object = {
    "currentUser": {"id": "u1", "name": "Maya Chen"},
    "doctors": [{"id": "d1", "name": "Dr. Sarah Chen", "clinic": "Greenwood"}, {"id": "d2", "name": "Dr. Fox"}],
}


@pytest.mark.parametrize(
    ("path", "value", "untouched", "said"),
    [
        ("order/orderedBy", "d1", field("by", "d1", "d1", chosen=["Dr. Sarah Chen"]), "page"),
        ("order/orderedBy", "d2", field("by", "d1", "d1", chosen=["Dr. Sarah Chen"]), "chosen"),
        ("order/refills", "2", field("x7", "2", "2") | {"label": "Refills"}, "page"),
        ("order/refills", "2", field("x7", "2", "0") | {"label": "Refills"}, "unknown"),
        ("order/daysSupply", "30", field("x7", "30", "30") | {"label": "Refills"}, "unknown"),
        ("post/authorId", "u1", field("x7", "", ""), "account"),
    ],
)
def test_what_the_page_had_filled_in_is_not_called_chosen(path: str, value: str, untouched: Object, said: str) -> None:
    change = Difference(tuple(path.split("/")), "added", None, value)
    effect = Effect(
        1, OutgoingRequest("PUT", "http://app.example/s"), (change,), "state", fields=(untouched,), base=STAFF
    )
    [found] = Provenance("Order it", {}, lambda _: Statements(""), [], Redactor()).values(effect)
    assert found.origin == said


def test_what_goes_from_one_record_into_another_was_not_chosen_for_it() -> None:
    before = {"short": [{"id": "m1", "drug": "Amoxicillin", "refills": 2, "by": "d2"}], "long": [], **STAFF}
    after = {**before, "short": [], "long": [{"id": "m9", "drug": "Amoxicillin", "refills": 2, "by": "d2"}]}
    effect = Effect(
        1, OutgoingRequest("PUT", "http://app.example/s"), tuple(differences(before, after)), "state", base=before
    )
    found = Provenance("Make it permanent", {}, lambda _: Statements(""), [], Redactor()).values(effect)
    assert {each.text: each.origin for each in found} == {
        "Amoxicillin": "page",
        "m9": "page",
        "2": "page",
        "Dr. Fox, d2": "page",
        "Amoxicillin, 2, d2": "chosen",
    }


@pytest.mark.parametrize(("chosen", "said"), [("Levo 50 mcg tablet", "task"), ("Levo 100 mcg tablet", "nothing")])
def test_what_a_page_completes_by_another_number_is_not_the_task_s(chosen: str, said: str) -> None:
    change = Difference(("drug",), "added", None, chosen)
    effect = Effect(1, OutgoingRequest("POST", "http://app.example/values"), (change,))
    known = Provenance("Prescribe Levo 50 mcg", {"Levo": 0}, lambda _: Statements(""), [], Redactor())
    assert [each.origin for each in known.values(effect)] == [said]
