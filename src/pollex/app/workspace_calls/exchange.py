"""An HTTP request and its redirects: each place is judged anew, and a credential stays with its origin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ssl import SSLContext
from typing import Final

import httpx2

from ...core.fault import Fault
from ...page.policy.names import Resolve
from ...page.policy.rule import NetworkPolicy
from .http_answer import HttpAnswer, read_answer
from .http_policy import HttpPolicy
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
        for _ in range(self.policy.redirects + 1):
            addresses = await judged_addresses(self.target, self.network, self.resolve)
            async with send(self.target, addresses, self.method, self.headers, self.content, self.tls) as response:
                location = response.headers.get("location")
                if response.status_code not in REDIRECTS or location is None:
                    return await read_answer(response, self.policy.largest_answer)
            self._redirect(response, location)
        raise Fault(
            "limit",
            f"The server redirected more than {self.policy.redirects} times.",
            pointer="/url",
            expected=f"at most {self.policy.redirects} redirects",
            received=str(self.target.url)[:200],
            hint="Call the address that is meant.",
        )

    def _redirect(self, response: httpx2.Response, location: str) -> None:
        before, self.target = self.target, http_target(location, self.target.url)
        if self.method in AS_GET.get(response.status_code, ()):
            self.method, self.content = "GET", None
            self.headers.pop("content-type", None)
        if self.target.origin != before.origin:
            self.headers.pop("authorization", None)
