"""Which runs can be compiled, and what the file says of itself."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pollex.core.event import Event
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.flow.compile import Compiled, compile_run

Did = Callable[..., Object]
Written = Callable[..., list[Event]]
SAVE: Object = {"tag": "button", "role": "button", "name": "Save", "text": "Save"}


def refusal(events: list[Event], *, partial: bool = False) -> Fault:
    with pytest.raises(Fault) as raised:
        compile_run(events, partial=partial)
    return raised.value


def test_a_whole_file(did: Did, written: Written) -> None:
    saving = did("page.click", {"selector": "act:the save button"}, element=SAVE)
    made = compile_run(written("Save it. Then stop.", saving), name=None)
    assert made.document == {
        "name": "Save it",
        "version": 1,
        "description": "Save it. Then stop.",
        "allowedDomains": ["example.org"],
        "nodes": [
            {"position": 1, "type": "browser_action", "config": {"action": "navigate", "url": "https://example.org/"}},
            {
                "position": 2,
                "type": "browser_action",
                "config": {
                    "action": "click",
                    "selector": ['role=button[name="Save"]', 'text="Save"'],
                    "fallback": "the save button",
                },
                "evidence": {**SAVE, "likes": 1},
            },
        ],
        "changes": [
            {
                "version": 1,
                "at": "2026-11-15T10:00:03Z",
                "reason": "Compiled from the run run-1.",
                "did": [],
                "unsure": [],
            }
        ],
    }
    assert made.workflow().name == "Save it"


def test_a_name_of_ones_own(did: Did, written: Written) -> None:
    saving = did("page.click", {"selector": "act:Save"}, element=SAVE)
    assert compile_run(written("Save it.", saving), name="Keep").document["name"] == "Keep"


def test_events_of_something_else() -> None:
    begun = Event("run-1", 1, "2026-11-15T10:00:00Z", "run.started", {"workflow": "x"})
    fault = refusal([begun])
    assert (fault.code, fault.message) == (
        "invalid_input",
        "This is no run of an agent, so there is nothing to compile.",
    )


def test_a_run_that_goes_on(did: Did, written: Written) -> None:
    events = written("Save it.", did("page.click", {"selector": "act:Save"}, element=SAVE))[:-1]
    fault = refusal(events)
    assert fault.message == "The run has not finished, so it cannot be compiled."
    assert "partial=True" in (fault.hint or "")


def test_a_run_that_failed_is_compiled_in_part_only(did: Did, written: Written) -> None:
    *events, last = written("Save it.", did("page.click", {"selector": "act:Save"}, element=SAVE))
    result = {"ok": False, "data": None, "fault": {"code": "failed", "message": "There is no form."}}
    failed = [*events, replace(last, data={"result": result})]
    assert refusal(failed).message == "The run failed, so it cannot be compiled: There is no form."
    made = compile_run(failed, partial=True)
    assert [node["config"]["action"] for node in made.document["nodes"]] == ["navigate", "click"]
    said = "The run failed after 1 step: There is no form; what it still had to do is not in the workflow."
    assert said in made.unsure


def test_a_run_that_did_nothing(written: Written) -> None:
    assert refusal(written("Say hello.", url=None)).message == "The run did nothing that could be done again."


def test_a_run_without_domains_is_said(did: Did, compiled: Callable[..., Compiled]) -> None:
    made = compiled("Save it.", did("page.click", {"selector": "act:Save"}, element=SAVE), domains=None)
    assert "allowedDomains" not in made.document
    assert made.unsure == ["The run was not held to any domains, so the workflow is not either."]


def test_an_address_of_this_machine_becomes_an_input(did: Did, compiled: Callable[..., Compiled]) -> None:
    made = compiled("Save it.", did("page.click", {"selector": "act:Save"}, element=SAVE), url="http://127.0.0.1:81/a")
    assert made.document["nodes"][0]["config"]["url"] == "{{base}}/a"
    assert made.document["inputs"][0]["default_value"] == "http://127.0.0.1:81"
