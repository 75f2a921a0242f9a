"""Document 001's blocks against the node types, the runner and the Director's tools."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pollex.browser.actions import ACTIONS
from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.dialect import violations
from pollex.core.invoke import invoke
from pollex.core.json import Object
from pollex.core.limits import DEFAULT_LIMITS
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.schema import Schema
from pollex.flow.director import WorkflowEditor, director_tools
from pollex.flow.nodes import NODE_TYPES
from pollex.flow.nodes.group import bounds
from pollex.flow.rules.condition import OPERATORS

SEEDS = Path(__file__).parents[1] / "seeds"
Run = Callable[..., Awaitable[Result]]
Mistakes = Callable[..., list[tuple[str, str]]]
browser = pytest.mark.asyncio(loop_scope="session")
EMPTY_RULES: Object = {"method": "validate", "rules": [], "onFailure": "stop_workflow"}
"""Document 001 does not forbid it; here a validation without rules is a mistake."""


def read(name: str) -> Any:
    return json.loads((SEEDS / "001" / name).read_text())


def put(key: str, value: Any = 1, **node: Any) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}, **node}


def go(path: str) -> Object:
    return {"type": "browser_action", "config": {"action": "navigate", "url": "{{site}}" + path}}


def verdicts(file: str, kind: str) -> None:
    """What the document's schema takes and refuses, the node type takes and refuses as well."""
    schema, samples = Schema(read(file)), json.loads((SEEDS / "verdicts.json").read_text())[f"001/{file}"]
    declared = NODE_TYPES[kind]
    for config in samples["accepts"]:
        assert schema.valid(config)
        assert declared.schema.valid(config) is (config != EMPTY_RULES)
        assert config == EMPTY_RULES or declared.mistakes(config) == []
    for config in samples["refuses"]:
        assert not schema.valid(config)
        assert not declared.schema.valid(config) or declared.mistakes(config) != []


@browser
async def test_browser_action_prompt(browse: Run) -> None:
    """Fourteen actions and no other, each with its own fields; a wait takes 1000 ms."""
    schema = read("01-browser-action-prompt.schema.json")
    verdicts("01-browser-action-prompt.schema.json", "browser_action")
    assert sorted(ACTIONS) == sorted(schema["properties"]["action"]["enum"])
    fields = {name for action in ACTIONS.values() for name in action.properties} - {"fallback"}
    assert fields == schema["properties"].keys() - {"action"}
    assert schema["properties"]["duration"]["default"] == DEFAULT_LIMITS.wait_ms
    wait = {"type": "browser_action", "alias": "waited", "config": {"action": "wait"}}
    result = await browse(go("/hard/keys"), wait, put("ms", "{{waited.ms}}"))
    assert result.unwrap()["variables"]["ms"] >= 1000


@browser
async def test_browser_action_node(browse: Run) -> None:
    """A list of selectors, a union of two, words as fallback, and the result stored."""
    schema = read("08-browser-action-node.schema.json")
    verdicts("08-browser-action-node.schema.json", "browser_action")
    assert NODE_TYPES["browser_action"].properties.keys() == schema["properties"].keys()
    union = (SEEDS / "001" / "03-union-selector.txt").read_text().strip()
    typed = {"action": "type", "selector": union, "text": "ada@example.org"}
    shot = {"action": "screenshot", "fullPage": False, "store_variable": "shot"}
    page = "data:text/html,<input type=email><button class=submit-btn onclick=\"document.title='sent'\">Submit</button>"
    nodes = (
        {"type": "browser_action", "config": {"action": "navigate", "url": page}},
        {"type": "browser_action", "config": typed},
        {"type": "browser_action", "config": read("07-create-node-examples.json")["examples"][1]["input"]["config"]},
        {"type": "browser_action", "config": shot},
        {"type": "browser_query", "config": {"method": "validate", "rules": [{"type": "title", "equals": "sent"}]}},
    )
    result = await browse(*nodes)
    assert [node["rung"] for node in result.unwrap()["nodes"]][1:3] == ["first", "later"]
    assert result.data["variables"]["shot"]


EMAILS: Object = {
    "type": "object",
    "properties": {
        "emails": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"subject": {"type": "string"}, "sender": {"type": "string", "title": "From"}},
                "required": ["subject", "sender"],
            },
        }
    },
    "required": ["emails"],
}


@browser
async def test_browser_query_node(browse: Run) -> None:
    """extract, observe and validate on a mail box; onFailure is one of two."""
    schema = read("10-browser-query-node.schema.json")
    verdicts("10-browser-query-node.schema.json", "browser_query")
    declared = NODE_TYPES["browser_query"]
    assert declared.properties.keys() == schema["properties"].keys()
    for name in ("method", "onFailure"):
        assert declared.properties[name]["enum"] == schema["properties"][name]["enum"]
    queries: list[Object] = [
        {"method": "extract", "instruction": "all emails", "schema": EMAILS, "store_variable": "extracted"},
        {"method": "observe", "instruction": "the Delete button", "store_variable": "observed"},
        {
            "method": "validate",
            "rules": [{"type": "text", "text": "no such text", "within": 0}],
            "onFailure": "continue_with_error",
            "store_variable": "validated",
        },
    ]
    result = await browse(go("/mail/"), *({"type": "browser_query", "config": config} for config in queries))
    variables = result.unwrap()["variables"]
    assert variables["extracted"]["emails"][0] == {"subject": "Offer for the garden shed", "sender": "Leon Fischer"}
    assert (variables["observed"]["holds"], variables["validated"]["valid"]) == (True, False)


@browser
async def test_iterate_node(browse: Run) -> None:
    """Over extract_emails.emails: each is opened and its heading read; the index is named after the variable."""
    schema = read("11-iterate-node.schema.json")
    verdicts("11-iterate-node.schema.json", "iterate")
    declared = NODE_TYPES["iterate"]
    assert declared.properties.keys() == schema["properties"].keys()
    assert sorted(declared.required) == sorted(schema["required"]) == ["body", "over", "variable"]
    assert declared.properties["continueOnError"]["default"] is True
    loop = {"over": "extract_emails.emails", "variable": "email", "body": [4, 5], "limit": 2, "store_variable": "seen"}
    address = {"type": "string", "format": "uri"}
    items = EMAILS["properties"]["emails"]["items"]
    linked = {**items, "properties": {**items["properties"], "url": address}, "required": ["subject", "url"]}
    schema = {**EMAILS, "properties": {"emails": {"type": "array", "items": linked}}}
    extract = {"method": "extract", "instruction": "all emails", "schema": schema}
    nodes = (
        go("/mail/"),
        {"type": "browser_query", "alias": "extract_emails", "config": extract},
        {"type": "iterate", "config": loop},
        {"type": "browser_action", "config": {"action": "navigate", "url": "{{email.url}}"}},
        {"type": "tool", "alias": "heading", "config": {"tool": "page.query", "args": {"selector": "article h2"}}},
        put("last", "{{extract_emails.emails[1].subject}}"),
    )
    result = await browse(*nodes)
    variables = result.unwrap()["variables"]
    assert variables["seen"]["errors"] == []
    assert [turn["elements"][0]["text"] for turn in variables["seen"]["results"]][1] == variables["last"]


ROUTE_FIELDS = {"value", "paths", "conditions", "default"}


@pytest.mark.parametrize(("authenticated", "ran"), [(True, ["/2/20", "/2/21"]), (False, ["/2/25"]), (None, ["/2/30"])])
async def test_route_value(run: Run, authenticated: bool | None, ran: list[str]) -> None:
    """The value at the path chooses the positions: blocks 12 and 13 as they stand."""
    verdicts("12-route-value.schema.json", "route")
    assert NODE_TYPES["route"].properties.keys() >= read("12-route-value.schema.json")["properties"].keys()
    assert NODE_TYPES["route"].properties.keys() == ROUTE_FIELDS | {"store_variable"}
    config = {"value": "login_status.authenticated", "paths": read("13-route-paths.json")}
    nodes = (
        put("login_status", {"authenticated": authenticated}),
        {"type": "route", "config": config},
        *(put(f"n{at}", position=at) for at in (20, 21, 25, 30)),
    )
    result = await run(*nodes)
    assert [node["path"] for node in result.unwrap()["nodes"]][1:-1] == ran


async def test_route_condition(run: Run) -> None:
    """An ordered list of conditions with nine operators: blocks 14 and 15 as they stand."""
    schema = read("14-route-condition.schema.json")
    verdicts("14-route-condition.schema.json", "route")
    listed = schema["properties"]["conditions"]["items"]["properties"]["operator"]["enum"]
    assert list(OPERATORS) == listed
    assert len(listed) == 9
    config = {"conditions": [read("15-route-condition-entry.json")], "default": [30]}
    for authenticated, taken in ((True, "/2/20"), (False, "/2/30")):
        nodes = (
            put("login_status", {"authenticated": authenticated}),
            {"type": "route", "config": config},
            put("a", position=20),
            put("b", position=30),
        )
        assert [node["path"] for node in (await run(*nodes)).unwrap()["nodes"]] == ["/1", taken, "/2"]


@browser
async def test_route_by_what_the_page_says(browse: Run) -> None:
    """Document 001's own case: log in only if that is needed."""
    login = {"method": "observe", "rules": [{"type": "missing", "selector": "#password"}]}
    nodes = (
        go("/hard/login"),
        {"type": "browser_query", "alias": "login_status", "config": login},
        {"type": "route", "config": {"value": "login_status.holds", "paths": {"true": [20], "false": [21, 22, 23]}}},
        put("already", position=20),
        {"position": 21, "type": "browser_action", "config": {"action": "type", "selector": "#user", "text": "grace"}},
        {"position": 22, "type": "browser_action", "config": {"action": "type", "selector": "#password", "text": "x"}},
        {"position": 23, "type": "browser_action", "config": {"action": "click", "selector": "text=Sign in"}},
    )
    result = await browse(*nodes)
    assert [node["path"] for node in result.unwrap()["nodes"]][2:-1] == ["/3/21", "/3/22", "/3/23"]


async def test_context_node(run: Run) -> None:
    """Five operations; no key is needed to clear everything; values with variables and the environment."""
    schema = read("16-context-node.schema.json")
    verdicts("16-context-node.schema.json", "context")
    declared = NODE_TYPES["context"]
    assert declared is NODE_TYPES["memory"]
    assert declared.properties.keys() == schema["properties"].keys()
    assert declared.properties["operation"]["enum"] == schema["properties"]["operation"]["enum"]
    nodes = (
        put("token", {"a": ["{{ENV_VAR}}"]}),
        {"type": "memory", "config": {"operation": "merge", "key": "token", "value": {"a": ["{{token.a[0]}}"]}}},
        {"type": "memory", "config": {"operation": "update", "key": "token", "value": {"b": 1}}},
        {"type": "memory", "alias": "got", "config": {"operation": "get", "key": "token"}},
        {"type": "context", "config": {"operation": "clear"}},
        put("all", "{{got}}"),
    )
    result = await run(*nodes, environ={"ENV_VAR": "x"})
    assert result.unwrap()["variables"] == {"all": {"a": ["x", "x"], "b": 1}}


@pytest.mark.parametrize("node_range", ["1-25", read("18-group-range.json")], ids=str)
async def test_group_node(run: Run, node_range: Any) -> None:
    """Both ways to write the range; an error stops the group unless told otherwise."""
    schema = read("17-group-node.schema.json")
    verdicts("17-group-node.schema.json", "group")
    declared = NODE_TYPES["group"]
    assert declared.properties.keys() == schema["properties"].keys()
    assert declared.required == ("nodeRange",)
    assert declared.properties["continueOnError"]["default"] is False
    assert bounds(node_range) == (1, 25)
    group = {"position": 30, "type": "group", "config": {"nodeRange": node_range, "name": "Login", "groupId": "g"}}
    nodes = (put("a", position=1), put("b", position=25), put("c", position=26), group)
    result = await run(*nodes)
    assert [node["path"] for node in result.unwrap()["nodes"]] == ["/26", "/30/1", "/30/25", "/30"]


async def test_group_range_needs_no_more_than_it_says(mistakes: Mistakes) -> None:
    for wrong in ("all", [1], [1, 2, 3]):
        found = mistakes({"type": "group", "config": {"nodeRange": wrong}}, put("a"))
        assert "/nodes/0/config/nodeRange" in [pointer for pointer, _ in found]


async def director(name: str, args: Object, editor: WorkflowEditor) -> Result:
    return await invoke(Call(name, args), Context(Registry(*director_tools(editor))))


def exported(name: str) -> Object:
    """A tool's definition as a model of OpenAI's sees it."""
    definitions = Registry(*director_tools(WorkflowEditor())).for_provider("openai", strict=False)
    found: Object = next(each for each in definitions if each.get("function", each)["name"] == name)
    return found


def enums(value: Any) -> list[list[Any]]:
    if isinstance(value, dict):
        own = [value["enum"]] if isinstance(value.get("enum"), list) else []
        return own + [each for child in value.values() for each in enums(child)]
    return [each for child in value for each in enums(child)] if isinstance(value, list) else []


def test_create_node() -> None:
    """The document's definition and ours both keep its rules; ours knows at least its types and properties."""
    document = read("06-create-node.json")
    assert violations(document, "openai", flat=True) == []
    assert violations(exported("create_node"), "openai", flat=True) == []
    text = json.dumps(exported("create_node"))
    wanted = document["function"]["parameters"]["properties"]
    assert [kind for kind in wanted["type"]["enum"] if f'"{kind}"' not in text] == []
    assert [name for name in wanted["config"]["properties"] if f'"{name}"' not in text] == []


async def test_create_node_examples() -> None:
    """Both examples are taken as they stand, the list of selectors too."""
    editor = WorkflowEditor()
    for example in read("07-create-node-examples.json")["examples"]:
        (await director("create_node", example["input"], editor)).unwrap()
    nodes = editor.document["nodes"]
    assert [node["alias"] for node in nodes] == ["open_gmail", "click_submit"]
    assert nodes[1]["config"]["selector"] == ["#submit", ".submit-btn", "text=Submit"]


@pytest.mark.parametrize(
    ("file", "field"), [("19-debug-browser.json", "action"), ("20-manage-variable.json", "operation")]
)
def test_consolidated_tools(file: str, field: str) -> None:
    """The sketches are no definitions yet; the completed tools are, with the same choices."""
    sketch = read(file)
    tool = {"type": "function", "function": {"name": sketch["name"], "parameters": sketch["parameters"]}}
    assert violations(tool, "openai", flat=True) != []
    assert violations(exported(sketch["name"]), "openai", flat=True) == []
    assert sketch["parameters"][field]["enum"] in enums(exported(sketch["name"]))
