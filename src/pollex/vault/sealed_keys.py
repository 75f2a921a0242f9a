"""Keys of models for where there is no keyring: by name in a file of the home folder, sealed with the vault's key.

They are no credentials: no template can refer to them, and no page is ever given one.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..core.json import Object, dumps, loads
from . import files
from .encryption import refused

if TYPE_CHECKING:
    from .logins import Sealing

VERSION: Final = 1
PURPOSE: Final = "keys"


class SealedKeys:
    """A `Keyring` that is a sealed file. Without one, reading opens nothing and asks for no passphrase."""

    def __init__(self, vault: Sealing, path: Path) -> None:
        self._vault = vault
        self._path = path
        self._lock = path.with_suffix(".lock")

    def get(self, name: str) -> str | None:
        return self._read().get(name)

    def put(self, name: str, text: str) -> bool:
        with files.locked(self._lock):
            self._write({**self._read(), name: text})
        return True

    def remove(self, name: str) -> bool:
        """Delete a key; return whether there was one."""
        if not self._path.exists():
            return False
        with files.locked(self._lock):
            known = self._read()
            if name not in known:
                return False
            del known[name]
            self._write(known)
        return True

    def _read(self) -> dict[str, str]:
        sealed = files.read(self._path)
        if sealed is None:
            return {}
        what = f"The file of keys {str(self._path)!r}"
        content = loads(self._vault.open(sealed, PURPOSE, what))
        if not isinstance(content, dict) or content.get("version") != VERSION:
            raise refused(what, "was written by another version of Pollex")
        stored: Object = content
        return dict(stored["keys"])

    def _write(self, kept: dict[str, str]) -> None:
        content = {"version": VERSION, "keys": kept}
        files.replace(self._path, self._vault.seal(dumps(content).encode(), PURPOSE))
