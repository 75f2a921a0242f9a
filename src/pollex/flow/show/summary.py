"""What a node does, in one line. The one place where that is said: text, Mermaid and SVG all take it from here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...core.json import Object
from ..node import Node
from ..nodes import NODE_TYPES
from ..nodes.group import bounds
from .phrases import condition, element, quoted, rules, valued


def summary(node: Node) -> str:
    """A few words, from the node's type and config."""
    config, kind = node.config, NODE_TYPES[node.type]
    if not kind.schema.valid(config):  # a template stands where a list or a choice would
        return f"{kind.title.lower()} with {_named(config)}"
    return SUMMARIES[kind.name](config)


def remarks(node: Node) -> tuple[str, ...]:
    """What else matters to whoever reads the workflow: where its result goes, how it takes failures."""
    said = []
    if node.stored:
        said.append(f"→ {node.stored}")
    if isinstance(retry := node.document.get("retry"), dict):
        said.append(f"up to {retry['attempts']} tries")
    if node.type == "group" and node.config.get("continueOnError"):
        said.append("goes on after a failure")
    if node.type == "iterate" and not node.config.get("continueOnError", True):
        said.append("stops at a failure")
    if node.config.get("onFailure") == "continue_with_error":
        said.append("goes on if not")
    return tuple(said)


def way_label(branch: str, config: Object) -> str:
    """What stands on a way: the value or the condition of a route; for a loop, what comes next."""
    if branch == "default":
        return "otherwise"
    if "conditions" in config:
        return condition(config["conditions"][int(branch.removeprefix("conditions[").removesuffix("]"))])
    if "variable" in config:
        return f"next {config['variable']}"
    return branch


def _action(config: Object) -> str:
    action = config["action"]
    match action:
        case "navigate":
            return f"go to {config['url']}"
        case "click":
            return f"click {element(config)}"
        case "type":
            return f"type {quoted(config['text'])} into {element(config)}"
        case "wait":
            return _wait(config)
        case "openNewTab":
            return f"open {config['url']} in a new tab" + (f" {quoted(config['name'])}" if "name" in config else "")
        case "switchTab":
            return f"switch to the tab {quoted(config['tabName'])}"
        case "screenshot":
            return f"take a picture of {element(config) or 'the page'}"
        case "keypress":
            return f"press {config['key']}" + (f" in {element(config)}" if "selector" in config else "")
        case "act":
            return str(config["instruction"])
    return PLAIN_ACTIONS[action]


PLAIN_ACTIONS: Final = {
    "back": "go back",
    "forward": "go forward",
    "refresh": "load the page again",
    "listTabs": "list the tabs",
    "getCurrentTab": "see which tab is open",
}


def _wait(config: Object) -> str:
    if "text" in config:
        return f"wait for the text {quoted(config['text'])}"
    if "url" in config:
        return f"wait for an address with {config['url']}"
    if "selector" in config or "fallback" in config:
        return f"wait for {element(config)}"
    return f"wait {config.get('duration', 1000)} ms"


def _query(config: Object) -> str:
    match config["method"]:
        case "extract":
            fields = _fields(config.get("schema", {}))
            return f"extract {config['instruction']}" + (f": {', '.join(fields)}" if fields else "")
        case "observe":
            return f"see whether {rules(config['rules'])}" if "rules" in config else f"look for {config['instruction']}"
    return f"make sure that {rules(config['rules'])}"


def _fields(schema: Object) -> list[str]:
    """The names that an extraction fills in: those of a list's items, where there is only the list."""
    properties = schema.get("properties") or schema.get("items", {}).get("properties", {})
    inner = [each for each in properties.values() if isinstance(each, dict) and "properties" in each.get("items", {})]
    return list(inner[0]["items"]["properties"] if len(properties) == len(inner) == 1 else properties)


def _iterate(config: Object) -> str:
    most = f", at most {config['limit']}" if "limit" in config else ""
    return f"for each {config['variable']} of {config['over']}{most}"


def _route(config: Object) -> str:
    asked = [config["value"]] if "paths" in config else [each["path"] for each in config["conditions"]]
    return f"depends on {', '.join(dict.fromkeys(asked))}"


def _context(config: Object) -> str:
    key = config.get("key", "")
    match config["operation"]:
        case "set":
            return f"set {key} = {valued(config['value'])}"
        case "get":
            return f"read {key}"
        case "update":
            return f"change {key} to {valued(config['value'])}"
        case "merge":
            return f"add {valued(config['value'])} to {key}"
    return f"forget {key or 'all variables'}"


def _group(config: Object) -> str:
    first, last = bounds(config["nodeRange"]) or ("?", "?")
    name = config.get("name") or config.get("groupId")
    return f"{name}, nodes {first} to {last}" if name else f"nodes {first} to {last} as one"


def _tool(config: Object) -> str:
    args = dict(config.get("args", {}))
    where = f" on {element(args)}" if "selector" in args or "fallback" in args else ""
    others = {name: value for name, value in args.items() if name not in ("selector", "fallback")}
    return f"call {config['tool']}{where}" + (f" with {_named(others)}" if others else "")


def _named(values: Object) -> str:
    return ", ".join(f"{name}: {valued(value)}" for name, value in values.items())


def _show(config: Object) -> str:
    form = {"table": " as a table", "list": " as a list", "json": " as JSON"}.get(config.get("as", "text"), "")
    return f"show {config.get('title') or valued(config['value'])}{form}"


SUMMARIES: Final[dict[str, Callable[[Object], str]]] = {
    "browser_action": _action,
    "browser_query": _query,
    "iterate": _iterate,
    "route": _route,
    "context": _context,
    "group": _group,
    "tool": _tool,
    "ask": lambda config: f"ask {quoted(config['question'])}",
    "show": _show,
    "workflow": lambda config: f"run {config['workflow']}",
}
