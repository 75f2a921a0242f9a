"""The shapes that the endpoints of workflows send, as JSON Schemas: the picture of a workflow, a draft, a version."""

from __future__ import annotations

from typing import Final

from ..core.json import Object
from .schemas import MAYBE, TEXT, listed, ref, shape

ANY: Final[Object] = {"type": "object"}
FLAG: Final[Object] = {"type": "boolean"}
COUNT: Final[Object] = {"type": "integer", "minimum": 0}
LENGTH: Final[Object] = {"type": "number"}
BOX: Final[Object] = dict.fromkeys(("x", "y", "width", "height"), LENGTH)
POINT: Final = shape({"x": LENGTH, "y": LENGTH})
DRAWN_TEXT: Final = shape(
    {
        "role": {"enum": ["name", "kind", "line", "remark", "position"]},
        "text": TEXT,
        "x": LENGTH,
        "y": LENGTH,
        "anchor": {"enum": ["start", "middle", "end"]},
    },
    {"rtl": FLAG},
)
DRAWN_NODE: Final = shape(
    {
        "id": TEXT,
        "owner": MAYBE,
        "next": listed(TEXT),
        "position": COUNT,
        "alias": MAYBE,
        **dict.fromkeys(("type", "title", "summary", "about"), TEXT),
        "remarks": listed(TEXT),
        "shape": {"enum": ["card", "frame", "diamond"]},
        **BOX,
        "texts": listed(ref("DrawnText")),
        "area": shape(BOX),
    },
    {"chip": shape(BOX)},
)
DRAWING: Final = shape(
    {
        "width": LENGTH,
        "height": LENGTH,
        "begin": POINT,
        "end": POINT,
        "nodes": listed(ref("DrawnNode")),
        "edges": listed(shape({"kind": {"enum": ["flow", "loop"]}, "path": TEXT}, {"head": TEXT, "dot": POINT})),
        "labels": listed(shape({"text": TEXT, "kind": TEXT, **BOX})),
    }
)
SHOWN: Final[Object] = {"document": ANY, "drawing": ref("WorkflowDrawing"), "inputs": {"type": ["object", "boolean"]}}
VERSION: Final = shape({"number": COUNT, "at": TEXT, "nodes": COUNT, "version": MAYBE})
KEPT: Final = shape(
    {
        "name": TEXT,
        **SHOWN,
        "versions": listed(ref("WorkflowVersion")),
        "fault": {"oneOf": [ref("Fault"), {"type": "null"}]},
    }
)
TRIAL: Final = shape(
    {
        "run": TEXT,
        "running": FLAG,
        "ok": {"type": ["boolean", "null"]},
        "nodes": listed(ANY),
        "fault": {"oneOf": [ref("Fault"), {"type": "null"}]},
        "notes": listed(TEXT),
    }
)
DRAFT: Final = shape(
    {
        "name": MAYBE,
        **SHOWN,
        "open": listed(ANY),
        "undo": COUNT,
        "redo": COUNT,
        "saved": FLAG,
        "revision": COUNT,
        "trial": {"oneOf": [ref("DraftTrial"), {"type": "null"}]},
    }
)
NODE_TYPE: Final = shape(
    {
        **dict.fromkeys(("type", "title", "description"), TEXT),
        "properties": ANY,
        "required": listed(TEXT),
        "choices": ANY,
        "runsOthers": FLAG,
    }
)
DID: Final[Object] = {"enum": ["added", "removed", "moved", "changed"]}
DIFFERENCE: Final = shape({"name": TEXT, "did": DID, "before": MAYBE, "after": MAYBE})
WORKFLOW_SCHEMAS: Final[dict[str, Object]] = {
    "DrawnText": DRAWN_TEXT,
    "DrawnNode": DRAWN_NODE,
    "WorkflowDrawing": DRAWING,
    "WorkflowVersion": VERSION,
    "DraftTrial": TRIAL,
    "KeptWorkflow": KEPT,
    "WorkflowDraft": DRAFT,
    "NodeType": NODE_TYPE,
    "WorkflowDifference": DIFFERENCE,
}
