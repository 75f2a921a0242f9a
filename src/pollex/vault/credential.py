"""A credential of document 000: username and password, an authenticator, or custom fields; bound to domains."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from ..core.fault import Fault, Issue
from ..core.json import Object, type_name
from ..core.suggest import did_you_mean, one_of
from .authenticator import AUTHENTICATOR_FIELDS, authenticator

CredentialType = Literal["username_password", "authenticator", "custom"]
TYPES: Final[tuple[CredentialType, ...]] = get_args(CredentialType)

FIELDS: Final[dict[CredentialType, tuple[str, ...]]] = {
    "username_password": ("username", "password"),
    "authenticator": ("secret",),
    "custom": (),
}
"""The required fields of each type of credential; a custom one may have any."""
NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
DOMAIN: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")


@dataclass(frozen=True, slots=True)
class Credential:
    """One credential. Its values are never printed."""

    name: str
    type: CredentialType
    domains: tuple[str, ...]
    fields: Mapping[str, str] = field(repr=False)

    def to_json(self) -> Object:
        """Return the credential with its values, for the vault alone."""
        return {"type": self.type, "domains": list(self.domains), "fields": dict(self.fields)}

    @classmethod
    def from_json(cls, name: str, data: Object) -> Credential:
        return cls(name, data["type"], tuple(data["domains"]), data["fields"])

    def described(self) -> Object:
        """Return the credential without its values."""
        return {
            "name": self.name,
            "type": self.type,
            "domains": list(self.domains),
            "fields": [*self.references()],
        }

    def references(self) -> tuple[str, ...]:
        """Return the fields that can be referred to: an authenticator gives codes, never its seed."""
        return ("code",) if self.type == "authenticator" else tuple(self.fields)


def credential(name: str, type: str, domains: Sequence[str], fields: Any) -> Credential:  # noqa: A002 - it is the type
    """Return a checked credential, or raise a Fault that lists every mistake, and no value."""
    issues = [*_name_issues("/name", name), *_type_issues(type)]
    bound = [bare_domain(domain) for domain in domains]
    issues += [_bad_domain(place, given) for place, given in enumerate(domains) if bare_domain(given) is None]
    if type in TYPES:
        issues += _field_issues(type, fields)
        if not bound and type != "custom":
            issues.append(Issue("/domains", "It names no domain.", "at least one domain where it may be used"))
    if issues:
        raise Fault.from_issues("invalid_input", issues, what="This credential cannot be stored")
    kind: CredentialType = next(known for known in TYPES if known == type)
    kept = authenticator(fields) if kind == "authenticator" else dict(fields)
    return Credential(name, kind, tuple(dict.fromkeys(domain for domain in bound if domain)), kept)


def bare_domain(text: str) -> str | None:
    """Return a host in the form that pages have it, or None if it is none."""
    try:
        host = text.strip().rstrip(".").encode("idna").decode().lower()
    except UnicodeError:
        return None
    return host if DOMAIN.fullmatch(host) else None


def _bad_domain(place: int, given: str) -> Issue:
    hint = "Leave out scheme, port, path and *: subdomains are meant too."
    return Issue(f"/domains/{place}", f"{given!r} is no domain.", "a host such as 'example.org'", given, hint)


def _name_issues(pointer: str, name: str) -> list[Issue]:
    if NAME.fullmatch(name):
        return []
    return [Issue(pointer, f"{name!r} is no name.", "letters, digits, _ and -, beginning with a letter", name)]


def _type_issues(given: str) -> list[Issue]:
    if given in TYPES:
        return []
    return [Issue("/type", f"There is no type {given!r}.", one_of(TYPES), given, did_you_mean(given, TYPES))]


def _field_issues(kind: CredentialType | str, fields: Any) -> list[Issue]:
    if not isinstance(fields, dict):
        return [Issue("/fields", "The values are no object.", "an object of texts by field", type_name(fields))]
    needed = next(names for known, names in FIELDS.items() if known == kind)
    issues = [
        Issue(f"/fields/{name}", f"The field {name!r} is missing.", "a text", "nothing")
        for name in needed
        if name not in fields
    ]
    if kind == "custom" and not fields:
        issues.append(Issue("/fields", "It has no field.", "at least one field"))
    for name, value in fields.items():
        issues += _one_field(kind, needed, name, value)
    return issues


def _one_field(kind: str, needed: tuple[str, ...], name: str, value: Any) -> list[Issue]:
    pointer = f"/fields/{name}"
    known = (*needed, *AUTHENTICATOR_FIELDS) if kind == "authenticator" else needed
    if kind == "custom":
        found = _name_issues(pointer, name)
    else:
        message = f"A credential of type {kind} has no field {name!r}."
        found = [] if name in known else [Issue(pointer, message, one_of(known), name, did_you_mean(name, known))]
    if name in AUTHENTICATOR_FIELDS and kind == "authenticator":
        return found
    if not isinstance(value, str) or not value:
        received = "an empty text" if value == "" else type_name(value)
        found.append(Issue(pointer, f"The field {name!r} is no text.", "a text", received))
    return found
