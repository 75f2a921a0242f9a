"""The answer to a command, also to one that was answered before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.event import Event
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Repair, Result
from .envelope import ReadCommand
from .record import command_digest


@dataclass(slots=True)
class CommandResult(Result):
    """The answer to a command, with the command's id."""

    id: str = ""

    def to_json(self) -> Object:
        return {"id": self.id, **Result.to_json(self)}


def command_result(id_: str, result: Result) -> CommandResult:
    """Return the result of a command with its id."""
    return CommandResult(
        result.ok,
        result.data,
        result.fault,
        result.repairs,
        result.notes,
        result.files,
        result.cost,
        result.proof,
        id=id_,
    )


def first_answer(command: ReadCommand, event: Event) -> CommandResult:
    """Return the first answer to a command; raise a Fault if its key was used for another command."""
    call, data = command.call, event.data
    if command_digest(call.tool, call.args) != data["digest"]:
        raise Fault(
            "conflict",
            f"The key {call.key!r} was used before, for another command.",
            pointer=f"/{command.place}/idempotencyKey",
            expected="the same command",
            received=f"{call.tool!r} after {data['command']['op']!r}",
            hint="Use a new key for a new command.",
            retry=False,
        )
    repairs = tuple(Repair(**each) for each in data.get("repairs", ()))
    first = Result.success(data["answer"], notes=tuple(data.get("notes", ())), repairs=repairs)
    return command_result(call.id, first)


def refuse_twins(commands: Sequence[ReadCommand]) -> None:
    """Refuse a batch that uses one key or one id twice."""
    for name, given in (
        ("idempotencyKey", [command.call.key for command in commands]),
        ("id", [command.call.id for command in commands]),
    ):
        seen: set[str] = set()
        for index, each in enumerate(given):
            if each is not None and each in seen:
                message = f"The {name} {each!r} stands twice in the batch."
                raise Fault("conflict", message, pointer=f"/{index}/{name}", expected="one of its own", received=each)
            seen |= set() if each is None else {each}


def error_text(fault: Fault) -> str:
    """Return a fault as a message of the chat: what is wrong where, and what to do."""
    lines = [fault.message]
    lines += [f"{each.pointer or '/'}: {each.message} {each.hint or ''}".rstrip() for each in fault.issues[:10]]
    if fault.hint and not fault.issues:
        lines.append(fault.hint)
    return "\n".join(lines)
