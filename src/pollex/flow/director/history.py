"""The drafts before and after the one that is edited, for undo and redo."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ...core.fault import Fault
from ...core.json import Object

MOST: Final = 100
"""Drafts that are kept."""


@dataclass(slots=True)
class DraftHistory:
    """What a draft was, and what it would be again."""

    past: list[Object] = field(default_factory=list)
    future: list[Object] = field(default_factory=list)
    revision: int = 0
    """How often the draft was changed."""

    def leave(self, document: Object) -> None:
        """Keep a draft that another takes the place of."""
        self.past = [*self.past, document][-MOST:]
        self.future = []
        self.revision += 1

    def back(self, document: Object) -> Object:
        """Return the draft before this one."""
        if not self.past:
            raise Fault("conflict", "There is no edit to take back.", hint="Edit the workflow first.", retry=False)
        self.future.append(document)
        self.revision += 1
        return self.past.pop()

    def forward(self, document: Object) -> Object:
        """Return the draft that was taken back."""
        if not self.future:
            raise Fault("conflict", "No edit was taken back.", hint="Take one back first.", retry=False)
        self.past.append(document)
        self.revision += 1
        return self.future.pop()
