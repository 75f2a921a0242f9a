"""Secrets as opaque values: they travel by name and open only where a tool runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NoReturn, Protocol

from .casing import snake
from .fault import Fault

PASSPHRASE: Final = "POLLEX_PASSPHRASE"  # noqa: S105 - the name of a variable
SERVE_PASSWORD: Final = "POLLEX_SERVE_PASSWORD"  # noqa: S105
"""The variable of the vault's passphrase."""


class Secret:
    """A secret's text, its name, and the domains it may be used on. Not a `str`: nothing prints or copies it."""

    __slots__ = ("_text", "domains", "name")

    def __init__(self, name: str, text: str, domains: tuple[str, ...] = ()) -> None:
        self.name = name
        self.domains = domains
        self._text = text

    def reveal(self) -> str:
        """Return the text. Call this only at the place of use."""
        return self._text

    @property
    def placeholder(self) -> str:
        return placeholder(self.name)

    def __repr__(self) -> str:
        return f"Secret({self.name!r})"

    __str__ = __repr__

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{self!r} cannot be pickled or copied")


def placeholder(name: str) -> str:
    """Return the text that stands for a secret in logs, prompts and messages."""
    return "{{secret." + name + "}}"


@dataclass(frozen=True, slots=True)
class SecretReference:
    """A secret that a template names and that is not opened yet; `name` is `NAME` or `NAME.field`."""

    name: str

    @property
    def placeholder(self) -> str:
        return placeholder(self.name)


@dataclass(frozen=True, slots=True)
class SecretText:
    """Text with secrets inside, such as `Bearer {{secret.token}}`."""

    parts: tuple[str | SecretReference, ...]

    @property
    def placeholder(self) -> str:
        return "".join(part if isinstance(part, str) else part.placeholder for part in self.parts)


class Secrets(Protocol):
    """A source of secrets: the environment, the vault."""

    async def get(self, name: str) -> Secret:
        """Return the secret `NAME` or `NAME.field`, or raise a Fault `unknown_reference`."""

    def names(self) -> list[str]:
        """Return the available names, for checks and "did you mean"."""


class GivenSecrets:
    """Secrets that the caller of a run has given by value, and for all other names those of `others`."""

    def __init__(self, given: Mapping[str, Secret], others: Secrets) -> None:
        self._given = given
        self._others = others

    async def get(self, name: str) -> Secret:
        return self._given[name] if name in self._given else await self._others.get(name)

    def names(self) -> list[str]:
        return sorted({*self._given, *self._others.names()})


class AliasedSecrets:
    """Secrets under other names: `{{secret.username_password.password}}` is the password of the chosen credential."""

    def __init__(self, aliases: Mapping[str, str], others: Secrets) -> None:
        """`aliases` are the names of credentials by the name that stands for each; no other name is known."""
        self._aliases = aliases
        self._others = others

    async def get(self, name: str) -> Secret:
        stem, dot, field = name.partition(".")
        if stem not in self._aliases:
            message = f"There is no credential for {stem!r} in this run."
            expected = ", ".join(self._aliases) or "no secret"
            raise Fault("unknown_reference", message, expected=expected, received=name, retry=False)
        found = await self._others.get(f"{self._aliases[stem]}{dot}{field}")
        return Secret(name, found.reveal(), found.domains)

    def stored(self, alias: str) -> str:
        """Return the name of the credential that an alias stands for."""
        return self._aliases[alias]

    def names(self) -> list[str]:
        known = self._others.names()
        return sorted(
            alias + name.removeprefix(stored)
            for alias, stored in self._aliases.items()
            for name in known
            if name == stored or name.startswith(f"{stored}.")
        )


class EnvironmentSecrets:
    """Secrets from variables such as `POLLEX_SECRET_SHOP_API_KEY` for `shop.apiKey`; words may also be joined."""

    prefix = "POLLEX_SECRET_"

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    async def get(self, name: str) -> Secret:
        joined = name.replace(".", "_")
        variable, other = self.prefix + snake(joined).upper(), self.prefix + joined.replace("-", "_").upper()
        text = self._environ.get(variable, self._environ.get(other))
        if text is None:
            raise Fault(
                "unknown_reference",
                f"There is no secret {name!r}.",
                expected="the name of a stored secret",
                received=name,
                hint=f"Store it as a credential, or set the environment variable {variable}.",
            )
        return Secret(name, text)

    def names(self) -> list[str]:
        return sorted(
            variable.removeprefix(self.prefix).lower() for variable in self._environ if variable.startswith(self.prefix)
        )
