"""`uicp://intent`: a message to the chat, or a form that asks the person."""

from __future__ import annotations

from ...core.call import new_id
from ...core.context import Context
from ...core.result import Result
from ...workspace.intent import check_intent, clarifier_batch, merge
from .door import WorkspaceDoor
from .outgoing import Handler, OutgoingCall, below_body


def intent_handler(door: WorkspaceDoor) -> Handler:
    """Return the handler for a workspace's chat."""

    async def handle(call: OutgoingCall, context: Context) -> Result:
        with below_body():
            body = check_intent(call.body)
        if "text" in body:
            said = merge(door.last_request(), body["text"])
            await door.say(said, body.get("answers"))
            return Result.success({"said": said})
        window = body.get("windowId") or f"clarifier-{new_id()[:8]}"
        with below_body():
            batch = clarifier_batch(body, window)
        await door.draw(batch)
        return Result.success({"windowId": window, "answers": {"scope": "workspace", "key": window}})

    return handle
