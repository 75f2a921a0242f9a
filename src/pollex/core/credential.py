"""The types of credentials and their fields. Templates of a library name these types, the vault stores credentials."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

CredentialType = Literal["username_password", "authenticator", "custom"]


@dataclass(frozen=True, slots=True)
class CredentialFields:
    """The fields of a type of credential."""

    title: str
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    """The fields that `{{secret.NAME.field}}` may name."""
    default: str | None = None
    """The field that `{{secret.NAME}}` stands for."""
    open: bool = False
    """Whether it may have any other fields, which can all be referred to."""
    plain: tuple[str, ...] = ()
    """The fields that may be seen while they are typed."""


CREDENTIAL_TYPES: Final[Mapping[CredentialType, CredentialFields]] = {
    "username_password": CredentialFields(
        "Username and password",
        required=("username", "password"),
        references=("username", "password"),
        default="password",
        plain=("username",),
    ),
    "authenticator": CredentialFields(
        "One-time codes",
        required=("secret",),
        optional=("digits", "period", "algorithm", "counter"),
        references=("code",),
        default="code",
        plain=("digits", "period", "algorithm", "counter"),
    ),
    "custom": CredentialFields("Other fields", open=True),
}
"""Every type with its fields. An authenticator gives codes, never its seed."""

RESERVED_NAMES: Final = (*CREDENTIAL_TYPES, "generic")
"""Names that no credential may have: in a library, `{{secret.username_password.password}}` means a type."""


def credential_type(name: str) -> CredentialType | None:
    """Return the type of a name; None where there is no such type."""
    return next((each for each in CREDENTIAL_TYPES if each == name), None)
