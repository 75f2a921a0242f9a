"""Removes secrets, credentials and paths of this machine from a Playwright trace."""

from __future__ import annotations

import json  # which reads and writes the halves of characters that a page may hold
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote_plus
from zipfile import ZIP_DEFLATED, ZipFile

from ..core.pipeline.redact import SHORT, Redactor

HIDDEN: Final = "•••"
LOGS_IN: Final = frozenset({"cookie", "set-cookie", "authorization", "proxy-authorization"})
"""Headers that hold credentials."""
LINES: Final = (".trace", ".network")
"""Members that are one JSON value a line."""
LEFT_OUT: Final = ".stacks"
"""Stack traces with paths of this machine."""
TYPED: Final = frozenset({"__playwright_value_", "value", "text", "key"})
"""Where a trace says what a field holds or what was typed, perhaps only a part of it yet."""
FORM: Final = re.compile(r"[^&=\s<>]+=[^&=\s<>]*(&[^&=\s<>]+=[^&=\s<>]*)*")
VALUE: Final = re.compile(r"(?<==)[^&]+")
"""The body of a form that was sent, and a value in it."""
OTHER_ENCODINGS: Final = ("latin-1", "utf-16-le", "utf-16-be")


def clean(raw: Path, file: Path, redactor: Redactor) -> None:
    """Write the trace `raw` as `file`, without its secrets. The file is there whole or not at all."""
    cleaner = TraceRedactor(redactor)
    part = file.with_name(f".{file.name}.part")
    try:
        with ZipFile(raw) as given, ZipFile(part, "w", ZIP_DEFLATED) as made:
            for name in given.namelist():
                if not name.endswith(LEFT_OUT):
                    made.writestr(redactor.text(name), cleaner.member(name, given.read(name)))
        os.replace(part, file)  # noqa: PTH105 - it says that it replaces
    finally:
        part.unlink(missing_ok=True)


class TraceRedactor:
    """Cleans members of a trace."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._secrets = redactor.known
        self._bytes = list(_encoded([each for each in self._secrets if len(each) >= SHORT]))

    def member(self, name: str, content: bytes) -> bytes:
        if name.endswith(LINES):
            lines = [json.dumps(self._entry(json.loads(line))) for line in content.split(b"\n") if line.strip()]
            return "".join(f"{line}\n" for line in lines).encode()
        text = content.decode(errors="surrogateescape")
        text = self._redactor.text(VALUE.sub(self._sent, text) if FORM.fullmatch(text) else text)
        cleaned = text.encode(errors="surrogateescape")
        for form, shown in self._bytes:
            cleaned = cleaned.replace(form, shown)
        return cleaned

    def _entry(self, value: Any) -> Any:
        """A line of the trace: first what is hidden by its place, then whatever says a secret."""
        return self._redactor.value(self._placed(value))

    def _placed(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._placed(each) for each in value]
        if not isinstance(value, dict):
            return value
        if str(value.get("name", "")).lower() in LOGS_IN and "value" in value:
            return {**value, "value": HIDDEN}
        is_password = value.get("type") == "password"
        return {key: self._told(key, each, is_password) for key, each in value.items()}

    def _told(self, key: str, value: Any, is_password: bool) -> Any:
        if key == "cookies" and isinstance(value, list):
            return [{**each, "value": HIDDEN} if isinstance(each, dict) else each for each in value]
        if key in TYPED and isinstance(value, str) and value:
            return HIDDEN if is_password or self._is_part(value) else value
        return self._placed(value)

    def _sent(self, value: re.Match[str]) -> str:
        return "***" if self._is_part(unquote_plus(value[0])) else value[0]

    def _is_part(self, typed: str) -> bool:
        """Whether it may be a secret that is half typed, or one of several fields that share it."""
        return any(typed != secret and typed in secret for secret in self._secrets)


def _encoded(secrets: Sequence[str]) -> Iterator[tuple[bytes, bytes]]:
    """Secrets as documents of other encodings have them, where they can be written in those."""
    for secret in secrets:
        for encoding in OTHER_ENCODINGS:
            with suppress(UnicodeEncodeError):
                form = secret.encode(encoding)
                if form != secret.encode():
                    yield form, b"***"
