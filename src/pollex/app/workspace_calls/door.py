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

    async def say(self, text: str, answers: Object | None = None) -> None:
        """Put a new message of the person into the chat; `answers` are those of a form, by its fields."""

    async def tell(self, text: str, file: Object | None = None) -> None:
        """Say something to the person in the chat, as the system, with a file that they may save."""

    async def keep_file(self, name: str, content: bytes) -> str:
        """Keep a file, and return the address by which the page can show or save it."""

    def last_request(self) -> str | None:
        """Return the person's last message; None where there is none yet."""
