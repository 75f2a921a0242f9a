"""`browser_query`: extract, observe and validate, in real Chromium on the practice sites."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex import App
from pollex.core.json import Object
from pollex.core.result import Result

Run = Callable[..., Awaitable[Result]]
Mistakes = Callable[..., list[tuple[str, str]]]
browser = pytest.mark.asyncio(loop_scope="session")
MEMBERS: Object = {
    "type": "object",
    "properties": {
        "members": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"member": {"type": "string"}, "role": {"type": "string"}},
                "required": ["member", "role"],
            },
        }
    },
    "required": ["members"],
}
HEADING = {"type": "exists", "selector": "h1"}
NOWHERE = {"type": "exists", "selector": "#nowhere", "within": 0}


def go(path: str) -> Object:
    return {"type": "browser_action", "config": {"action": "navigate", "url": "{{site}}" + path}}


def query(method: str, /, **config: Any) -> Object:
    return {"type": "browser_query", "alias": "got", "config": {"method": method, "store_variable": "kept", **config}}


def put(key: str, value: Any) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}}


@browser
async def test_extract_to_a_schema(browse: Run) -> None:
    nodes = (go("/hard/table-actions"), query("extract", instruction="the members", schema=MEMBERS))
    result = await browse(*nodes, put("first", "{{got.members[0].member}}"))
    members = result.unwrap()["variables"]["kept"]["members"]
    assert {
        "member": "Tomasz Wolski",
        "role": next(m["role"] for m in members if m["member"] == "Tomasz Wolski"),
    } in members
    assert result.data["variables"]["first"] == members[0]["member"]


@browser
async def test_every_value_has_the_element_that_proves_it(browse: Run, app: App) -> None:
    """The proof of an extraction is in the log with its call."""
    result = await browse(go("/hard/table-actions"), query("extract", instruction="the members", schema=MEMBERS))
    members = result.unwrap()["variables"]["kept"]["members"]
    events = await app.find_run(result.data["run"]).events()
    extracted = [event.data for event in events if event.kind == "call.finished" and "proof" in repr(event.data)]
    assert len(extracted) == 1
    pointers = {f"/members/{at}/{name}" for at in range(len(members)) for name in ("member", "role")}
    assert pointers <= set(extracted[0]["result"]["proof"])


@browser
async def test_without_a_schema_one_text_is_extracted(browse: Run) -> None:
    result = await browse(go("/hard/double-submit"), query("extract", instruction="donations received"))
    assert result.unwrap()["variables"]["kept"] == "0"


@browser
async def test_what_is_not_on_the_page_is_refused(browse: Run) -> None:
    schema = {"type": "object", "properties": {"iban": {"type": "string"}}, "required": ["iban"]}
    result = await browse(go("/hard/keys"), query("extract", instruction="the account's IBAN", schema=schema))
    assert result.fault is not None
    assert "kept" not in result.data["variables"]


@browser
async def test_references_in_the_instruction(browse: Run) -> None:
    nodes = (go("/hard/double-submit"), put("what", "donations received"), query("extract", instruction="{{what}}"))
    assert (await browse(*nodes)).unwrap()["variables"]["kept"] == "0"


@browser
async def test_observe_by_rules_tells_and_does_not_fail(browse: Run) -> None:
    nodes = (go("/hard/keys"), query("observe", rules=[HEADING, {"type": "text", "text": "nowhere to be seen"}]))
    kept = (await browse(*nodes)).unwrap()["variables"]["kept"]
    assert (kept["holds"], [rule["holds"] for rule in kept["rules"]]) == (False, [True, False])
    assert kept["rules"][0] == {
        "type": "exists",
        "holds": True,
        "expected": "an element 'h1'",
        "received": kept["rules"][0]["received"],
    }


@browser
async def test_observe_in_words(browse: Run) -> None:
    nodes = (go("/hard/tabs"), query("observe", instruction="the Returns tab"))
    kept = (await browse(*nodes)).unwrap()["variables"]["kept"]
    assert (kept["holds"], kept["count"], kept["elements"][0]["name"]) == (True, 1, "Returns")


@browser
async def test_observe_in_words_what_is_not_there(browse: Run) -> None:
    nodes = (go("/hard/tabs"), query("observe", instruction="the shopping basket"))
    kept = (await browse(*nodes)).unwrap()["variables"]["kept"]
    assert (kept["holds"], kept["count"]) == (False, 0)


@browser
async def test_validate_waits(browse: Run) -> None:
    nodes = (go("/hard/late-timer"), query("validate", rules=[{"type": "text", "text": "your OFFER  is ready"}]))
    assert (await browse(*nodes)).unwrap()["variables"]["kept"]["valid"] is True


@browser
@pytest.mark.parametrize("on_failure", [None, "stop_workflow"])
async def test_a_broken_rule_stops_the_workflow(browse: Run, on_failure: str | None) -> None:
    more = {} if on_failure is None else {"onFailure": on_failure}
    result = await browse(go("/hard/keys"), query("validate", rules=[HEADING, NOWHERE], **more), put("after", 1))
    assert result.fault is not None
    assert (result.fault.code, result.fault.pointer, result.fault.retry) == ("failed", "/rules/1", False)
    assert result.fault.issues[0].to_json() == {
        "pointer": "/rules/1",
        "message": "Expected an element '#nowhere', found 0 elements.",
        "expected": "an element '#nowhere'",
        "received": "0 elements",
        "hint": None,
    }
    assert "after" not in result.data["variables"]
    assert result.data["variables"]["kept"]["valid"] is False


@browser
async def test_or_the_workflow_goes_on_with_the_error(browse: Run) -> None:
    nodes = (go("/hard/keys"), query("validate", rules=[NOWHERE], onFailure="continue_with_error"))
    result = await browse(*nodes, put("valid", "{{got.valid}}"))
    assert result.unwrap()["variables"]["valid"] is False
    assert result.data["variables"]["kept"]["error"] == (
        "The page is not as expected: Expected an element '#nowhere', found 0 elements."
    )


@browser
async def test_a_query_changes_nothing(browse: Run) -> None:
    nodes = (
        go("/hard/double-submit"),
        query("observe", instruction="the donate button"),
        {"type": "browser_query", "config": {"method": "validate", "rules": [{"type": "text", "text": "received: 0"}]}},
    )
    assert (await browse(*nodes)).ok


WRONG: list[tuple[Object, tuple[str, str]]] = [
    ({}, ("/method", "The key 'method' is missing.")),
    ({"method": "extract"}, ("", "The method 'extract' needs 'instruction'.")),
    ({"method": "observe"}, ("", "The method 'observe' needs 'instruction'.")),
    ({"method": "validate"}, ("", "The method 'validate' needs 'rules'.")),
    ({"method": "validate", "rules": []}, ("/rules", "Expected at least 1 items.")),
    (
        {"method": "validate", "rules": [HEADING], "onFailure": "retry"},
        ("/onFailure", 'Expected one of "stop_workflow", "continue_with_error".'),
    ),
    ({"method": "extract", "instruction": "x", "schema": []}, ("/schema", "Expected object, received array.")),
    ({"method": "validate", "rules": ["the page is fine"]}, ("/rules/0", "A rule is an object with a type.")),
]


@pytest.mark.parametrize(("config", "told"), WRONG)
def test_mistakes_are_told(mistakes: Mistakes, config: Object, told: tuple[str, str]) -> None:
    found = mistakes({"type": "browser_query", "config": config})
    assert (f"/nodes/0/config{told[0]}", told[1]) in found


def test_a_schema_that_is_none(mistakes: Mistakes) -> None:
    config = {"method": "extract", "instruction": "x", "schema": {"type": "objekt"}}
    assert [pointer for pointer, _ in mistakes({"type": "browser_query", "config": config})] != []


def test_the_shape_of_what_is_extracted_is_known(mistakes: Mistakes) -> None:
    read = query("extract", instruction="the members", schema=MEMBERS)
    assert mistakes(read, put("a", "{{got.members[0].rank}} {{kept.member}}")) == [
        ("/nodes/1/config/value", "'got.members[0]' has no 'rank'."),
        ("/nodes/1/config/value", "'kept' has no 'member'."),
    ]
    validated = query("validate", rules=[HEADING])
    assert mistakes(validated, put("a", "{{got.valid}} {{got.vlid}}"))[0][1] == "'got' has no 'vlid'."
