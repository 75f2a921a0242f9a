"""What `api.call` needs from the workspace that it is called in."""

from __future__ import annotations

from typing import Protocol

from ...core.json import Object


class WorkspaceDoor(Protocol):
    """The workspace as `api.call` sees it."""

    @property
    def full_control(self) -> bool:
        """Whether the person has switched Full Control on, and it is not locked."""

    async def draw(self, batch: list[Object]) -> None:
        """Apply a batch of commands, or raise the Fault that refuses it."""

    async def say(self, text: str) -> None:
        """Put a new message of the person into the chat."""

    def last_request(self) -> str | None:
        """Return the person's last message; None where there is none yet."""
