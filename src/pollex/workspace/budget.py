"""How many bytes a workspace may hold and write: a model that draws without end is stopped before the disk is full."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import dumps
from ..core.limits import Limits
from .desk import Desk
from .envelope import ReadCommand

SMALL: Final = 1_000
"""Bytes of commands that always pass: to close a window, to remove a value."""
HINT: Final = "Remove what nobody needs, open a new workspace, or raise the limit {}."


class DeskBudget:
    """Counts what one open workspace holds, and what it has written: commands, the model's answers, the chat."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._known: dict[Any, tuple[object, int]] = {}
        """What was weighed already: a value is another object when it changes."""
        self._written = 0

    def check(self, desk: Desk, commands: Sequence[ReadCommand]) -> None:
        """Raise a Fault where commands would make a desk too heavy, or write too much; else count them."""
        known: dict[Any, tuple[object, int]] = {}
        state = self._weigh(known, ((("state", at), entry.value) for at, entry in desk.state.items()))
        props = self._weigh(known, ((("props", id_), each.props) for id_, each in desk.components.items()))
        size = sum(len(dumps(command.call.args)) for command in commands)
        fresh = sum(weight for key, (value, weight) in known.items() if not self._is_known(key, value))
        written, limits = self._written + size + fresh, self._limits
        if state > limits.state_bytes:
            raise _too_much("The state would hold", state, limits.state_bytes, "state_bytes")
        if props > limits.component_bytes:
            raise _too_much("The components would hold", props, limits.component_bytes, "component_bytes")
        if size > SMALL:
            self._refuse_full(written)
        self._known, self._written = known, written

    def write(self, size: int) -> None:
        """Count what is written beside commands."""
        self._written += size

    def refuse_full(self) -> None:
        """Raise a Fault where so much was written that no model is asked any more."""
        self._refuse_full(self._written)

    def _refuse_full(self, written: int) -> None:
        if written > (most := self._limits.workspace_bytes):
            raise _too_much("The workspace would have written", written, most, "workspace_bytes")

    def _is_known(self, key: Any, value: object) -> bool:
        return (earlier := self._known.get(key)) is not None and earlier[0] is value

    def _weigh(self, known: dict[Any, tuple[object, int]], parts: Iterable[tuple[Any, object]]) -> int:
        total = 0
        for key, value in parts:
            size = self._known[key][1] if self._is_known(key, value) else len(dumps(value))
            known[key] = value, size
            total += size
        return total


def _too_much(what: str, size: int, most: int, name: str) -> Fault:
    expected = f"at most {most:,} bytes (the limit {name})"
    return Fault(
        "limit", f"{what} too much.", pointer="", expected=expected, received=f"{size:,} bytes", hint=HINT.format(name)
    )
