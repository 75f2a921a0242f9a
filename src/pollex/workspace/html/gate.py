"""The gate for HTML of a window: text in, typed nodes out, with a note for everything that was dropped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...core.fault import Fault
from ...core.limits import DEFAULT_LIMITS, Limits
from ..tree import BoundCommand, Nodes
from .bounds import check_bounds
from .difference import note_difference
from .parse import parse
from .policy import RAW_TEXT, VOID
from .walk import Walk


@dataclass(frozen=True, slots=True)
class GatedHtml:
    """HTML that passed the gate."""

    nodes: Nodes
    notes: tuple[str, ...]


def gate(
    html: str,
    *,
    window: str,
    inside: str = "div",
    depth: int = 0,
    command: Callable[[str], BoundCommand],
    limits: Limits = DEFAULT_LIMITS,
) -> GatedHtml:
    """Return HTML that goes into an element `inside` of a window, as typed nodes.

    `depth` is how deep that element stands in its window. `command` reads the text of a `data-command`.
    Raise one Fault for all that is wrong; what is merely not allowed is dropped and noted.
    """
    _check_text(html, inside, limits)
    check_bounds(html)
    clean = parse(html, inside)
    walk = Walk(window, command, limits)
    nodes = walk.nodes(clean.first, depth + 1)
    if walk.faults:
        codes = {code for code, _ in walk.faults}
        issues = [issue for _, issue in walk.faults[: limits.issues]]
        raise Fault.from_issues(codes.pop() if len(codes) == 1 else "invalid_input", issues)
    if clean.text != html and inside not in RAW_TEXT:
        note_difference(html, clean, walk)
    return GatedHtml(nodes, walk.notes.lines())


def _check_text(html: str, inside: str, limits: Limits) -> None:
    if inside in VOID:
        raise Fault(
            "invalid_input",
            f"<{inside}> has no content.",
            pointer="",
            expected="a target that can hold content",
            received=f"<{inside}>",
            hint="Choose the element around it.",
        )
    try:
        size = len(html.encode())
    except UnicodeEncodeError as error:
        raise Fault(
            "invalid_input",
            f"The HTML is not valid Unicode: half of a surrogate pair stands at character {error.start}.",
            pointer="",
            expected="text",
            received=repr(html[error.start]),
            hint="Write the character itself, or both halves of its pair.",
        ) from None
    if size > limits.op_html_bytes:
        raise Fault(
            "limit",
            f"The HTML has {size} bytes.",
            pointer="",
            expected=f"at most {limits.op_html_bytes} bytes",
            received=f"{size} bytes",
            hint="Send it in several operations: dom.set the first part, dom.append the others.",
        )
