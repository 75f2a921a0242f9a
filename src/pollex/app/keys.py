"""The keys of models: from the environment, then `.env` in the working folder, then the system's keyring.

A key is read when it is asked for, and never put into the environment of this process.
"""

from __future__ import annotations

from ..core.secret import Secret
from ..model.keys import Keys
from ..settings import Settings
from ..vault.system_keyring import Keyring, SystemKeyring


def keys(settings: Settings, ring: Keyring | None = None) -> Keys:
    """Return what finds a key in the settings and the keyring; each is looked up once."""
    rings = SystemKeyring() if ring is None else ring
    asked: dict[str, str | None] = {}

    def find(variable: str) -> Secret | None:
        text = settings.environ.get(variable)
        if not text and variable not in asked:
            asked[variable] = rings.get(variable)
        text = text or asked.get(variable)
        return Secret(variable, text) if text else None

    return find
