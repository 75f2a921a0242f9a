"""`api.call` and `txn.cancel`: they change nothing on the desk; the workspace carries them out."""

from __future__ import annotations

from typing import Final

from ...core.fault import Fault, placed
from ...core.json import Object
from ..change import DeskChange
from ..state import StateEntry
from .operation import STATE, declare
from .state import known_state


def call(change: DeskChange, params: Object) -> None:
    """Mark the state that waits for the answer. The workspace makes the call once the whole batch holds."""
    if (into := params.get("into")) is not None:
        if into["scope"] == "window" and change.current.call.target is not None:
            params["into"] = into = {"windowId": change.current.call.target, **into}
        try:
            at = known_state(change, into)
        except Fault as fault:
            raise placed(fault, "/into") from None
        change.put_state(at, StateEntry({"status": "loading", "call": change.current.call.id}))


def cancel(change: DeskChange, params: Object) -> Object:
    """Answer how much pending work the workspace has dropped."""
    return {"cancelled": change.cancelled}


CALL_PROPERTIES: Final[Object] = {
    "method": {"type": "string", "default": "GET", "description": "The HTTP method."},
    "url": {
        "type": "string",
        "minLength": 1,
        "maxLength": 8192,
        "description": "http(s)://… asks a server; pollex://tool/NAME calls a tool with `body` as its arguments; "
        "uicp://intent asks the person (`body`: text, or textPrompt and fields); "
        "tauri://fs/writeTextFile writes a file (`body`: path, contents, directory).",
    },
    "headers": {
        "type": "object",
        "additionalProperties": {"type": "string"},
        "description": "HTTP headers, such as Accept; `{{secret.NAME}}` in one sends a stored API key to its own host.",
    },
    "body": {"description": "JSON."},
    "idempotencyKey": {
        "type": "string",
        "pattern": "^[!-~]{1,200}$",
        "description": "The effect happens once per key.",
    },
    "into": {
        "type": "object",
        "properties": STATE,
        "required": ["scope", "key"],
        "additionalProperties": False,
        "description": "State that becomes {status: 'loading'}, then {status: 'ready', data} or {status: 'error', "
        "error}; components bound to it show it.",
    },
    "credential": {
        "type": "string",
        "description": "The name of a stored credential, sent as Authorization to a host that it is bound to.",
    },
}
EFFECT_OPERATIONS: Final = (
    declare(
        "api.call",
        "Call an address",
        "Ask a server, call a tool, ask the person or write a file. Its failure does not stop the batch.",
        CALL_PROPERTIES,
        call,
        {
            "method": "POST",
            "url": "pollex://tool/page.open",
            "body": {"url": "https://example.org"},
            "into": {"scope": "workspace", "key": "opened"},
        },
        {"url": "https://api.example.com/items?limit=10", "into": {"scope": "workspace", "key": "items"}},
        {"method": "POST", "url": "uicp://intent", "body": {"text": "Only those of this week."}},
        {
            "method": "POST",
            "url": "tauri://fs/writeTextFile",
            "body": {"path": "notes/today.txt", "contents": "Buy milk."},
        },
        required=("url",),
        names_window=None,
    ),
    declare(
        "txn.cancel",
        "Cancel pending work",
        "Drop the pending work of a transaction, or all of it without an id.",
        {"id": {"type": "string", "maxLength": 200, "description": "The `txnId` of the work."}},
        cancel,
        {"id": "import-1"},
        names_window=None,
    ),
)
