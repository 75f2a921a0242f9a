"""Encrypted snapshots of browsers: they hold cookies, and so are sealed with the vault's key."""

from __future__ import annotations

import base64
import zlib
from typing import cast

from ..core.json import Object, dumps, loads
from ..vault import Vault


class EncryptedSnapshots:
    """Packs and seals snapshots with the key of a vault; implements `States`."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def seal(self, state: Object) -> str:
        return base64.b85encode(self._vault.seal(zlib.compress(dumps(state).encode()))).decode()

    def open(self, sealed: str) -> Object:
        return cast("Object", loads(zlib.decompress(self._vault.open(base64.b85decode(sealed)))))
