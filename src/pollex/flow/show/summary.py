"""What a node does, in one line, for text, Mermaid, SVG and the live lines of a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...browser.actions import BY_ACTION
from ...browser.description import asked_words
from ...core.json import Object
from ...text.phrase import PHRASES, phrase, quoted
from ..node import Node
from ..nodes import NODE_TYPES
from ..nodes.group import bounds
from .phrases import condition, rules, valued


def summary(node: Node) -> str:
    """Return what a node does, from its type and config."""
    config, kind = node.config, NODE_TYPES[node.type]
    if not kind.schema.valid(config) or kind.mistakes(config):  # a template in place of a list, or a draft
        return f"{kind.title.lower()} with {_named(config) or 'nothing yet'}"
    return SUMMARIES[kind.name](config)


def remarks(node: Node) -> tuple[str, ...]:
    """Return what else matters about a node: where its result goes, how it handles failures."""
    found: list[str] = []
    if node.stored:
        found.append(f"→ {node.stored}")
    if isinstance(retry := node.document.get("retry"), dict):
        found.append(f"up to {retry['attempts']} tries")
    if node.type == "group" and node.config.get("continueOnError"):
        found.append("goes on after a failure")
    if node.type == "iterate" and not node.config.get("continueOnError", True):
        found.append("stops at a failure")
    if node.config.get("onFailure") == "continue_with_error":
        found.append("goes on if not")
    return tuple(found)


def way_label(branch: str, config: Object) -> str:
    """Return the label of a branch: the value or condition of a route; for a loop, what comes next."""
    if branch == "default":
        return "otherwise"
    if "conditions" in config:
        return condition(config["conditions"][int(branch.removeprefix("conditions[").removesuffix("]"))])
    if "variable" in config:
        return f"next {config['variable']}"
    return branch


def _action(config: Object) -> str:
    if config["action"] == "act":
        return str(config["instruction"])
    return phrase(BY_ACTION[config["action"]], {"duration": 1000, **config}, asked_words(config)).imperative


def _query(config: Object) -> str:
    match config["method"]:
        case "extract":
            fields = _fields(config.get("schema", {}))
            return phrase("page.extract", config).imperative + (f": {', '.join(fields)}" if fields else "")
        case "observe":
            return f"see whether {rules(config['rules'])}" if "rules" in config else f"look for {config['instruction']}"
    return f"make sure that {rules(config['rules'])}"


def _fields(schema: Object) -> list[str]:
    """Return the names that an extraction fills in: those of a list's items, where there is only the list."""
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
    if config["tool"] in PHRASES:
        return phrase(config["tool"], args, asked_words(args)).imperative
    where = f" on {asked_words(args)}" if "selector" in args or "fallback" in args else ""
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
