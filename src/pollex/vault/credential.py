"""A credential of a library (000): username and password, an authenticator, or custom fields; bound to domains."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..core.credential import CREDENTIAL_TYPES, RESERVED_NAMES, CredentialFields, CredentialType, credential_type
from ..core.fault import Fault, Issue
from ..core.json import Object, type_name
from ..core.suggest import did_you_mean, one_of
from .authenticator import authenticator

NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
DOMAIN: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")


@dataclass(frozen=True, slots=True)
class Credential:
    """One credential. Its values are never printed."""

    name: str
    type: CredentialType
    domains: tuple[str, ...]
    fields: Mapping[str, str] = field(repr=False)
    stored: str | None = field(default=None, compare=False)
    """When it was stored, by ISO 8601; None for those from before this was written down."""

    def to_json(self) -> Object:
        """Return the credential with its values, for the vault alone."""
        made: Object = {"type": self.type, "domains": list(self.domains), "fields": dict(self.fields)}
        return made if self.stored is None else {**made, "stored": self.stored}

    @classmethod
    def from_json(cls, name: str, data: Object) -> Credential:
        return cls(name, data["type"], tuple(data["domains"]), data["fields"], data.get("stored"))

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
        declared = CREDENTIAL_TYPES[self.type]
        return tuple(self.fields) if declared.open else declared.references

    def default_field(self) -> str | None:
        """Return the field that its name alone stands for: that of its type, or the only one of a custom one."""
        only = next(iter(self.fields)) if len(self.fields) == 1 else None
        return only if CREDENTIAL_TYPES[self.type].open else CREDENTIAL_TYPES[self.type].default


def credential(name: str, type: str, domains: Sequence[str], fields: Any) -> Credential:  # noqa: A002 - it is the type
    """Return a checked credential, or raise a Fault that lists every mistake, and no value."""
    kind = credential_type(type)
    issues = [*_name_issues("/name", name), *_reserved_issues(name), *([_no_type(type)] if kind is None else [])]
    bound = [bare_domain(domain) for domain in domains]
    issues += [_bad_domain(place, given) for place, given in enumerate(domains) if bare_domain(given) is None]
    if kind is not None:
        issues += _field_issues(kind, fields)
        if not bound and kind != "custom":
            issues.append(Issue("/domains", "It names no domain.", "at least one domain where it may be used"))
    if issues or kind is None:
        raise Fault.from_issues("invalid_input", issues, what="This credential cannot be stored")
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


def _reserved_issues(name: str) -> list[Issue]:
    if name not in RESERVED_NAMES:
        return []
    hint = f"Name it after its site or account, such as 'bank'; in a library {name!r} means another thing."
    return [Issue("/name", f"No credential may be called {name!r}.", "a name of your own", name, hint)]


def _no_type(given: str) -> Issue:
    known = tuple(CREDENTIAL_TYPES)
    return Issue("/type", f"There is no type {given!r}.", one_of(known), given, did_you_mean(given, known))


def _field_issues(kind: CredentialType, fields: Any) -> list[Issue]:
    if not isinstance(fields, dict):
        return [Issue("/fields", "The values are no object.", "an object of texts by field", type_name(fields))]
    declared = CREDENTIAL_TYPES[kind]
    issues = [
        Issue(f"/fields/{name}", f"The field {name!r} is missing.", "a text", "nothing")
        for name in declared.required
        if name not in fields
    ]
    if declared.open and not fields:
        issues.append(Issue("/fields", "It has no field.", "at least one field"))
    for name, value in fields.items():
        issues += _one_field(kind, declared, name, value)
    return issues


def _one_field(kind: CredentialType, declared: CredentialFields, name: str, value: Any) -> list[Issue]:
    pointer = f"/fields/{name}"
    known = (*declared.required, *declared.optional)
    if declared.open:
        found = _name_issues(pointer, name)
    else:
        message = f"A credential of type {kind} has no field {name!r}."
        found = [] if name in known else [Issue(pointer, message, one_of(known), name, did_you_mean(name, known))]
    if name in declared.optional:
        return found
    if not isinstance(value, str) or not value:
        received = "an empty text" if value == "" else type_name(value)
        found.append(Issue(pointer, f"The field {name!r} is no text.", "a text", received))
    return found
