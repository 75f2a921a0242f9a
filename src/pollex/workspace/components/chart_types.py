"""Components that draw numbers and relations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...core.fault import Issue
from ...core.json import Object, brief
from ...core.suggest import did_you_mean, one_of
from .component_type import ComponentEvent, ComponentType
from .properties import LABEL, MOST_PARTS, MOST_ROWS, array, choice, command, flag, record, text, tone

KINDS: Final = ("line", "bar", "scatter", "pie")
X: Final[Object] = {"type": ["string", "number"], "maxLength": LABEL}


def _chart_mistakes(props: Object) -> list[Issue]:
    series, shared = props.get("series", ()), props.get("x")
    found = [issue for index, each in enumerate(series) for issue in _series_mistakes(props, index, each, shared)]
    if props.get("kind") == "pie" and len(series) > 1:
        message = f"A pie shows one series, and there are {len(series)}."
        found.append(Issue("/series", message, "one series", str(len(series)), "Use a bar chart for several."))
    return found


def _series_mistakes(props: Object, index: int, series: Object, shared: list[object] | None) -> Iterator[Issue]:
    x = series.get("x", shared)
    if x is None:
        if "x" not in props.get("bind", {}):
            hint = 'Add "x": ["Mon", "Tue"], one for each value of y.'
            yield Issue("/x", "The chart has no x.", "an array as long as y", "nothing", hint)
        return
    if len(x) != len(series["y"]):
        message = f"y has {len(series['y'])} values, and x has {len(x)}."
        yield Issue(f"/series/{index}/y", message, f"{len(x)} values", str(len(series["y"])), "Use null for a gap.")
    words = [value for value in x if isinstance(value, str)]
    if props.get("kind") == "scatter" and words:
        where = f"/series/{index}/x" if "x" in series else "/x"
        yield Issue(where, "In a scatter chart x holds numbers.", "numbers", brief(words[0]), "Use numbers, or a line.")


def _graph_mistakes(props: Object) -> list[Issue]:
    if "nodes" not in props:
        return []
    known = [node["id"] for node in props["nodes"]]
    names = set(known)
    return [
        Issue(f"/edges/{index}/{end}", f"There is no node {edge[end]!r}.", one_of(known), repr(edge[end]), hint)
        for index, edge in enumerate(props.get("edges", ()))
        for end in ("from", "to")
        if edge[end] not in names
        for hint in [did_you_mean(edge[end], known) or "Add the node, or leave the edge out."]
    ]


CHART_TYPES: Final = (
    ComponentType(
        name="chart",
        title="Chart",
        description="Numbers as lines, bars, points or a pie.",
        properties={
            "kind": choice("What is drawn.", *KINDS),
            "x": array("The categories, times (ISO 8601) or numbers, one for each y.", X, MOST_ROWS),
            "series": array(
                "The series, each with its values.",
                record(
                    {
                        "name": text("Its name in the legend."),
                        "y": array("Its values; null is a gap.", {"type": ["number", "null"]}, MOST_ROWS),
                        "x": array("Its own x, where series differ.", X, MOST_ROWS),
                    },
                    ("y",),
                ),
                MOST_PARTS,
                minItems=1,
            ),
            "title": text("A heading."),
            "xLabel": text("What x is, with its unit."),
            "yLabel": text("What y is, with its unit."),
            "stacked": flag("Whether bars or lines are stacked."),
        },
        required=("kind", "series"),
        example={"kind": "bar", "x": ["Mon", "Tue"], "series": [{"name": "Orders", "y": [3, 5]}]},
        mistakes=_chart_mistakes,
    ),
    ComponentType(
        name="graph",
        title="Graph",
        description="Nodes and the edges between them.",
        properties={
            "nodes": array(
                "The nodes.",
                record(
                    {
                        "id": text("Identifies it in this graph."),
                        "label": text("What it says; the id if it is left out."),
                        "tone": tone(),
                    },
                    ("id",),
                ),
            ),
            "edges": array(
                "The edges.",
                record(
                    {
                        "from": text("The id of the node where it begins."),
                        "to": text("The id of the node where it ends."),
                        "label": text("What stands on it."),
                    },
                    ("from", "to"),
                ),
                5_000,
            ),
            "direction": choice("Where edges lead.", "right", "down", default="right"),
            "selected": text("The id of the selected node."),
            "command": command("Applied when a node is selected; {{value}} is its id."),
        },
        required=("nodes", "edges"),
        example={"nodes": [{"id": "a"}, {"id": "b", "label": "Build"}], "edges": [{"from": "a", "to": "b"}]},
        events={
            "select": ComponentEvent(
                "A node was selected.", {"value": text("Its id.")}, command="command", writes="selected"
            ),
        },
        mistakes=_graph_mistakes,
    ),
)
