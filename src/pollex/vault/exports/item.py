"""An item of an export, and the checks of what it is read from: every mistake is collected, no value is shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...core.fault import Fault, Issue
from ...core.json import Object, type_name


@dataclass(frozen=True, slots=True)
class ExportedItem:
    """What a password manager stores for one site."""

    title: str
    username: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    urls: tuple[str, ...] = ()
    totp: str = field(default="", repr=False)
    """The seed of one-time codes, or its `otpauth://` address."""
    skip: str = ""
    """Why it is not imported, if it is something other than a login."""


class Checks:
    """Reads values of an export, and collects an issue for each that has the wrong type; null is empty."""

    def __init__(self) -> None:
        self.issues: list[Issue] = []

    def text(self, value: Any, pointer: str) -> str:
        return str(self._read(value, str, "a text", pointer) or "")

    def object(self, value: Any, pointer: str) -> Object:
        found: Object = self._read(value, dict, "an object", pointer) or {}
        return found

    def list(self, value: Any, pointer: str) -> list[Any]:
        found: list[Any] = self._read(value, list, "a list", pointer) or []
        return found

    def _read(self, value: Any, kind: type, expected: str, pointer: str) -> Any:
        if value is None or isinstance(value, kind):
            return value
        self.issues.append(Issue(pointer, f"It is not {expected}.", expected, type_name(value)))
        return None

    def end(self) -> None:
        """Raise a Fault with all issues, if there are any."""
        if self.issues:
            raise Fault.from_issues("invalid_input", self.issues, what="This export cannot be read")
