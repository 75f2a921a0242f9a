"""Errors of the provider library and the clients below it, as Faults without the key."""

from __future__ import annotations

from typing import Final

import httpx2
from pydantic_ai.exceptions import (
    AgentRunError,
    ModelAPIError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelServerError,
    ModelUnavailableError,
    UserError,
)

from ..core.fault import Fault
from ..core.protocols import API_ERROR
from ..core.secret import Secret
from .address import host_of, is_loopback
from .faults import ProviderBusy, malformed, refusal, short_message, unreachable
from .malformed import describe_malformed

ERRORS: Final = (AgentRunError, UserError, httpx2.HTTPError, ValueError, TypeError, LookupError, AttributeError)
"""The errors of a request; the last four if a body is nothing like the protocol."""


def request_fault(error: Exception, address: str, key: Secret | None) -> Fault:
    """Return the fault for an error of a request."""
    told = reason(error)
    safe = told if key is None else told.replace(key.reveal(), key.placeholder)
    said = f"{API_ERROR}{short_message(safe)}"
    match error:
        case ModelQuotaExceededError():
            return Fault("limit", said, hint="The account's quota or credit is used up.", retry=False)
        case ModelContextWindowExceededError():
            return Fault("limit", said, hint="Send less of the page or of the history.", retry=False)
        case ModelHTTPError():
            return refusal(error.status_code, safe, after=error.retry_after)
        case ModelRateLimitError() | ModelUnavailableError() | ModelServerError():
            return ProviderBusy(said, after=error.retry_after)
        case ModelConnectionError() | httpx2.HTTPError():
            return unreachable(safe, address)
        case UserError():
            return Fault("failed", said, retry=False)
    return malformed(describe_malformed(error) or safe)


def is_refused_here(error: BaseException | None, address: str) -> bool:
    """Return whether this machine itself reports that nothing listens at the address."""
    if error is None or not is_loopback(host_of(address)):
        return False
    if isinstance(error, BaseExceptionGroup):  # `localhost` is tried as IPv6 and as IPv4
        return all(is_refused_here(each, address) for each in error.exceptions)
    cause = error.__cause__ or error.__context__
    return isinstance(error, ConnectionRefusedError) or is_refused_here(cause, address)


def reason(error: Exception) -> str:
    """Return the provider's own message, in any of the known formats, else the client's."""
    if not isinstance(error, ModelAPIError) or error.body is None:
        return str(error) or type(error).__name__
    body = error.body
    inner = body.get("error", body) if isinstance(body, dict) else body
    said = inner.get("message", inner.get("detail")) if isinstance(inner, dict) else inner
    return str(said or "")
