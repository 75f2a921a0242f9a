"""What an HTTP call may do: its methods, headers, hosts, sizes and times."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ...core.fault import Fault, Issue
from ...core.suggest import did_you_mean, one_of
from ...core.tool import Effect
from .outgoing import OutgoingCall

EFFECTS: Final[Mapping[str, Effect]] = {
    "GET": "read", "HEAD": "read", "OPTIONS": "read", "POST": "act", "PUT": "act", "PATCH": "act", "DELETE": "destroy",
}  # fmt: skip
"""The effect of each method, by which the policy of the run allows it, asks for it or denies it."""
HEADERS: Final = (
    "accept", "accept-language", "cache-control", "content-language", "content-type", "if-match", "if-modified-since",
    "if-none-match", "if-unmodified-since", "prefer", "range", "x-correlation-id", "x-request-id",
)  # fmt: skip
"""The headers that a caller may set. All others are set here or not at all."""
PRINTABLE: Final = re.compile(r"[\t\x20-\x7e]{0,2000}")
JSON_TYPE: Final = re.compile(r"application/([\w.+-]+\+)?json(\s*;.*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HttpPolicy:
    """The bounds of HTTP calls. The hosts come from the run's context."""

    methods: tuple[str, ...] = tuple(EFFECTS)
    headers: tuple[str, ...] = HEADERS
    allow_private: tuple[str, ...] = ()
    """Private hosts that the person has named in the settings, such as `localhost:8080`."""
    seconds: float = 30.0
    """For the whole call, with redirects."""
    largest_answer: int = 1024 * 1024
    """Bytes of an answer, decompressed; a larger one is cut."""
    largest_body: int = 1024 * 1024
    redirects: int = 5


def request_headers(call: OutgoingCall, policy: HttpPolicy) -> dict[str, str]:
    """Return the headers of a call, or raise a Fault with every one that may not be sent, and for its method."""
    issues = []
    if call.method not in policy.methods:
        message, hint = f"The method {call.method!r} is not allowed.", did_you_mean(call.method, policy.methods)
        issues.append(Issue("/method", message, one_of(policy.methods), call.method, hint))
    given = {name.lower(): value for name, value in call.headers.items()}
    for name, value in given.items():
        issues += [each.below(name).below("headers") for each in _header_issues(name, value, policy)]
    if issues:
        raise Fault.from_issues("invalid_input", issues)
    return given


def _header_issues(name: str, value: str, policy: HttpPolicy) -> list[Issue]:
    if name not in map(str.lower, policy.headers):
        hint = did_you_mean(name, policy.headers)
        if name == "authorization":
            hint = "Name a stored credential by 'credential', and it is sent to its own host."
        return [Issue("", f"The header {name[:100]!r} may not be set.", one_of(policy.headers, 20), name[:100], hint)]
    if not PRINTABLE.fullmatch(value):
        expected, hint = "one line of printable ASCII", "Leave out line breaks and control characters."
        return [Issue("", f"The value of {name!r} is not one of a header.", expected, repr(value[:100]), hint)]
    if name == "content-type" and not JSON_TYPE.fullmatch(value):
        return [Issue("", "The body of a call is JSON.", "'application/json'", value[:100], "Leave the header out.")]
    return []
