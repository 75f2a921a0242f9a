"""What clients ask of a workspace over the socket, by the type of the message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from ...core.fault import Fault
from ...core.json import Object
from ...core.path import MISSING
from ...core.wire import uicp_error
from ...workspace.batch import read_batch
from ...workspace.state import state_key

if TYPE_CHECKING:
    from ...app.workspaces.host import WorkspaceHost

PERSON: Final = "person"
"""Who does what comes over the socket."""
Request = Callable[["WorkspaceHost", Object], Awaitable[Object]]
"""Returns what the answer says."""


async def apply_batch(host: WorkspaceHost, message: Object) -> Object:
    answers = await host.workspace.apply(message["batch"], by=PERSON)
    return {"results": [answer.to_json() for answer in answers]}


async def press_element(host: WorkspaceHost, message: Object) -> Object:
    answers = await host.workspace.press(
        message["windowId"],
        message["command"],
        value=message.get("value", MISSING),
        form=message.get("form"),
        component=message.get("componentId"),
    )
    return {"results": [answer.to_json() for answer in answers]}


async def use_component(host: WorkspaceHost, message: Object) -> Object:
    answers = await host.workspace.use(message["component"], message["event"], message.get("data", {}))
    return {"results": [answer.to_json() for answer in answers]}


async def type_text(host: WorkspaceHost, message: Object) -> Object:
    """Take what was typed, checked as the command that records it later."""
    params: Object = {name: message[name] for name in ("scope", "key", "windowId", "value") if name in message}
    read_batch([{"op": "state.set", "params": params}], host.workspace.limits)
    window = state_key(params).window
    if window is not None and window not in host.workspace.desk.windows:
        hint = "Take the windows from the last snapshot and its updates."
        raise Fault("not_found", f"There is no window {window!r}.", pointer="/windowId", received=window, hint=hint)
    host.workspace.type_into(params["scope"], params["key"], params["value"], window)
    return {"data": None}


async def say_text(host: WorkspaceHost, message: Object) -> Object:
    await host.say(message["text"])
    return {"data": None}


async def answer_approval(host: WorkspaceHost, message: Object) -> Object:
    await host.approvals.answer(message.get("path"), approved=message["approved"], by=PERSON)
    return {"data": None}


async def undo_batch(host: WorkspaceHost, message: Object) -> Object:
    return {"data": await host.workspace.undo(by=PERSON)}


async def redo_batch(host: WorkspaceHost, message: Object) -> Object:
    return {"data": await host.workspace.redo(by=PERSON)}


REQUESTS: Final[dict[str, Request]] = {
    "batch": apply_batch,
    "press": press_element,
    "use": use_component,
    "type": type_text,
    "say": say_text,
    "approve": answer_approval,
    "undo": undo_batch,
    "redo": redo_batch,
}


def refused(fault: Fault) -> Object:
    """Return what the answer to a request says that failed."""
    return {"fault": fault.to_json(), "error": uicp_error(fault)}
