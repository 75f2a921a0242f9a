"""States of browsers, packed and sealed with the vault's key: they hold what logs a person in."""

from __future__ import annotations

import base64
import zlib
from typing import cast

from ..core.json import Object, dumps, loads
from ..vault import Vault


class EncryptedSnapshots:
    """Implements the workflows' `States`."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def seal(self, state: Object) -> str:
        return base64.b85encode(self._vault.seal(zlib.compress(dumps(state).encode()))).decode()

    def open(self, sealed: str) -> Object:
        return cast("Object", loads(zlib.decompress(self._vault.open(base64.b85decode(sealed)))))
