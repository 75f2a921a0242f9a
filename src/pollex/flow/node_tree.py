"""The tree of nodes: a node in a body, a branch or a range is owned by one other node, which runs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..core.fault import Issue
from ..core.json import Object
from .branch import Branch
from .nodetype import NodeType

DEEPEST: Final = 50
"""The deepest level of nested nodes."""
LISTED: Final = 8
"""The most positions of a circle that a message lists."""


@dataclass(frozen=True, slots=True)
class NodeEntry:
    """A node in the document: its index in the list, its position and its type."""

    at: int
    position: int
    kind: NodeType
    config: Object
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class BranchMembers:
    """A branch of a node with the positions that it runs, in order."""

    owner: NodeEntry
    branch: Branch
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NodeTree:
    """The tree of a workflow's nodes."""

    entries: Mapping[int, NodeEntry]
    claims: Mapping[int, tuple[BranchMembers, ...]]
    """By the position of the owner."""
    owners: Mapping[int, int]
    """The owner of each owned position."""

    @property
    def top(self) -> list[int]:
        """The positions without an owner, in order: those that a run visits."""
        return sorted(position for position in self.entries if position not in self.owners)

    def members(self, owner: int, branch: str) -> tuple[int, ...]:
        return next(claim.members for claim in self.claims[owner] if claim.branch.name == branch)

    def walk(self, members: Sequence[int] | None = None) -> Iterator[tuple[NodeEntry, tuple[Branch, ...]]]:
        """Yield every node in the order of a run, with the branches around it."""
        waiting: list[tuple[int, tuple[Branch, ...]]] = [
            (position, ()) for position in reversed(self.top if members is None else members)
        ]
        met: set[int] = set()
        while waiting:
            position, around = waiting.pop()
            if position in met or position not in self.entries:
                continue
            met.add(position)
            yield self.entries[position], around
            for claim in reversed(self.claims.get(position, ())):
                inside = (*around, claim.branch)
                waiting += [(member, inside) for member in reversed(claim.members)]


def ownership(entries: Sequence[NodeEntry]) -> tuple[NodeTree, list[Issue]]:
    """Return the tree and its mistakes: positions that do not exist, that have two owners, that run themselves."""
    known: dict[int, NodeEntry] = {}
    issues: list[Issue] = []
    for entry in entries:
        if entry.position in known:
            first = known[entry.position].at
            message = f"Position {entry.position} is taken by the node at /nodes/{first}."
            issues.append(Issue(f"/nodes/{entry.at}/position", message, "a position of its own", str(entry.position)))
        else:
            known[entry.position] = entry
    named = {entry.position: _named(entry, known, issues) for entry in known.values()}
    owners = _owners(named, known, issues)
    claims = {position: tuple(_owned(claim, owners) for claim in found) for position, found in named.items() if found}
    tree = NodeTree(known, claims, owners)
    return tree, issues + _unreached(tree)


def _named(entry: NodeEntry, known: Mapping[int, NodeEntry], issues: list[Issue]) -> tuple[BranchMembers, ...]:
    """Return the branches of a node with their positions; report those that do not exist."""
    claims = []
    for branch in entry.kind.branches(entry.config):
        if branch.inclusive:
            claims.append(BranchMembers(entry, branch, _range(entry, branch, known, issues)))
            continue
        for pointer, position in branch.places:
            if position not in known:
                message = f"There is no node at position {position}."
                issues.append(_issue(entry, pointer, message, _some(known), position))
        for at, (pointer, position) in enumerate(branch.places):
            if any(position == earlier for _, earlier in branch.places[:at]):
                message = f"Position {position} is named twice here."
                issues.append(_issue(entry, pointer, message, "each position once", position, "Leave one out."))
        members = dict.fromkeys(position for _, position in branch.places if position in known)
        claims.append(BranchMembers(entry, branch, tuple(members)))
    return tuple(claims)


def _range(entry: NodeEntry, branch: Branch, known: Mapping[int, NodeEntry], issues: list[Issue]) -> tuple[int, ...]:
    (pointer, first), (_, last) = branch.places
    members = tuple(sorted(position for position in known if first <= position <= last and position != entry.position))
    if first <= last and not members:
        issues.append(_issue(entry, pointer, "There is no node in this range.", _some(known), f"{first}-{last}"))
    return members


def _owners(
    named: Mapping[int, tuple[BranchMembers, ...]], known: Mapping[int, NodeEntry], issues: list[Issue]
) -> dict[int, int]:
    """Return the owner of each position. Ranges come last, the narrowest first: they own what is left."""
    owners: dict[int, int] = {}
    claims = [claim for found in named.values() for claim in found]
    for claim in (each for each in claims if not each.branch.inclusive):
        for member in claim.members:
            _take(member, claim, owners, known, issues)
    ranges = sorted((each for each in claims if each.branch.inclusive), key=lambda each: len(each.members))
    for claim in ranges:
        inside = {*claim.members}
        for member in claim.members:
            if owners.get(member) in inside:
                continue
            _take(member, claim, owners, known, issues)
    return owners


def _take(
    member: int, claim: BranchMembers, owners: dict[int, int], known: Mapping[int, NodeEntry], issues: list[Issue]
) -> None:
    owner = claim.owner.position
    if owners.setdefault(member, owner) == owner:
        return
    other = known[owners[member]]
    pointer = next((place for place, position in claim.branch.places if position == member), claim.branch.places[0][0])
    message = f"Node {member} belongs to node {other.position} ({other.kind.name}) already."
    hint = "A node runs from one place only; copy it, or put both into one group."
    issues.append(_issue(claim.owner, pointer, message, "a node that nobody else runs", member, hint))


def _owned(claim: BranchMembers, owners: Mapping[int, int]) -> BranchMembers:
    """Return the members that the branch really owns: a range excludes what nodes inside it own."""
    mine = tuple(member for member in claim.members if owners.get(member) == claim.owner.position)
    return BranchMembers(claim.owner, claim.branch, mine)


def _unreached(tree: NodeTree) -> list[Issue]:
    """Return mistakes for nodes that run each other in a circle, and so are never reached, and for those too deep."""
    issues = []
    seen: dict[int, int] = {entry.position: -1 for entry, _ in tree.walk()}
    for entry, around in tree.walk():
        if len(around) == DEEPEST + 1:
            message = f"This node lies in more than {DEEPEST} others."
            issues.append(_issue(entry, "", message, f"at most {DEEPEST} levels", entry.position, "Call a workflow."))
    for start in tree.entries:
        chain, position = [], start
        while position not in seen:
            seen[position] = start
            chain.append(position)
            position = tree.owners[position]
        circle = chain[chain.index(position) :] if seen[position] == start and chain else []
        issues += [_unreachable(tree.entries[each]) for each in chain if each not in circle]
        if circle:
            way = " → ".join(map(str, [*circle[:LISTED], "…"] if len(circle) > LISTED else [*circle, circle[0]]))
            message = f"These nodes run each other for ever, and nothing runs them: {way}."
            issues.append(_issue(tree.entries[min(circle)], "", message, "a node outside that runs them", min(circle)))
    return issues


def _unreachable(entry: NodeEntry) -> Issue:
    message = "Nothing reaches this node: it belongs to nodes that run each other for ever."
    return _issue(entry, "", message, "an owner that is reached", entry.position)


def _issue(
    entry: NodeEntry, pointer: str, message: str, expected: str, received: Any, hint: str | None = None
) -> Issue:
    place = f"/nodes/{entry.at}/config{pointer}" if pointer else f"/nodes/{entry.at}"
    return Issue(place, message, expected, str(received), hint)


def _some(known: Mapping[int, NodeEntry]) -> str:
    listed = sorted(known)
    return "one of " + ", ".join(map(str, listed[:12])) + (" …" if len(listed) > 12 else "")
