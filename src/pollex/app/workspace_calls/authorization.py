"""The Authorization header from a stored credential, for the hosts that the credential is bound to."""

from __future__ import annotations

import asyncio
import base64

from ...core.context import Context
from ...core.domain import in_domain
from ...core.fault import Fault
from ...core.secret import Secret, Secrets
from ...core.suggest import did_you_mean, one_of


async def authorization(name: str, host: str, context: Context, *, private: bool) -> str:
    """Return the header's value, or raise a Fault; `private` says that nobody listens on the way to the host.

    A user name with its password is sent as Basic, any other secret as Bearer, or as it is if it names its scheme.
    """
    if not private:
        message = f"The credential {name!r} is sent over https only."
        raise _refused(message, "https", "http", "Call the address by https.")
    if context.secrets is None:
        message = "There are no stored credentials here."
        raise _refused(message, "a call without 'credential'", name, "Leave 'credential' out.")
    known = await asyncio.to_thread(context.secrets.names)  # a keyring may take its time
    if {f"{name}.username", f"{name}.password"} <= {*known}:
        user, password = [await _opened(f"{name}.{each}", host, context.secrets) for each in ("username", "password")]
        token = base64.b64encode(f"{user.reveal()}:{password.reveal()}".encode()).decode()
        return _learned(f"Basic {token}", name, context, password)
    if name not in known:
        raise Fault(
            "unknown_reference",
            f"There is no stored credential {name!r}.",
            pointer="/credential",
            expected="the name of a stored credential, or NAME.field",
            received=name,
            hint=did_you_mean(name, known) or f"Store it: pollex credentials set {name} --type … --domain {host}",
        )
    secret = await _opened(name, host, context.secrets)
    text = secret.reveal()
    return _learned(text if " " in text.strip() else f"Bearer {text}", name, context, secret)


async def _opened(name: str, host: str, secrets: Secrets) -> Secret:
    secret = await secrets.get(name)
    if not any(in_domain(host, domain) for domain in secret.domains):
        expected = one_of(secret.domains) if secret.domains else "a credential that is bound to this host"
        message = f"The credential {name!r} may not be sent to {host!r}."
        hint = f"If it is meant, bind it to the host: pollex credentials set {name.partition('.')[0]} --domain {host}"
        raise _refused(message, expected, host, hint)
    return secret


def _learned(value: str, name: str, context: Context, *secrets: Secret) -> str:
    """Return the header's value once the run knows not to show what is in it."""
    for secret in secrets:
        context.redactor.learn(secret)
    if not value.isascii() or not value.isprintable():
        message = f"The credential {name!r} has characters that no header can have."
        raise Fault("invalid_input", message, pointer="/credential", hint="Store it again.", retry=False)
    return value


def _refused(message: str, expected: str, received: str, hint: str) -> Fault:
    return Fault(
        "blocked_domain", message, pointer="/credential", expected=expected, received=received, hint=hint, retry=False
    )
