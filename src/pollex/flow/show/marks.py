"""The parts of a drawing as SVG."""

from __future__ import annotations

from collections.abc import Iterator

from .palette import CARD, COLOURS, EDGE, FAINT, INK, LINE, SOFT
from .placed import PlacedEdge, PlacedLabel, PlacedNode, PlacedPart, PlacedText
from .primitives import BODY, NAME, SMALL, box, chip, mark, path, pill, text_line


def marks(part: PlacedPart) -> Iterator[str]:
    """Yield the marks of a part."""
    match part:
        case PlacedNode():
            yield from _node(part)
        case PlacedEdge():
            if part.dot:
                yield mark("circle", cx=part.points[0][0], cy=part.points[0][1], r=3, fill=LINE)
            colour = LINE if part.kind == "flow" else COLOURS["iterate"].strong
            yield path(part.points, colour=colour, head=part.head)
        case PlacedLabel():
            yield pill(part.text, part.x, part.y, COLOURS[part.kind].strong)


def _node(node: PlacedNode) -> Iterator[str]:
    colour, kind = COLOURS[node.step.kind], node.step.kind
    x, y, width, height = node.x, node.y, node.width, node.height
    match node.shape:
        case "card":
            yield box(x, y, width, height, fill=CARD, stroke=EDGE)
            yield mark("path", d=f"M{x + 0.5:g} {y + 9:g}v{height - 18:g}", stroke=colour.strong, stroke_width=3)
        case "frame":
            dashes = "" if kind == "iterate" else "6 4"
            yield box(x, y, width, height, fill=colour.tint, stroke=colour.strong, dashes=dashes)
        case "diamond":
            half, across = height / 2, width / 2
            corners = f"M{x + across:g} {y:g}l{across:g} {half:g}l-{across:g} {half:g}l-{across:g} -{half:g}Z"
            line: dict[str, float | str] = {"stroke": colour.strong, "stroke_width": 1.5, "stroke_linejoin": "round"}
            yield mark("path", d=corners, fill=colour.tint, **line)
    if node.chip is not None:
        yield chip(node.step.position, *node.chip, colour.strong)
    for each in node.texts:
        yield _text(each, colour.strong)


def _text(text: PlacedText, colour: str) -> str:
    size = {"name": NAME, "line": BODY}.get(text.role, SMALL)
    fill = {"name": INK, "line": SOFT, "remark": FAINT}.get(text.role, colour)
    bold = text.role in ("name", "position")
    return text_line(text.text, text.x, text.y, size=size, fill=fill, bold=bold, anchor=text.anchor)
