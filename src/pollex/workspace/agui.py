"""The events of a workspace in the AG-UI protocol (1.0), for clients that are not our page.

The thread is the workspace, an AG-UI run is one stream of it. The AG-UI state is
`{"workspace": {key: value}, "user": {key: value}, "window": {window id: {key: value}}}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from ..core.event import Event
from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.path import pointer
from . import tree

PROTOCOL: Final = "1.0"
ROLES: Final = {"person": "user", "model": "assistant", "system": "system"}
SILENT: Final = frozenset({"state.set", "state.get", "state.watch", "state.unwatch"})
"""Operations that change nothing a client sees, or whose change is a STATE_DELTA."""

SHOWN: Final = ("batch", "index", "count", "by", "answer", "notes", "synthetic")
"""What a client gets of an applied command besides the command."""


class AguiStream:
    """One client's stream: translates events in order, and knows which messages and windows the client has seen."""

    def __init__(self, thread: str, run: str) -> None:
        self.thread = thread
        self.run = run
        self._open: list[str] = []
        self._windows: set[str] = set()

    def opening(self, state: Iterable[Object] = ()) -> list[Object]:
        """Return the first events: the run begins, and the whole state as it is."""
        began = {"type": "RUN_STARTED", "threadId": self.thread, "runId": self.run, "protocolVersion": PROTOCOL}
        return [began, self.snapshot(state)]

    def snapshot(self, state: Iterable[Object]) -> Object:
        """Return the whole state, as `Workspace.snapshot()["state"]` has it: first, and after `workspace.undone`, whose
        event does not say what changed."""
        document: Object = {"workspace": {}, "user": {}, "window": {}}
        for entry in state:
            window = entry.get("windowId")
            values = document[entry["scope"]] if window is None else document["window"].setdefault(window, {})
            values[entry["key"]] = entry["value"]
        self._windows = set(document["window"])
        return {"type": "STATE_SNAPSHOT", "snapshot": document}

    def closing(self, result: Any = None, *, interrupts: Sequence[Object] = ()) -> list[Object]:
        """Return the last events of a run that did not fail. An interrupt (`{id, reason, message?}`) is what waits for
        a person, such as a pending plan."""
        outcome: Object = {"type": "interrupt", "interrupts": list(interrupts)} if interrupts else {"type": "success"}
        ended: Object = {"type": "RUN_FINISHED", "threadId": self.thread, "runId": self.run, "outcome": outcome}
        return [*self._ends(), ended if result is None else {**ended, "result": result}]

    def failing(self, fault: Fault) -> list[Object]:
        """Return the last events of a run that failed."""
        return [*self._ends(), {"type": "RUN_ERROR", "message": fault.message, "code": fault.code}]

    def translate(self, event: Event) -> list[Object]:
        """Return the AG-UI events of an event of the workspace; none for what is of no interest to a client."""
        at = _milliseconds(event.at)
        return [{**made, "timestamp": at} for made in self._translate(event)]

    def _translate(self, event: Event) -> list[Object]:
        data = event.data
        match event.kind:
            case "workspace.command":
                return [*_command(data), *self._state(data)]
            case "workspace.chat":
                return self._chat(data)
            case (
                "workspace.gate"
                | "workspace.undone"
                | "approval.asked"
                | "approval.answered"
                | "question.asked"
                | "question.answered"
            ):
                return [_custom(event.kind, data)]
            case "model.delta":
                return self._delta(_message(event), data["text"])
            case "model.answered":
                return self._end(_message(event))
            case "call.started":
                return _tool_call(data["call"], data["tool"], data["args"])
            case "call.finished":
                return [_tool_result(data["call"], data["result"])]
            case "run.finished":
                fault = data["result"]["fault"]
                return self.closing(data["result"]["data"]) if fault is None else self.failing(Fault.from_json(fault))
        return []

    def _chat(self, data: Object) -> list[Object]:
        """Return a whole message; of one that was streamed, only its end."""
        message = data["message"]
        if message in self._open:
            return self._end(message)
        return [*self._delta(message, data["text"], ROLES[data["role"]]), *self._end(message)]

    def _delta(self, message: str, text: str, role: str = "assistant") -> list[Object]:
        made: list[Object] = []
        if message not in self._open:
            self._open.append(message)
            made.append({"type": "TEXT_MESSAGE_START", "messageId": message, "role": role})
        if text:  # an empty piece is refused by clients of earlier versions
            made.append({"type": "TEXT_MESSAGE_CONTENT", "messageId": message, "delta": text})
        return made

    def _end(self, message: str) -> list[Object]:
        if message not in self._open:
            return []
        self._open.remove(message)
        return [{"type": "TEXT_MESSAGE_END", "messageId": message}]

    def _ends(self) -> list[Object]:
        return [made for message in tuple(self._open) for made in self._end(message)]

    def _state(self, data: Object) -> list[Object]:
        """Return the changes of state as a JSON Patch, with old and new values beside it."""
        changes = data.get("changes", {}).get("state", [])
        patch = [*self._closed(data.get("command", {})), *(op for change in changes for op in self._patch(change))]
        if not patch:
            return []
        return [{"type": "STATE_DELTA", "delta": patch, "metadata": {"changes": changes}}]

    def _closed(self, command: Object) -> Iterable[Object]:
        window = command.get("params", {}).get("id")
        if command.get("op") == "window.close" and window in self._windows:
            self._windows.remove(window)
            yield {"op": "remove", "path": pointer(["window", window])}

    def _patch(self, change: Object) -> Iterable[Object]:
        """Yield the operations of a change. None is no value, before and after."""
        scope, window, old, new = change["scope"], change.get("windowId"), change["old"], change["new"]
        where = [scope] if window is None else [scope, window]
        if new is None and (old is None or (window is not None and window not in self._windows)):
            return  # nothing was there, or it died with its window
        if window is not None and window not in self._windows:
            self._windows.add(window)
            yield {"op": "add", "path": pointer(where), "value": {}}
        path = pointer([*where, change["key"]])
        if new is None:
            yield {"op": "remove", "path": path}
        else:
            yield {"op": "add" if old is None else "replace", "path": path, "value": new}


def messages_snapshot(chat: Iterable[Event]) -> Object:
    """Return the chat so far as one event, for a client that comes later."""
    messages = [
        {"id": event.data["message"], "role": ROLES[event.data["role"]], "content": event.data["text"]}
        for event in chat
        if event.kind == "workspace.chat"
    ]
    return {"type": "MESSAGES_SNAPSHOT", "messages": messages}


def _command(data: Object) -> list[Object]:
    """Return an applied command, named by its operation. HTML goes out as the clean tree that the gate made of it."""
    command = data["command"]
    if command["op"] in SILENT:
        return []
    value: Object = {name: data[name] for name in SHOWN if name in data}
    params = {name: value for name, value in command["params"].items() if name != "html"}
    value["command"] = {**command, "params": params}
    if "drawn" in data:
        value["content"] = tree.to_page(tree.from_json(data["drawn"]))
    return [_custom(command["op"], value)]


def _custom(name: str, value: Object) -> Object:
    return {"type": "CUSTOM", "name": name, "value": value}


def _tool_call(call: str, tool: str, args: Any) -> list[Object]:
    return [
        {"type": "TOOL_CALL_START", "toolCallId": call, "toolCallName": tool},
        {"type": "TOOL_CALL_ARGS", "toolCallId": call, "delta": dumps(args)},
        {"type": "TOOL_CALL_END", "toolCallId": call},
    ]


def _tool_result(call: str, result: Object) -> Object:
    content = dumps(result["data"] if result["fault"] is None else {"fault": result["fault"]})
    return {
        "type": "TOOL_CALL_RESULT",
        "messageId": f"{call}-result",
        "toolCallId": call,
        "content": content,
        "role": "tool",
    }


def _message(event: Event) -> str:
    """Return the message that a piece of a model's text belongs to."""
    return str(event.data.get("message") or event.data.get("path") or event.run)


def _milliseconds(at: str) -> int:
    return round(datetime.fromisoformat(at).timestamp() * 1000)
