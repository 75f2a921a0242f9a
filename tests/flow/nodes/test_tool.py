"""`tool`: any registered tool."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.core.context import Context
from pollex.core.declare import tool
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.schema import Schema
from pollex.page.tools import page_tools
from pollex.testing import FakeSecrets

Run = Callable[..., Awaitable[Result]]
Mistakes = Callable[..., list[tuple[str, str]]]


@tool(effect="read")
async def add(a: int, b: int = 10) -> dict[str, int]:
    """Add two numbers."""
    return {"sum": a + b}


@tool(effect="act")
async def note(text: str) -> str:
    """Note a text."""
    return f"noted {len(text)} letters"


@tool(effect="read")
async def burst() -> int:
    """Raise something that nobody expects."""
    raise ZeroDivisionError("by nought")


def call(name: str, args: Any = None, **node: Any) -> Object:
    given = {} if args is None else {"args": args}
    return {"type": "tool", "config": {"tool": name, **given}, **node}


async def test_a_tool_is_called_with_references_filled_in(run: Run) -> None:
    inputs = [{"display_name": "first", "type": "number"}]
    nodes = (call("add", {"a": "{{first}}", "b": 2}, alias="one"), call("add", {"a": "{{one.sum}}"}, alias="two"))
    outputs = [{"display_name": "sum", "type": "number", "value": "{{two.sum}}"}]
    result = await run(*nodes, tools=(add,), inputs=inputs, given={"first": 1}, outputs=outputs)
    assert result.unwrap()["outputs"] == {"sum": 13}


async def test_arguments_are_not_needed(run: Run) -> None:
    @tool(effect="read")
    async def hello() -> str:
        """Say hello."""
        return "hello"

    node: Object = {"type": "tool", "config": {"tool": "hello", "store_variable": "said"}}
    assert (await run(node, tools=(hello,))).unwrap()["variables"] == {"said": "hello"}


async def test_a_tool_sees_its_run(run: Run) -> None:
    @tool(effect="read")
    async def whose(context: Context) -> str:
        """Say whose call it is."""
        return context.run

    log = MemoryLog()
    node: Object = {"type": "tool", "config": {"tool": "whose", "store_variable": "run"}}
    result = await run(node, tools=(whose,), log=log, context={"run": "r1"})
    assert result.unwrap()["variables"] == {"run": "r1"}


async def test_wrong_arguments_at_run_time(run: Run) -> None:
    result = await run(call("add", {"a": "many"}), tools=(add,))
    assert result.fault is not None
    assert (result.fault.code, result.fault.pointer) == ("invalid_input", "/a")
    assert result.data["nodes"][0]["error"] == "Expected integer, received string."


async def test_an_unknown_tool_at_run_time(run: Run) -> None:
    fault = (await run(call("ad"), tools=(add,))).fault
    assert fault is not None
    assert fault.code == "unknown_tool"


async def test_any_exception_becomes_a_fault(run: Run) -> None:
    result = await run(call("burst"), tools=(burst,))
    assert result.fault is not None
    assert (result.fault.code, result.data["nodes"][0]["ok"]) == ("failed", False)


async def test_secrets_reach_the_tool_and_nothing_else(run: Run) -> None:
    log = MemoryLog()
    node = {"type": "tool", "alias": "noted", "config": {"tool": "note", "args": {"text": "pw {{secret.bank}}"}}}
    secrets = FakeSecrets({"bank": "lovelace-1843"})
    result = await run(node, tools=(note,), log=log, context={"secrets": secrets}, outputs=[OUT])
    assert result.unwrap()["outputs"] == {"out": "noted 16 letters"}
    assert "lovelace" not in repr([event.data for event in log.events]) + repr(result.to_json())


OUT = {"display_name": "out", "type": "string", "value": "{{noted}}"}


async def test_a_tool_that_tells_the_secret_is_covered(run: Run) -> None:
    @tool(effect="read")
    async def echo(text: str) -> str:
        """Say it back."""
        return f"<{text}>"

    log = MemoryLog()
    node = {"type": "tool", "alias": "noted", "config": {"tool": "echo", "args": {"text": "{{secret.bank}}"}}}
    context = {"secrets": FakeSecrets({"bank": "lovelace-1843"})}
    result = await run(node, tools=(echo,), log=log, context=context, outputs=[OUT])
    assert "lovelace" not in repr([event.data for event in log.events]) + repr(result.to_json())


def test_the_tool_is_required(mistakes: Mistakes) -> None:
    assert mistakes({"type": "tool", "config": {}}) == [("/nodes/0/config/tool", "The key 'tool' is missing.")]


def test_without_a_registry_the_name_is_not_judged(mistakes: Mistakes) -> None:
    assert mistakes(call("anything", {"x": 1})) == []


def test_the_tools_own_schema_checks_the_arguments(mistakes: Mistakes) -> None:
    found = mistakes(call("add", {"a": "many", "c": 1}), call("add", {}), tools=Registry(add))
    assert found == [
        ("/nodes/0/config/args/a", "Expected integer, received string."),
        ("/nodes/0/config/args/c", "There is no key 'c' here."),
        ("/nodes/1/config/args/a", "The key 'a' is missing."),
    ]


def test_references_fit_any_argument(mistakes: Mistakes) -> None:
    inputs = [{"display_name": "n", "type": "number"}]
    assert mistakes(call("add", {"a": "{{n}}"}), tools=Registry(add), inputs=inputs) == []


def test_an_unknown_tool_while_written(mistakes: Mistakes) -> None:
    assert mistakes(call("ad", {"a": 1}), tools=Registry(add)) == [("/nodes/0/config/tool", "There is no tool 'ad'.")]


def test_the_tools_output_is_known(mistakes: Mistakes) -> None:
    output = {"type": "object", "properties": {"sum": {"type": "integer"}}}
    known = Registry(add.replace(output=Schema(output)))
    use = {"type": "context", "config": {"operation": "set", "key": "x", "value": "{{one.sum}} {{one.som}}"}}
    assert mistakes(call("add", {"a": 1}, alias="one"), use, tools=known) == [
        ("/nodes/1/config/value", "'one' has no 'som'.")
    ]


@pytest.mark.parametrize("args", [{"index": 3}, {"selector": "index=3"}, {"selector": ["#a", "index=3"]}])
def test_an_elements_index_is_refused(mistakes: Mistakes, args: Object) -> None:
    found = mistakes(call("page.click", args), tools=Registry(*page_tools()))
    assert any("An element's index cannot stand in a workflow" in message for _, message in found)


async def test_act_is_the_default_effect_and_made_once_by_key(run: Run) -> None:
    log = MemoryLog()
    await run(call("note", {"text": "x"}), tools=(note,), log=log)
    started = [event.data for event in log.events if event.kind == "call.started"]
    assert [data["tool"] for data in started] == ["note"]


async def test_the_first_fault_speaks(run: Run) -> None:
    @tool(effect="read")
    async def refuse() -> int:
        """Refuse."""
        raise Fault("denied", "No.", hint="Ask nicely.")

    fault = (await run(call("refuse"), tools=(refuse,))).fault
    assert fault is not None
    assert (fault.code, fault.message, fault.hint) == ("denied", "No.", "Ask nicely.")


@pytest.mark.parametrize(
    ("outcome", "code", "message"),
    [
        ("attempt_failed", "failed", "The login with 'bank' could not be tried: There is no form."),
        (False, "denied", "The site refused the login with 'bank'."),
    ],
)
async def test_a_login_that_is_not_in_stops_the_workflow(run: Run, outcome: Any, code: str, message: str) -> None:
    @tool(effect="act")
    async def login() -> Object:
        """Log in."""
        return {"loggedIn": outcome, "credential": "bank", "why": "There is no form."}

    log = MemoryLog()
    fault = (await run(call("login"), call("note", {"text": "in"}), tools=(login, note), log=log)).fault
    assert fault is not None
    assert (fault.code, fault.message) == (code, message)
    assert [event.data["tool"] for event in log.events if event.kind == "call.started"] == ["login"]


async def test_a_look_whether_somebody_is_logged_in_is_no_failure(run: Run) -> None:
    @tool(effect="read")
    async def login(only_look: bool) -> Object:
        """Look."""
        return {"loggedIn": False, "url": "https://bank.example"}

    node: Object = call("login", {"only_look": True})
    node["config"]["store_variable"] = "seen"
    result = await run(node, tools=(login,))
    assert result.unwrap()["variables"]["seen"]["loggedIn"] is False
