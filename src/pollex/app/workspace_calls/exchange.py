"""An HTTP request and its redirects: each place is judged anew, and a credential stays with its origin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ssl import SSLContext
from typing import Final

from ...core.fault import Fault
from ...page.policy.names import Resolve
from ...page.policy.rule import NetworkPolicy
from .http_answer import HttpAnswer, read_answer
from .http_policy import EFFECTS, HttpPolicy
from .pinned import HttpTarget, http_target, judged_addresses, send

REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
AS_GET: Final = {301: ("POST",), 302: ("POST",), 303: ("POST", "PUT", "PATCH", "DELETE")}
"""Methods that become GET after a redirect, as in browsers."""


@dataclass(slots=True)
class HttpExchange:
    """A request on its way."""

    target: HttpTarget
    method: str
    headers: dict[str, str]
    content: bytes | None
    policy: HttpPolicy
    network: NetworkPolicy
    resolve: Resolve
    tls: Callable[[], SSLContext]

    async def answer(self) -> HttpAnswer:
        """Return the answer at the end of all redirects, or raise a Fault."""
        harmless = EFFECTS.get(self.method) == "read"
        for hop in range(self.policy.redirects + 1):
            try:
                answer = await self._hop()
            except Fault as fault:
                raise (fault if hop == 0 else _astray(fault, uncertain=not harmless)) from fault.__cause__
            if answer is not None:
                return answer
        expected, received = f"at most {self.policy.redirects} redirects", str(self.target.url)[:200]
        message = f"There were more than {self.policy.redirects} of them."
        raise _astray(Fault("limit", message, expected=expected, received=received), uncertain=not harmless)

    async def _hop(self) -> HttpAnswer | None:
        """Send the request; return its answer, or None if that leads on to another place."""
        addresses = await judged_addresses(self.target, self.network, self.resolve)
        async with send(self.target, addresses, self.method, self.headers, self.content, self.tls) as response:
            location = response.headers.get("location")
            if response.status_code not in REDIRECTS or location is None:
                return await read_answer(response, self.policy.largest_answer)
        self._redirect(response.status_code, location)
        return None

    def _redirect(self, status: int, location: str) -> None:
        before, self.target = self.target, http_target(location, self.target.url)
        if self.method in AS_GET.get(status, ()):
            self.method, self.content = "GET", None
            self.headers.pop("content-type", None)
        if self.target.origin != before.origin:
            self.headers.pop("authorization", None)


def _astray(fault: Fault, *, uncertain: bool) -> Fault:
    """Return the Fault of a redirect, for which the caller is not to blame. The first request may have had its effect."""
    return Fault(
        "failed" if fault.code == "invalid_input" else fault.code,
        f"A redirect of the server failed: {fault.message}",
        pointer="/url",
        expected=fault.expected,
        received=fault.received,
        hint="Call the address that is meant.",
        uncertain=uncertain,
    )
