"""Elements that fit the evidence of one: for healing, and to ask a person which is meant."""

from __future__ import annotations

from ...browser.evidence import Evidence
from ...core.context import Context
from ...core.json import Object
from ...core.tool import Tool
from ..live import LivePage
from ..match import rank
from .declare import page_tool


async def match(page: LivePage, args: Object, context: Context) -> Object:
    opened = await page.opened()
    ranking = await rank(opened.tab, Evidence.from_json(args["evidence"]))
    candidates = [
        {
            "index": opened.indices.of(rival.frame, rival.number),
            "score": rival.score,
            "evidence": rival.evidence.to_json(),
        }
        for rival in ranking.rivals[: args["most"]]
    ]
    return {"clear": ranking.clear is not None, "candidates": candidates}


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "match",
        match,
        "Find an element again by what was known of it, the evidence of an earlier result: the elements that are "
        "likest to it, best first, and whether the first clearly is it. Does nothing to the page.",
        {
            "evidence": {
                "type": "object",
                "additionalProperties": True,
                "description": "What was known of it: role, name, label, field, href, neighbours …",
            },
            "most": {"type": "integer", "minimum": 1, "maximum": 40, "default": 5, "description": "How many to tell."},
        },
        required=("evidence",),
        examples=({"evidence": {"role": "button", "name": "Save", "neighbours": ["Cancel"]}},),
        effect="read",
    ),
)
