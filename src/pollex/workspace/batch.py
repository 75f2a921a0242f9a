"""A batch of commands: read as a whole, and applied to a copy of the desk as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..core.fault import Code, Fault, Issue, placed
from ..core.json import brief, loads
from ..core.limits import DEFAULT_LIMITS, Limits
from ..core.path import pointer
from .bound_command import read_bound_command
from .change import AppliedCommand, DeskChange
from .desk import Desk
from .envelope import ReadCommand, read_envelope
from .operations import OPERATIONS

WHAT: Final = "The batch was not applied"


def read_batch(data: Any, limits: Limits = DEFAULT_LIMITS) -> list[ReadCommand]:
    """Return the commands of a batch; raise one Fault with everything that is wrong with it."""
    batch, issues = _listed(data, limits), list[Issue]()
    commands: list[ReadCommand] = []
    for index, envelope in enumerate(batch):
        found: list[Issue] = []
        command = read_envelope(envelope, limits, found)
        issues += [issue.below(index) for issue in found]
        if command is not None:
            commands.append(command._replace(place=index))
    issues += _html_budget(batch, commands, limits)
    if issues:
        raise Fault.from_issues("invalid_input", issues[: limits.issues], what=WHAT)
    return commands


def _listed(data: Any, limits: Limits) -> list[Any]:
    if isinstance(data, str | bytes):
        try:
            data = loads(data)
        except ValueError as error:
            message = f"The batch is not JSON: {error}."
            raise Fault("invalid_json", message, pointer="", expected="a list of envelopes") from None
    batch = [data] if isinstance(data, dict) else data
    if not isinstance(batch, list | tuple) or not batch:
        hint = 'For example [{"op": "window.create", "params": {"title": "Notes"}}].'
        message = "The batch is empty." if batch == [] else "A batch is a list of envelopes."
        raise Fault(
            "invalid_input", message, pointer="", expected="a list of envelopes", received=brief(data), hint=hint
        )
    if len(batch) > limits.batch_ops:
        hint = "Send several batches, one after the other."
        expected, received = f"at most {limits.batch_ops} operations", str(len(batch))
        message = "There are too many operations in one batch."
        raise Fault("limit", message, pointer="", expected=expected, received=received, hint=hint, retry=True)
    return list(batch)


def _html_budget(batch: Sequence[Any], commands: Sequence[ReadCommand], limits: Limits) -> list[Issue]:
    """Return an issue for each HTML that is too long, and one if all together are."""
    params = {index: _params(envelope) for index, envelope in enumerate(batch)}
    params |= {command.place: command.call.args for command in commands}
    sizes = [len(html.encode(errors="replace")) for html in map(_html, params.values())]
    hint = "Draw in several steps, or use components, which need less HTML."
    issues = [
        Issue(
            f"/{index}/params/html",
            "The HTML is too long.",
            f"at most {limits.op_html_bytes} bytes",
            f"{size} bytes",
            hint,
        )
        for index, size in enumerate(sizes)
        if size > limits.op_html_bytes
    ]
    if sum(sizes) > limits.batch_html_bytes:
        expected, received = f"at most {limits.batch_html_bytes} bytes", f"{sum(sizes)} bytes"
        issues.append(Issue("", "The HTML of the batch is too long.", expected, received, hint))
    return issues


def _params(envelope: Any) -> Any:
    return envelope.get("params") if isinstance(envelope, dict) else None


def _html(params: Any) -> str:
    html = params.get("html") if isinstance(params, dict) else None
    return html if isinstance(html, str) else ""


def draw_batch(
    desk: Desk, batch: str, commands: Sequence[ReadCommand], *, now: float, limits: Limits = DEFAULT_LIMITS
) -> DeskChange:
    """Apply commands to a copy of the desk; raise one Fault with everything that cannot be applied."""
    change = new_change(desk, batch, now=now, limits=limits)
    faults: list[Fault] = []
    for command in commands:
        change.cancelled = command.cancelled
        try:
            given = dict(command.call.args)
            apply_command(change, AppliedCommand(command.call, repairs=command.repairs, given=given))
        except Fault as fault:
            faults.append(placed(fault, pointer((command.place, "params"))))
    if faults:
        code: Code = faults[0].code if len(faults) == 1 else "invalid_input"
        issues = [issue for fault in faults for issue in fault.issues or (_issue(fault),)]
        raise Fault.from_issues(code, issues[: limits.issues], what=WHAT)
    return change


def new_change(
    desk: Desk, batch: str, *, now: float, limits: Limits = DEFAULT_LIMITS, replayed: bool = False
) -> DeskChange:
    def read(given: Any) -> list[Any]:
        return read_bound_command(given, limits)

    return DeskChange(desk, batch, now=now, read_command=read, limits=limits, replayed=replayed)


def apply_command(change: DeskChange, command: AppliedCommand) -> None:
    """Apply one command to a change."""
    change.applied.append(command)
    command.data = OPERATIONS[command.call.tool].apply(change, command.call.args)


def _issue(fault: Fault) -> Issue:
    return Issue(fault.pointer or "", fault.message, fault.expected, fault.received, fault.hint)
