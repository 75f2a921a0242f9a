"""`{{path}}` in workflows: everywhere, with types kept, and never a secret where it could be kept or shown."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex import App
from pollex.core.declare import tool
from pollex.core.event import MemoryLog
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.flow.workflow import Workflow
from pollex.testing import FakeSecrets

Run = Callable[..., Awaitable[Result]]
Mistakes = Callable[..., list[tuple[str, str]]]
SECRET = "lovelace-1843"


@tool(effect="read")
async def measure(text: str) -> int:
    """The number of letters."""
    return len(text)


@tool(effect="read")
async def echo(value: Any) -> Any:
    """Say it back."""
    return value


def put(key: str, value: Any, **node: Any) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}, **node}


def call(name: str, alias: str | None = None, /, **args: Any) -> Object:
    named = {} if alias is None else {"alias": alias}
    return {"type": "tool", "config": {"tool": name, "args": args}, **named}


VALUES: Object = {
    "n": 1,
    "f": 1.5,
    "yes": True,
    "none": None,
    "list": [1, "a"],
    "object": {"a b": {"c": 2}},
    "text": "é",
}


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ("{{v.n}}", 1),
        ("{{v.f}}", 1.5),
        ("{{v.yes}}", True),
        ("{{v.none}}", None),
        ("{{v.list}}", [1, "a"]),
        ("{{v.list[1]}}", "a"),
        ("{{v.list.0}}", 1),
        ('{{v.object["a b"].c}}', 2),
        ("{{ v.n }}", 1),
        ("{{v.n}}{{v.n}}", "11"),
        (" {{v.n}}", " 1"),
        ("{{v.text}} is {{v.yes}}, {{v.none}}, {{v.list}}", 'é is true, null, [1,"a"]'),
        ("\\{{v.n}}", "{{v.n}}"),
        ("\\{{v.n}} {{v.n}}", "{{v.n}} 1"),
        ("{ {v.n} }", "{ {v.n} }"),
        ("}}", "}}"),
        (["{{v.n}}", {"deep": "{{v.list}}"}], [1, {"deep": [1, "a"]}]),
        ({"{{v.n}}": 1}, {"{{v.n}}": 1}),
    ],
)
async def test_what_a_template_becomes(run: Run, template: Any, value: Any) -> None:
    result = await run(put("v", VALUES), put("got", template))
    assert result.unwrap()["variables"]["got"] == value
    assert type(result.data["variables"]["got"]) is type(value)


async def test_what_was_filled_in_is_not_filled_again(run: Run) -> None:
    given = {"text": "{{secret.bank}} {{text}}"}
    result = await run(put("a", "{{text}}"), inputs=[{"display_name": "text", "type": "string"}], given=given)
    assert result.unwrap()["variables"] == {"a": "{{secret.bank}} {{text}}"}


async def test_where_a_name_is_looked_up(run: Run) -> None:
    """Loop variable, stored variable, alias, input, then the environment's allow-list."""
    nodes = (
        put("list", ["item"]),
        call("echo", "by_alias", value="result"),
        {"type": "iterate", "config": {"over": "list", "variable": "each", "body": 4}},
        put("got", ["{{each}}", "{{list}}", "{{by_alias}}", "{{given}}", "{{HOME_TOWN}}", "{{env.HOME_TOWN}}"]),
    )
    inputs = [{"display_name": "given", "type": "string"}]
    result = await run(*nodes, tools=(echo,), inputs=inputs, given={"given": "in"}, environ={"HOME_TOWN": "Bath"})
    assert result.unwrap()["variables"]["got"] == ["item", ["item"], "result", "in", "Bath", "Bath"]


async def test_an_input_goes_before_the_environment(run: Run) -> None:
    inputs = [{"display_name": "TOWN", "type": "string"}]
    result = await run(put("got", "{{TOWN}}"), inputs=inputs, given={"TOWN": "York"}, environ={"TOWN": "Bath"})
    assert result.unwrap()["variables"] == {"got": "York"}


async def test_a_variable_that_is_not_allowed_cannot_be_read(run: Run) -> None:
    fault = (await run(put("got", "{{HOME_TOWN}}"))).fault
    assert fault is not None
    assert (fault.code, fault.message) == ("unknown_reference", "Nothing is named 'HOME_TOWN'.")
    assert fault.hint == "An environment variable can be read only if it is on the allow-list."


async def test_the_allow_list_of_the_settings_counts(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRACTICE_TOWN", "Bath")
    monkeypatch.setenv("PRACTICE_KEY", "hidden")
    document = {"name": "x", "nodes": [{"position": 1, **put("got", "{{PRACTICE_TOWN}}")}]}
    denied = {"name": "x", "nodes": [{"position": 1, **put("got", "{{PRACTICE_KEY}}")}]}
    async with App(home=tmp_path, env_allow=["PRACTICE_TOWN"], log=MemoryLog()) as app:
        allowed = await app.run_workflow(Workflow.from_json(document), durable=False)
        refused = await app.run_workflow(Workflow.from_json(denied), durable=False)
    assert allowed.unwrap()["variables"] == {"got": "Bath"}
    assert refused.fault is not None
    assert refused.fault.code == "unknown_reference"


async def test_all_that_is_wrong_in_one_value_is_told(run: Run) -> None:
    nodes = (put("v", {"a": 1}), put("got", ["{{v.b}}", "{{v.a.c}}"]))
    fault = (await run(*nodes)).fault
    assert fault is not None
    assert [(issue.pointer, issue.message) for issue in fault.issues] == [
        ("/0", "'v' has no 'b'."),
        ("/1", "'v.a' is of type integer and has nothing below it."),
    ]


FILLED: list[tuple[Object, Any]] = [
    ({"type": "show", "config": {"value": "{{n}}", "title": "t{{n}}"}}, {"title": "t2", "as": "text", "value": 2}),
    ({"type": "tool", "config": {"tool": "echo", "args": {"value": ["{{n}}"]}}}, [2]),
    ({"type": "context", "config": {"operation": "set", "key": "made", "value": "{{n}}"}}, 2),
]


@pytest.mark.parametrize(("node", "result"), FILLED)
async def test_properties_that_are_filled(run: Run, node: Object, result: Any) -> None:
    inputs = [{"display_name": "n", "type": "number"}]
    stored = {**node, "config": {**node["config"], "store_variable": "got"}}
    ran = await run(stored, tools=(echo,), inputs=inputs, given={"n": 2})
    assert ran.unwrap()["variables"]["got"] == result


async def test_a_limit_and_a_flag_can_be_inputs(run: Run) -> None:
    inputs = [{"display_name": "most", "type": "number"}, {"display_name": "go_on", "type": "boolean"}]
    config = {"over": "list", "variable": "n", "body": 3, "limit": "{{most}}", "continueOnError": "{{go_on}}"}
    nodes = (put("list", [1, "x", 3, 4]), {"type": "iterate", "config": config}, call("measure", text="{{n}}"))
    on = await run(*nodes, tools=(measure,), inputs=inputs, given={"most": 3, "go_on": True})
    assert [node["ok"] for node in on.unwrap()["nodes"]] == [True, False, True, False, True]
    off = await run(*nodes, tools=(measure,), inputs=inputs, given={"most": 3, "go_on": False})
    assert [node["ok"] for node in off.data["nodes"]] == [True, False, False]


async def test_a_filled_in_property_of_the_wrong_type_is_a_fault(run: Run) -> None:
    config = {"over": "list", "variable": "n", "body": 3, "limit": "{{most}}"}
    nodes = (put("list", [1]), {"type": "iterate", "config": config}, put("x", 1))
    result = await run(*nodes, inputs=[{"display_name": "most", "type": "string"}], given={"most": "many"})
    assert result.fault is not None
    assert result.fault.code == "invalid_input"


ANYWHERE: list[tuple[str, Object]] = [
    ("config/limit", {"type": "iterate", "config": {"over": "list", "variable": "x", "body": 3, "limit": "{{w}}"}}),
    ("config/key", {"type": "context", "config": {"operation": "set", "key": "{{w}}", "value": 1}}),
    ("config/args", {"type": "tool", "config": {"tool": "echo", "args": "{{w}}"}}),
    ("config/form", {"type": "ask", "config": {"question": "q", "form": "{{w}}", "timeoutMs": 5}}),
    ("config/timeoutMs", {"type": "ask", "config": {"question": "q", "timeoutMs": "{{w}}"}}),
    ("config/as", {"type": "show", "config": {"value": 1, "as": "{{w}}"}}),
    ("timeoutMs", {**call("echo", value=1), "timeoutMs": "{{w}}"}),
    ("retry/attempts", {**call("echo", value=1), "retry": {"attempts": "{{w}}"}}),
    (
        "within",
        {
            "type": "browser_query",
            "config": {
                "method": "validate",
                "rules": [{"type": "data", "path": "w", "operator": "exists", "within": "{{w}}"}],
            },
        },
    ),
    (
        "onFailure",
        {
            "type": "browser_query",
            "config": {
                "method": "validate",
                "rules": [{"type": "data", "path": "w", "operator": "exists"}],
                "onFailure": "{{w}}",
            },
        },
    ),
    (
        "operator",
        {"type": "route", "config": {"conditions": [{"path": "w", "operator": "{{w}}", "value": 1, "branch": 3}]}},
    ),
]


FAULTS = ("invalid_input", "invalid_json", "timeout")


@pytest.mark.parametrize(("place", "node"), ANYWHERE)
async def test_a_template_is_refused_or_filled_but_never_breaks_a_run(
    run: Run, mistakes: Mistakes, place: str, node: Object
) -> None:
    inputs = [{"display_name": "w", "type": "string"}]
    nodes = (put("list", [1]), node, put("x", 1))
    if mistakes(*nodes, inputs=inputs) == []:
        result = await run(*nodes, tools=(echo,), inputs=inputs, given={"w": "word"})
        assert "{{w}}" not in repr(result.data["variables"])
        assert result.ok or (result.fault is not None and result.fault.code in FAULTS)


MALFORMED = [
    ("{{v", "'{{' at column 1 is never closed."),
    ("{{}}", "'{{}}' does not begin with a name."),
    ("{{v + 1}}", "'v + 1' is not a path: expected '.' or '[' or the end at column 2, but found ' '."),
    ("{{v..n}}", "'v..n' is not a path: expected a name at column 3, but found '.'."),
    ("{{v[-1]}}", "'v[-1]' is not a path: expected an index or a quoted name, and ']' at column 3, but found '-'."),
]


@pytest.mark.parametrize(("template", "message"), MALFORMED)
def test_what_is_no_reference(mistakes: Mistakes, template: str, message: str) -> None:
    assert mistakes(put("v", VALUES), put("got", template)) == [("/nodes/1/config/value", message)]


SECRETS_REFUSED: list[tuple[str, Object]] = [
    ("/nodes/0/config/value", put("a", "{{secret.bank}}")),
    ("/nodes/0/config/value/deep/0", put("a", {"deep": ["pw {{ secret.bank.password }}"]})),
    ("/nodes/0/config/value", put("a", '{{["secret"].bank}}')),
    ("/nodes/0/config/value", {"type": "show", "config": {"value": "{{secret.bank}}"}}),
    ("/nodes/0/config/title", {"type": "show", "config": {"value": 1, "title": "{{secret.bank}}"}}),
    ("/nodes/0/config/question", {"type": "ask", "config": {"question": "{{secret.bank}}?"}}),
    ("/nodes/0/config/over", {"type": "iterate", "config": {"over": "secret.bank", "variable": "n", "body": 2}}),
    ("/nodes/0/config/over", {"type": "iterate", "config": {"over": "{{secret.bank}}", "variable": "n", "body": 2}}),
    ("/nodes/0/config/value", {"type": "route", "config": {"value": "secret.bank", "paths": {"default": 2}}}),
    (
        "/nodes/0/config/conditions/0/path",
        {"type": "route", "config": {"conditions": [{"path": "secret.bank", "operator": "exists", "branch": 2}]}},
    ),
    (
        "/nodes/0/config/conditions/0/value",
        {
            "type": "route",
            "config": {
                "conditions": [{"path": "HOME_TOWN", "operator": "equals", "value": "{{secret.bank}}", "branch": 2}]
            },
        },
    ),
    (
        "/nodes/0/config/instruction",
        {"type": "browser_query", "config": {"method": "extract", "instruction": "{{secret.bank}}"}},
    ),
    (
        "/nodes/0/config/rules/0/text",
        {
            "type": "browser_query",
            "config": {"method": "validate", "rules": [{"type": "text", "text": "{{secret.x}}"}]},
        },
    ),
    (
        "/nodes/0/config/rules/0/path",
        {
            "type": "browser_query",
            "config": {"method": "validate", "rules": [{"type": "data", "path": "secret.x", "operator": "exists"}]},
        },
    ),
]


@pytest.mark.parametrize(("pointer", "node"), SECRETS_REFUSED)
def test_a_secret_cannot_become_a_value(mistakes: Mistakes, pointer: str, node: Object) -> None:
    found = mistakes(node, put("x", 1))
    assert (pointer, "A secret cannot become a value: it would be kept and shown.") in found


async def test_a_secret_is_opened_only_in_the_tool(run: Run) -> None:
    log = MemoryLog()
    nodes = (call("measure", "length", text="{{secret.bank}}"), put("got", "{{length}}"))
    result = await run(*nodes, tools=(measure,), log=log, context={"secrets": FakeSecrets({"bank": SECRET})})
    assert result.unwrap()["variables"] == {"got": len(SECRET)}
    assert SECRET not in repr(result.to_json()) + repr([event.data for event in log.events])


async def test_a_secret_that_a_tool_says_back_is_covered_everywhere(run: Run) -> None:
    log = MemoryLog()
    nodes = (
        {
            **call("echo", "said", value="pw {{secret.bank}}"),
            "config": {"tool": "echo", "args": {"value": "pw {{secret.bank}}"}, "store_variable": "kept"},
        },
        put("copy", "again {{said}}"),
        {"type": "show", "config": {"value": "{{kept}}"}},
    )
    outputs = [{"display_name": "out", "type": "string", "value": "{{said}}"}]
    result = await run(
        *nodes, tools=(echo,), log=log, context={"secrets": FakeSecrets({"bank": SECRET})}, outputs=outputs
    )
    assert SECRET not in repr(result.to_json())
    assert SECRET not in repr([event.data for event in log.events])


async def test_a_secret_in_a_fault_is_covered(run: Run) -> None:
    @tool(effect="read")
    async def refuse(text: str) -> int:
        """Refuse, and say why."""
        raise ValueError(f"{text} is wrong")

    log = MemoryLog()
    result = await run(
        call("refuse", text="{{secret.bank}}"),
        tools=(refuse,),
        log=log,
        context={"secrets": FakeSecrets({"bank": SECRET})},
    )
    assert not result.ok
    assert SECRET not in repr(result.to_json()) + repr([event.data for event in log.events])


async def test_a_secret_that_is_not_there(run: Run) -> None:
    secrets = FakeSecrets({"bank": SECRET})
    fault = (await run(call("measure", text="{{secret.bnk}}"), tools=(measure,), context={"secrets": secrets})).fault
    assert fault is not None
    assert (fault.code, fault.hint) == ("unknown_reference", "Did you mean 'bank'?")


async def test_a_loop_variable_ends_with_its_loop(run: Run) -> None:
    nodes = (
        put("list", [1]),
        {"type": "iterate", "config": {"over": "list", "variable": "each", "body": [3]}},
        put("in", "{{each}}{{eachIndex}}"),
        {"type": "route", "config": {"conditions": [{"path": "list", "operator": "exists", "branch": 5}]}},
        put("out", "{{in}}"),
    )
    result = await run(*nodes)
    assert result.unwrap()["variables"] == {"list": [1], "in": "10", "out": "10"}
