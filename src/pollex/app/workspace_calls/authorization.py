"""Headers with stored secrets, for the hosts that these are bound to: Authorization, and those that name secrets."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...core.authoring import secret_name
from ...core.context import Context
from ...core.domain import in_domain
from ...core.fault import Fault, Issue, placed
from ...core.path import pointer
from ...core.reference import Reference, read
from ...core.secret import Secret, Secrets
from ...core.suggest import did_you_mean, one_of


async def authorization(name: str, host: str, context: Context, *, private: bool) -> str:
    """Return the header's value, or raise a Fault; `private` says that nobody listens on the way to the host.

    A user name with its password is sent as Basic, any other secret as Bearer, or as it is if it names its scheme.
    """
    try:
        store = await _store(context, name, host, private=private)
        if {f"{name}.username", f"{name}.password"} <= {*store.names}:
            user, password = [await store.opened(f"{name}.{each}") for each in ("username", "password")]
            token = base64.b64encode(f"{user.reveal()}:{password.reveal()}".encode()).decode()
            return _sendable(f"Basic {token}", name)
        text = (await store.opened(name)).reveal()
        return _sendable(text if " " in text.strip() else f"Bearer {text}", name)
    except Fault as fault:
        raise placed(fault, "/credential") from None


async def opened_headers(given: Mapping[str, str], host: str, context: Context, *, private: bool) -> dict[str, str]:
    """Return those headers in which `{{secret.NAME}}` stands, with the stored secrets, or raise a Fault."""
    opened = {}
    for header, template in given.items():
        parts = read(template, "{{}}").parts
        if not any(_is_secret(part) for part in parts):
            continue
        try:
            texts = [await _text(part, host, context, private=private) for part in parts]
        except Fault as fault:
            raise placed(fault, pointer(("headers", header))) from None
        opened[header] = "".join(texts)
    return opened


def _is_secret(part: str | Reference) -> bool:
    return isinstance(part, Reference) and part.root == "secret"


async def _text(part: str | Reference, host: str, context: Context, *, private: bool) -> str:
    if isinstance(part, str):
        return part
    name = secret_name(part) if _is_secret(part) else None
    if not isinstance(name, str):
        issue = name or Issue("", f"{part.written!r} is never filled in a header.", "{{secret.NAME}}", part.written)
        raise Fault.from_issues("invalid_input", [issue])
    store = await _store(context, name, host, private=private)
    return _sendable((await store.opened(name)).reveal(), name)


async def _store(context: Context, name: str, host: str, *, private: bool) -> _Store:
    if not private:
        message = f"The credential {name!r} is sent over https only."
        raise _refused(message, "https", "http", "Call the address by https.")
    if context.secrets is None:
        message = "There are no stored credentials here."
        raise _refused(message, "a call without one", name, "Leave it out.")
    names = await asyncio.to_thread(context.secrets.names)  # a keyring may take its time
    return _Store(host, context, context.secrets, names)


@dataclass(frozen=True, slots=True)
class _Store:
    """Stored secrets on their way to one host; the run learns not to show those that were opened."""

    host: str
    context: Context
    secrets: Secrets
    names: Iterable[str]

    async def opened(self, name: str) -> Secret:
        """Return a secret that may be sent to the host, or raise a Fault."""
        if name not in self.names:
            hint = f"Store it: pollex credentials set {name} --type … --domain {self.host}"
            raise Fault(
                "unknown_reference",
                f"There is no stored credential {name!r}.",
                pointer="",
                expected="the name of a stored credential, or NAME.field",
                received=name,
                hint=did_you_mean(name, self.names) or hint,
            )
        secret = await self.secrets.get(name)
        if not any(in_domain(self.host, domain) for domain in secret.domains):
            stem = name.partition(".")[0]
            expected = one_of(secret.domains) if secret.domains else "a credential that is bound to this host"
            hint = f"If it is meant, bind it to the host: pollex credentials set {stem} --domain {self.host}"
            raise _refused(f"The credential {name!r} may not be sent to {self.host!r}.", expected, self.host, hint)
        self.context.redactor.learn(secret)
        return secret


def _sendable(value: str, name: str) -> str:
    if not value.isascii() or not value.isprintable():
        message = f"The credential {name!r} has characters that no header can have."
        raise Fault("invalid_input", message, pointer="", hint="Store it again.", retry=False)
    return value


def _refused(message: str, expected: str, received: str, hint: str) -> Fault:
    return Fault("blocked_domain", message, pointer="", expected=expected, received=received, hint=hint, retry=False)
