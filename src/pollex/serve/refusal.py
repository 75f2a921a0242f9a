"""Which HTTP status a fault has, and faults of the server itself, which choose their own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from ..core.fault import Code, Fault

STATUS: Final[dict[Code, int]] = {
    "invalid_json": 400,
    "invalid_input": 422,
    "unknown_tool": 404,
    "unknown_reference": 422,
    "not_found": 404,
    "ambiguous": 409,
    "blocked_domain": 403,
    "denied": 403,
    "timeout": 504,
    "cancelled": 409,
    "failed": 422,
    "invalid_output": 502,
    "unavailable": 503,
    "limit": 413,
    "conflict": 409,
}
"""A tool that ran and failed has answered: that is no error of the server."""


class HttpRefusal(Fault):
    """A request that the server does not take, with the status and headers that say why."""

    def __init__(
        self, status: int, code: Code, message: str, *, headers: Mapping[str, str] = MappingProxyType({}), **more: Any
    ) -> None:
        super().__init__(code, message, **more)
        self.status = status
        self.headers = headers


def status_of(fault: Fault) -> int:
    return fault.status if isinstance(fault, HttpRefusal) else STATUS[fault.code]


def own_mistake(number: str) -> HttpRefusal:
    """Return what a client is told of an exception that stands in the log under a number."""
    hint = f"Look for {number} in what the server wrote to stderr."
    return HttpRefusal(500, "failed", f"The server made a mistake ({number}).", hint=hint, retry=False)
