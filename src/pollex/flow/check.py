"""The check of a workflow: its schema, every node's config, which node runs which, and every reference."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..core.fault import Fault, Issue
from ..core.json import Object, brief
from ..core.leaves import copy
from ..core.schema import Schema
from ..core.suggest import did_you_mean, one_of
from .definition import CheckOptions
from .document import DOCUMENT
from .literal import literal_mistakes, whole
from .node_tree import NodeEntry, NodeTree, ownership
from .nodes import NODE_TYPES
from .nodetype import NodeType, schema_mistakes
from .references import reference_mistakes
from .rules.rule import RULE_LITERAL, rule_mistakes
from .secrets import secret_mistakes

if TYPE_CHECKING:
    from ..core.registry import Tools


HOST: Final = re.compile(r"[\w-]+(\.[\w-]+)*(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")


def check(document: Any, known: CheckOptions | None = None) -> tuple[Object, list[Issue]]:
    """Return the document, repaired where the meaning is certain, and all mistakes in its order."""
    known = known or CheckOptions()
    tools = known.tools
    checked = DOCUMENT.check(document)
    issues = list(checked.issues)
    made: Object = checked.value if isinstance(checked.value, dict) else {}
    if made is document:
        try:
            made = copy(made)
        except Fault as fault:  # nested too deep
            return {}, [Issue("", fault.message, fault.expected, fault.received, fault.hint)]
    if not isinstance(made.get("nodes"), list):
        return made, issues
    entries = [entry for at, node in enumerate(made["nodes"]) if (entry := _entry(at, node, issues, tools))]
    tree, mistakes = ownership(entries)
    issues += mistakes
    issues += _domains(made)
    issues += _parameters(made, "inputs") + _parameters(made, "outputs")
    try:
        issues += reference_mistakes(made, tree, known)
    except Fault as fault:  # nested too deep to look through
        issues.append(Issue("", fault.message, fault.expected, fault.received, fault.hint))
    if known.secrets is not None:
        issues += secret_mistakes(made, known.secrets)
    return made, sorted(_once(issues), key=_place)


def structure(document: Object) -> NodeTree:
    """Return the tree of a document that was checked before."""
    entries = [_as_entry(at, node) for at, node in enumerate(document["nodes"])]
    return ownership(entries)[0]


def _as_entry(at: int, node: Object) -> NodeEntry:
    return NodeEntry(at, node["position"], NODE_TYPES[node["type"]], node.get("config", {}), node.get("alias"))


def _entry(at: int, node: Any, issues: list[Issue], tools: Tools | None) -> NodeEntry | None:
    """Return a node whose type is known and that has a position; check and repair its config in place."""
    if not isinstance(node, dict):
        return None
    kind = NODE_TYPES.get(str(node.get("type")))
    if kind is None:
        if isinstance(named := node.get("type"), str):
            hint = did_you_mean(named, NODE_TYPES)
            message = f"There is no type of node {named!r}."
            issues.append(Issue(f"/nodes/{at}/type", message, one_of(NODE_TYPES, 20), brief(named), hint))
        return None
    node["position"] = whole(node.get("position"))
    config = node.setdefault("config", {})
    checked = kind.schema.check(config, authoring="{{}}")
    if isinstance(checked.value, dict):
        structural = {place.partition("/")[0] for place in kind.literal}
        node["config"] = config = {
            name: whole(value) if name in structural else value for name, value in checked.value.items()
        }
    found = list(checked.issues)
    if isinstance(config, dict):
        found += [*kind.mistakes(config), *literal_mistakes(config, kind.literal)]
    issues += [replace(issue, pointer=f"/nodes/{at}/config{issue.pointer}") for issue in found]
    if tools is not None and isinstance(config, dict):
        issues += [replace(issue, pointer=f"/nodes/{at}/config{issue.pointer}") for issue in _tool(node, tools)]
    issues += _rules_mistakes(at, node) + _control_mistakes(at, node, kind)
    if node.get("onUncertain") == "verify" and not node.get("verify"):
        message = "There is nothing to verify by."
        issues.append(Issue(f"/nodes/{at}/onUncertain", message, "rules in 'verify'", "verify", "Add 'verify'."))
    if type(node.get("position")) is not int or not isinstance(config, dict):
        return None
    alias = node.get("alias")
    return NodeEntry(at, node["position"], kind, config, alias if isinstance(alias, str) else None)


def _rules_mistakes(at: int, node: Object) -> list[Issue]:
    found = []
    for field in ("before", "verify"):
        rules = node.get(field)
        for place, rule in enumerate(rules if isinstance(rules, list) else ()):
            mistakes = [
                *rule_mistakes(rule),
                *literal_mistakes({"rule": rule}, [f"rule{each}" for each in RULE_LITERAL]),
            ]
            for issue in mistakes:
                inside = issue.pointer.removeprefix("/rule")
                found.append(replace(issue, pointer=f"/nodes/{at}/{field}/{place}{inside}"))
    return found


def _control_mistakes(at: int, node: Object, kind: NodeType) -> list[Issue]:
    """Return a mistake for each field that a control node cannot have."""
    return [
        Issue(
            f"/nodes/{at}/{field}",
            f"A node of type {kind.name!r} has no {field!r}: it does nothing itself.",
            "a node that acts or looks",
            field,
            "Write it at the nodes that it runs."
            if kind.name != "ask" or field != "timeoutMs"
            else "Write it in 'config'.",
        )
        for field in ("timeoutMs", "retry", "onUncertain", "verify", "before", "needed", "taken")
        if kind.is_control_flow and field in node
    ]


def _tool(node: Object, tools: Tools) -> list[Issue]:
    """Check the arguments of a `tool` node against the schema of its tool."""
    config = node["config"]
    if node["type"] != "tool" or not isinstance(named := config.get("tool"), str) or "{{" in named:
        return []
    tool = tools.find(named)
    if tool is None:
        known = tools.names()
        return [Issue("/tool", f"There is no tool {named!r}.", one_of(known), named, did_you_mean(named, known))]
    args = config.get("args", {})
    if not isinstance(args, dict):
        return []
    return [issue.below("args") for issue in tool.input.check(args, authoring="{{}}").issues]


def _parameters(document: Object, field: str) -> list[Issue]:
    parameters = document.get(field)
    if not isinstance(parameters, list):
        return []
    try:
        Schema.from_parameters(parameters)
    except Fault as fault:
        return [issue.below(field) for issue in fault.issues]
    return [
        issue.below(at).below(field)
        for at, parameter in enumerate(parameters)
        for issue in schema_mistakes(parameter, "schema")
    ]


def _domains(document: Object) -> list[Issue]:
    found = literal_mistakes(document, ["allowedDomains/*"])
    listed = document.get("allowedDomains")
    for at, each in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(each, str) and "{{" not in each and not HOST.fullmatch(each):
            hint = "Write the host alone, such as example.org; its subdomains belong to it."
            found.append(Issue(f"/allowedDomains/{at}", f"{each!r} is no host.", "a host", each, hint))
    return found


def _once(issues: list[Issue]) -> list[Issue]:
    """Return each mistake once: the schema and the type's own rules may both have found it."""
    seen: dict[tuple[str, str], Issue] = {}
    for issue in issues:
        seen.setdefault((issue.pointer, issue.message), issue)
    return list(seen.values())


def _place(issue: Issue) -> list[tuple[int, str]]:
    """Return a sort key in the order of the document: /nodes/2 before /nodes/10."""
    return [(len(part) if part.isdecimal() else 0, part) for part in issue.pointer.split("/")]
