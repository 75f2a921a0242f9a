"""Colours of the types of nodes: a strong one for marks, a tint for areas. They stand on a light card of its own."""

from __future__ import annotations

from typing import Final, NamedTuple


class Colour(NamedTuple):
    strong: str
    """White on it reads well (contrast 4.5 or more)."""
    tint: str
    """Dark text on it reads well."""


COLOURS: Final[dict[str, Colour]] = {
    "browser_action": Colour("#1d4ed8", "#eef4ff"),
    "browser_query": Colour("#0f766e", "#ecfaf7"),
    "iterate": Colour("#6d28d9", "#f6f2ff"),
    "route": Colour("#b45309", "#fff7e8"),
    "context": Colour("#475569", "#f2f5f9"),
    "group": Colour("#52606f", "#f7f9fb"),
    "tool": Colour("#be185d", "#fdf0f6"),
    "ask": Colour("#c2410c", "#fff3ec"),
    "show": Colour("#15803d", "#eefaf1"),
    "workflow": Colour("#4338ca", "#f0f1ff"),
}
INK, SOFT, FAINT = "#1f2937", "#374151", "#5b6676"
"""Of text: names, summaries, remarks."""
LINE, EDGE, CARD, PAPER = "#64748b", "#cfd7e3", "#ffffff", "#fbfcfe"
