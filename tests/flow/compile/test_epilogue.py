"""What is only told after the last deed: where it cannot be read, the deed is done, and the run says what lacks."""

from collections.abc import Callable

import pytest

from pollex import App
from pollex.core.json import Object
from pollex.flow.compile import Compiled
from pollex.flow.workflow import Workflow
from pollex.text.mark import mark_of

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
SCHEMA: Object = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"payee": {"type": "string"}, "sum": {"type": "string"}},
        "required": ["payee", "sum"],
    },
}
ORDERS = [{"payee": "Ada", "sum": "€5.00"}, {"payee": "Hana", "sum": "€7.00"}]
URL = "https://example.org/orders"


def order(did: Did) -> Object:
    element = {"role": "button", "name": "Set up"}
    return did("page.click", {"index": 1}, {"url": URL, "from": "https://example.org/", "sent": 1}, element=element)


def read(did: Did) -> Object:
    return did("page.extract", {"instruction": "the orders", "schema": SCHEMA}, ORDERS)


def count(did: Did) -> Object:
    return did("aggregate", {"rows": ORDERS, "what": "count"}, {"value": 2, "text": "2", "rows": []})


def kinds(made: Compiled) -> list[str]:
    return [node["config"].get("action") or node["type"] for node in made.document["nodes"]]


def required(made: Compiled) -> list[bool]:
    return [each.get("required", True) for each in made.document["outputs"]]


def test_what_is_read_after_the_deed_may_fail(did: Did, compiled: Compile) -> None:
    made = compiled("Set it up and count.", order(did), read(did), count(did), values={"count": 2})
    assert kinds(made) == ["navigate", "click", "browser_query", "group", "group", "browser_query", "tool"]
    outer = {"name": "What is told at the end", "continueOnError": True, "nodeRange": [5, 7]}
    assert made.document["nodes"][3]["config"] == outer
    assert made.document["nodes"][4]["config"] == {"nodeRange": [6, 7]}
    assert required(made) == [False]


def test_what_is_read_before_it_may_not(did: Did, compiled: Compile) -> None:
    made = compiled("Count and set it up.", read(did), count(did), order(did), values={"count": 2})
    assert "group" not in kinds(made)
    assert required(made) == [True]


def test_nor_in_a_task_that_only_asks(did: Did, compiled: Compile) -> None:
    made = compiled("How many?", order(did), read(did), count(did), values={"count": 2}, readOnly=True)
    assert "group" not in kinds(made)


def test_a_login_is_no_deed(did: Did, compiled: Compile) -> None:
    typed = did("page.type", {"index": 2, "text": "{{secret.bank.password}}"}, element={"role": "textbox"})
    made = compiled("Count.", typed, order(did), read(did), count(did), values={"count": 2})
    assert "group" not in kinds(made)


def test_fields_that_nobody_uses_may_be_null_and_still_tell_lists_apart(did: Did, compiled: Compile) -> None:
    most = {"value": ORDERS[1], "text": "", "rows": []}
    largest = did("aggregate", {"rows": ORDERS, "what": "most", "by": "sum"}, most)
    made = compiled("What is the most?", read(did), largest, values={"most": "€7.00"})
    rows = made.document["nodes"][1]["config"]["schema"]["items"]
    assert rows["required"] == ["payee", "sum"]
    assert rows["properties"] == {
        "payee": {"type": ["string", "null"]},
        "sum": {"type": "string", "marks": [mark_of("€5.00"), mark_of("€7.00")]},
    }


@pytest.mark.asyncio(loop_scope="session")
async def test_an_output_that_need_not_be_there_is_told(app: App) -> None:
    missing = {"type": "tool", "alias": "rows", "config": {"tool": "aggregate", "args": {"rows": {}, "what": "count"}}}
    document: Object = {
        "name": "x",
        "outputs": [
            {"display_name": "done", "type": "boolean", "value": "{{done}}"},
            {"display_name": "rows", "type": "number", "value": "{{rows.value}}", "required": False},
        ],
        "nodes": [
            {"position": 1, "type": "context", "config": {"operation": "set", "key": "done", "value": True}},
            {"position": 2, "type": "group", "config": {"nodeRange": [3, 3], "continueOnError": True}},
            {"position": 3, **missing},
        ],
    }
    result = await app.run_workflow(Workflow.from_json(document, tools=app.tools), durable=False)
    assert result.unwrap()["outputs"] == {"done": True}
    assert result.notes == ("The output 'rows' has no value: It has no one list of rows.",)
