"""Nodes without positions, and how they are numbered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ...core.json import Object
from .recording import RecordedAction


@dataclass(frozen=True, slots=True)
class NodeDraft:
    """A node without a position, with the nodes that it runs."""

    type: str
    config: Object
    alias: str | None = None
    description: str | None = None
    evidence: Object | None = None
    inside: tuple[NodeDraft, ...] = ()
    way: str | None = None
    """For a route: the value for which `inside` runs."""
    needed: bool = field(default=False, compare=False)
    """Whether finding nothing ends the run."""
    taken: bool | Literal["redirect"] = False
    """Whether a server has to take what it sends, and by a redirect."""
    at: int = field(default=0, compare=False)
    """The place in the run of the action that it was made from."""

    def same(self, other: NodeDraft) -> bool:
        """Whether it does what another does; evidence of their elements is ignored."""
        return replace(self, evidence=None, alias=None) == replace(other, evidence=None, alias=None)

    def renamed(self, alias: str, name: str) -> NodeDraft:
        """Return a copy whose references to `alias` name `name` instead."""
        pattern = re.compile(rf"(?<={{{{){re.escape(alias)}(?=[.\[}}])")
        return replace(self, config=_mapped(self.config, lambda text: pattern.sub(name, text)))

    @property
    def is_check(self) -> bool:
        return self.config.get("method") == "validate"


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {name: _mapped(each, change) for name, each in value.items()}
    if isinstance(value, list):
        return [_mapped(each, change) for each in value]
    return change(value) if isinstance(value, str) else value


def action(name: str, config: Object, evidence: Object | None = None, at: int = 0) -> NodeDraft:
    return NodeDraft("browser_action", {"action": name, **config}, evidence=evidence, at=at)


def tool(name: str, args: Object, evidence: Object | None = None, at: int = 0, alias: str | None = None) -> NodeDraft:
    return NodeDraft("tool", {"tool": name, "args": args}, alias, evidence=evidence, at=at)


def validate(rules: Sequence[Object], about: str, at: int = 0) -> NodeDraft:
    return NodeDraft("browser_query", {"method": "validate", "rules": list(rules)}, description=about, at=at)


def optional(doing: NodeDraft, alias: str, about: str) -> list[NodeDraft]:
    """Return nodes that run `doing` only where its element is on the page."""
    selector = doing.config.get("selector") or doing.config.get("args", {}).get("selector")
    rules = [{"type": "exists", "selector": selector, "within": 500}]
    look = NodeDraft("browser_query", {"method": "observe", "rules": rules}, alias, about, at=doing.at)
    route = NodeDraft("route", {"value": f"{alias}.holds"}, inside=(doing,), way="true", at=doing.at)
    return [look, route]


def tolerated(doing: Sequence[NodeDraft], name: str) -> NodeDraft:
    """Return a group whose first failure ends it, after which the workflow continues."""
    inner = NodeDraft("group", {}, inside=tuple(doing), at=doing[0].at)
    return NodeDraft("group", {"name": name, "continueOnError": True}, inside=(inner,), at=doing[0].at)


def numbered(drafts: Sequence[NodeDraft]) -> list[Object]:
    """Return the nodes of a file with their positions; a node is followed by those that it runs."""
    return list(_numbered(drafts, iter(range(1, 100_000))))


def read_again(nodes: Sequence[Object], drafts: Sequence[NodeDraft], acts: Sequence[RecordedAction]) -> dict[int, Any]:
    """Return what the run read, by the position of the node that reads it again."""
    known = {act.at: act.data for act in acts if act.tool != "ask"}
    made = zip(nodes, _flat(drafts), strict=True)
    return {node["position"]: known[draft.at] for node, draft in made if draft.alias and draft.at in known}


def _flat(drafts: Sequence[NodeDraft]) -> Iterator[NodeDraft]:
    """Yield the drafts in the order of their positions."""
    for draft in drafts:
        yield draft
        yield from _flat(draft.inside)


def _numbered(drafts: Sequence[NodeDraft], positions: Iterator[int]) -> Iterator[Object]:
    for draft in drafts:
        position = next(positions)
        inner = list(_numbered(draft.inside, positions))
        config = dict(draft.config)
        if draft.inside:
            config |= _branch(draft, inner)
        node: Object = {"position": position, "type": draft.type}
        for name in ("alias", "description"):
            if (value := getattr(draft, name)) is not None:
                node[name] = value
        node["config"] = config
        if draft.evidence:
            node["evidence"] = draft.evidence
        node |= {name: value for name in ("needed", "taken") if (value := getattr(draft, name))}
        yield node
        yield from inner


def _branch(draft: NodeDraft, inner: Sequence[Object]) -> Object:
    """Return the config by which a node names those that it runs."""
    if draft.type == "group":
        return {"nodeRange": [inner[0]["position"], inner[-1]["position"]]}
    owned = [each["position"] for each in inner if _is_owned(each, inner)]
    return {"paths": {draft.way: owned}} if draft.way is not None else {"body": owned}


def _is_owned(node: Object, nodes: Sequence[Object]) -> bool:
    """Whether a node belongs to the outer node, not to another of these."""
    return not any(node["position"] in _runs(each) for each in nodes)


def _runs(node: Object) -> list[int]:
    config = node["config"]
    if node["type"] == "group":
        first, last = config["nodeRange"]
        return list(range(first, last + 1))
    ways = config.get("paths", {}).values() if node["type"] == "route" else [config.get("body", [])]
    return [position for way in ways for position in way]
