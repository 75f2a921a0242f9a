"""One call of `api.call`: its arguments, checked for what no scheme allows."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from ...core.context import Context
from ...core.fault import Fault, Issue
from ...core.json import Object
from ...core.path import pointer
from ...core.reference import OPENING, texts
from ...core.result import Result

SCHEME: Final = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?P<rest>.*)", re.DOTALL)
SECRET: Final = re.compile(r"(?:\{\{|\$\{)\s*secret\b[^}]{0,100}\}{0,2}")
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


def outgoing(args: Object) -> OutgoingCall:
    """Return checked arguments as a call, or raise a Fault: for a reference to a secret, or an address that is none."""
    if issues := _secret_issues({name: args.get(name) for name in ("url", "headers", "body")}):
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
        raise of_body(fault) from fault.__cause__


def of_body(fault: Fault) -> Fault:
    """Return a Fault about the body as one about the arguments."""
    made = Fault.from_json(fault.to_json())
    made.pointer = f"/body{fault.pointer or ''}"
    made.issues = tuple(issue.below("body") for issue in fault.issues)
    return made


def _secret_issues(value: Object) -> list[Issue]:
    """Return an issue for all that looks like a secret's reference: nothing is filled here, and nothing may seem so."""
    hint = "Name a stored credential by 'credential', and it is sent to its own host."
    return [
        Issue(pointer(path), "No secret is filled in a workspace.", "text without secrets", found[0], hint)
        for style in OPENING
        for path, text in texts(value, style)
        for found in SECRET.finditer(text)
        if found[0].startswith(OPENING[style])
    ]
