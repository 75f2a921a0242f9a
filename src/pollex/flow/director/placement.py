"""Adding a node behind another, and moving one there: into its body, its way or its range, in one change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ...core.fault import Fault
from ...core.json import Object
from ...core.leaves import copy
from ...core.path import lookup, parse
from ..node_tree import BranchMembers
from ..nodes import NODE_TYPES
from .draft import CheckedDraft, check_draft, owned, tree
from .editor import WorkflowEditor
from .node_input import read_node
from .rewrite import Shift, rewritten

NOWHERE: Final = 0
"""A position that stands for a node to come."""


@dataclass(frozen=True, slots=True)
class NodePlace:
    """Where a node is to stand: behind another, first in what another runs, or first of all."""

    after: int | None = None
    into: int | None = None

    @classmethod
    def from_json(cls, given: Object) -> NodePlace:
        return cls(given.get("after"), given.get("into"))

    @property
    def neighbour(self) -> int | None:
        return self.after if self.after is not None else self.into


def add_node(editor: WorkflowEditor, node: Object, place: NodePlace | None = None) -> tuple[CheckedDraft, int]:
    """Add a node, at the end where no place is given; return the draft, and where the node stands."""
    read = read_node(node, "/node")
    if read.issues:
        raise Fault.from_issues("invalid_input", read.issues)
    position = max((each["position"] for each in editor.nodes), default=0) + 1
    kind = str(read.fields.get("type"))
    made: Object = {**read.fields, "position": position, "type": kind, "config": _with_body(kind, read.config)}
    nodes, stands = [*editor.nodes, made], position
    if place is not None:
        nodes, stands = _arranged(editor.replace(nodes), position, place)
    draft = check_draft(editor, editor.replace(nodes), moved=_moves(editor, nodes, made))
    if issues := draft.issues({stands: read.sent}):
        raise Fault.from_issues("invalid_input", issues)
    return draft.accept(editor), stands


def _with_body(kind: str, config: Object) -> Object:
    """Return the config of a loop or a group with a place for its first node, which is open until one is put there."""
    known = NODE_TYPES.get(kind)
    bodies: Object = {"body": NOWHERE, "nodeRange": f"{NOWHERE}-{NOWHERE}"}
    return {**{name: each for name, each in bodies.items() if known and name in known.required}, **config}


def place_node(editor: WorkflowEditor, position: int, place: NodePlace) -> tuple[CheckedDraft, int]:
    """Move a node, and return the draft, and where the node stands now."""
    position = editor.node(position)["position"]
    if place.neighbour is not None and editor.node(place.neighbour)["position"] in owned(editor.document, position):
        raise Fault("conflict", "A node cannot go into itself.", pointer="/after", received=str(place.neighbour))
    nodes, stands = _arranged(editor.document, position, place)
    draft = check_draft(editor, editor.replace(nodes), moved=_moves(editor, nodes))
    if draft.faults:
        raise Fault.from_issues("invalid_input", draft.issues({}, "/position"), what="It cannot stand there")
    return draft.accept(editor), stands


def _moves(editor: WorkflowEditor, nodes: list[Object], added: Object | None = None) -> dict[int, int]:
    """Return where nodes went: `rewritten` keeps their order in the list."""
    before = [*editor.nodes, *([] if added is None else [added])]
    return {old["position"]: new["position"] for old, new in zip(before, nodes, strict=True)}


def _arranged(document: Object, position: int, place: NodePlace) -> tuple[list[Object], int]:
    nodes = sorted((copy(node) for node in document["nodes"]), key=lambda node: int(node["position"]))
    _detach(nodes, position)
    moved = _shifted({node["position"] for node in nodes}, position, _wanted(nodes, place))
    made, _ = rewritten(nodes, Shift(moved, mover=position))
    stands = moved.get(position, position)
    neighbour = place.neighbour
    if neighbour is not None:
        _attach(made, stands, NodePlace(*_at(moved, place)))
    return made, stands


def _at(moved: dict[int, int], place: NodePlace) -> tuple[int | None, int | None]:
    after = None if place.after is None else moved.get(place.after, place.after)
    return after, None if place.into is None else moved.get(place.into, place.into)


def _wanted(nodes: list[Object], place: NodePlace) -> int:
    if place.neighbour is not None:
        return place.neighbour + 1
    return min((int(node["position"]) for node in nodes), default=1)


def _shifted(taken: set[int], position: int, to: int) -> dict[int, int]:
    """Return where each node goes: those in the way one further, up to the first gap."""
    others = taken - {position}
    moved = {} if position == to else {position: to}
    while to in others:
        moved[to] = to + 1
        to += 1
    return moved


def _claim(nodes: list[Object], member: int) -> BranchMembers | None:
    """Return the branch that runs a node."""
    found = tree({"nodes": nodes}).claims.values()
    return next((claim for claims in found for claim in claims if member in claim.members), None)


def _config(nodes: list[Object], owner: int) -> Object:
    config: Object = next(node for node in nodes if node["position"] == owner)["config"]
    return config


def _detach(nodes: list[Object], position: int) -> None:
    """Take a node out of the list that names it. A range lets it go when it moves."""
    claim = _claim(nodes, position)
    if claim is None or claim.branch.inclusive:
        return
    places = [parse(pointer) for pointer, named in claim.branch.places if named == position]
    for path in reversed(places):
        holder: Any = lookup(_config(nodes, claim.owner.position), path[:-1])
        if not isinstance(holder, list) or len(holder) == 1:
            what = f"Node {claim.owner.position} runs nothing else there, so node {position} stays."
            hint = "Put another node there first, or delete the owner."
            raise Fault("conflict", what, pointer="/position", received=str(position), hint=hint)
        del holder[int(path[-1])]


def _attach(nodes: list[Object], position: int, place: NodePlace) -> None:
    """Have the owner of the place run the node, where it has one."""
    if place.after is not None:
        claim = _claim(nodes, place.after)
    else:
        claims = tree({"nodes": nodes}).claims.get(place.into or 0, ())
        claim = claims[0] if claims else None
    if claim is None or not claim.branch.places:
        return
    config = _config(nodes, claim.owner.position)
    if claim.branch.inclusive:
        name = str(parse(claim.branch.places[0][0])[0])
        (_, first), (_, last) = claim.branch.places
        widened = [min(first, position), max(last, position)] if claim.members else [position, position]
        config[name] = widened if isinstance(config[name], list) else f"{widened[0]}-{widened[1]}"
        return
    pointer = next((at for at, named in claim.branch.places if named == place.after), claim.branch.places[0][0])
    path = parse(pointer)
    holder: Any = lookup(config, path[:-1]) if len(path) > 1 else config
    named = holder[path[-1]]
    if all(node["position"] != named for node in nodes):
        holder[path[-1]] = position
    elif isinstance(holder, list):
        holder.insert(int(path[-1]) + (place.after is not None), position)
    else:
        holder[path[-1]] = [named, position] if place.after is not None else [position, named]
