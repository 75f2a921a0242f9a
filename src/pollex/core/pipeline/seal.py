"""Secrets inside arguments: closed while these are checked, shown and logged; opened just before the tool runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from ..call import new_id
from ..context import Context
from ..fault import Fault, Issue
from ..leaves import map_leaves
from ..secret import Secret, SecretReference, SecretText
from ..tool import Tool

Sealed: TypeAlias = SecretReference | SecretText


def close_secrets(value: Any) -> tuple[Any, dict[str, Sealed]]:
    """Put an unguessable token where each secret stands: the check knows only JSON, and no value may pass for one."""
    tokens: dict[str, Sealed] = {}

    def close(leaf: Any) -> Any:
        if not isinstance(leaf, SecretReference | SecretText):
            return leaf
        token = f"secret:{new_id()}"
        tokens[token] = leaf
        return token

    return map_leaves(value, close), tokens


def swap(value: Any, found: dict[str, Any]) -> Any:
    """The value with each token replaced by what it stands for."""
    return map_leaves(value, lambda leaf: found.get(leaf, leaf) if isinstance(leaf, str) else leaf)


def judge(issue: Issue, tokens: dict[str, Sealed]) -> Issue | None:
    """An issue about a secret counts only if text is wrong there at all: nobody has looked at what it says."""
    for token, sealed in tokens.items():
        if issue.received and token in issue.received:
            if "received string" not in issue.message:
                return None
            issue = replace(issue, received=issue.received.replace(token, sealed.placeholder))
    return issue


async def open_secrets(args: Any, tokens: dict[str, Sealed], tool: Tool, context: Context) -> Any:
    """The arguments with their secrets: as text, or as `Secret` for a tool that opens them itself."""
    return swap(args, {token: await _open(sealed, tool, context) for token, sealed in tokens.items()})


async def _open(sealed: Sealed, tool: Tool, context: Context) -> str | Secret:
    parts = sealed.parts if isinstance(sealed, SecretText) else (sealed,)
    found = [part if isinstance(part, str) else await _get(part.name, tool, context) for part in parts]
    if tool.sealed and len(found) == 1:
        return found[0]
    text = "".join(part if isinstance(part, str) else part.reveal() for part in found)
    if not tool.sealed:
        return text
    domains = tuple(domain for part in found if isinstance(part, Secret) for domain in part.domains)
    return Secret(sealed.placeholder, text, domains)


async def _get(name: str, tool: Tool, context: Context) -> Secret:
    if context.secrets is None:
        raise Fault(
            "unknown_reference", f"The secret {name!r} cannot be looked up here.", hint="Give the context secrets."
        )
    secret = await context.secrets.get(name)
    context.redactor.learn(secret)
    _refuse_foreign_use(secret, tool, context)
    return secret


def _refuse_foreign_use(secret: Secret, tool: Tool, context: Context) -> None:
    """A secret bound to domains is opened only by tools that check the domain, or in a run that cannot leave them."""
    if not secret.domains or tool.sealed:
        return
    inside = context.domains is not None and all(
        any(host == domain or host.endswith(f".{domain}") for domain in secret.domains) for host in context.domains
    )
    if not inside:
        raise Fault(
            "blocked_domain",
            f"The secret {secret.name!r} may only be used on {', '.join(secret.domains)}.",
            expected=f"a run limited to {', '.join(secret.domains)}",
            received=f"the tool {tool.name!r}",
            hint="Limit the run's domains, or use a tool that types it into a page of its domain.",
            retry=False,
        )
