"""The check of secrets: they must be stored, and allowed on a domain of the workflow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..core.domain import in_domain
from ..core.fault import Issue
from ..core.json import Object
from ..core.path import pointer
from ..core.reference import Reference, read, texts
from ..core.suggest import did_you_mean, one_of
from .definition import Domains


def secret_mistakes(document: Object, secrets: Domains) -> list[Issue]:
    """Return a mistake for each secret that is not stored, or whose domains the workflow never reaches."""
    nodes: list[Any] = document["nodes"]
    allowed = document.get("allowedDomains")
    issues = []
    for path, text in texts(nodes, "{{}}"):
        for part in read(text, "{{}}").parts:
            if isinstance(part, Reference) and part.root == "secret" and len(part.path) > 1:
                found = _unknown(str(part.path[1]), part.written, secrets) or _outside(
                    str(part.path[1]), part.written, secrets, allowed
                )
                issues += [replace(issue, pointer=f"/nodes{pointer(path)}") for issue in found]
    return issues


def _unknown(name: str, written: str, secrets: Domains) -> list[Issue]:
    names = [*secrets, *{stored.partition(".")[0] for stored in secrets}, *{each.partition("_")[0] for each in secrets}]
    if name in names or any(stored.startswith((f"{name}_", f"{name}.")) for stored in secrets):
        return []
    return [Issue("", f"There is no secret {name!r}.", one_of(secrets), written, did_you_mean(name, names))]


def _outside(name: str, written: str, secrets: Domains, allowed: Any) -> list[Issue]:
    domains = secrets.get(name, ())
    if not domains or not isinstance(allowed, list) or any(_meet(one, other) for one in domains for other in allowed):
        return []
    message = f"The secret {name!r} may be used on {', '.join(domains)} only, where this workflow may not go."
    hint = "Add the domain to 'allowedDomains', or use another secret."
    return [Issue("", message, "a secret of a domain that the workflow may reach", written, hint)]


def _meet(one: str, other: str) -> bool:
    """Whether one of two domains equals the other or is its subdomain."""
    first, second = one.partition(":")[0], other.partition(":")[0]
    return in_domain(first, second) or in_domain(second, first)
