"""Rules about a page or about data: what each kind says when it holds and when it does not."""

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

import pytest

from pollex.core.declare import tool
from pollex.core.json import Object
from pollex.core.result import Result

Run = Callable[..., Awaitable[Result]]
Mistakes = Callable[..., list[tuple[str, str]]]
browser = pytest.mark.asyncio(loop_scope="session")


@tool(effect="read")
async def stock(name: str) -> dict[str, Any]:
    """How much there is."""
    return {"name": name, "left": [3, 0]}


@tool(effect="act")
async def buy() -> int:
    """Buy one."""
    return 1


def observe(*rules: Object, method: str = "observe") -> Object:
    config = {"method": method, "rules": list(rules), "store_variable": "seen"}
    return {"type": "browser_query", "config": config}


def put(key: str, value: Any) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}}


def go(path: str) -> Object:
    return {"type": "browser_action", "config": {"action": "navigate", "url": "{{site}}" + path}}


def verdicts(result: Result) -> list[bool]:
    return [rule["holds"] for rule in result.unwrap()["variables"]["seen"]["rules"]]


@browser
async def test_rules_about_a_page_that_hold(browse: Run) -> None:
    rules: list[Object] = [
        {"type": "exists", "selector": "#form"},
        {"type": "exists", "selector": ["#nope", "#country"]},
        {"type": "missing", "selector": "#nowhere"},
        {"type": "text", "text": "please CHOOSE", "selector": "#country"},
        {"type": "text", "text": "Country"},
        {"type": "count", "selector": "#form button", "equals": 1},
        {"type": "count", "selector": "#form button", "least": 1, "most": 1},
        {"type": "count", "selector": "#nowhere", "equals": 0},
        {"type": "matches", "pattern": "C[ou]+ntry"},
        {"type": "matches", "pattern": "^Save$", "selector": "#form button"},
        {"type": "url", "contains": "/hard/"},
        {"type": "url", "equals": "{{site}}/hard/select-native"},
        {"type": "url", "pattern": "native$", "contains": "select"},
        {"type": "title", "pattern": "."},
        {"type": "text", "text": "{{word}}"},
    ]
    result = await browse(go("/hard/select-native"), put("word", "Country"), observe(*rules))
    assert verdicts(result) == [True] * len(rules)


@browser
async def test_rules_about_a_page_that_do_not_hold(browse: Run) -> None:
    rules: list[Object] = [
        {"type": "exists", "selector": "#nowhere"},
        {"type": "missing", "selector": "#form"},
        {"type": "text", "text": "Country", "selector": "#form button"},
        {"type": "text", "text": "Contry"},
        {"type": "count", "selector": "#form button", "equals": 2},
        {"type": "count", "selector": "#form button", "least": 1, "most": 0},
        {"type": "matches", "pattern": "^Save$", "selector": "#nowhere"},
        {"type": "url", "contains": "/HARD/"},
        {"type": "url", "contains": "/hard/", "equals": "elsewhere"},
        {"type": "title", "equals": ""},
    ]
    result = await browse(go("/hard/select-native"), observe(*rules))
    assert verdicts(result) == [False] * len(rules)
    why = [rule["why"] for rule in result.data["variables"]["seen"]["rules"]]
    assert why[0] == "Expected an element '#nowhere', found 0 elements."
    assert why[4] == "Expected exactly 2 elements, found 1 element."


@browser
async def test_the_value_of_a_field(browse: Run) -> None:
    fill = {"type": "browser_action", "config": {"action": "type", "selector": "#guests", "text": "4"}}
    rules = [{"type": "value", "selector": "#guests", "equals": value} for value in ("4", 4, "5", "")]
    result = await browse(go("/hard/validation-server"), fill, observe(*rules))
    assert verdicts(result) == [True, True, False, False]


@browser
async def test_an_empty_field_has_the_value_nothing(browse: Run) -> None:
    rules = [{"type": "value", "selector": "#guests", "equals": ""}]
    assert verdicts(await browse(go("/hard/validation-server"), observe(*rules))) == [True]


@browser
async def test_a_hidden_element_is_not_there(browse: Run) -> None:
    rules = [{"type": "exists", "selector": "#panel-2"}, {"type": "missing", "selector": "#panel-2"}]
    assert verdicts(await browse(go("/hard/tabs"), observe(*rules))) == [False, True]


@browser
async def test_how_long_a_rule_is_waited_for(browse: Run) -> None:
    late = {"type": "text", "text": "Your offer is ready."}
    result = await browse(go("/hard/late-timer"), observe({**late, "within": 10_000}))
    assert verdicts(result) == [True]


@pytest.mark.parametrize(("method", "within", "looks"), [("observe", {}, 1), ("validate", {"within": 200}, 3)])
async def test_how_often_is_looked_whether_a_rule_holds(run: Run, method: str, within: Object, looks: int) -> None:
    """Ten times a second for as long as it has, or once where nothing is waited for."""
    looked: list[float] = []

    @tool(effect="read")
    async def stock() -> int:
        """Never enough."""
        looked.append(monotonic())
        return 1

    rule = {"type": "tool", "tool": "stock", "operator": "equals", "value": 2, **within}
    begun = monotonic()
    assert (await run(observe(rule, method=method), tools=(stock,))).ok is (method == "observe")
    assert 1 <= len(looked) <= looks
    assert monotonic() - begun >= within.get("within", 0) / 1000


async def test_rules_about_data(run: Run) -> None:
    rules: list[Object] = [
        {"type": "data", "path": "cart.total", "operator": "greater", "value": 10},
        {"type": "data", "path": "{{cart.total}}", "operator": "equals", "value": "{{want}}"},
        {"type": "data", "path": "cart.gone", "operator": "exists", "value": False},
        {"type": "data", "path": "cart.items", "operator": "contains", "value": "pen"},
        {"type": "data", "path": "cart.gone", "operator": "exists"},
        {"type": "data", "path": "cart.total", "operator": "less", "value": 10},
    ]
    result = await run(put("cart", {"total": 12, "items": ["pen"]}), put("want", 12), observe(*rules))
    assert verdicts(result) == [True, True, True, True, False, False]
    assert result.data["variables"]["seen"]["rules"][5] == {
        "type": "data",
        "holds": False,
        "expected": "cart.total less 10",
        "received": "12 (integer)",
        "why": "Expected cart.total less 10, found 12 (integer).",
    }


async def test_a_rule_about_data_is_not_waited_for(run: Run) -> None:
    rule = {"type": "data", "path": "a", "operator": "equals", "value": 2}
    result = await run(put("a", 1), {**observe({**rule, "within": 60_000}, method="validate"), "timeoutMs": 30_000})
    assert result.fault is not None
    assert result.fault.code == "failed"


async def test_rules_that_ask_a_tool(run: Run) -> None:
    rules: list[Object] = [
        {
            "type": "tool",
            "tool": "stock",
            "args": {"name": "{{name}}"},
            "path": "name",
            "operator": "equals",
            "value": "pen",
        },
        {"type": "tool", "tool": "stock", "args": {"name": "x"}, "path": "left[0]", "operator": "greater", "value": 2},
        {"type": "tool", "tool": "stock", "args": {"name": "x"}, "path": "right", "operator": "exists"},
        {"type": "tool", "tool": "stock", "args": {"name": "x"}, "operator": "contains", "value": "left"},
    ]
    result = await run(put("name", "pen"), observe(*rules), tools=(stock,))
    assert verdicts(result) == [True, True, False, True]


async def test_a_rule_must_not_act(run: Run) -> None:
    rule = {"type": "tool", "tool": "buy", "operator": "equals", "value": 1}
    fault = (await run(observe(rule), tools=(buy,))).fault
    assert fault is not None
    assert (fault.code, fault.pointer, fault.expected) == ("invalid_input", "/rules/0/tool", "a tool with effect read")


async def test_a_rule_with_a_tool_that_is_not_there(run: Run) -> None:
    fault = (await run(observe({"type": "tool", "tool": "stok", "operator": "exists"}), tools=(stock,))).fault
    assert fault is not None
    assert fault.code == "unknown_tool"


async def test_a_pattern_that_comes_at_run_time_may_be_wrong(run: Run) -> None:
    rule = {"type": "data", "path": "a", "operator": "matches", "value": "{{p}}"}
    fault = (await run(put("a", "x"), put("p", "("), observe(rule))).fault
    assert fault is not None
    assert fault.code == "invalid_input"


WRONG: list[tuple[Object, tuple[str, str]]] = [
    ({}, ("/type", "The key 'type' is missing.")),
    ({"type": "exists"}, ("", "A rule of type 'exists' needs 'selector'.")),
    ({"type": "missing"}, ("", "A rule of type 'missing' needs 'selector'.")),
    ({"type": "text"}, ("", "A rule of type 'text' needs 'text'.")),
    ({"type": "count", "equals": 1}, ("", "A rule of type 'count' needs 'selector'.")),
    ({"type": "count", "selector": "a"}, ("", "A rule of type 'count' says nothing to compare with.")),
    ({"type": "matches"}, ("", "A rule of type 'matches' needs 'pattern'.")),
    ({"type": "value", "selector": "a"}, ("", "A rule of type 'value' needs 'equals'.")),
    ({"type": "url"}, ("", "A rule of type 'url' says nothing to compare with.")),
    ({"type": "title"}, ("", "A rule of type 'title' says nothing to compare with.")),
    ({"type": "tool", "tool": "x"}, ("", "A rule of type 'tool' needs 'operator'.")),
    ({"type": "data", "operator": "exists"}, ("", "A rule of type 'data' needs 'path'.")),
    ({"type": "data", "path": "nope", "operator": "exists"}, ("/path", "Nothing is named 'nope'.")),
    ({"type": "text", "text": "a", "within": -1}, ("/within", "Expected a number of at least 0.")),
    ({"type": "text", "txet": "a"}, ("/txet", "There is no key 'txet' here.")),
]


@pytest.mark.parametrize(("rule", "told"), WRONG)
def test_mistakes_are_told(mistakes: Mistakes, rule: Object, told: tuple[str, str]) -> None:
    assert (f"/nodes/0/config/rules/0{told[0]}", told[1]) in mistakes(observe(rule))


@pytest.mark.parametrize("pattern", ["(", "[", "*", "(?P<a>"])
def test_patterns_are_read_while_they_are_written(mistakes: Mistakes, pattern: str) -> None:
    [(pointer, message)] = mistakes(observe({"type": "url", "pattern": pattern}))
    assert pointer == "/nodes/0/config/rules/0/pattern"
    assert message.startswith("This is no regular expression")


COMPARED: list[Object] = [
    {"type": "data", "path": "a", "operator": "equals"},
    {"type": "data", "path": "a", "operator": "matches", "value": "("},
    {"type": "tool", "tool": "stock", "operator": "greater"},
]


@pytest.mark.parametrize("rule", COMPARED)
def test_comparisons_need_what_those_of_a_route_need(mistakes: Mistakes, rule: Object) -> None:
    found = mistakes(put("a", 1), observe(rule))
    assert [pointer for pointer, _ in found] != []


@pytest.mark.parametrize(
    "rule", [{"type": "exists", "selector": "index=3"}, {"type": "count", "selector": "", "equals": 1}]
)
def test_selectors_of_rules_are_read_too(mistakes: Mistakes, rule: Object) -> None:
    assert [pointer for pointer, _ in mistakes(observe(rule))] == ["/nodes/0/config/rules/0/selector"]


@browser
async def test_a_notice_that_has_gone_by_was_said_after_the_last_act(browse: Run) -> None:
    press: Object = {"type": "browser_action", "config": {"action": "click", "selector": "#make"}}
    said: Object = {"type": "text", "text": "Your code is"}
    gone: Object = {"type": "missing", "selector": "#toasts > div"}
    look: Object = {"type": "tool", "config": {"tool": "page.text", "args": {}}}
    result = await browse(go("/hard/toast"), press, observe(gone, said, method="validate"))
    assert verdicts(result) == [True, True]
    later = await browse(go("/hard/toast"), press, observe(gone, method="validate"), look, observe(said))
    assert verdicts(later) == [False]
