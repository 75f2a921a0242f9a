"""Credentials by type: a template names types, a caller or the vault the credential that is used for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from ..core.domain import in_domain
from ..core.fault import Code, Fault
from ..core.suggest import did_you_mean, one_of
from .template import Template


class StoredCredential(Protocol):
    """A credential as far as it must be known to be chosen."""

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> str: ...

    @property
    def domains(self) -> Sequence[str]: ...


def choose_credentials(
    template: Template,
    stored: Iterable[StoredCredential],
    given: Mapping[str, str],
    domains: Sequence[str],
) -> dict[str, str]:
    """Return the name of the credential for each type that the template uses; an optional one only if it is certain.

    `given` are the caller's choices by type, an empty name for none of an optional one; else it is the only one of
    the type that may be used on the `domains`.
    """
    known = list(stored) if template.credentials else []
    for kind in given:
        if kind not in template.credentials:
            message = f"{template.name!r} uses no credentials of type {kind!r}."
            expected = one_of(template.credentials) if template.credentials else "no credentials"
            hint = did_you_mean(kind, template.credentials) or f"Leave out the credential {given[kind] or kind!r}."
            raise _fault("invalid_input", kind, message, expected, hint, kind)
    chosen = {kind: _chosen(kind, known, given.get(kind), domains, template) for kind in template.credentials}
    return {kind: name for kind, name in chosen.items() if name is not None}


def has_required(template: Template, stored: Iterable[StoredCredential], domains: Sequence[str]) -> bool:
    """Whether there is a credential of every type that a template needs."""
    known = list(stored) if template.required_credentials else []
    return all(_fitting(kind, known, domains) for kind in template.required_credentials)


def _chosen(
    kind: str, known: list[StoredCredential], given: str | None, domains: Sequence[str], template: Template
) -> str | None:
    if given:
        return _given(kind, known, given, domains)
    if given == "":
        _check_optional(kind, template)
        return None
    fitting = _fitting(kind, known, domains)
    if len(fitting) == 1:
        return fitting[0]
    if kind in template.optional_credentials:
        return None
    if fitting:
        message = f"{len(fitting)} credentials of type {kind} may be used by {template.name!r}."
        raise _fault("ambiguous", kind, message, one_of(fitting), f"Name one: --as {fitting[0]}")
    sites = ", ".join(domains) or "its site"
    message = f"{template.name!r} needs a credential of type {kind} for {sites}, and none is stored."
    hint = f"Store one: {_command('NAME', kind, domains)}"
    raise _fault("not_found", kind, message, f"a credential of type {kind}", hint)


def _check_optional(kind: str, template: Template) -> None:
    """Raise a Fault for a credential that a template cannot do without."""
    if kind not in template.optional_credentials:
        message = f"{template.name!r} needs a credential of type {kind}: none cannot be chosen."
        raise _fault("invalid_input", kind, message, f"the name of a credential of type {kind}", None, "none")


def _given(kind: str, known: list[StoredCredential], name: str, domains: Sequence[str]) -> str:
    found = next((each for each in known if each.name == name), None)
    of_kind = [each.name for each in known if each.type == kind]
    if found is not None and found.type == kind:
        return name
    message, hint = f"There is no credential {name!r}.", f"Store it: {_command(name, kind, domains)}"
    if found is not None:
        message, hint = f"The credential {name!r} is of type {found.type}.", "List them with: pollex credentials list"
    expected = one_of(of_kind) if of_kind else f"a credential of type {kind}; none is stored"
    raise _fault("not_found", kind, message, expected, did_you_mean(name, of_kind) or hint, name)


def _command(name: str, kind: str, domains: Sequence[str]) -> str:
    """The command that stores a credential for the domains."""
    return f"pollex credentials set {name} --type {kind} --domain {next(iter(domains), 'DOMAIN')}"


def _fault(code: Code, kind: str, message: str, expected: str, hint: str | None, received: str | None = None) -> Fault:
    pointer = f"/credentials/{kind}"
    return Fault(code, message, pointer=pointer, expected=expected, received=received, hint=hint, retry=False)


def _fitting(kind: str, known: list[StoredCredential], domains: Sequence[str]) -> list[str]:
    return [each.name for each in known if each.type == kind and _covers(each.domains, domains)]


def _covers(bound: Sequence[str], domains: Sequence[str]) -> bool:
    """Whether a credential may be used somewhere on the domains; one that is bound to none may everywhere."""
    return not bound or any(in_domain(one, other) or in_domain(other, one) for one in bound for other in domains)
