"""`excerpt`: the text between two others on a page without a table, such as `62` in `62 things left`."""

from __future__ import annotations

from typing import Final

from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object, brief
from ..core.schema import Schema
from ..core.tool import Tool
from ..text.between import between, plain_lines


async def excerpt(args: Object, context: Context) -> Object:
    text = plain_lines(args["text"])
    found = between(text, args["before"], args["after"])
    if len(found) == 1:
        return {"value": found[0].strip()}
    for name in ("before", "after"):
        if args[name] not in text:
            message, hint = f"The text {args[name]!r} is not there.", "The page may say it in other words now."
            raise Fault("not_found", message, pointer=f"/{name}", received=args[name], hint=hint, retry=False)
    if found:
        hint = "Say more of what stands before or after it."
        raise Fault("ambiguous", f"That fits {len(found)} places.", received=brief(found), hint=hint, retry=False)
    raise Fault("not_found", "Nothing stands between the two texts on one line.", pointer="/after", retry=False)


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
    open_world=False,
    run=excerpt,
)
