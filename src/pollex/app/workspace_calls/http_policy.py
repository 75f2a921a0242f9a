"""What an HTTP call may do: its methods, headers, hosts, sizes and times."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ...core.fault import Fault, Issue
from ...core.limits import DEFAULT_LIMITS
from ...core.suggest import did_you_mean, one_of
from ...core.tool import Effect
from ...workspace.envelope import secret_references
from .outgoing import OutgoingCall

EFFECTS: Final[Mapping[str, Effect]] = {
    "GET": "read", "HEAD": "read", "OPTIONS": "read", "POST": "act", "PUT": "act", "PATCH": "act", "DELETE": "destroy",
}  # fmt: skip
"""The effect of each method, by which the policy of the run allows it, asks for it or denies it."""
CONNECTION: Final = "It belongs to the connection, which Pollex makes."
ORIGIN: Final = "It would tell the server of another sender."
METHOD: Final = "The method that is judged is the one that is carried out."
FORBIDDEN: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("accept-encoding", "connection", "content-encoding", "content-length", "expect", "host", "keep-alive", "te",
         "trailer", "transfer-encoding", "upgrade"), CONNECTION
    ),
    **dict.fromkeys(("date", "forwarded", "origin", "referer", "user-agent", "via", "x-real-ip"), ORIGIN),
    **dict.fromkeys(("x-http-method", "x-http-method-override", "x-method-override"), METHOD),
    "authorization": "Write `{{secret.NAME}}` in it, or name a stored credential by `credential`.",
    "cookie": "Sessions of a browser stay in the browser.",
    "set-cookie": "A server sets cookies.",
    "idempotency-key": "It is the `idempotencyKey` of the call.",
}  # fmt: skip
"""The headers that no caller may set, and why. `authorization` may be set where a stored secret stands in it."""
FORBIDDEN_BEGINNINGS: Final[Mapping[str, str]] = {
    "access-control-": ORIGIN, "proxy-": CONNECTION, "sec-": ORIGIN, "x-forwarded-": ORIGIN,
}  # fmt: skip
"""How the names of further headers begin that no caller may set."""
NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]{1,100}")
PRINTABLE: Final = re.compile(r"[\t\x20-\x7e]{0,2000}")
JSON_TYPE: Final = re.compile(r"application/([\w.+-]+\+)?json(\s*;.*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HttpPolicy:
    """The bounds of HTTP calls. The hosts come from the run's context."""

    methods: tuple[str, ...] = tuple(EFFECTS)
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
        issues += [each.below(name).below("headers") for each in _header_issues(name, value)]
    if issues:
        raise Fault.from_issues("invalid_input", issues)
    return given


def _header_issues(name: str, value: str) -> list[Issue]:
    if not NAME.fullmatch(name):
        return [Issue("", f"{name[:100]!r} is not the name of a header.", "letters, digits and -", name[:100])]
    if (why := _forbidden(name, value)) is not None:
        return [Issue("", f"The header {name!r} may not be set.", "another header", name, why)]
    if not PRINTABLE.fullmatch(value):
        expected, hint = "one line of printable ASCII", "Leave out line breaks and control characters."
        return [Issue("", f"The value of {name!r} is not one of a header.", expected, repr(value[:100]), hint)]
    if name == "content-type" and not JSON_TYPE.fullmatch(value):
        return [Issue("", "The body of a call is JSON.", "'application/json'", value[:100], "Leave the header out.")]
    return []


def _forbidden(name: str, value: str) -> str | None:
    """Return why a header may not be set; None where it may."""
    if name == "authorization" and secret_references(value, DEFAULT_LIMITS):
        return None
    begun = (why for each, why in FORBIDDEN_BEGINNINGS.items() if name.startswith(each))
    return FORBIDDEN.get(name) or next(begun, None)
