"""The keys of models: from the environment, then `.env` in the working folder, the system's keyring, and the vault.

A key is read when it is asked for, and never put into the environment of this process. One that is stored goes into the
keyring, and where there is none into the vault: never into a file in clear.
"""

from __future__ import annotations

from typing import Final, Literal

from ..core.fault import Fault
from ..core.secret import Secret
from ..core.suggest import did_you_mean, one_of
from ..model.keys import Keys
from ..model.names import PROVIDERS
from ..settings import Settings
from ..vault import Vault
from ..vault.system_keyring import Keyring, SystemKeyring

KeySource = Literal["environment", "keyring", "vault"]
KEYED: Final = tuple(name for name in PROVIDERS if not name.startswith("openai-"))
"""The providers whose keys can be stored; the other names of OpenAI share its key."""


def keys(settings: Settings, ring: Keyring | None = None, vault: Keyring | None = None) -> Keys:
    """Return what finds a key in the settings, the keyring and the vault; each is looked up once."""
    places = [SystemKeyring() if ring is None else ring, *([] if vault is None else [vault])]
    asked: dict[str, str | None] = {}

    def find(variable: str) -> Secret | None:
        text = settings.environ.get(variable)
        if not text and variable not in asked:
            asked[variable] = next((found for place in places if (found := place.get(variable))), None)
        text = text or asked.get(variable)
        return Secret(variable, text) if text else None

    return find


class StoredKeys:
    """The keys that a person stores, by provider. The methods may wait for a keyring: call them on a thread."""

    def __init__(self, settings: Settings, vault: Vault, ring: Keyring | None = None) -> None:
        self._settings = settings
        self._ring: Keyring = SystemKeyring() if ring is None else ring
        self._sealed = vault.model_keys

    @property
    def find(self) -> Keys:
        """Finds a key, wherever it is."""
        return keys(self._settings, self._ring, self._sealed)

    def source(self, provider: str) -> KeySource | None:
        """Return where the key of a provider is found; None where there is none."""
        for variable in variables(provider):
            if self._settings.environ.get(variable):
                return "environment"
            if self._ring.get(variable):
                return "keyring"
            if self._sealed.get(variable):
                return "vault"
        return None

    def store(self, provider: str, key: str) -> KeySource:
        """Keep the key of a provider, in place of the one before; return where it is."""
        first = variables(provider)[0]
        if self._settings.environ.get(first):
            hint = f"Take {first} out of the environment or .env, and start Pollex again."
            message = f"The variable {first} is set, and counts more than a stored key."
            raise Fault("conflict", message, pointer="/key", expected=f"no variable {first}", hint=hint, retry=False)
        if self._ring.put(first, key):
            self._sealed.remove(first)
            return "keyring"
        self._sealed.put(first, key)
        return "vault"

    def forget(self, provider: str) -> bool:
        """Delete what is stored for a provider; return whether there was something."""
        gone = [self._remove(variable) for variable in variables(provider)]
        return any(gone)

    def _remove(self, variable: str) -> bool:
        from_ring = bool(self._ring.get(variable)) and self._ring.remove(variable)
        return self._sealed.remove(variable) or from_ring


def variables(provider: str) -> tuple[str, ...]:
    """Return the variables of a provider's key, or raise a Fault."""
    if provider in KEYED:
        return PROVIDERS[provider].variables
    hint = did_you_mean(provider, KEYED) or "For another one, set its variable, such as DEEPSEEK_API_KEY."
    message = f"No key can be stored for {provider!r}."
    raise Fault("not_found", message, pointer="/provider", expected=one_of(KEYED), received=provider, hint=hint)
