"""A workflow as data to draw: boxes with their texts, lines and labels in their places, as SVG has them."""

from __future__ import annotations

from typing import Any, Final

from ...core.json import Object
from ..definition import WorkflowDefinition
from ..nodes import NODE_TYPES
from ..nodetype import NodeType
from .column import GAP, arrow
from .layout import layout
from .links import BoxLinks, box_links
from .measure import is_right_to_left
from .placed import PlacedEdge, PlacedLabel, PlacedNode, PlacedPart, PlacedText
from .plan import plan
from .primitives import BODY, NAME, arrow_head, chip_width, pill_width, soft_path, text_width

EDGE: Final = 16
"""Space around the drawing."""
DOT: Final = 6
"""The radius of the points where the workflow begins and ends."""
CHIP, PILL = 22, 20
"""Heights of a position and of a label."""


def drawing(document: Object) -> Object:
    """Return the places of everything that is drawn of a workflow, which may be a draft."""
    steps = plan(WorkflowDefinition(_drawable(document))).steps
    chart = layout(steps)
    axis, top = EDGE + max(chart.left, DOT), EDGE + 2 * DOT
    parts: list[PlacedPart] = [arrow(axis, top)]
    below: float = top + GAP
    if chart.blocks:
        parts += chart.place(axis, below)
        below += chart.height + GAP
        parts.append(arrow(axis, below - GAP))
    links = box_links(steps)
    placed = [part for part in parts if isinstance(part, PlacedNode)]
    return {
        "width": _rounded(axis + max(chart.right, DOT) + EDGE),
        "height": _rounded(below + 2 * DOT + EDGE),
        "begin": {"x": _rounded(axis), "y": _rounded(EDGE + DOT)},
        "end": {"x": _rounded(axis), "y": _rounded(below + DOT)},
        "nodes": [_node(node, link) for node, link in zip(placed, links, strict=True)],
        "edges": [_edge(part) for part in parts if isinstance(part, PlacedEdge)],
        "labels": [_label(part) for part in parts if isinstance(part, PlacedLabel)],
    }


def _drawable(document: Object) -> Object:
    """Return a draft without what has no picture: nodes of unknown types, and ways that are not written right."""
    nodes = [node for node in document["nodes"] if node.get("type") in NODE_TYPES]
    return {**document, "nodes": [_right(node) for node in nodes]}


def _right(node: Object) -> Object:
    kind, config = NODE_TYPES[node["type"]], node.get("config", {})
    return {**node, "config": {}} if kind.is_control_flow and not _valid(kind, config) else node


def _valid(kind: NodeType, config: Object) -> bool:
    return kind.schema.valid(config) and not kind.mistakes(config)


def _node(node: PlacedNode, link: BoxLinks) -> Object:
    step = node.step
    made: Object = {
        "id": link.id,
        "owner": link.owner,
        "next": link.next,
        "position": step.position,
        "alias": step.title if step.named else None,
        "type": step.kind,
        "title": step.title,
        "summary": step.summary,
        "remarks": list(step.remarks),
        "about": step.about,
        "shape": node.shape,
        **{name: _rounded(getattr(node, name)) for name in ("x", "y", "width", "height")},
        "texts": [_text(each) for each in node.texts],
        "area": {name: _rounded(value) for name, value in _area(node).items()},
    }
    if node.chip is not None:
        x, middle = node.chip
        width = chip_width(step.position)
        made["chip"] = {"x": _rounded(x), "y": _rounded(middle - CHIP / 2), "width": _rounded(width), "height": CHIP}
    return made


def _area(node: PlacedNode) -> Object:
    """Return what can be pressed: all of a card, the heading of a frame, a diamond with its words."""
    width, height = node.width, node.height
    if node.shape == "frame":
        height = max(text.y for text in node.texts) + 12 - node.y
    elif node.shape == "diamond":
        words = [each for each in node.texts if each.role in ("name", "line")]
        width = (
            6
            - node.x
            + max(
                each.x + text_width(each.text, NAME if each.role == "name" else BODY, bold=each.role == "name")
                for each in words
            )
        )
    return {"x": node.x, "y": node.y, "width": width, "height": height}


def _text(text: PlacedText) -> Object:
    reverse = is_right_to_left(text.text)
    anchor = {"start": "end", "middle": "middle", "end": "start"}[text.anchor] if reverse else text.anchor
    place: Object = {"x": _rounded(text.x), "y": _rounded(text.y), "anchor": anchor}
    return {"role": text.role, "text": text.text, **place, **({"rtl": True} if reverse else {})}


def _edge(edge: PlacedEdge) -> Object:
    made: Object = {"kind": edge.kind, "path": soft_path(edge.points)}
    if edge.head:
        made["head"] = arrow_head(edge.points)
    if edge.dot:
        made["dot"] = {"x": _rounded(edge.points[0][0]), "y": _rounded(edge.points[0][1])}
    return made


def _label(label: PlacedLabel) -> Object:
    width = pill_width(label.text)
    place: Object = {"x": label.x - width / 2, "y": label.y - PILL / 2, "width": width, "height": PILL}
    return {"text": label.text, "kind": label.kind, **{name: _rounded(value) for name, value in place.items()}}


def _rounded(value: Any) -> float:
    return round(float(value), 1)
