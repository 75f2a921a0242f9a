"""Names of keys, as people write them."""

from __future__ import annotations

from typing import Final

from ..core.fault import Fault
from ..core.suggest import did_you_mean

NAMED: Final = (
    "Enter", "Escape", "Tab", "Backspace", "Delete", "Insert", "Space", "Home", "End", "PageUp", "PageDown",
    "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Shift", "Control", "Alt", "Meta", "ControlOrMeta", "CapsLock",
    *(f"F{number}" for number in range(1, 13)),
)  # fmt: skip
OTHERS: Final = {
    "esc": "Escape", "return": "Enter", "del": "Delete", "ins": "Insert", "ctrl": "Control", "cmd": "Meta",
    "command": "Meta", "option": "Alt", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft",
    "right": "ArrowRight", "page up": "PageUp", "page down": "PageDown", "pgup": "PageUp", "pgdn": "PageDown",
    "spacebar": "Space",
}  # fmt: skip
KNOWN: Final = {name.lower(): name for name in NAMED} | OTHERS


def key_name(written: str) -> str:
    """Return a key or combination in the browser's spelling: `ctrl+a` is `Control+a`."""
    if written in ("+", " "):
        return "+" if written == "+" else "Space"
    parts = written.split("+")
    if parts[-1] == "" and len(parts) > 1:  # Control++
        parts = [*parts[:-2], "+"]
    return "+".join(_one(part) for part in parts)


def _one(part: str) -> str:
    name = part.strip()
    if len(name) == 1:
        return name
    known = KNOWN.get(name.lower())
    if known is None:
        hint = did_you_mean(name, NAMED)
        message = f"There is no key {part!r}."
        raise Fault("invalid_input", message, pointer="/key", expected="the name of a key", received=part, hint=hint)
    return known
