"""One call of `api.call`: its arguments, checked for what no scheme allows."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from ...core.context import Context
from ...core.fault import Fault, placed
from ...core.json import Object
from ...core.limits import Limits
from ...core.result import Result
from ...workspace.envelope import secret_references

SCHEME: Final = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?P<rest>.*)", re.DOTALL)
UNPRINTABLE: Final = re.compile(r"[\x00-\x20\x7f]")


@dataclass(frozen=True, slots=True)
class OutgoingCall:
    """What is called, and with what."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    key: str | None = None
    credential: str | None = None
    args: Object = field(default_factory=dict)
    """The arguments as they were sent, for a person who is asked."""

    @property
    def scheme(self) -> str:
        return self.url.partition(":")[0].lower()

    @property
    def place(self) -> str:
        """The address with its scheme in lower case and no slash at its end, to be looked up."""
        return f"{self.scheme}:{self.url.partition(':')[2].rstrip('/')}"


Handler: TypeAlias = Callable[[OutgoingCall, Context], Awaitable[Result]]
"""Makes the calls of one scheme. Returns a Result, or raises a Fault."""


def outgoing(args: Object, limits: Limits) -> OutgoingCall:
    """Return checked arguments as a call, or raise a Fault: for a reference to a secret, or an address that is none."""
    if issues := secret_references({name: args.get(name) for name in ("url", "body")}, limits):
        raise Fault.from_issues("invalid_input", issues)
    url = args["url"].strip()
    if not SCHEME.fullmatch(url) or UNPRINTABLE.search(url):
        expected, hint = "an address with its scheme and without spaces", "Write it as in 'https://example.com/items'."
        message = f"{url[:100]!r} is not an address."
        raise Fault("invalid_input", message, pointer="/url", expected=expected, received=url[:100], hint=hint)
    return OutgoingCall(
        url,
        args["method"].upper(),
        args.get("headers", {}),
        args.get("body"),
        args.get("idempotencyKey"),
        args.get("credential"),
        args,
    )


@contextmanager
def below_body() -> Iterator[None]:
    """Let the pointers of a Fault raised inside begin at the arguments, not at their body."""
    try:
        yield
    except Fault as fault:
        raise placed(fault, "/body") from fault.__cause__
