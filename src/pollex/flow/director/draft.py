"""Checking a change of the draft: what it breaks is a fault, what is only missing so far is open."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from ...core.fault import Fault, Issue
from ...core.json import Object
from ..check import check
from ..definition import CheckOptions
from ..node_tree import NodeEntry, NodeTree, ownership
from .editor import WorkflowEditor, kind_of

NODE: Final = re.compile(r"/nodes/(\d+)(.*)", re.DOTALL)
MAKE_FIRST: Final = "Create the node that makes it first, a loop before its body, or send both together in 'nodes'."
FIND_TOOL: Final = "list_tools lists and searches them."
REPAIR: Final = "Refer to what the schema has now, or add to the schema what is missing."
FROM_OUTSIDE: Final = "A value from outside is set with manage_variable."
IssueKey: TypeAlias = tuple[int | None, str]
"""A node's position and the place in it; None and the place in the document for what is no node's."""
ToSentPointer: TypeAlias = Callable[[str], str]
"""From a pointer into a node to the pointer into the call."""


@dataclass(frozen=True, slots=True)
class DraftIssue:
    """An issue of the draft, with the node that it is about."""

    position: int | None
    place: str
    issue: Issue
    pending: bool
    """It names a node that does not exist yet."""

    @property
    def key(self) -> IssueKey:
        return self.position, self.place

    @property
    def field(self) -> str | None:
        """The field of the document that it is about; None for an issue of a node."""
        return None if self.position is not None else self.place.split("/")[1] if self.place else ""

    def to_json(self) -> Object:
        place = {"pointer": self.place} if self.position is None else {"position": self.position, "pointer": self.place}
        return {**place, "message": self.issue.message, "hint": self.issue.hint}


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """A changed draft, with the mistakes that are new and those that are open."""

    document: Object
    faults: tuple[DraftIssue, ...]
    open: tuple[DraftIssue, ...]
    broken: tuple[DraftIssue, ...] = ()
    """Those of the open ones that the change itself has broken, which it may."""

    def issues(
        self, sent: Mapping[int, ToSentPointer] | Mapping[None, ToSentPointer], elsewhere: str = ""
    ) -> list[Issue]:
        """Return the new mistakes with pointers into the call; those of other nodes name the node, at `elsewhere`.

        `sent` has an entry for each node of the call, or for None where the call is about the workflow itself.
        """
        return [_pointed(found, sent, self.document, elsewhere) for found in self.faults]

    def accept(self, editor: WorkflowEditor, at: str = "") -> CheckedDraft:
        """Make it the editor's draft; raise a Fault with every mistake, and change nothing, where it has any."""
        if self.faults:
            raise Fault.from_issues("invalid_input", self.issues({}, at))
        editor.take(self.document)
        return self

    def open_issues(self) -> list[Object]:
        return [found.to_json() for found in self.open]

    def breaks(self) -> list[Object]:
        """Return the references that no longer lead anywhere: their node, and what is there instead."""
        return [
            {
                **found.to_json(),
                "reference": found.issue.received,
                "expected": found.issue.expected,
                "hint": found.issue.hint or REPAIR,
            }
            for found in self.broken
        ]

    def tolerating(self, broken: Callable[[DraftIssue], bool]) -> CheckedDraft:
        """Return the draft with some of its faults reported as open instead of refused."""
        open_now = tuple(found for found in self.faults if broken(found))
        return replace(
            self,
            faults=tuple(each for each in self.faults if each not in open_now),
            open=(*self.open, *open_now),
            broken=open_now,
        )


@dataclass(frozen=True, slots=True)
class MovedNodes:
    """Where nodes have moved to, so that issues that they had before are recognised."""

    places: Mapping[int, int] = field(default_factory=dict)

    def key(self, found: DraftIssue) -> IssueKey:
        position = found.position
        return (position if position is None else self.places.get(position, position)), found.place


def check_draft(
    editor: WorkflowEditor,
    document: Object,
    *,
    moved: Mapping[int, int] | None = None,
    anew: Container[str] = (),
    force: bool = False,
) -> CheckedDraft:
    """Return the draft that `document` would be. Issues that it had before are no faults; with `force` none are.

    In the fields `anew`, which the call has written, all issues are faults.
    """
    where = MovedNodes(moved or {})
    standing = {where.key(found) for found in _found(editor, editor.document)[1] if found.field not in anew}
    made, found = _found(editor, document)
    faults = [each for each in found if not (each.pending or force or each.key in standing)]
    return CheckedDraft(made, tuple(faults), tuple(each for each in found if each not in faults))


def _found(editor: WorkflowEditor, document: Object) -> tuple[Object, list[DraftIssue]]:
    made, issues = check(document, CheckOptions(editor.known))
    nodes: list[Object] = document["nodes"]
    pending = _pending(nodes)
    found = []
    for issue in issues:
        match = NODE.fullmatch(issue.pointer)
        if match is None:
            found.append(DraftIssue(None, issue.pointer, issue, pending=False))
            continue
        found.append(DraftIssue(nodes[int(match[1])]["position"], match[2], issue, issue.pointer in pending))
    return made, found


def _pending(nodes: Sequence[Object]) -> set[str]:
    """Return the places that name nodes which do not exist."""
    known = {node["position"] for node in nodes}
    found: set[str] = set()
    for at, node in enumerate(nodes):
        kind = kind_of(node)
        for branch in kind.branches(node.get("config", {})) if kind is not None else ():
            if branch.inclusive:
                (place, first), (_, last) = branch.places
                inside = any(first <= position <= last for position in known - {node["position"]})
                missing = [place] if first <= last and not inside else []
            else:
                missing = [place for place, position in branch.places if position not in known]
            found.update(f"/nodes/{at}/config{place}" for place in missing)
    return found


def _pointed(found: DraftIssue, sent: Mapping[Any, ToSentPointer], document: Object, elsewhere: str) -> Issue:
    if found.position in sent:
        issue = replace(found.issue, pointer=sent[found.position](found.place))
    else:
        message = f"{node_label(found.position, document)}: {found.issue.message}"
        issue = replace(found.issue, pointer=elsewhere, message=message)
    if found.issue.message.startswith("Nothing is named"):
        return replace(issue, hint=f"{found.issue.hint or MAKE_FIRST} {FROM_OUTSIDE}")
    if found.issue.message.startswith("There is no tool"):
        return replace(issue, hint=" ".join(filter(None, (found.issue.hint, FIND_TOOL))))
    return issue


def node_label(position: int | None, document: Object) -> str:
    """Return the name of a node in messages."""
    if position is None:
        return "The workflow"
    alias = next((node.get("alias") for node in document["nodes"] if node["position"] == position), None)
    return f"Node {position} ({alias})" if alias else f"Node {position}"


def tree(document: Object) -> NodeTree:
    """Return which node runs which, as far as the types are known."""
    entries = [
        NodeEntry(at, node["position"], kind, node.get("config", {}), node.get("alias"))
        for at, node in enumerate(document["nodes"])
        if (kind := kind_of(node)) is not None
    ]
    return ownership(entries)[0]


def owned(document: Object, position: int) -> set[int]:
    """Return the positions of a node and of those that only it runs, at any depth."""
    owners = tree(document).owners
    found = {position}
    while more := {member for member, owner in owners.items() if owner in found} - found:
        found |= more
    return found
