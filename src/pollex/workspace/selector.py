"""Which element of a window a selector names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..core.fault import Fault
from ..core.suggest import did_you_mean, one_of
from .html.ids import ROOT, prefixed, unprefixed
from .html.policy import REFERENCES
from .selector_syntax import Compound, Condition, parse, shown
from .tree import SLOT, Element, NodePath, Nodes


@dataclass(frozen=True, slots=True)
class Visit:
    """An element, its place among its siblings, and which beginnings of the selector lead to it (as bits)."""

    element: Element
    path: NodePath
    position: int
    siblings: int
    around: int
    parent: int


def find(nodes: Nodes, selector: str, window: str) -> NodePath:
    """Return the path of the one element that a selector names; `#root` is the slot."""
    compounds = parse(selector)
    if compounds == (Compound((Condition("id", ROOT),), direct=False),):
        return SLOT
    found = _found(nodes, compounds, window)
    if len(found) == 1:
        return found[0]
    if found:
        raise Fault(
            "ambiguous",
            f"{shown(selector)} fits {len(found)} elements of window {window!r}.",
            pointer="",
            expected="a selector that fits one element",
            received=shown(selector),
            hint="Give the element an id, or add :nth-child(2) or its parent.",
        )
    raise _not_found(nodes, selector, compounds, window)


def _found(nodes: Nodes, compounds: tuple[Compound, ...], window: str) -> list[NodePath]:
    only = compounds[0].conditions[0]
    if len(compounds) == len(compounds[0].conditions) == 1 and only.kind == "id":
        return list(_with_id(nodes, prefixed(only.name, window)))
    return [visit.path for visit in _matches(nodes, compounds, window)]


def _with_id(nodes: Nodes, name: str) -> Iterator[NodePath]:
    """Yield the elements with an id: nearly all selectors are one."""
    waiting = [(nodes, SLOT)]
    while waiting:
        children, path = waiting.pop()
        for index, node in enumerate(children):
            if isinstance(node, Element):
                if node.attributes.get("id") == name:
                    yield (*path, index)
                if node.children:
                    waiting.append((node.children, (*path, index)))


def _matches(nodes: Nodes, compounds: tuple[Compound, ...], window: str) -> Iterator[Visit]:
    """Yield the elements that a selector fits, in time linear in the nodes times the compounds."""
    start = 1
    if compounds[0].conditions == (Condition("id", ROOT),):
        start |= 2
    waiting = list(_children(nodes, SLOT, start, start))
    last = 1 << len(compounds)
    while waiting:
        visit = waiting.pop()
        reached = 1
        for index, compound in enumerate(compounds):
            before = visit.parent if compound.direct else visit.around
            if before >> index & 1 and all(_holds(each, visit, window) for each in compound.conditions):
                reached |= 2 << index
        if reached & last:
            yield visit
        waiting += _children(visit.element.children, visit.path, visit.around | reached, reached)


def _children(nodes: Nodes, path: NodePath, around: int, parent: int) -> Iterator[Visit]:
    """Yield the elements among some nodes. A component counts as a sibling."""
    places = [index for index, node in enumerate(nodes) if not isinstance(node, str)]
    for position, index in enumerate(places, 1):
        node = nodes[index]
        if isinstance(node, Element):
            yield Visit(node, (*path, index), position, len(places), around, parent)


def _holds(condition: Condition, visit: Visit, window: str) -> bool:
    attributes, name, value = visit.element.attributes, condition.name, condition.value
    match condition.kind:
        case "tag":
            return name in ("*", visit.element.tag)
        case "id":
            return attributes.get("id") == prefixed(name, window)
        case "class":
            return name in attributes.get("class", "").split()
        case "attribute":
            return name in attributes and value in (None, *_spellings(name, attributes[name], window))
        case "place":
            wanted = {"first-child": 1, "last-child": visit.siblings}.get(name) or int(value or 0)
            return visit.position == wanted


def _spellings(name: str, value: str, window: str) -> tuple[str, ...]:
    """Return a value as it is kept and as it was written."""
    if name == "id" or name in REFERENCES:
        return value, " ".join(unprefixed(part, window) for part in value.split())
    if name == "href" and value.startswith("#"):
        return value, "#" + unprefixed(value[1:], window)
    return (value,)


def _not_found(nodes: Nodes, selector: str, compounds: tuple[Compound, ...], window: str) -> Fault:
    every = _matches(nodes, (Compound((Condition("attribute", "id"),), direct=False),), window)
    ids = sorted(unprefixed(visit.element.attributes["id"], window) for visit in every)
    known = [ROOT, *dict.fromkeys(ids)]
    wanted = [each.name for compound in compounds for each in compound.conditions if each.kind == "id"]
    similar = did_you_mean(wanted[-1], known) if wanted else None
    return Fault(
        "not_found",
        f"No element of window {window!r} fits {shown(selector)}.",
        pointer="",
        expected=one_of(f"#{name}" for name in known),
        received=shown(selector),
        hint=similar.replace("mean '", "mean '#")
        if similar
        else "Draw the element first, or use '#root', the content of the window.",
    )
