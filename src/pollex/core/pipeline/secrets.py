"""Secrets inside arguments: closed while these are checked, shown and logged; opened just before the tool runs."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Final, TypeAlias

from ..call import new_id
from ..context import Context
from ..domain import in_domain
from ..fault import Fault, Issue
from ..json import brief
from ..leaves import MOST, map_leaves
from ..limits import DEFAULT_LIMITS
from ..secret import Secret, SecretReference, Secrets, SecretText
from ..tool import Tool
from .interrupt import Interrupted, limited

Sealed: TypeAlias = Secret | SecretReference | SecretText
SEALED: Final = frozenset({Secret, SecretReference, SecretText})
NESTS: Final = (dict, list, tuple)
MANY: Final = 1_000
"""Values from which on it is worth looking whether they are the same ones many times over."""
NOTICE: Final = 1.0
"""Seconds after which the followers of a run hear that it waits for a secret."""
PATIENCE: Final = 7_200.0
"""Seconds to wait for a secret: longer than the window of any one-time code."""


def holds_secret(value: Any) -> bool:
    """Return whether a caller has put a secret, or the reference of one, among the arguments."""
    level = [value]
    for _ in range(DEFAULT_LIMITS.depth):
        below: list[Any] = []
        for item in level:
            if isinstance(item, NESTS):
                below += item.values() if isinstance(item, dict) else item
            elif type(item) in SEALED:
                return True
        if len(below) > MANY:
            below = list({id(each): each for each in below}.values())
        if not below or len(below) > MOST:
            return False
        level = below
    return False


def close_secrets(value: Any) -> tuple[Any, dict[str, Sealed]]:
    """Replace each secret by an unguessable token: the check knows only JSON, and no value may imitate one."""
    tokens: dict[str, Sealed] = {}

    def close(leaf: Any) -> Any:
        if not isinstance(leaf, Sealed):
            return leaf
        token = f"secret:{new_id()}"
        tokens[token] = leaf
        return token

    return map_leaves(value, close), tokens


def swap(value: Any, found: dict[str, Any]) -> Any:
    """Return the value with each token replaced by what it stands for."""
    return map_leaves(value, lambda leaf: found.get(leaf, leaf) if isinstance(leaf, str) else leaf)


def secret_issue(issue: Issue, tokens: dict[str, Sealed]) -> Issue | None:
    """Return an issue about a secret with its placeholder, or None if the secret's text could still fit."""
    for token, sealed in tokens.items():
        if issue.received == brief(token):
            no_alternative = issue.message.startswith("The value fits none") and "string" not in (issue.expected or "")
            if "received string" in issue.message or no_alternative:
                return replace(issue, received=brief(sealed.placeholder))
            return None
        if issue.received and token in issue.received:
            issue = replace(issue, received=issue.received.replace(token, sealed.placeholder))
    return issue


async def open_secrets(args: Any, tokens: dict[str, Sealed], tool: Tool, context: Context) -> Any:
    """Return the arguments with their secrets: as text, or as `Secret` where the tool opens them itself."""
    if not isinstance(args, dict):
        return swap(args, await _open_all(tokens, tool, context, sealed=tool.sealed is True))
    made = {}
    for name, value in args.items():
        inside = tokens_in(value, tokens)
        sealed = tool.sealed is True or (tool.sealed is not False and name in tool.sealed)
        made[name] = swap(value, await _open_all(inside, tool, context, sealed=sealed)) if inside else value
    return made


def tokens_in(value: Any, tokens: dict[str, Sealed]) -> dict[str, Sealed]:
    found: dict[str, Sealed] = {}

    def look(leaf: Any) -> None:
        if isinstance(leaf, str) and leaf in tokens:
            found[leaf] = tokens[leaf]

    map_leaves(value, look)
    return found


async def _open_all(
    tokens: dict[str, Sealed], tool: Tool, context: Context, *, sealed: bool
) -> dict[str, str | Secret]:
    return {token: await _open(text, tool, context, sealed=sealed) for token, text in tokens.items()}


async def _open(text: Sealed, tool: Tool, context: Context, *, sealed: bool) -> str | Secret:
    parts = text.parts if isinstance(text, SecretText) else (text,)
    found = [part if isinstance(part, str) else await _get(part, context) for part in parts]
    secrets = [part for part in found if isinstance(part, Secret)]
    if not sealed:
        for secret in secrets:
            _refuse_foreign_use(secret, tool, context)
    joined = "".join(part if isinstance(part, str) else part.reveal() for part in found)
    if not sealed:
        return joined
    return found[0] if len(found) == 1 else Secret(text.placeholder, joined, _common(secrets))


async def _get(part: Secret | SecretReference, context: Context) -> Secret:
    if isinstance(part, Secret):
        context.redactor.learn(part)
        return part
    name = part.name
    if context.secrets is None:
        raise Fault(
            "unknown_reference", f"The secret {name!r} cannot be looked up here.", hint="Give the context secrets."
        )
    secret = await _looked_up(name, context.secrets, context)
    context.redactor.learn(secret)
    return secret


async def _looked_up(name: str, secrets: Secrets, context: Context) -> Secret:
    """Return a secret, which may take its time: a one-time code is used once, and a keyring may ask a person."""
    said = {
        "waiting": f"The secret {name!r} is not ready yet: a code is used only once, or the keyring must be unlocked."
    }
    notice = asyncio.get_running_loop().call_later(NOTICE, context.progress, said)
    try:
        limit = (context.cancel, context.limits.cancel_grace, context.held)
        found: Secret = await limited(secrets.get(name), PATIENCE, *limit)
    except Interrupted as interrupted:
        if interrupted.reason == "cancelled":
            message = f"The wait for the secret {name!r} was stopped: {context.cancel.reason}."
            raise Fault("cancelled", message, retry=False) from None
        raise Fault("timeout", f"The secret {name!r} did not come within {PATIENCE:g} s.") from None
    finally:
        notice.cancel()
    return found


def _common(secrets: list[Secret]) -> tuple[str, ...]:
    """Return the domains on which a text with several secrets may be used: those that all of them allow."""
    bound = [secret.domains for secret in secrets if secret.domains]
    if not bound:
        return ()
    common = tuple(domain for domain in bound[0] if all(_inside(domain, domains) for domains in bound))
    if not common:
        names = ", ".join(repr(secret.name) for secret in secrets)
        raise Fault("blocked_domain", f"The secrets {names} share no domain and cannot be used together.", retry=False)
    return common


def _inside(host: str, domains: tuple[str, ...]) -> bool:
    return any(in_domain(host, domain) for domain in domains)


def _refuse_foreign_use(secret: Secret, tool: Tool, context: Context) -> None:
    """Raise a Fault unless the tool checks domains or the run cannot leave those that the secret is bound to."""
    if not secret.domains or (context.domains and all(_inside(host, secret.domains) for host in context.domains)):
        return
    raise Fault(
        "blocked_domain",
        f"The secret {secret.name!r} may only be used on {', '.join(secret.domains)}.",
        expected=f"a run limited to {', '.join(secret.domains)}",
        received=f"the tool {tool.name!r}",
        hint="Limit the run's domains, or use a tool that types it into a page of its domain.",
        retry=False,
    )
