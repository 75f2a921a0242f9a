"""The conversation with a model about one message of a person: what it is told first, and what after each batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from ...core.fault import Fault
from ...core.fence import Fence
from ...core.json import Object, dumps
from ...core.protocols import Message, ModelRequest
from ...core.tool import Tool
from ...core.wire import uicp_error
from ...text.clip import clipped, on_one_line
from ..chat import ChatMessage
from ..command_result import CommandResult
from ..effectful_desk import CALL
from ..workspace import Workspace
from .answer import Role
from .prompt import actor_prompt, planner_prompt
from .snapshot import snapshot_text

REMEMBERED: Final = 10
"""Messages of the chat that a model sees."""
MESSAGE: Final = 400
RESULT: Final = 6_000
"""Characters of one call's answer."""
RESULTS: Final = 24_000
ANSWERED: Final = (CALL, "state.get")
"""Operations whose answers a model is told."""
TOLD: Final = ("pointer", "expected", "received", "hint", "uncertain")
"""What a model is told of a call's fault beside its message."""


@dataclass(slots=True)
class Conversation:
    """Writes what a model is told about one request. Everything that others wrote is fenced."""

    workspace: Workspace
    model: str
    flags: Object
    tools: Sequence[Tool] = ()
    redact: Callable[[str], str] = str
    fence: Fence = field(default_factory=Fence)
    said: list[Message] = field(default_factory=list)

    def open(self, text: str, answers: Object | None = None) -> None:
        """Begin with what a person asks for or has entered into a form, the workspace in front."""
        seen = snapshot_text(self.workspace, flags=self.flags, model=self.model, fence=self.fence, redact=self.redact)
        earlier = _earlier(self.workspace.chat, text)
        chat = f"{self.fence.around(self.redact(earlier), 'chat before')}\n\n" if earlier else ""
        entered = "" if answers is None else f"\n\nEntered: {dumps(answers)}"
        self.said = [Message("user", f"{seen}\n\n{chat}Request: {text}{entered}")]

    def request(self, role: Role) -> ModelRequest:
        """Return the conversation so far as a request."""
        write = planner_prompt if role == "planner" else actor_prompt
        system = write(self.fence.mark, self.tools, self.workspace.limits)
        return ModelRequest((Message("system", system), *self.said))

    def answered(self, text: str) -> None:
        """Add what the model has said."""
        self.said.append(Message("assistant", text or "(nothing)"))

    def tell(self, text: str) -> None:
        self.said.append(Message("user", text))

    def tell_fault(self, fault: Fault) -> None:
        """Say why a batch was refused."""
        self.tell(f"Nothing of the batch was applied. Send all of it again, corrected:\n{dumps(uicp_error(fault))}")

    def tell_results(
        self, batch: Sequence[Object], results: Sequence[CommandResult | None], notes: Iterable[str]
    ) -> None:
        """Say what became of a batch: notes, and the answers of calls as data."""
        lines = ["Applied." if all(results) else "A person decided:"]
        lines += [f"/{index}: refused" for index, result in enumerate(results) if result is None]
        done = [(index, each["op"], found) for index, (each, found) in enumerate(zip(batch, results, strict=True))]
        applied = [(index, op, result) for index, op, result in done if result is not None]
        lines += [f"/{index}: {note}" for index, op, result in applied if op not in ANSWERED for note in result.notes]
        lines += notes
        left = RESULTS
        for index, op, result in applied:
            if op in ANSWERED:
                answer = clipped(self.redact(dumps(_answer(result))), max(min(RESULT, left), 200))
                left -= len(answer)
                lines.append(self.fence.around(answer, f"answer to /{index}"))
        self.tell("\n".join([*lines, "Go on with the next batch, or answer in words if nothing is left to do."]))


def _answer(result: CommandResult) -> Object:
    """Return what a call gave, or why it failed and where. Its notes are data too: they may quote a page."""
    notes = {"notes": list(result.notes)} if result.notes else {}
    if (fault := result.fault) is None:
        return {"ok": True, "data": result.data, **notes}
    shown = {name: value for name, value in fault.to_json().items() if name in TOLD and value}
    issues = {"issues": [_filled(issue.to_json()) for issue in fault.issues]} if len(fault.issues) > 1 else {}
    return {"ok": False, "error": fault.message, **shown, **issues, **notes}


def _filled(data: Object) -> Object:
    return {name: value for name, value in data.items() if value is not None}


def _earlier(chat: Sequence[ChatMessage], text: str) -> str:
    """Return the last messages before the one that is answered."""
    before = list(chat)
    if before and before[-1].text == text:
        before.pop()
    return "\n".join(f"{each.role}: {on_one_line(each.text, MESSAGE)}" for each in before[-REMEMBERED:])
