"""`excerpt`: what stands between two texts on a page that writes no table of it, as `62` in `62 things left`."""

from __future__ import annotations

from typing import Final

from .core.context import Context
from .core.fault import Fault
from .core.json import Object, brief
from .core.schema import Schema
from .core.tool import Tool


async def excerpt(args: Object, context: Context) -> Object:
    lines = [" ".join(line.split()) for line in args["text"].split("\n")]
    text = "\n".join(["", *(line for line in lines if line), ""])
    start = _after(text, args["before"], 0, "/before") if args["before"] else 0
    end = _after(text, args["after"], start, "/after") - len(args["after"]) if args["after"] else len(text)
    if not args["before"]:
        start = text.rfind("\n", 0, end) + 1
    found = text[start:end] if args["after"] else text[start:].split("\n", 1)[0]
    if not found.strip() or "\n" in found:
        message = "Nothing that fits on a line stands between the two texts."
        raise Fault("not_found", message, pointer="/after", received=brief(found), retry=False)
    return {"value": found.strip()}


def _after(text: str, sought: str, start: int, pointer: str) -> int:
    """Where a text ends that is sought from `start` on."""
    at = text.find(sought, start)
    if at < 0:
        hint = "The page may say it in other words now."
        raise Fault(
            "not_found", f"The text {sought!r} is not there.", pointer=pointer, received=sought, hint=hint, retry=False
        )
    return at + len(sought)


EXCERPT: Final = Tool(
    name="excerpt",
    title="Excerpt",
    description=(
        "Take out of a text what stands on one line between two others: before it, after it, or both. "
        "Line breaks count; other space does not."
    ),
    input=Schema(
        {
            "type": "object",
            "properties": {
                "text": {"type": "string", "description": "The text, such as that of a page."},
                "before": {"type": "string", "default": "", "description": "What stands before; else the line begins."},
                "after": {"type": "string", "default": "", "description": "What stands after; else the line ends."},
            },
            "required": ["text"],
            "anyOf": [{"required": ["before"]}, {"required": ["after"]}],
        }
    ),
    output=Schema({"type": "object", "properties": {"value": {"type": "string"}}, "required": ["value"]}),
    examples=(
        {"text": "Camping\n62 things left\nSort by", "after": " things left"},
        {"text": "Total\n€12.50\nTo the checkout", "before": "Total\n"},
    ),
    effect="read",
    run=excerpt,
)
