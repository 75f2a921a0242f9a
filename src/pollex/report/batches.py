"""What happened in a workspace: its batches as parts of the story, with its chat and its decisions beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..core.effect_id import effect_id
from ..core.event import Event
from ..core.json import Object
from ..text.clip import clipped
from ..text.phrase import sentence_case
from .story import Aside, ReportedCall, StoryPart, Tone

MOST_HTML: Final = 600
"""Letters of a command's HTML that are shown."""
KINDS: Final = ("workspace.command", "workspace.chat", "workspace.gate", "workspace.undone")
"""The events that only a workspace has."""
TONES: Final[dict[str, Tone]] = {"system": "warn"}
FLAGS: Final = {
    ("fullControl", True): "Full Control was switched on",
    ("fullControl", False): "Full Control was switched off",
    ("locked", True): "Full Control was locked",
    ("locked", False): "Full Control was unlocked",
}
DECISIONS: Final = {"done": "accepted", "refused": "refused", "waiting": "edited"}


class Batches:
    """The batches of a workspace so far, by their ids."""

    def __init__(self, add: Callable[[str, str], StoryPart], place: Callable[[Aside], None]) -> None:
        """`add` makes a part from its path and its time."""
        self._add = add
        self._place = place
        self._parts: dict[str, StoryPart] = {}
        self._effects: dict[str, ReportedCall] = {}
        """The commands that call something, by the ids of their calls."""

    def read(self, event: Event) -> None:
        data = event.data
        match event.kind:
            case "workspace.command":
                self._command(data, event.at)
            case "workspace.chat":
                role = str(data.get("role"))
                self._place(Aside(sentence_case(role), str(data.get("text", "")), TONES.get(role, "plain")))
            case "workspace.gate":
                self._place(Aside("Decision", gate_words(data), "warn"))
            case "workspace.undone":
                self._take_back(data)

    def effect(self, call: str) -> ReportedCall | None:
        """Return the command that a call carries out."""
        return self._effects.get(call)

    def _command(self, data: Object, at: str) -> None:
        batch, command = str(data.get("partOf") or data.get("batch")), data.get("command") or {}
        part = self._parts.get(batch)
        if part is None:
            part = self._parts[batch] = self._add(f"/{len(self._parts) + 1}", at)
            part.data = {"by": data.get("by"), "counts": {}, "traces": []}
        part.data["counts"][str(data.get("batch"))] = data.get("count")
        action = ReportedCall(str(command.get("op")), _shown(command.get("params") or {}), _answer(data))
        if action.tool == "api.call":
            action.result = None
            self._effects[effect_id(batch, str(command.get("id")))] = action
        part.actions.append(action)
        if (trace := command.get("traceId")) is not None and trace not in part.data["traces"]:
            part.data["traces"].append(trace)

    def _take_back(self, data: Object) -> None:
        part = self._parts.get(str(data.get("batch")))
        title = "Done again" if data.get("redo") else "Taken back"
        named = "A batch" if part is None else f"Batch {part.label}"
        self._place(Aside(title, f"{named}, by {data.get('by')}", "warn"))
        if part is not None:
            part.asides = [] if data.get("redo") else [Aside("Taken back", "It is not in the workspace.", "warn")]


def gate_words(data: Object) -> str:
    """Return what a decision about Full Control or a pending plan says, in words."""
    said = [FLAGS.get((name, value), f"{name}: {value}") for name, value in (data.get("flags") or {}).items()]
    if (plan := data.get("plan")) is not None:
        said.append(f"A plan of {len(plan['steps'])} commands waits: {plan.get('title') or plan['id']}")
    if (decision := data.get("decision")) is not None:
        steps = ", ".join(str(index + 1) for index in decision["steps"])
        state = str(decision.get("state"))
        said.append(f"Commands {steps} of a plan were {DECISIONS.get(state, state)}")
    return "; ".join(said) + (f", by {data['by']}" if data.get("by") else "")


def _shown(params: Object) -> Object:
    html = params.get("html")
    return {**params, "html": clipped(html, MOST_HTML)} if isinstance(html, str) else params


def _answer(data: Object) -> Object:
    notes = list(data.get("notes") or ())
    if data.get("synthetic"):
        notes.append("Made by the safety net, for a command that named a window which was not there.")
    return {"ok": True, "data": data.get("answer"), "notes": notes, "repairs": data.get("repairs") or []}
