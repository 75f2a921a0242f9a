"""Ask the model and parse its reply into calls. Stopping the run aborts the request."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any, Final

from ..browser.actions import action_call
from ..core.call import new_id
from ..core.cancel import CancelToken
from ..core.dialect import Export
from ..core.fault import Fault
from ..core.json import Object, loads
from ..core.lenient_json import parse_lenient
from ..core.protocols import API_ERROR, PARSE_ERROR, Model, ModelReply, ModelRequest
from ..core.registry import Tools

THEN: Final = "then"
"""The argument of a wait that names what is clicked after it."""
BLOCK: Final = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


async def ask_model(model: Model, request: ModelRequest, cancel: CancelToken) -> ModelReply:
    """Return the model's reply, or raise a Fault. Stopping the run aborts the request."""
    loop = asyncio.get_running_loop()
    asking = asyncio.ensure_future(model.ask(request))
    unheard = cancel.listen(lambda: loop.call_soon_threadsafe(asking.cancel))
    try:
        return _readable(await asking)
    except asyncio.CancelledError:
        if cancel.reason is None:
            raise
        raise Fault("cancelled", f"The run was stopped: {cancel.reason}.", retry=False) from None
    except Fault as fault:
        raise _named(fault) from fault
    finally:
        unheard()
        asking.cancel()


def _readable(reply: ModelReply) -> ModelReply:
    """Return the reply without lone surrogates, which cannot be encoded."""
    clean = reply.text.encode("utf-8", "replace").decode()
    return reply if clean == reply.text else replace(reply, text=clean)


def _named(fault: Fault) -> Fault:
    """Return a model's fault worded as in the page-agent specification (002); one of the task itself is unchanged."""
    if fault.pointer in ("/task", "/url"):
        return fault
    if fault.code != "cancelled" and not fault.message.startswith((API_ERROR, PARSE_ERROR)):
        fault.message = f"{API_ERROR}{fault.message}"
    return fault


def wanted(reply: ModelReply, exported: Export, tools: Tools | None = None) -> list[Object]:
    """Return the calls that a reply asks for, by their registry names; raise a Fault if there are none.

    The `type` of an action that was written as text may also be the name of one of `tools`.

    Each has an id of ours: those of one provider, or of a careless model, another provider may not take.
    """
    if reply.stop == "refused":
        raise Fault("denied", f"{API_ERROR}the model refused: {reply.text.strip() or 'it gave no reason'}", retry=False)
    calls = [{"tool": each.tool, "args": each.args} for each in reply.requests]
    return [each for call in calls or _written(reply, tools) for each in _apart(_folded(call, exported))]


def _folded(call: Object, exported: Export) -> Object:
    name, args = exported.decode(str(call["tool"]), call["args"])
    return {**call, "id": new_id(), "tool": name, "args": args}


def _apart(call: Object) -> list[Object]:
    """Return a wait that ends in a click as two calls: the second is not done where the first is in vain."""
    args = call["args"]
    if call["tool"] != "page.wait" or not isinstance(args, dict) or THEN not in args:
        return [call]
    meant = args[THEN]
    click = {"index" if isinstance(meant, int) or str(meant).isdecimal() else "selector": meant}
    waiting = {name: each for name, each in args.items() if name != THEN}
    return [{**call, "args": waiting}, {"id": new_id(), "tool": "page.click", "args": click}]


def _written(reply: ModelReply, tools: Tools | None) -> list[Object]:
    """Parse the page agent's actions (002) that a model wrote as text: one or a list, bare or in a code block."""
    text = reply.text.strip()
    block = BLOCK.search(text)
    try:
        value, mended = _value(block[1] if block else text)
    except ValueError as error:
        what = "there is no call in it" if text else "it is empty"
        cut = ", and it was cut off at its limit" if reply.stop == "length" else ""
        message = f"{PARSE_ERROR}{what}{cut}."
        raise Fault("invalid_output", message, expected="a call of a tool", received=text[:200], retry=True) from error
    if isinstance(value, dict) and isinstance(value.get("actions"), list):
        value = value["actions"]
    return [{**_action(each, tools), **mended} for each in (value if isinstance(value, list) else [value])]


def _value(text: str) -> tuple[Any, Object]:
    """Return the parsed value, and a flag if the JSON had to be repaired."""
    try:
        return loads(text), {}
    except ValueError:
        return parse_lenient(text), {"mended": True}


def _action(value: Any, tools: Tools | None) -> Object:
    if not isinstance(value, dict) or not value:
        message = f"{PARSE_ERROR}an action is not an object."
        raise Fault("invalid_output", message, expected="an action", received=str(value)[:200], retry=True)
    if len(value) == 1 and isinstance(next(iter(value.values())), dict):
        name, args = next(iter(value.items()))
        return {"tool": name, "args": args}
    if isinstance(value.get("tool") or value.get("name"), str):
        args = value.get("args", value.get("arguments", {}))
        return {"tool": value.get("tool") or value["name"], "args": args}
    if value.get("type") == "done":
        return {"tool": "done", "args": {name: each for name, each in value.items() if name != "type"}}
    try:
        call = action_call(value, tools)
    except Fault as fault:
        raise Fault("invalid_output", f"{PARSE_ERROR}{fault.message}", hint=fault.hint, retry=True) from fault
    return {"tool": call.tool, "args": call.args}
