"""What others must not read: credentials in an encrypted file of the home folder, and the key that seals snapshots."""

from .credential import TYPES, Credential, CredentialType
from .key import KeyPlace
from .secrets import VaultSecrets
from .vault import Vault

__all__ = ["TYPES", "Credential", "CredentialType", "KeyPlace", "Vault", "VaultSecrets"]
