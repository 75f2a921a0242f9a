"""Credentials by type: a template names types, a caller or the vault the credential that is used for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from ..core.domain import in_domain
from ..core.fault import Fault
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
    """Return the name of the credential for each type that the template uses; optional ones may be missing.

    `given` are the caller's choices by type; else it is the only one of the type that may be used on the `domains`.
    """
    known = list(stored)
    for kind in given:
        if kind not in template.credentials:
            message = f"{template.name!r} uses no credentials of type {kind!r}."
            expected, hint = one_of(template.credentials), did_you_mean(kind, template.credentials)
            raise Fault("invalid_input", message, pointer=f"/credentials/{kind}", expected=expected, received=kind, hint=hint)
    chosen = {kind: _chosen(kind, known, given.get(kind), domains, template) for kind in template.credentials}
    return {kind: name for kind, name in chosen.items() if name is not None}


def has_required(template: Template, stored: Iterable[StoredCredential], domains: Sequence[str]) -> bool:
    """Whether there is a credential of every type that a template needs."""
    known = list(stored)
    return all(_fitting(kind, known, domains) for kind in template.required_credentials)


def _chosen(
    kind: str, known: list[StoredCredential], given: str | None, domains: Sequence[str], template: Template
) -> str | None:
    if given is not None:
        return _given(kind, known, given)
    fitting = _fitting(kind, known, domains)
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        message = f"{len(fitting)} credentials of type {kind} may be used by {template.name!r}."
        hint = f"Name one: --as {fitting[0]}"
        raise Fault("ambiguous", message, pointer=f"/credentials/{kind}", expected=one_of(fitting), hint=hint, retry=False)
    if kind in template.optional_credentials:
        return None
    message = f"{template.name!r} needs a credential of type {kind} for {', '.join(domains) or 'its site'}, and none is stored."
    hint = f"Store one: pollex credentials set NAME --type {kind} --domain {next(iter(domains), 'DOMAIN')}"
    raise Fault("not_found", message, pointer=f"/credentials/{kind}", expected=f"a credential of type {kind}", hint=hint, retry=False)


def _given(kind: str, known: list[StoredCredential], name: str) -> str:
    found = next((each for each in known if each.name == name), None)
    of_kind = [each.name for each in known if each.type == kind]
    if found is not None and found.type == kind:
        return name
    message = f"There is no credential {name!r}." if found is None else f"The credential {name!r} is of type {found.type}."
    hint = did_you_mean(name, of_kind)
    pointer = f"/credentials/{kind}"
    raise Fault("not_found", message, pointer=pointer, expected=one_of(of_kind), received=name, hint=hint, retry=False)


def _fitting(kind: str, known: list[StoredCredential], domains: Sequence[str]) -> list[str]:
    return [each.name for each in known if each.type == kind and _covers(each.domains, domains)]


def _covers(bound: Sequence[str], domains: Sequence[str]) -> bool:
    """Whether a credential may be used somewhere on the domains; one that is bound to none may everywhere."""
    return not bound or any(in_domain(one, other) or in_domain(other, one) for one in bound for other in domains)
