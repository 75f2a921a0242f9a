"""A run as the messages of document 002: what the popup of the extension hears of a task."""

from __future__ import annotations

from typing import Final

from ...browser.actions import BY_TYPE
from ...browser.description import outcome_sentence
from ...core.event import Event
from ...core.json import Object
from ...core.result import Result
from ...text.clip import on_one_line

LONGEST: Final = 300
RECORDING: Final = "Recording. Act in the tab; then click “Finish and keep”."
STATUS: Final = {
    "queued": "running", "running": "running", "paused": "running", "waiting": "running", "interrupted": "running",
    "done": "success", "failed": "error", "dead": "error", "cancelled": "idle",
}  # fmt: skip
"""The status of a run as document 002 has it; where there is no run, it is `idle`."""
TYPES: Final = {tool: type_ for type_, tool in BY_TYPE.items()}
"""The action type of a tool as document 002 has it; others have their name without the family."""


def messages_of(event: Event) -> list[Object]:
    """Return what the popup hears of an event."""
    data = event.data
    match event.kind:
        case "run.started":
            return [status("running", RECORDING if "record" in data else "Working.")]
        case "step.started":
            return [{"type": "progress_update", "step": data["step"], "maxSteps": data["maxSteps"]}]
        case "step.finished":
            return [_executed(each) for each in data["actions"]]
        case "approval.asked":
            return [status("waiting", f"Waits for your yes or no: {data.get('why') or data['tool']}")]
        case "question.asked":
            return [status("waiting", f"Waits for your answer: {data['question']}")]
        case "run.paused":
            return [status("paused", f"Paused: {data['why']}" if data.get("why") else "Paused.")]
        case "approval.answered" | "question.answered" | "run.resumed":
            return [status("running", "Goes on.")]
        case "run.finished":
            return ended(Result.from_json(data["result"]))
    return []


def ended(result: Result) -> list[Object]:
    """Return what the popup hears at the end of a task."""
    fault = result.fault
    if fault is None:
        return [{"type": "task_completed", "result": {"text": _answer(result.data)}}, status("done", "Done.")]
    if fault.code == "cancelled":
        return [status("cancelled", "Stopped")]
    words = f"{fault.message} {fault.hint}" if fault.hint else fault.message
    return [{"type": "task_error", "error": words}, status("failed", fault.message)]


def status(state: str, text: str) -> Object:
    """Return a `status_update` about a state of a run."""
    return {"type": "status_update", "status": STATUS[state], "text": on_one_line(text, LONGEST)}


def _executed(action: Object) -> Object:
    """Return an action that was done as an `action_executed`; of a private one its arguments are left out."""
    args = action["args"] if isinstance(action["args"], dict) and not action.get("private") else {}
    tool, result = action["tool"], action["result"]
    details = on_one_line(outcome_sentence(tool, args, result), LONGEST)
    told: Object = {"type": TYPES.get(tool) or tool.rpartition(".")[2], "details": details}
    return {"type": "action_executed", "action": told | ({} if result["ok"] else {"error": _why(result)})}


def _why(result: Object) -> str:
    return str((result.get("fault") or {}).get("message") or "It failed.")


def _answer(data: object) -> str:
    """Return the answer of a task in words."""
    answer = data.get("answer") if isinstance(data, dict) else None
    return str(answer or "Done.")
