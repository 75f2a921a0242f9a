"""What the core can already check of the seeds. A plain `check` is run here or by `test_manifest.py`."""

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from pollex.browser.selector import parse
from pollex.core.call import Call, new_id
from pollex.core.dialect import violations
from pollex.core.fault import Fault, Issue
from pollex.core.limits import DEFAULT_LIMITS
from pollex.core.protocols import BrowserState, ElementInfo
from pollex.core.result import Result
from pollex.core.schema import Schema
from pollex.core.wire import envelope_call, uicp_error
from pollex.page.action_results import action_result

SEEDS = Path(__file__).parent
NOT_FOUND = Fault(
    "not_found", "Element with index 9 not found", pointer="/index", issues=[Issue("/index", "Not there.")]
)

FITS: dict[str, list[tuple[str, str, str]]] = {
    "000/02-app.json": [("", "000/03-app-fields.schema.json", "")],
    "000/04-auth-template.json": [("", "000/05-auth-template-fields.schema.json", "")],
    "001/13-route-paths.json": [("", "001/12-route-value.schema.json", "/properties/paths")],
    "001/18-group-range.json": [("", "001/17-group-node.schema.json", "/properties/nodeRange")],
    "003/19-data-command.json": [
        ("/0", "003/01-envelope.schema.json", ""),
        ("/0/params", "003/06-dom-set.schema.json", ""),
    ],
    "003/25-clarifier.json": [
        ("", "003/01-envelope.schema.json", ""),
        ("/params", "003/15-api-call.schema.json", ""),
        ("/params/body", "003/23-intent-form.schema.json", ""),
    ],
}
"""Which part of a value fits which part of which schema."""

OPENAI: dict[str, list[str]] = {
    "001/04-forbidden-keywords.json": ["/properties/x/allOf", "/properties/x/anyOf", "/properties/x/oneOf"],
    "001/05-forbidden-type-list.json": ["/properties/x", "/properties/x/type"],
    "001/06-create-node.json": [],
    "001/19-debug-browser.json": [""],
    "001/20-manage-variable.json": [""],
}
"""Where each definition breaks the rules that document 001 sets for what the Director sees."""


def read(file: str) -> Any:
    return json.loads((SEEDS / file).read_text())


def at(value: Any, pointer: str) -> Any:
    for segment in pointer.split("/")[1:]:
        value = value[int(segment)] if isinstance(value, list) else value[segment]
    return value


def verdicts(file: str) -> None:
    schema, samples = Schema(read(file)), read("verdicts.json")[file]
    assert [value for value in samples["accepts"] if not schema.valid(value)] == []
    assert [value for value in samples["refuses"] if schema.valid(value)] == []
    assert [schema.check(value).repairs for value in samples["accepts"]] == [()] * len(samples["accepts"])


def fits(file: str) -> None:
    value = read(file)
    for place, schema, part in FITS[file]:
        assert Schema(at(read(schema), part)).check(at(value, place)).issues == ()


def openai(file: str) -> None:
    """A definition is judged as it stands, a sketch of one and a bare schema in the least definition around it."""
    document = read(file)
    parameters = document.get("parameters") or {"type": "object", "properties": {"x": document}}
    sketch = {"type": "function", "function": {"name": document.get("name", "x"), "parameters": parameters}}
    issues = violations(document if "function" in document else sketch, "openai", flat=True)
    assert sorted({issue.pointer.removeprefix("/function/parameters") for issue in issues}) == OPENAI[file]


def parameters(file: str) -> None:
    document = read(file)
    if "inputSchema" not in document:
        assert Schema.from_parameters([document]).document == {
            "type": "object",
            "properties": {
                "recipientName": {"type": "string", "description": "The name of the user", "default": "default"}
            },
            "required": ["recipientName"],
            "additionalProperties": False,
        }
        return
    inputs, outputs = (Schema.from_parameters(document[name]) for name in ("inputSchema", "outputSchema"))
    assert inputs.check({"recipientName": "Ann"}).value == {"recipientName": "Ann", "message": "Hi!"}
    assert [issue.pointer for issue in inputs.check({"message": "Hello"}).issues] == ["/recipientName"]
    assert outputs.valid({"messageSent": True})
    assert not outputs.valid({"messageSent": "yes"})


def limits(file: str) -> None:
    numbers = read(file)
    assert {name: value for name, value in asdict(DEFAULT_LIMITS).items() if name in numbers} == numbers


def uuid(file: str) -> None:
    assert str(UUID(new_id())) != str(UUID(Call("add").id))


def selector(file: str) -> None:
    assert [(each.kind, each.value) for each in parse(read(file)).candidates] == [
        ("css", "#submit"),
        ("css", ".submit-btn"),
        ("text", "Submit"),
    ]


def union_selector(file: str) -> None:
    text = (SEEDS / file).read_text().strip()
    assert [(each.kind, each.value) for each in parse(text).candidates] == [("css", text)]


def browser_state(file: str) -> None:
    verdicts(file)
    assert BrowserState.__annotations__.keys() == read(file)["properties"].keys() | {"outline"}


def element_info(file: str) -> None:
    verdicts(file)
    assert ElementInfo.__annotations__.keys() == read(file)["properties"].keys()


def wire_action(file: str) -> None:
    verdicts(file)
    failed = action_result("page.click", Result.failure(NOT_FOUND))
    done = action_result("page.extract", Result.success({"price": 42}))
    assert failed == {"success": False, "error": "Element with index 9 not found"}
    assert done == {"success": True, "extracted_content": '{"price":42}'}
    assert Schema(read(file)).valid(failed)
    assert Schema(read("002/40-action-result.schema.json")).valid(done)


def wire_uicp(file: str) -> None:
    verdicts(file)
    written = uicp_error(NOT_FOUND)
    issue = {**NOT_FOUND.issues[0].to_json(), "path": ["index"], "code": "custom"}
    assert written == {"message": NOT_FOUND.message, "pointer": "/index", "issues": [issue], "hint": None}
    assert Schema(read(file)).valid({name: value for name, value in written.items() if name != "hint"})  # ours


def envelope(file: str) -> None:
    verdicts(file)
    for sample in read("verdicts.json")[file]["accepts"]:
        call = envelope_call(sample)
        assert (call.tool, call.args) == (sample["op"], sample["params"])
        sent = [sample.get(name) for name in ("idempotencyKey", "traceId", "txnId", "windowId")]
        assert [call.key, call.trace, call.group, call.target] == sent


CHECKS: dict[str, Callable[[str], None]] = {
    "verdicts": verdicts,
    "fits": fits,
    "openai": openai,
    "parameters": parameters,
    "limits": limits,
    "uuid": uuid,
    "selector": selector,
    "union_selector": union_selector,
    "browser_state": browser_state,
    "element_info": element_info,
    "action_result": wire_action,
    "uicp_error": wire_uicp,
    "envelope": envelope,
}


BLOCKS = [block for block in read("index.json") if block["check"] and not re.match("manifest_|.*/", block["check"])]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block["file"])
def test_a_seed_is_as_expected(block: dict[str, Any]) -> None:
    CHECKS[block["check"]](block["json"] or block["file"])
