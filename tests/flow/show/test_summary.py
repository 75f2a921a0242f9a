"""What a node does, in one line."""

from typing import Any

import pytest

from pollex.browser.actions import ACTIONS
from pollex.flow.node import Node
from pollex.flow.nodes import TYPES
from pollex.flow.rules.rule import KINDS
from pollex.flow.show.phrases import rule
from pollex.flow.show.summary import remarks, summary

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}

CASES: list[tuple[str, dict[str, Any], str]] = [
    ("browser_action", {"action": "navigate", "url": "https://example.org"}, "go to https://example.org"),
    ("browser_action", {"action": "click", "selector": ["#a", "text=Save"]}, "click “Save”"),
    ("browser_action", {"action": "click", "selector": "#a", "fallback": "the tab"}, "click the tab, found by #a"),
    ("browser_action", {"action": "click", "selector": 'role=button[name="Save"]'}, "click the button “Save”"),
    ("browser_action", {"action": "click", "selector": "act:the first row"}, "click the first row"),
    (
        "browser_action",
        {"action": "type", "selector": "label=Email", "text": "{{email}}"},
        "type “{{email}}” into the field “Email”",
    ),
    ("browser_action", {"action": "wait"}, "wait 1 s"),
    ("browser_action", {"action": "wait", "text": "Done"}, "wait for the text “Done”"),
    ("browser_action", {"action": "wait", "selector": "#x"}, "wait for #x"),
    ("browser_action", {"action": "wait", "url": "/done"}, "wait for an address with /done"),
    ("browser_action", {"action": "openNewTab", "url": "u", "name": "help"}, "open u in a new tab “help”"),
    ("browser_action", {"action": "switchTab", "tabName": "help"}, "switch to the tab “help”"),
    ("browser_action", {"action": "back"}, "go back"),
    ("browser_action", {"action": "forward"}, "go forward"),
    ("browser_action", {"action": "refresh"}, "reload the page"),
    ("browser_action", {"action": "screenshot"}, "take a picture of the page"),
    ("browser_action", {"action": "listTabs"}, "list the tabs"),
    ("browser_action", {"action": "getCurrentTab"}, "see which tab is open"),
    ("browser_action", {"action": "keypress", "key": "Enter", "selector": "#q"}, "press Enter in #q"),
    ("browser_action", {"action": "act", "instruction": "click the first result"}, "click the first result"),
    (
        "browser_query",
        {"method": "extract", "instruction": "the thing", "schema": SCHEMA},
        "extract the thing: name, price",
    ),
    (
        "browser_query",
        {
            "method": "extract",
            "instruction": "the things",
            "schema": {"type": "object", "properties": {"things": {"type": "array", "items": SCHEMA}}},
        },
        "extract the things: name, price",
    ),
    ("browser_query", {"method": "extract", "instruction": "the total"}, "extract the total"),
    ("browser_query", {"method": "observe", "instruction": "a banner"}, "look for a banner"),
    (
        "browser_query",
        {"method": "validate", "rules": [{"type": "text", "text": "Thanks"}, {"type": "url", "contains": "x"}]},
        "make sure that the page says “Thanks”, and 1 more",
    ),
    ("iterate", {"over": "a.b", "variable": "x", "body": 2, "limit": 5}, "for each x of a.b, at most 5"),
    ("route", {"value": "a.b", "paths": {"1": 2}}, "depends on a.b"),
    (
        "route",
        {
            "conditions": [
                {"path": "a", "operator": "exists", "branch": 2},
                {"path": "a", "operator": "less", "value": 3, "branch": 2},
                {"path": "b", "operator": "exists", "branch": 2},
            ]
        },
        "depends on a, b",
    ),
    ("context", {"operation": "set", "key": "a", "value": {"b": 1}}, 'set a = {"b":1}'),
    ("context", {"operation": "get", "key": "a"}, "read a"),
    ("context", {"operation": "update", "key": "a", "value": 2}, "change a to 2"),
    ("context", {"operation": "merge", "key": "a", "value": "x"}, "add x to a"),
    ("memory", {"operation": "clear", "key": "a"}, "forget a"),
    ("context", {"operation": "clear"}, "forget all variables"),
    ("group", {"nodeRange": "1 - 5", "name": "Log in"}, "Log in, nodes 1 to 5"),
    ("group", {"nodeRange": [1, 5]}, "nodes 1 to 5 as one"),
    ("tool", {"tool": "add", "args": {"a": "{{x}}", "b": 2}}, "call add with a: {{x}}, b: 2"),
    ("tool", {"tool": "ping"}, "call ping"),
    ("tool", {"tool": "page.hover", "args": {"selector": "text=Menu"}}, "point at “Menu”"),
    ("tool", {"tool": "page.dialog", "args": {"accept": False}}, "dismiss the dialog"),
    ("ask", {"question": "Which code?"}, "ask “Which code?”"),
    ("show", {"value": "{{a}}", "as": "json"}, "show {{a}} as JSON"),
    ("show", {"value": [1], "title": "Orders"}, "show Orders"),
    ("workflow", {"workflow": "login.workflow.json"}, "run login.workflow.json"),
    ("iterate", {"over": "a", "variable": "x", "body": 2, "limit": "{{n}}"}, "iterate with over: a, variable: x, "),
    ("browser_query", {"method": "validate", "rules": "{{rules}}"}, "browser query with method: validate, rules: "),
]

RULES: list[tuple[dict[str, Any], str]] = [
    ({"type": "exists", "selector": "#a"}, "#a is there"),
    ({"type": "missing", "selector": "text=Error"}, "“Error” is not there"),
    ({"type": "text", "text": "Hi"}, "the page says “Hi”"),
    ({"type": "words", "text": "the order was taken"}, "the order was taken"),
    ({"type": "text", "text": "Hi", "selector": "#a"}, "#a says “Hi”"),
    ({"type": "count", "selector": "tr", "least": 1, "most": 5}, "there are at least 1 and at most 5 of tr"),
    ({"type": "matches", "pattern": "a+"}, "the text of the page fits a+"),
    ({"type": "value", "selector": "label=Name", "equals": "Ada"}, "the field “Name” holds “Ada”"),
    ({"type": "url", "contains": "/done"}, "the address contains “/done”"),
    ({"type": "title", "equals": "Home"}, "the title is “Home”"),
    ({"type": "tool", "tool": "stock", "operator": "greater", "value": 3}, "stock > 3"),
    ({"type": "data", "path": "cart.total", "operator": "lessOrEqual", "value": 10}, "cart.total ≤ 10"),
    ({"type": "data", "path": "cart", "operator": "exists", "value": False}, "cart is not there"),
]


def made(kind: str, config: dict[str, Any], **more: Any) -> Node:
    return Node({"position": 1, "type": kind, "config": config, **more})


@pytest.mark.parametrize(("kind", "config", "said"), CASES, ids=lambda case: case if isinstance(case, str) else "")
def test_summary(kind: str, config: dict[str, Any], said: str) -> None:
    found = summary(made(kind, config))
    assert found == said or (said.endswith(" ") and found.startswith(said))


@pytest.mark.parametrize(("given", "said"), RULES, ids=lambda case: case if isinstance(case, str) else "")
def test_rules_in_words(given: dict[str, Any], said: str) -> None:
    assert rule(given) == said


def test_every_action_and_every_kind_of_rule_is_tried_here() -> None:
    assert {config["action"] for kind, config, _ in CASES if kind == "browser_action"} == set(ACTIONS)
    assert {given["type"] for given, _ in RULES} == set(KINDS)


def test_every_declared_example_has_a_summary_without_json_in_it() -> None:
    said = [summary(made(kind.name, example.config)) for kind in TYPES for example in kind.examples]
    assert all(said)
    assert not [words for words in said if " with " in words and not words.startswith(("call ", "wait "))]


def test_remarks() -> None:
    config = {"nodeRange": "1-2", "continueOnError": True, "store_variable": "all"}
    found = remarks(made("group", config, retry={"attempts": 3}))
    assert found == ("→ all", "up to 3 tries", "goes on after a failure")
    assert remarks(made("iterate", {"over": "a", "continueOnError": False})) == ("stops at a failure",)
