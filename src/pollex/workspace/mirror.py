"""State that mirrors something outside the workspace, such as the list of runs: shown, and never recorded."""

from __future__ import annotations

from typing import Any, Final

from .state import StateEntry, StateKey

PREFIX: Final = "pollex."
"""How the keys begin that only the workspace itself sets."""


class MirroredState:
    """The mirrored values of one workspace, in its scope `workspace`."""

    def __init__(self) -> None:
        self._entries: dict[StateKey, StateEntry] = {}

    def put(self, key: str, value: Any) -> bool:
        """Keep a value, or forget it (None); return whether it changed."""
        at = StateKey("workspace", None, f"{PREFIX}{key}")
        entry = None if value is None else StateEntry(value)
        if self._entries.get(at) == entry:
            return False
        if entry is None:
            del self._entries[at]
        else:
            self._entries[at] = entry
        return True

    def over(self, state: dict[StateKey, StateEntry]) -> dict[StateKey, StateEntry]:
        """Return a desk's state with the mirrored values as they are now."""
        return {at: entry for at, entry in state.items() if not at.key.startswith(PREFIX)} | self._entries
