"""Interactivity without JavaScript: state bindings and commands, read from the `data-*` attributes of an element."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...core.fault import Fault, Issue
from ...core.limits import Limits
from ...core.suggest import did_you_mean, one_of
from ..tree import BoundCommand, StateBinding
from .notes import quoted
from .policy import BINDING, COMMAND, CONTROLS, NOT_CLICKABLE, SCOPES


def described(tag: str, written: Mapping[str, str]) -> str:
    """Return an element as messages name it: its tag, and its id or name."""
    for name in ("id", "name"):
        if value := written.get(name):
            return f"<{tag} {name}={quoted(value)}>"
    return f"<{tag}>"


def read_binding(tag: str, written: Mapping[str, str]) -> StateBinding | None:
    """Return the state that an element is bound to; raise a Fault if half of it is missing or wrong."""
    scope, key = (written.get(name) for name in BINDING)
    if scope is None and key is None:
        return None
    where = described(tag, written)
    if tag not in CONTROLS:
        raise Fault(
            "invalid_input",
            f"{where} cannot be bound to state.",
            pointer="",
            expected=f"{' and '.join(BINDING)} on <input>, <textarea> or <select>",
            received=where,
            hint="Put both attributes on a control; to show state, render a component with `bind`.",
        )
    if scope is None or not key or not key.strip():
        missing = BINDING[0] if scope is None else BINDING[1]
        raise Fault(
            "invalid_input",
            f"{where} has no {missing}.",
            pointer="",
            expected=f"both {' and '.join(BINDING)}",
            received=f"{BINDING[1]}={quoted(key or '')}" if scope is None else f"{BINDING[0]}={quoted(scope)}",
            hint='Name a scope and a key, as in data-state-scope="window" data-state-key="title".',
        )
    if scope not in SCOPES:
        raise Fault(
            "invalid_input",
            f"{where} names an unknown data-state-scope.",
            pointer="",
            expected=one_of(SCOPES),
            received=quoted(scope),
            hint=did_you_mean(scope, SCOPES),
        )
    return StateBinding(scope, key)


def read_command(
    tag: str, written: Mapping[str, str], command: Callable[[str], BoundCommand], limits: Limits
) -> BoundCommand | None:
    """Return the command that a click or a submit of an element applies."""
    text = written.get(COMMAND)
    if text is None:
        return None
    where = described(tag, written)
    if tag in NOT_CLICKABLE:
        raise Fault(
            "invalid_input",
            f"{where} cannot be clicked, so its {COMMAND} would do nothing.",
            pointer="",
            expected=f"{COMMAND} on a form or an element that can be clicked",
            received=where,
            hint="Put it on a <button>, or on the <form> around the fields.",
        )
    if (size := len(text.encode())) > limits.data_command_bytes:
        raise Fault(
            "limit",
            f"The {COMMAND} of {where} has {size} bytes.",
            pointer="",
            expected=f"at most {limits.data_command_bytes} bytes",
            received=f"{size} bytes",
            hint="Send a smaller batch, or draw the large part now and let the command show it.",
        )
    try:
        return command(text)
    except Fault as fault:
        raise _of_element(fault, where) from fault


def _of_element(fault: Fault, where: str) -> Fault:
    """Return a fault of a command as one of the HTML: the element, and the place in the command, are in the message."""
    own = Issue(fault.pointer or "", fault.message, fault.expected, fault.received, fault.hint)
    issues = [
        Issue(
            "",
            f"The {COMMAND} of {where}{f' at {issue.pointer}' if issue.pointer else ''}: {issue.message}",
            issue.expected,
            issue.received,
            issue.hint,
        )
        for issue in fault.issues or (own,)
    ]
    return Fault.from_issues(fault.code, issues)
