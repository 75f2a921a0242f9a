"""Back-off after refusals: how long a credential is not tried again on a site, remembered across runs."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import time
from typing import Final

from ...core.fault import Fault
from ...core.json import Object
from ...disk.replace import replace_file

FIRST: Final = 30.0
"""Seconds after the first refusal; each further one doubles them."""
LONGEST: Final = 3_600.0
FORGOTTEN: Final = 86_400.0
"""Seconds after which refusals no longer count."""


class Backoff:
    """The refusals by site and credential, in a file without secrets."""

    def __init__(self, file: Path, clock: Callable[[], float] = time) -> None:
        self._file = file
        self._clock = clock

    def check(self, site: str, credential: str) -> None:
        """Raise a Fault while the credential should not be tried on this site."""
        known = self._read().get(_key(site, credential))
        if known is None or self._clock() >= known["until"]:
            return
        until = datetime.fromtimestamp(known["until"], UTC).isoformat(timespec="seconds")
        left = round(known["until"] - self._clock())
        message = f"{site} has refused {credential!r}: it is not tried again before {until} (in {left} s)."
        hint = "Correct the credential (pollex credentials set), or pass force: true to try at once."
        raise Fault("limit", message, expected=f"a call after {until}", hint=hint, retry=False)

    def refused(self, site: str, credential: str) -> None:
        """Remember a refusal."""
        known, key, now = self._read(), _key(site, credential), self._clock()
        earlier = known.get(key, {"refusals": 0, "until": 0.0})
        refusals = 1 if now - earlier["until"] > FORGOTTEN else earlier["refusals"] + 1
        pause = min(FIRST * 2 ** (refusals - 1), LONGEST)
        known[key] = {"refusals": refusals, "until": now + pause}
        self._write({name: each for name, each in known.items() if now - each["until"] <= FORGOTTEN})

    def accepted(self, site: str, credential: str) -> None:
        """Forget the refusals of a credential that was let in."""
        known = self._read()
        if known.pop(_key(site, credential), None) is not None:
            self._write(known)

    def _read(self) -> dict[str, Object]:
        """Return what is remembered; a file that cannot be read counts as empty."""
        with suppress(OSError, ValueError):
            found = json.loads(self._file.read_text(encoding="utf-8"))
            if isinstance(found, dict):
                return {key: each for key, each in found.items() if _is_entry(each)}
        return {}

    def _write(self, known: dict[str, Object]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self._file, json.dumps(known, indent=1))


def _key(site: str, credential: str) -> str:
    return f"{site} {credential}"


def _is_entry(value: object) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("refusals"), int)
        and isinstance(value.get("until"), int | float)
    )
