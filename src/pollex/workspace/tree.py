"""The content of a window as typed, immutable nodes: text, elements, and the places of components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from ..core.json import Object


@dataclass(frozen=True, slots=True)
class StateBinding:
    """The state that a control shows and changes (`data-state-scope`, `data-state-key`)."""

    scope: str
    key: str

    def to_json(self) -> Object:
        return {"scope": self.scope, "key": self.key}


@dataclass(frozen=True, slots=True)
class BoundCommand:
    """A batch that a click or a submit applies (`data-command`). The page knows only its id."""

    id: str
    batch: tuple[Object, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """An HTML element that passed the gate."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: tuple[Node, ...] = ()
    binding: StateBinding | None = None
    command: BoundCommand | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a component is drawn."""

    component: str


Node: TypeAlias = str | Element | Place
Nodes: TypeAlias = tuple[Node, ...]
NodePath: TypeAlias = tuple[int, ...]
"""The indices of children on the way to an element; the empty path is the content slot itself."""

SLOT: Final[NodePath] = ()


def every(nodes: Nodes, path: NodePath = SLOT) -> Iterator[tuple[NodePath, Node]]:
    """Yield all nodes with their paths, in document order."""
    for index, node in enumerate(nodes):
        at = (*path, index)
        yield at, node
        if isinstance(node, Element):
            yield from every(node.children, at)


def flat(nodes: Nodes) -> list[Node]:
    """Return all nodes, in document order."""
    found: list[Node] = []
    waiting = [*reversed(nodes)]
    while waiting:
        node = waiting.pop()
        found.append(node)
        if isinstance(node, Element) and node.children:
            waiting += node.children[::-1]
    return found


def count(nodes: Nodes) -> int:
    """Return how many nodes there are, with all inside."""
    return len(flat(nodes))


def places(nodes: Nodes) -> list[str]:
    """Return the ids of the components that are drawn inside."""
    return [node.component for node in flat(nodes) if isinstance(node, Place)]


def content(nodes: Nodes, path: NodePath) -> Nodes:
    """Return the children of the element at `path`."""
    for index in path:
        found = nodes[index]
        assert isinstance(found, Element)
        nodes = found.children
    return nodes


def with_content(nodes: Nodes, path: NodePath, children: Nodes) -> Nodes:
    """Return the nodes with other children in the element at `path`."""
    if not path:
        return children
    index, *deeper = path
    found = nodes[index]
    assert isinstance(found, Element)
    changed = replace(found, children=with_content(found.children, tuple(deeper), children))
    return (*nodes[:index], changed, *nodes[index + 1 :])


def without_place(nodes: Nodes, component: str) -> Nodes:
    """Return the nodes without the place of a component."""
    return tuple(
        replace(node, children=without_place(node.children, component)) if isinstance(node, Element) else node
        for node in nodes
        if node != Place(component)
    )


def replaced_place(nodes: Nodes, place: Place, by: Place) -> Nodes:
    """Return the nodes with another component at a place."""
    return tuple(
        replace(node, children=replaced_place(node.children, place, by))
        if isinstance(node, Element)
        else (by if node == place else node)
        for node in nodes
    )


def to_json(nodes: Nodes) -> list[object]:
    """Return nodes as they are kept, with the commands that they hold."""
    return [_to_json(node, kept=True) for node in nodes]


def to_page(nodes: Nodes) -> list[object]:
    """Return nodes as the page gets them: commands by their ids only."""
    return [_to_json(node, kept=False) for node in nodes]


def _to_json(node: Node, *, kept: bool) -> object:
    if isinstance(node, str):
        return node
    if isinstance(node, Place):
        return {"component": node.component}
    made: Object = {"tag": node.tag}
    if node.attributes:
        made["attributes"] = dict(node.attributes)
    if node.children:
        made["children"] = [_to_json(child, kept=kept) for child in node.children]
    if node.binding is not None:
        made["binding"] = node.binding.to_json()
    if node.command is not None:
        made["command"] = {"id": node.command.id, "batch": list(node.command.batch)} if kept else node.command.id
    return made


def from_json(data: Sequence[object]) -> Nodes:
    """Read nodes that `to_json` wrote."""
    return tuple(map(_from_json, data))


def _from_json(data: object) -> Node:
    if isinstance(data, str):
        return data
    assert isinstance(data, dict)
    if "component" in data:
        return Place(data["component"])
    binding, command = data.get("binding"), data.get("command")
    return Element(
        data["tag"],
        data.get("attributes", {}),
        from_json(data.get("children", ())),
        None if binding is None else StateBinding(**binding),
        None if command is None else BoundCommand(command["id"], tuple(command["batch"])),
    )
