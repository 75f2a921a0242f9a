"""An HTTP request and its redirects: each place is judged anew, and a credential stays with its origin."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from ssl import SSLContext
from typing import Final, NamedTuple

from ...core.fault import Fault
from ...page.policy.names import Resolve
from ...page.policy.rule import NetworkPolicy
from .http_answer import HttpAnswer, read_answer
from .http_policy import EFFECTS, HttpPolicy
from .pinned import HttpTarget, http_target, judged_addresses, send

REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
AS_GET: Final = {301: ("POST",), 302: ("POST",), 303: ("POST", "PUT", "PATCH", "DELETE")}
"""Methods that become GET after a redirect, as in browsers."""


class Redirect(NamedTuple):
    """Where a server leads on to."""

    status: int
    location: str


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
    private: Collection[str]
    """Headers with a stored secret: they stay with the origin that they were bound to."""

    async def answer(self) -> HttpAnswer:
        """Return the answer at the end of all redirects, or raise a Fault."""
        harmless = EFFECTS.get(self.method) == "read"
        redirect: Redirect | None = None
        for _ in range(self.policy.redirects + 1):
            try:
                if redirect is not None:
                    self._follow(redirect)
                answer = await self._hop()
            except Fault as fault:
                raise (fault if redirect is None else _astray(fault, uncertain=not harmless)) from fault.__cause__
            if isinstance(answer, HttpAnswer):
                return answer
            redirect = answer
        expected, received = f"at most {self.policy.redirects} redirects", str(self.target.url)[:200]
        message = f"There were more than {self.policy.redirects} of them."
        raise _astray(Fault("limit", message, expected=expected, received=received), uncertain=not harmless)

    async def _hop(self) -> HttpAnswer | Redirect:
        addresses = await judged_addresses(self.target, self.network, self.resolve)
        async with send(self.target, addresses, self.method, self.headers, self.content, self.tls) as response:
            location = response.headers.get("location")
            if response.status_code not in REDIRECTS or location is None:
                return await read_answer(response, self.policy.largest_answer)
            return Redirect(response.status_code, location)

    def _follow(self, redirect: Redirect) -> None:
        before, self.target = self.target, http_target(redirect.location, self.target.url)
        if self.method in AS_GET.get(redirect.status, ()):
            self.method, self.content = "GET", None
            self.headers.pop("content-type", None)
        if self.target.origin != before.origin:
            self.headers = {name: value for name, value in self.headers.items() if name not in self.private}


def _astray(fault: Fault, *, uncertain: bool) -> Fault:
    """Return the Fault of a redirect: not the caller's mistake, and the first request may have had its effect."""
    return Fault(
        "failed" if fault.code == "invalid_input" else fault.code,
        f"A redirect of the server failed: {fault.message}",
        pointer="/url",
        expected=fault.expected,
        received=fault.received,
        hint="Call the address that is meant.",
        uncertain=uncertain,
    )
