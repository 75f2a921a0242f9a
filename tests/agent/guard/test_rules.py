"""What passes by a rule, and what looks like it and must not."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from pollex.agent.guard.asked import left_as_they_are
from pollex.agent.guard.case import Act, Case, Past
from pollex.agent.guard.judge import VERDICT
from pollex.agent.guard.provenance import Provenance
from pollex.agent.guard.rules import by_rules
from pollex.agent.task import Task
from pollex.browser.effect import Effect
from pollex.browser.evidence import Evidence
from pollex.browser.outgoing_request import OutgoingRequest
from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.difference import Difference, differences
from pollex.core.json import Object, dumps
from pollex.core.pipeline.redact import Redactor
from pollex.core.registry import Registry
from pollex.page.baseline import Baselines
from pollex.text.literal import Statements

STATE: Object = {
    "contacts": [
        {"id": "c1", "name": "Tom Bradley", "email": "tom@oldrealty.example", "starred": False, "rank": 4},
        {"id": "c2", "name": "Aisha Khan", "email": "aisha@khan.example", "starred": False, "rank": 2},
    ],
    "delegates": [{"id": "d1", "name": "Maya Patel"}, {"id": "d2", "name": "Jake Morrison"}],
    "visits": [{"id": "v1", "label": "Spring visit", "discount": 5, "read": False, "lastReconciled": "2020-01-01"}],
    "settings": {"reminders": True, "security": True, "page": 25},
}


def act(control: str, **more: Any) -> Act:
    return Act(VERDICT, Call("page.click", {}), {}, Context(Registry()), Evidence(role="button", name=control, **more))


def ruled(task: str, effect: Effect, control: str, *entered: str, past: tuple[Past, ...] = ()) -> str:
    provenance = Provenance(task, dict.fromkeys(entered, 0), lambda _: Statements(""), [], Redactor(), [control])
    return by_rules(Case(effect, act(control), Task(task), provenance, len(entered), past=past)).answer


def saved(task: str, path: str, value: Any, control: str, *entered: str) -> str:
    """Return the ruling on a state that is saved with one change; None as its value means that it is removed."""
    after = copy.deepcopy(STATE)
    *way, last = path.split("/")
    inner: Any = after
    for step in way:
        inner = inner[int(step)] if isinstance(inner, list) else inner[step]
    key: Any = int(last) if isinstance(inner, list) else last
    if value is None:
        del inner[key]
    elif isinstance(inner, list):
        inner.append(value)
    else:
        inner[key] = value
    request = OutgoingRequest("PUT", "http://app.example/api/state")
    return ruled(task, Effect(1, request, tuple(differences(STATE, after)), "sent", base=STATE), control, *entered)


MAIL = "tom@newrealty.example"
CHANGE = f"Update Tom Bradley's email to {MAIL}"


@pytest.mark.parametrize(
    ("task", "path", "value", "control", "entered"),
    [
        (CHANGE, "contacts/0/email", MAIL, "Save", MAIL),
        ("Rename Aisha Khan to Tom Bradley", "contacts/1/name", "Tom Bradley", "Save", "Tom Bradley"),
        ("Star Tom Bradley", "contacts/0/starred", True, "Star", ""),
        ("Remove the delegate Jake Morrison", "delegates/1", None, "Remove", ""),
        ("Turn the reminders off", "settings/reminders", False, "Reminders", ""),
        ("What was the spring visit about?", "visits/0/read", True, "Spring visit", ""),
    ],
)
def test_what_the_task_says_passes(task: str, path: str, value: Any, control: str, entered: str) -> None:
    assert saved(task, path, value, control, *filter(None, [entered])) == "pass"


@pytest.mark.parametrize(
    ("task", "path", "value", "control", "entered"),
    [
        (CHANGE, "contacts/1/email", MAIL, "Save", MAIL),
        ("Update Tom's email to new.realty@mail.example", "contacts/0/email", "new@realty.mail.example", "Save", "x"),
        ("Remove Jake Morrison, but keep Maya Patel", "delegates/0", None, "Remove", ""),
        ("Star Tom Bradley, not Aisha Khan", "contacts/1/starred", True, "Star", ""),
        ("Star Tom Bradley, remove Aisha Khan", "contacts/1/starred", True, "Star", ""),
        ("Turn the reminders in my settings off", "settings/security", False, "Switch", ""),
        ("Look under Reminders and turn them on", "settings/reminders", False, "Reminders", ""),
        ("Note the visit", "visits/0/discount", 10, "More", ""),
        ("Order the contacts", "contacts/0/rank", 1, "Up", ""),
        ("Complete the visit", "visits/0/lastReconciled", "2026-11-18", "Reconcile", ""),
        ("Create a contact called Jo Wells", "delegates/2", {"id": "d3", "name": "Jo Wells"}, "Save", "Jo Wells"),
    ],
)
def test_what_only_looks_like_it_goes_to_the_judge(
    task: str, path: str, value: Any, control: str, entered: str
) -> None:
    given = value if entered == "x" else entered
    assert saved(task, path, value, control, *filter(None, [given])) != "pass"


def test_a_counter_of_the_page_belongs_to_what_it_counts() -> None:
    before = {**STATE, "_nextContactId": 3}
    added = {"id": "c3", "name": "Jo Wells"}
    after = {**STATE, "_nextContactId": 4, "contacts": [*STATE["contacts"], added]}
    request = OutgoingRequest("PUT", "http://app.example/api/state")
    effect = Effect(1, request, tuple(differences(before, after)), "sent", base=before)
    assert ruled("Create a contact called Jo Wells", effect, "Save", "Jo Wells") == "pass"


@pytest.mark.parametrize("path", ["visits/0/discount", "visits/0/lastReconciled", "contacts/0/rank", "settings/page"])
def test_nothing_is_changed_in_a_question_whatever_it_is_called(path: str) -> None:
    assert saved("Which visits are there?", path, 3, "Visits") == "ask"


def form(path: str, data: Object, **fields: str) -> Effect:
    """Return a form that is sent; `fields` are the kinds of its fields by name."""
    body = dumps(data).encode() if data else b""
    request = OutgoingRequest("POST", f"http://app.example{path}", "application/json", body)
    empty = {"value": "", "first": "", "shown": True}
    shown = [{"name": name, "label": name, "kind": kind, **empty} for name, kind in fields.items()]
    found = Baselines().compare(request, shown)
    return Effect(1, request, tuple(found.changes), found.against, fields=tuple(shown))


@pytest.mark.parametrize(("guests", "answer"), [("4", "pass"), ("12", "judge")])
def test_the_digits_of_a_date_are_no_number_of_the_task(guests: str, answer: str) -> None:
    booked = form("/tables", {"guests": guests}, guests="number")
    assert ruled("Book a table for four guests on 12.12.2026", booked, "Book a table", guests) == answer


def test_a_form_with_a_password_field_is_no_login_by_that() -> None:
    task = "Log in with the password hunter-22 and set Jon's last name to Winter"
    login = form("/login", {"user": "Jon", "password": "hunter-22"}, user="text", password="password")
    other = form("/users/3", {"last_name": "Winter", "password": ""}, last_name="text", password="password")
    assert ruled(task, login, "Go", "Jon", "hunter-22") == "pass"
    assert ruled(task, other, "Save", "Winter", past=()) == "judge"


def test_a_confirmation_goes_on_with_the_same_record_only() -> None:
    task = "Delete the 2025 report and tell me so"
    first = Past(form("/reports/7/delete", {}), act("Delete"), "", 0)
    same, other = form("/reports/7/delete/sure", {}), form("/reports/10/delete/sure", {})
    assert ruled(task, same, "Yes, delete it", past=(first,)) == "pass"
    assert ruled(task, other, "Yes, delete it", past=(first,)) == "judge"


def sent(path: str, *fields: Object, **more: Any) -> Case:
    """Return the case of a form or an order that is sent with some fields on the page."""
    change = Difference((path,), "added", None, "Lamp", ())
    effect = Effect(1, OutgoingRequest("POST", "http://app.example/things"), (change,), fields=fields)
    task = "Add the issue Lamp, it is done"
    provenance = Provenance(task, {"Lamp": 0}, lambda _: Statements(""), [], Redactor(), [])
    return Case(effect, act("Add issue", **more), Task(task), provenance, 1)


FILTER: Object = {
    "name": "status", "label": "Filter by status", "value": "any", "first": "any", "chosen": ["Any"],
    "options": ["Any", "Done"], "shown": True,
}  # fmt: skip


@pytest.mark.parametrize(
    ("behind", "path", "left"),
    [(True, "title", []), (False, "title", ["Filter by status: Any"]), (True, "status", ["Filter by status: Any"])],
    ids=["behind", "beside", "behind and sent"],
)
def test_a_filter_behind_a_dialog_is_not_told_as_left(behind: bool, path: str, left: list[str]) -> None:
    assert list(left_as_they_are(sent(path, {**FILTER, "behind": behind}))) == left


@pytest.mark.parametrize(("more", "answer"), [({}, "pass"), ({"likes": 5, "rowless": True}, "judge")])
def test_one_of_several_equal_buttons_passes_only_by_its_row(more: Any, answer: str) -> None:
    assert by_rules(sent("title", **more)).answer == answer


def test_where_something_moved_to_is_no_rule_s_to_decide() -> None:
    changes = differences({"tags": ["Elm", "Ash", "Oak"]}, {"tags": ["Oak", "Elm", "Ash"]})
    effect = Effect(1, OutgoingRequest("PUT", "http://app.example/state"), tuple(changes), "sent")
    assert ruled("Move the tag Oak", effect, "Move") == "judge"
