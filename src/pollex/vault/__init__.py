"""Encrypted storage: credentials in a file of the home folder, and the key that encrypts snapshots."""

from .credential import Credential
from .key import KeyPlace
from .logins import KeptLogin, SealedLogins
from .passphrase import passphrase_from
from .secrets import VaultSecrets
from .vault import Vault

__all__ = ["Credential", "KeptLogin", "KeyPlace", "SealedLogins", "Vault", "VaultSecrets", "passphrase_from"]
