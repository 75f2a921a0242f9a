"""What becomes of an export: credentials named after its items, and reasons for what is not imported."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from ..core.credential import RESERVED_NAMES, CredentialType
from ..core.fault import Fault
from ..core.json import Object
from .authenticator import STATE
from .credential import Credential, bare_domain, credential
from .exports import ExportedItem

LONGEST: Final = 40
"""Characters of a name that is made of a title."""
Made: TypeAlias = tuple[str, CredentialType, Sequence[str], Mapping[str, str]]
"""Name, type, domains and fields of a credential that is not checked yet."""


@dataclass(slots=True)
class ImportPlan:
    """The credentials of an export that are new, those that replace stored ones, and what is not imported."""

    added: list[Credential] = field(default_factory=list)
    replaced: list[Credential] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Titles, or names where a title has several, and why."""

    @property
    def credentials(self) -> dict[str, Credential]:
        return {each.name: each for each in (*self.added, *self.replaced)}

    def described(self) -> Object:
        """Return the plan without values."""
        return {
            "added": [each.described() for each in self.added],
            "replaced": [each.described() for each in self.replaced],
            "skipped": [{"title": title, "reason": reason} for title, reason in self.skipped],
        }


def plan_import(items: Sequence[ExportedItem], stored: Mapping[str, Credential], *, replace: bool) -> ImportPlan:
    """Return what to import of these items into a vault with these credentials."""
    plan, taken = ImportPlan(), set(RESERVED_NAMES)
    named = [(item, _unique(_slug(item), taken)) for item in items if not item.skip]
    plan.skipped += [(item.title, item.skip) for item in items if item.skip]
    for item, name in named:
        domains = _domains(item.urls)
        missing = {"a web address": domains, "a user name": item.username, "a password": item.password}
        lacking = [what for what, given in missing.items() if not given]
        if lacking:
            plan.skipped.append((item.title or name, f"it has no {_listed(lacking)}"))
        else:
            fields = {"username": item.username, "password": item.password}
            _add(plan, stored, item, (name, "username_password", domains, fields), replace=replace)
        if item.totp and domains:
            code: Made = (_unique(f"{name}-code", taken), "authenticator", domains, {"secret": item.totp})
            _add(plan, stored, item, code, replace=replace)
    return plan


def _add(plan: ImportPlan, stored: Mapping[str, Credential], item: ExportedItem, made: Made, *, replace: bool) -> None:
    name, kind, domains, fields = made
    try:
        new = credential(name, kind, domains, dict(fields))
    except Fault as fault:
        plan.skipped.append((item.title or name, f"{name!r} cannot be stored; expected: {fault.expected}"))
        return
    old = stored.get(name)
    if old is None:
        plan.added.append(new)
    elif _same(old, new):
        plan.skipped.append((item.title or name, f"{name!r} is stored already"))
    elif replace:
        plan.replaced.append(new)
    else:
        plan.skipped.append((item.title or name, f"{name!r} is stored with other values; --replace replaces it"))


def _same(old: Credential, new: Credential) -> bool:
    """Whether two credentials differ in nothing but the codes that were used."""
    one, other = ({key: text for key, text in each.fields.items() if key not in STATE} for each in (old, new))
    return (old.type, old.domains, one) == (new.type, new.domains, other)


def _domains(urls: Iterable[str]) -> tuple[str, ...]:
    """Return the hosts of web addresses, without `www.`; other addresses, such as those of apps, have none."""
    return tuple(dict.fromkeys(host for url in urls if (host := _host(url)) is not None))


def _host(url: str) -> str | None:
    text = url.strip()
    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
        host = parts.hostname if parts.scheme in ("http", "https") else None
    except ValueError:
        return None
    return bare_domain(host.removeprefix("www.")) if host else None


def _slug(item: ExportedItem) -> str:
    """Return a name for an item: its title in small letters and hyphens, else its first host."""
    title = item.title or next(iter(_domains(item.urls)), "")
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", plain)[:LONGEST].strip("-")
    return name if name[:1].isalpha() else f"login-{name}".rstrip("-")


def _unique(name: str, taken: set[str]) -> str:
    """Return the name, with the first number that makes it different from those taken, and take it."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    taken.add(found)
    return found


def _listed(words: Sequence[str]) -> str:
    return " and no ".join(word.removeprefix("a ") for word in words)
