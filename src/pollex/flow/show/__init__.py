"""A workflow to look at: as text for a terminal, as Mermaid, and as SVG for documentation."""

from __future__ import annotations

from typing import Literal

from ..definition import WorkflowDefinition


def show(workflow: WorkflowDefinition, form: Literal["text", "mermaid", "svg"] = "text") -> str:
    """Return the workflow in one of three forms; all are drawn from the same plan, with the same words."""
    from .plan import plan

    drawn = plan(workflow)
    match form:
        case "mermaid":
            from .mermaid import mermaid

            return mermaid(drawn)
        case "svg":
            from .svg import svg

            return svg(drawn)
    from .text import text

    return text(drawn)
