"""Events that components send, checked: a client may send anything."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...core.fault import Fault
from ...core.json import Object
from ...core.schema import Checked, Schema
from ...core.suggest import did_you_mean, one_of
from .component_type import ComponentEvent, ComponentType


def check_event(kind: ComponentType, props: Object, event: str, payload: Any) -> Checked:
    """Return the payload of an event, or what is wrong with it. `props` are those that the page shows."""
    if event not in kind.events:
        raise Fault(
            "invalid_input",
            f"A component of type {kind.name!r} sends no {event!r}.",
            pointer="",
            expected=one_of(kind.events),
            received=repr(event),
            hint=did_you_mean(event, kind.events),
        )
    declared = kind.events[event]
    checked = _schema(declared).check(payload)
    if not checked.ok or declared.form is None:
        return checked
    if declared.form not in props:
        hint = "Wait until it is shown: its state is empty or does not fit."
        raise Fault("invalid_input", "The form has no fields yet.", pointer="", expected=declared.form, hint=hint)
    form = Schema(props[declared.form]).check(checked.value["form"])
    issues = tuple(issue.below("form") for issue in form.issues)
    return Checked({**checked.value, "form": form.value}, checked.repairs, issues)


@cache
def _schema(event: ComponentEvent) -> Schema:
    return Schema(event.document)
