"""The credential of a login: which stored name, and the references to its parts that are typed. No value is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.secret import AliasedSecrets, placeholder
from ...core.suggest import did_you_mean

HINT: Final = "Store one: pollex credentials set NAME --type username_password --domain DOMAIN"


@dataclass(frozen=True, slots=True)
class LoginCredential:
    """A user name and a password, and what makes one-time codes for them."""

    name: str
    fields: tuple[str, ...]
    stored: str
    """Its name in the vault; in the run of a library tool `name` is its type."""
    authenticator: str | None = None
    """The credential that makes the one-time code."""

    def reference(self, part: str) -> str | None:
        """Return the text that stands for the user name, password or code; None where there is none."""
        if part == "code":
            return None if self.authenticator is None else placeholder(f"{self.authenticator}.code")
        return placeholder(f"{self.name}.{part}") if part in self.fields else None


def find_credential(name: str | None, context: Context) -> LoginCredential:
    """Return the credential of this name, or the only one of the run; raise a Fault that names those there are."""
    known = _known(context)
    usable = [each for each, fields in known.items() if "password" in fields]
    found = _named(name, usable) if name is not None else _only(usable)
    return LoginCredential(found, tuple(known[found]), _stored(found, context), _authenticator(found, known))


def _named(name: str, usable: list[str]) -> str:
    found = next((each for each in usable if each.casefold() == name.casefold()), None)
    if found is not None:
        return found
    message, hint = f"There is no stored login {name!r}.", did_you_mean(name, usable) or HINT
    expected = ", ".join(usable) or "a stored credential"
    raise Fault("not_found", message, pointer="/credential", expected=expected, received=name, hint=hint, retry=False)


def _only(usable: list[str]) -> str:
    if len(usable) == 1:
        return usable[0]
    if not usable:
        raise Fault("not_found", "There is no stored login.", pointer="/credential", hint=HINT, retry=False)
    message, expected = "Several stored logins could be meant.", ", ".join(usable)
    raise Fault("ambiguous", message, pointer="/credential", expected=expected, hint="Name one.", retry=False)


def _known(context: Context) -> dict[str, list[str]]:
    """Return the fields of each credential by its name."""
    known: dict[str, list[str]] = {}
    for each in () if context.secrets is None else context.secrets.names():
        stem, _, field = each.partition(".")
        known.setdefault(stem, []).extend([field] if field else [])
    return known


def _authenticator(name: str, known: dict[str, list[str]]) -> str | None:
    """Return what makes codes: the credential itself, the one whose name begins with its name, or the only one."""
    having = [each for each, fields in known.items() if "code" in fields]
    near = [each for each in having if each == name] or [each for each in having if each.startswith(name)] or having
    return near[0] if len(near) == 1 else None


def _stored(name: str, context: Context) -> str:
    return context.secrets.stored(name) if isinstance(context.secrets, AliasedSecrets) else name
