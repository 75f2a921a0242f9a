"""The check of references: the name must exist, its node must run before, and the path must fit its schema."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..core.authoring import check_references, clashes
from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.limits import DEFAULT_LIMITS
from ..core.path import dotted, parse
from ..core.reference import Reference, read, references
from ..core.schema import Schema
from ..core.shape import Shape
from ..core.suggest import did_you_mean, one_of
from .branch import Branch
from .definition import CheckOptions
from .node_tree import NodeEntry, NodeTree

if TYPE_CHECKING:
    from ..core.registry import Tools

SECRET_HOLDERS: Final = ("browser_action", "tool")
"""Node types whose tools take a secret by reference; anywhere else it would become a value that is kept."""


def reference_mistakes(document: Object, tree: NodeTree, given: CheckOptions) -> list[Issue]:
    """Return all mistakes in the order of the run: a name is known once the node that makes it has run."""
    inputs = _inputs(document)
    made: dict[str, Any] = {}
    items: dict[str, Any] = {}
    later = _makers(tree)
    issues: list[Issue] = _clashes(tree, inputs)
    for entry, around in tree.walk():
        if len(issues) > DEFAULT_LIMITS.issues:
            return issues  # more are not reported, and similar names are costly to find
        known = ChainMap({name: items.get(name) for name in _loops(around)}, made, inputs)
        issues += [_with_maker(issue, entry, later, made) for issue in _of_node(entry, known, document, later)]
        issues += _nested_loops(entry, around)
        items.update(_item(entry, known))
        made.update(_names(entry, given))
    issues += _outputs(document, {**inputs, **made}) + _account(document, inputs)
    return issues


def bare(path: str) -> str:
    """Return a path without template braces: `{{orders.rows}}` is `orders.rows`."""
    text = path.strip()
    return text[2:-2].strip() if text.startswith("{{") and text.endswith("}}") and text.count("{{") == 1 else text


def _inputs(document: Object) -> dict[str, Any]:
    try:
        schema = Schema.from_parameters(document.get("inputs", [])).document
    except (Fault, TypeError, AttributeError):
        return {}
    return dict(schema["properties"]) if isinstance(schema, dict) else {}


def _names(entry: NodeEntry, given: CheckOptions) -> dict[str, Any]:
    """Return the names that exist once a node has run, each with the schema of its value or None."""
    match entry.kind.name:
        case "tool":
            result_schema = _output(entry, given.tools)
        case "workflow":
            result_schema = given.called.get(str(entry.config.get("workflow")))
        case _:
            result_schema = entry.kind.result_schema(entry.config)
    names = dict(entry.kind.names(entry.config))
    stored = entry.config.get("store_variable")
    return {**names, **{name: result_schema for name in (entry.alias, stored) if isinstance(name, str)}}


def _output(entry: NodeEntry, tools: Tools | None) -> Any:
    """Return the output schema of a `tool` node; None where the tool is not known."""
    tool = None if tools is None else tools.find(str(entry.config.get("tool")))
    return None if tool is None or tool.output is None else tool.output.document


def _makers(tree: NodeTree) -> dict[str, NodeEntry]:
    """Return the first node that makes each name."""
    makers: dict[str, NodeEntry] = {}
    for entry, _ in tree.walk():
        for name in _names(entry, CheckOptions()):
            makers.setdefault(name, entry)
    return makers


def _loops(around: Iterable[Branch]) -> list[str]:
    return [name for branch in around for name in branch.variables]


def _item(entry: NodeEntry, known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the loop's variable with the schema of the list's items."""
    over = entry.config.get("over")
    if entry.kind.name != "iterate" or not isinstance(over, str):
        return {}
    try:
        root, *path = parse(bare(over))
    except (Fault, ValueError):
        return {}
    return {str(entry.config.get("variable")): Shape.of(known.get(str(root))).at([*path, 0])}


def _of_node(entry: NodeEntry, known: Mapping[str, Any], document: Object, made: Collection[str]) -> list[Issue]:
    """Return the mistakes in one node's config, with pointers into the file."""
    templates = {name: value for name, value in entry.config.items() if name not in entry.kind.paths}
    found = check_references(templates, known, environ={name for name in _environ(templates) if name not in made})
    found += [issue for name in entry.kind.paths if (issue := _path(entry.config.get(name), name, known))]
    found += _conditions(entry, known)
    if entry.kind.name not in SECRET_HOLDERS:
        found += _kept_secrets(templates)
    if entry.kind.name == "context" and entry.config.get("operation") in ("get", "update"):
        found += _key(entry.config.get("key"), known)
    rules = _of_rules(document["nodes"][entry.at], known, entry)
    return rules + [replace(issue, pointer=f"/nodes/{entry.at}/config{issue.pointer}") for issue in found]


def _environ(value: Any) -> set[str]:
    """Return the names in capitals: environment variables, which are known only where the workflow runs."""
    return {each.root for each in references(value) if each.root.isupper() and len(each.path) == 1}


def _path(path: Any, name: str, known: Mapping[str, Any]) -> Issue | None:
    """Check a property that is a path as a reference."""
    if not isinstance(path, str) or not path.strip():
        return None
    try:
        written = dotted(parse(bare(path)))
    except Fault as fault:
        return Issue(f"/{name}", fault.message, fault.expected, path, fault.hint)
    if written.partition(".")[0] == "secret":
        return replace(_kept_secrets("{{" + written + "}}")[0], pointer=f"/{name}")
    found = check_references("{{" + written + "}}", known, environ=())
    return replace(found[0], pointer=f"/{name}", received=path) if found else None


def _key(key: Any, known: Mapping[str, Any]) -> list[Issue]:
    """Check a variable that is read by its name."""
    if not isinstance(key, str) or key in known:
        return []
    return [Issue("/key", f"Nothing is named {key!r}.", one_of(known), key, did_you_mean(key, known))]


def _conditions(entry: NodeEntry, known: Mapping[str, Any]) -> list[Issue]:
    """Check the paths in a route's conditions and in rules about data."""
    found = []
    for field in ("conditions", "rules"):
        listed = entry.config.get(field)
        for at, each in enumerate(listed if isinstance(listed, list) else ()):
            if not isinstance(each, dict) or each.get("type", "data") != "data":
                continue
            if issue := _path(each.get("path"), f"{field}/{at}/path", known):
                found.append(issue)
    return found


def _of_rules(node: Object, known: Mapping[str, Any], entry: NodeEntry) -> list[Issue]:
    """Check the rules in a node's `before` and `verify`."""
    found = []
    for field in ("before", "verify"):
        listed = node.get(field)
        for at, rule in enumerate(listed if isinstance(listed, list) else ()):
            if not isinstance(rule, dict):
                continue
            texts = {name: value for name, value in rule.items() if name != "path"}
            mistakes = [*check_references(texts, known, environ=_environ(texts)), *_kept_secrets(texts)]
            if rule.get("type") == "data" and (issue := _path(rule.get("path"), "path", known)):
                mistakes.append(issue)
            found += [replace(issue, pointer=f"/nodes/{entry.at}/{field}/{at}{issue.pointer}") for issue in mistakes]
    return found


def _nested_loops(entry: NodeEntry, around: Iterable[Branch]) -> list[Issue]:
    """Refuse a loop whose variables hide those of a loop around it."""
    outer = set(_loops(around))
    names = [name for branch in entry.kind.branches(entry.config) for name in branch.variables]
    return [
        Issue(
            f"/nodes/{entry.at}/config/variable", f"A loop around this one has {name!r} already.", "another name", name
        )
        for name in dict.fromkeys(names)
        if name in outer
    ]


def _account(document: Object, inputs: Mapping[str, Any]) -> list[Issue]:
    limits = document.get("limits")
    account = {"account": limits.get("account")} if isinstance(limits, dict) else {}
    found = [*check_references(account, inputs, environ=_environ(account)), *_kept_secrets(account)]
    return [replace(issue, pointer=f"/limits{issue.pointer}") for issue in found]


def _kept_secrets(value: Any) -> list[Issue]:
    from ..core.path import pointer
    from ..core.reference import texts

    return [
        Issue(
            pointer(path),
            "A secret cannot become a value: it would be kept and shown.",
            "a secret in a node that types or calls",
            part.written,
            "Write {{secret.NAME}} where it is typed or sent.",
        )
        for path, text in texts(value, "{{}}")
        for part in read(text, "{{}}").parts
        if isinstance(part, Reference) and part.root == "secret"
    ]


def _with_maker(issue: Issue, entry: NodeEntry, makers: Mapping[str, NodeEntry], made: Mapping[str, Any]) -> Issue:
    """Return the issue; where a later node makes the name, with a message that says so."""
    root = (issue.received or "").strip("{} ").partition(".")[0].partition("[")[0]
    maker = makers.get(root)
    if maker is None or root in made or not issue.message.startswith("Nothing is named"):
        return issue
    if maker.position == entry.position:
        message, hint = f"{root!r} is this node's own result.", "Use it in nodes that run later."
    else:
        message = f"{root!r} is made by node {maker.position}, which runs later."
        hint = f"Move node {maker.position} before node {entry.position}."
    return replace(issue, message=message, hint=hint)


def _clashes(tree: NodeTree, inputs: Mapping[str, Any]) -> list[Issue]:
    """Return a mistake for each name with two meanings, at the node that adds the second."""
    loops = {name for branch in _all_branches(tree) for name in branch.variables}
    aliases = [entry.alias for entry in tree.entries.values() if entry.alias]
    variables = {name for entry in tree.entries.values() for name in _variables(entry)}
    found = clashes({"the inputs": inputs, "the variables": variables, "the aliases": aliases, "the loops": loops})
    issues = [replace(issue, pointer=_declaration(str(issue.received), tree)) for issue in found]
    seen: dict[str, NodeEntry] = {}
    for entry in tree.entries.values():
        if entry.alias and (first := seen.setdefault(entry.alias, entry)) is not entry:
            message = f"The alias {entry.alias!r} is taken by node {first.position}."
            issues.append(Issue(f"/nodes/{entry.at}/alias", message, "an alias of its own", entry.alias))
    return issues


def _variables(entry: NodeEntry) -> list[str]:
    stored = entry.config.get("store_variable")
    return [*entry.kind.names(entry.config), *([stored] if isinstance(stored, str) and stored != entry.alias else [])]


def _declaration(name: str, tree: NodeTree) -> str:
    """Return the pointer to the last declaration of a name."""
    for entry in reversed(list(tree.entries.values())):
        if name in (entry.alias, entry.config.get("store_variable"), entry.config.get("key")):
            return f"/nodes/{entry.at}"
        if any(name in branch.variables for branch in entry.kind.branches(entry.config)):
            return f"/nodes/{entry.at}/config/variable"
    return "/inputs"


def _all_branches(tree: NodeTree) -> list[Branch]:
    return [branch for entry in tree.entries.values() for branch in entry.kind.branches(entry.config)]


def _outputs(document: Object, known: Mapping[str, Any]) -> list[Issue]:
    outputs = document.get("outputs")
    found = []
    for at, output in enumerate(outputs if isinstance(outputs, list) else ()):
        if not isinstance(output, dict):
            continue
        name, value = output.get("display_name"), output.get("value")
        if value is None and isinstance(name, str) and name not in known:
            message = f"Nothing says what the output {name!r} is."
            hint = 'Add "value": "{{path}}", or store a variable of that name.'
            found.append(Issue(f"/outputs/{at}", message, "a value", name, hint))
        found += [
            replace(issue, pointer=f"/outputs/{at}{issue.pointer}")
            for issue in [
                *check_references({"value": value}, known, environ=_environ(value)),
                *_kept_secrets({"value": value}),
            ]
        ]
    return found
