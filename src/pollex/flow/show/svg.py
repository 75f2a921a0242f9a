"""A workflow as SVG for documentation: a card of its own, with a head, and the nodes from top to bottom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from typing import Final
from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from .column import GAP, Column, arrow
from .layout import layout
from .marks import marks
from .palette import EDGE, FAINT, LINE, PAPER, SOFT
from .plan import WorkflowPlan, walk
from .primitives import BODY, box, fit, fold, mark, number, text_line, text_width

EDGES: Final = 28
"""Between the card's edge and what is on it."""
LEAST: Final = 440
"""The least width of what is on the card."""
FONT: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif"
TITLE: Final = 18.0
DOT: Final = 6
"""The radius of the points where the workflow begins and ends."""
MAX_VALUES: Final = 8
"""Inputs, outputs or domains that are listed."""
FACTS: Final = 66
"""From the left edge to the values of inputs, outputs and domains."""


def svg(plan: WorkflowPlan) -> str:
    chart = layout(plan.steps)
    across = max(chart.left + chart.right, LEAST)
    head = list(_head(plan, across))
    below = EDGES + sum(height for height, _ in head) + 12
    width, height = across + 2 * EDGES, below + 4 * DOT + 2 * GAP + chart.height + EDGES
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    named = f"{crc32(repr(astuple(plan)).encode()):08x}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title-{named} about-{named}">',
            mark("title", escape(plan.name), id=f"title-{named}"),
            mark("desc", escape(_description(plan)), id=f"about-{named}"),
            f"<g font-family={quoteattr(FONT)}>",
            box(0.5, 0.5, width - 1, height - 1, corner=14, fill=PAPER, stroke=EDGE),
            *_placed(head),
            *_chart(chart, EDGES + (across - chart.left - chart.right) / 2 + chart.left, below),
            "</g>",
            "</svg>",
        ]
    )


def _description(plan: WorkflowPlan) -> str:
    """Return the picture in words, for people who cannot see it."""
    nodes = [f"{step.position} {step.title}: {step.summary}." for step in walk(plan.steps)]
    return " ".join([*([plan.about] if plan.about else []), f"{len(nodes)} nodes.", *nodes])


def _head(plan: WorkflowPlan, across: float) -> Iterator[tuple[float, list[str]]]:
    """Yield the lines above the chart: the height of each, and its marks as if it stood at the top."""
    version = f"version {plan.version}" if plan.version else ""
    room = across - (text_width(version, BODY) + 16 if version else 0)
    title = fit(plan.name, room, TITLE, bold=True)
    ends = [text_line(fit(version, across / 3, BODY), EDGES + across, 16, fill=FAINT, anchor="end")] if version else []
    yield 28, [text_line(title, EDGES, 16, size=TITLE, bold=True), *ends]
    for line in fold(plan.about, min(across, 640), BODY, 3):
        yield 18, [text_line(line, EDGES, 12, fill=SOFT)]
    if plan.facts:
        yield 8, []
    for name, values in plan.facts:
        more = [f"and {len(values) - MAX_VALUES} more"] if len(values) > MAX_VALUES else []
        for at, each in enumerate([*values[:MAX_VALUES], *more]):
            named = [text_line(name, EDGES, 12, fill=FAINT)] if at == 0 else []
            yield 18, [*named, text_line(fit(each, across - FACTS, BODY), EDGES + FACTS, 12, fill=SOFT)]


def _placed(head: list[tuple[float, list[str]]]) -> Iterator[str]:
    top: float = EDGES
    for height, lines in head:
        if lines:
            yield mark("g", "".join(lines), transform=f"translate(0 {number(top)})")
        top += height


def _chart(chart: Column, axis: float, top: float) -> Iterator[str]:
    yield mark("circle", cx=axis, cy=top + DOT, r=DOT, fill=LINE)
    yield from marks(arrow(axis, top + 2 * DOT))
    top += 2 * DOT + GAP
    if chart.blocks:
        for part in chart.place(axis, top):
            yield from marks(part)
        top += chart.height
        yield from marks(arrow(axis, top))
        top += GAP
    yield mark("circle", cx=axis, cy=top + DOT, r=DOT, fill="none", stroke=LINE, stroke_width=1.5)
    yield mark("circle", cx=axis, cy=top + DOT, r=DOT / 2, fill=LINE)
