"""`create_node` and `update_node`: write nodes, one or several, and report all mistakes at once."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final

from ...core.casing import match_key
from ...core.context import Context
from ...core.fault import Fault, Issue
from ...core.json import Object, brief, loads
from ...core.result import Result
from ...core.suggest import did_you_mean, one_of
from ...core.tool import Tool
from .config import configs
from .definition import with_examples
from .draft import CheckedDraft, check_draft, tree
from .editor import WorkflowEditor
from .node_input import FIELDS, NodeInput, config_names, read_node
from .permissive_schema import PermissiveSchema, as_sent
from .rename import renamed
from .schemas import CREATE, UPDATE, accepted_node, shown_node

CREATED: Final[tuple[Object, ...]] = (
    {"type": "browser_action", "alias": "open_gmail", "config": {"action": "navigate", "url": "https://gmail.com"}},
    {
        "type": "browser_action",
        "alias": "click_submit",
        "config": {
            "action": "click",
            "selectors": ["#submit", ".submit-btn", "text=Submit"],
            "fallback": "click the submit button",
        },
    },
    {
        "nodes": [
            {"type": "iterate", "position": 5, "config": {"over": "inbox.mails", "variable": "mail", "body": 6}},
            {"type": "browser_action", "position": 6, "config": {"action": "click", "selector": "text={{mail.title}}"}},
        ]
    },
)
UPDATED: Final[tuple[Object, ...]] = (
    {"position": 3, "config": {"selectors": ["#send", "text=Send"], "fallback": "the send button"}},
    {"position": 4, "alias": "orders", "remove": ["limit"]},
)


@dataclass(frozen=True, slots=True)
class Change:
    """What a call would make of the draft, and its mistakes."""

    issues: tuple[Issue, ...]
    draft: CheckedDraft | None = None
    positions: tuple[int, ...] = ()

    def accept(self, editor: WorkflowEditor, context: Context) -> CheckedDraft:
        if self.draft is None or self.issues:
            raise Fault.from_issues("invalid_input", _as_sent(self.issues, context))
        return self.draft.accept(editor)


def create_node(editor: WorkflowEditor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        change = _creation(editor, args)
        draft = change.accept(editor, context)
        return Result.success({"created": _summary(draft, change.positions), "open": draft.open_issues()})

    schema = PermissiveSchema(shown_node(), accepted_node(), lambda args: _creation(editor, args).issues)
    about = with_examples(CREATE, CREATED)
    return Tool("create_node", about, schema, run, "Create node", examples=CREATED, variants=configs())


def update_node(editor: WorkflowEditor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        before = editor.node(args["position"]).get("alias")
        change, followed = _update(editor, args)
        draft = change.accept(editor, context)
        notes = tuple(f"Node {position} now refers to the new alias of {before!r}." for position in followed)
        answer = {
            "updated": _summary(draft, change.positions)[0],
            "open": draft.open_issues(),
            "breaks": draft.breaks(),
        }
        return Result.success(answer, notes=notes)

    schema = PermissiveSchema(
        shown_node(update=True), accepted_node(update=True), lambda args: _update(editor, args)[0].issues
    )
    return Tool("update_node", with_examples(UPDATE, UPDATED), schema, run, "Update node", examples=UPDATED)


def _creation(editor: WorkflowEditor, args: Object) -> Change:
    several = args.get("nodes")
    if isinstance(several, list):
        beside = [name for name in args if name != "nodes"]
        issues = [_beside(name) for name in beside]
        reads = [read_node(each, f"/nodes/{at}") for at, each in enumerate(several) if isinstance(each, dict)]
    else:
        issues, reads = [], [read_node(args, also=("nodes",))]
    nodes, taken = [], {node["position"] for node in editor.nodes}
    wanted = {read.fields.get("position") for read in reads}
    for read in reads:
        node, mistakes = _placed(read, taken, wanted)
        issues += [*read.issues, *mistakes]
        nodes.append(node)
    draft = check_draft(editor, editor.replace([*editor.nodes, *nodes]))
    sent = {node["position"]: read.sent for node, read in zip(nodes, reads, strict=True)}
    return Change(_joined(issues, draft.issues(sent)), draft, tuple(sent))


def _placed(read: NodeInput, taken: set[int], wanted: Container[Any]) -> tuple[Object, list[Issue]]:
    """Return the node at its position, which is then taken; one without goes to the end, after what others want."""
    issues = []
    kind, position = read.fields.get("type"), read.fields.get("position")
    if not isinstance(kind, str):
        issues.append(
            Issue(f"{read.at}/type", "The key 'type' is missing.", "the type of node", brief(kind), "Add it.")
        )
    free = next(each for each in count(max(taken, default=0) + 1) if each not in wanted)
    if type(position) is not int:
        if position is not None:
            issues.append(Issue(read.sent("/position"), "A position is a whole number.", "integer", brief(position)))
        position = free
    elif position in taken:
        hint = f"Leave it out for {free}, change the node with update_node, or make room with move_node."
        message = f"Position {position} is taken."
        issues.append(Issue(read.sent("/position"), message, "a free position", str(position), hint))
        position = free
    taken.add(position)
    return {**read.fields, "position": position, "type": str(kind), "config": read.config}, issues


def _update(editor: WorkflowEditor, args: Object) -> tuple[Change, list[int]]:
    read = read_node(args, also=("remove",))
    try:
        node = editor.node(args.get("position", -1))
    except Fault as fault:
        return Change((Issue("/position", fault.message, fault.expected, fault.received, fault.hint),)), []
    fields = {name: value for name, value in read.fields.items() if name != "remove"}
    same = fields.get("type", node["type"]) == node["type"]
    made = {**node, **fields, "config": {**(node.get("config", {}) if same else {}), **read.config}}
    issues = [*read.issues, *_removed(made, args.get("remove", []))]
    position, old, new = node["position"], node.get("alias"), made.get("alias")
    others = [each for each in editor.nodes if each["position"] != position]
    followed: list[int] = []
    if isinstance(old, str) and isinstance(new, str) and old != new:
        changed = [renamed(each, old, new) for each in others]
        followed = [each["position"] for each, before in zip(changed, others, strict=True) if each != before]
        others = changed
    draft = _check_schema(editor, made, others)
    return Change(_joined(issues, draft.issues({position: read.sent})), draft, (position,)), followed


def _check_schema(editor: WorkflowEditor, node: Object, others: list[Object]) -> CheckedDraft:
    """Return the draft with a changed node. What another schema of an extraction breaks in other nodes (what would be
    right if the schema allowed everything) is reported, not refused."""
    draft = check_draft(editor, editor.replace([*others, node]))
    if not draft.faults or node["config"].get("method") != "extract":
        return draft
    open_node = {**node, "config": {**node["config"], "schema": {}}}
    wrong = {found.key for found in check_draft(editor, editor.replace([*others, open_node])).faults}
    return draft.tolerating(lambda found: found.position != node["position"] and found.key not in wrong)


def _removed(node: Object, names: Any) -> Iterable[Issue]:
    """Remove properties from a node, in place; those that it does not have are mistakes."""
    optional = ("alias", "description", *FIELDS)
    for at, name in enumerate(names if isinstance(names, list) else ()):
        meant = config_names().get(match_key(str(name), config_names()) or "", str(name))
        holder = node["config"] if meant in node["config"] else node if meant in optional and meant in node else None
        if holder is None:
            known = [*node["config"], *(each for each in optional if each in node)]
            message = f"The node has no {name!r}."
            yield Issue(f"/remove/{at}", message, one_of(known), brief(name), did_you_mean(str(name), known))
        else:
            del holder[meant]


def _summary(draft: CheckedDraft, positions: tuple[int, ...]) -> list[Object]:
    owners = tree(draft.document).owners
    nodes = {node["position"]: node for node in draft.document["nodes"]}
    return [
        {
            "position": position,
            "type": nodes[position]["type"],
            "alias": nodes[position].get("alias"),
            "owner": owners.get(position),
        }
        for position in positions
    ]


def _joined(issues: list[Issue], more: list[Issue]) -> tuple[Issue, ...]:
    """Return all issues in order; for a place that could not be read, only that."""
    known = {issue.pointer for issue in issues}
    kept = [*issues, *(issue for issue in more if issue.pointer not in known)]
    return tuple(sorted(kept, key=lambda issue: issue.pointer))


def _beside(name: str) -> Issue:
    hint = f"Leave {name!r} out, or put it into one of 'nodes'."
    return Issue(f"/{name}", f"{name!r} stands beside 'nodes'.", "'nodes' alone", repr(name), hint)


def _as_sent(issues: Iterable[Issue], context: Context) -> list[Issue]:
    """Return the issues with names as the caller wrote them, before they were repaired."""
    sent = context.current.args if context.current is not None else None
    if isinstance(sent, str | bytes):
        sent = loads(sent)
    return [replace(issue, pointer=as_sent(issue.pointer, sent)) for issue in issues]
