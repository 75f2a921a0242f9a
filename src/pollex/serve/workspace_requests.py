"""What can be asked of a workspace, by name: the same over HTTP and over the socket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from ..core.fault import Fault
from ..core.json import Object
from ..core.path import MISSING
from ..core.wire import uicp_error
from ..workspace.batch import read_batch
from ..workspace.markdown import read_markdown
from ..workspace.state import state_key
from ..workspace.tree import to_page

if TYPE_CHECKING:
    from ..app.workspaces.host import WorkspaceHost

Request = Callable[["WorkspaceHost", Any, str], Awaitable[Any]]
"""Takes a workspace, what was sent, and who asks; returns the answer as JSON."""
COMMANDS: Final = ("batch", "press", "use")
"""Those that are answered with a Result for each command."""


def whole(host: WorkspaceHost) -> Object:
    """Return a workspace as it is, with its gate and its model."""
    snapshot = host.workspace.snapshot()
    chat = [shown_message(message) for message in snapshot["chat"]]
    return {**snapshot, "chat": chat, "gate": host.gate(), "model": host.model_state()}


def shown_message(message: Object) -> Object:
    """Return a message of the chat as the page shows it: a model writes Markdown."""
    return (
        {**message, "nodes": to_page(read_markdown(message["text"]).nodes)} if message["role"] == "model" else message
    )


def refused(fault: Fault) -> Object:
    """Return a fault with the workspace specification's UICPValidationError (003) beside it."""
    return {"fault": fault.to_json(), "error": uicp_error(fault)}


async def apply_batch(host: WorkspaceHost, batch: Any, by: str) -> list[Object]:
    return [answer.to_json() for answer in await host.workspace.apply(batch, by=by)]


async def press_element(host: WorkspaceHost, body: Object, by: str) -> list[Object]:
    answers = await host.workspace.press(
        body["windowId"],
        body["command"],
        value=body.get("value", MISSING),
        form=body.get("form"),
        component=body.get("componentId"),
    )
    return [answer.to_json() for answer in answers]


async def use_component(host: WorkspaceHost, body: Object, by: str) -> list[Object]:
    answers = await host.workspace.use(body["component"], body["event"], body.get("data", {}))
    return [answer.to_json() for answer in answers]


async def type_value(host: WorkspaceHost, body: Object, by: str) -> None:
    """Take what was typed, checked as the command that records it later."""
    params: Object = {name: body[name] for name in ("scope", "key", "windowId", "value") if name in body}
    read_batch([{"op": "state.set", "params": params}], host.workspace.limits)
    window = state_key(params).window
    if window is not None and window not in host.workspace.desk.windows:
        hint = "Take the windows from the last snapshot and its updates."
        raise Fault("not_found", f"There is no window {window!r}.", pointer="/windowId", received=window, hint=hint)
    host.workspace.type_into(params["scope"], params["key"], params["value"], window)


async def say_text(host: WorkspaceHost, body: Object, by: str) -> Object:
    return (await host.send(body["text"])).to_json()


async def answer_approval(host: WorkspaceHost, body: Object, by: str) -> None:
    await host.approvals.answer(body.get("path"), approved=body["approved"], kind=body["kind"], by=by)


async def undo_batch(host: WorkspaceHost, body: object, by: str) -> Object:
    return await host.workspace.undo(by=by)


async def redo_batch(host: WorkspaceHost, body: object, by: str) -> Object:
    return await host.workspace.redo(by=by)


async def stop_work(host: WorkspaceHost, body: object, by: str) -> Object:
    return await host.stop()


async def switch_gate(host: WorkspaceHost, body: Object, by: str) -> Object:
    """Unlock the gate, switch Full Control, or both; return the gate."""
    control = host.orchestrator.full_control
    if body.get("unlock"):
        await control.unlock(by=by)
    if "fullControl" in body:
        await control.switch(on=body["fullControl"], by=by)
    return host.gate()


async def decide_plan(host: WorkspaceHost, body: Object, by: str) -> Object:
    """Accept or refuse steps of a plan, all that wait where none is named, or edit one; return the gate."""
    plans, plan, steps = host.orchestrator.plans, body["plan"], body.get("steps")
    results: list[Object] = []
    if body["decision"] == "accept":
        results = [answer.to_json() for answer in await plans.accept(plan, steps)]
    elif body["decision"] == "refuse":
        await plans.refuse(plan, steps)
    elif steps is None or len(steps) != 1 or "command" not in body:
        message, expected = "An edit is of one step.", "one number in `steps`, and a `command`"
        raise Fault("invalid_input", message, pointer="/steps", expected=expected)
    else:
        await plans.edit(plan, steps[0], body["command"])
    return {"gate": host.gate(), "results": results}


async def choose_model(host: WorkspaceHost, body: Object, by: str) -> Object:
    await host.choose_model(body.get("name"))
    return host.model_state()


REQUESTS: Final[dict[str, Request]] = {
    "batch": apply_batch,
    "press": press_element,
    "use": use_component,
    "type": type_value,
    "say": say_text,
    "approve": answer_approval,
    "undo": undo_batch,
    "redo": redo_batch,
    "stop": stop_work,
    "gate": switch_gate,
    "plan": decide_plan,
    "model": choose_model,
}
