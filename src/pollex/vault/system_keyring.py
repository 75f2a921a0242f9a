"""The system's keyring, if one works: it must store what it is given, and answer in time."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, Queue
from threading import Thread
from typing import Final, Protocol, TypeVar

T = TypeVar("T")
SERVICE: Final = "pollex"
PATIENCE: Final = 20.0
"""Seconds for an answer; a keyring may ask a person to unlock it, and on some machines nobody is there."""
TRUSTED: Final = 1.0
"""The lowest priority of a keyring that encrypts: those below do nothing, or write plain files."""


class Keyring(Protocol):
    """Stores short texts by name."""

    def get(self, name: str) -> str | None:
        """Return the stored text, or None if there is none or no keyring."""

    def put(self, name: str, text: str) -> bool:
        """Store a text; return whether that worked."""

    def remove(self, name: str) -> bool:
        """Delete a text; return whether that worked."""


class SystemKeyring:
    """The keyring of this system and this user."""

    def get(self, name: str) -> str | None:
        def ask() -> str | None:
            import keyring

            return keyring.get_password(SERVICE, name)

        return in_time(ask)

    def put(self, name: str, text: str) -> bool:
        def keep() -> bool:
            import keyring

            if keyring.get_keyring().priority < TRUSTED:
                return False
            keyring.set_password(SERVICE, name, text)
            return keyring.get_password(SERVICE, name) == text

        return in_time(keep) is True

    def remove(self, name: str) -> bool:
        def delete() -> bool:
            import keyring

            keyring.delete_password(SERVICE, name)
            return True

        return in_time(delete) is True


def in_time(work: Callable[[], T]) -> T | None:
    """Return what `work` returns, or None if it fails or takes too long. Runs in a daemon thread."""
    answers: Queue[T | None] = Queue()

    def run() -> None:
        try:
            answers.put(work())
        except Exception:  # noqa: BLE001 - each keyring has errors of its own, and none may stop us
            answers.put(None)

    Thread(target=run, name="pollex keyring", daemon=True).start()
    try:
        return answers.get(timeout=PATIENCE)
    except Empty:
        return None
