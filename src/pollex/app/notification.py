"""The notification of a scheduled run: its result, sent to the webhook that the schedule names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ..core.context import Context
from ..core.domain import in_domain
from ..core.fault import Fault
from ..core.json import Object
from ..core.suggest import did_you_mean, one_of

if TYPE_CHECKING:
    from ..library.credentials import StoredCredential

FIELDS: Final = ("ok", "data", "fault", "notes")
"""What is sent of a result."""


def check_webhook(url: str, credential: str | None, stored: Mapping[str, StoredCredential]) -> None:
    """Raise a Fault where an address is no webhook, or its credential is not stored for its host."""
    from .workspace_calls.pinned import http_target

    target = http_target(url)
    if credential is None:
        return
    name = credential.partition(".")[0]
    if name not in stored:
        hint = did_you_mean(name, stored) or f"Store it: pollex credentials set {name} --type … --domain {target.host}"
        message, expected = f"There is no stored credential {name!r}.", one_of(stored) if stored else None
        raise Fault("not_found", message, pointer="/credential", expected=expected, received=name, hint=hint)
    if not any(in_domain(target.host, each) for each in stored[name].domains):
        message = f"The credential {name!r} may not be sent to {target.host!r}."
        expected = one_of(stored[name].domains)
        raise Fault(
            "blocked_domain", message, pointer="/credential", expected=expected, received=target.host, retry=False
        )


async def send_notification(about: Object, shape: Object, context: Context) -> None:
    """POST the result of a run to a webhook; raise a Fault where it was not taken.

    A credential is opened here for its own hosts only, and goes into the header alone: into no plan, event or log.
    """
    from .workspace_calls.http_policy import HttpPolicy
    from .workspace_calls.http_scheme import http_handler
    from .workspace_calls.outgoing import OutgoingCall
    from .workspace_calls.pinned import http_target

    target = http_target(about["url"])  # a person has named it, so it may be on this network
    body = {"schedule": about["schedule"], "run": context.run, **{name: shape.get(name) for name in FIELDS}}
    call = OutgoingCall(about["url"], "POST", body=body, key=context.run, credential=about.get("credential"))
    handle = http_handler(HttpPolicy(allow_private=(target.authority,)))
    (await handle(call, context)).unwrap()
