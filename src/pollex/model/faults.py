"""Failures of models as Faults: whether to retry, after how long, and what a person can do."""

from __future__ import annotations

from typing import Final

from ..core.fault import Code, Fault
from ..core.protocols import API_ERROR, PARSE_ERROR

LONGEST: Final = 500
"""The longest message of a provider, in characters."""

BUSY: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Statuses after which a retry may succeed."""
REFUSALS: Final[dict[int, tuple[Code, str]]] = {
    401: ("denied", "Check the key: it is wrong, expired, or of another provider."),
    402: ("limit", "The account has no credit left."),
    403: ("denied", "The key may not be used for this model or from here."),
    404: ("not_found", "Check the name of the model, and the address if you gave one."),
    413: ("limit", "The request is too large: send less of the page or of the history."),
}


class ProviderBusy(Fault):
    """A fault of a provider that cannot answer now. `after` is the number of seconds that it asks for."""

    def __init__(self, message: str, *, hint: str | None = None, after: float | None = None) -> None:
        super().__init__("unavailable", message, hint=hint, retry=True)
        self.after = after


def refusal(status: int, reason: str, *, after: float | None = None) -> Fault:
    """Return the fault for an error status."""
    said = f"{API_ERROR}{short_message(reason)} (HTTP {status})"
    if status in BUSY:
        return ProviderBusy(said, hint="The provider is overloaded or limits requests; try again later.", after=after)
    code, hint = REFUSALS.get(status, ("failed", "The provider refuses the request as it is."))
    return Fault(code, said, received=f"HTTP {status}", hint=hint, retry=False)


def unreachable(reason: str, address: str) -> ProviderBusy:
    """Return the fault for a missing or interrupted response."""
    return ProviderBusy(f"{API_ERROR}{short_message(reason)}", hint=f"Is {address!r} reachable from here?")


def nothing_listens(name: str, address: str) -> Fault:
    """Return the fault for a port of this machine at which nothing listens. Not retried."""
    provider, _, model = name.partition(":")
    ollama = f"Start it with: ollama serve; then get the model with: ollama pull {model}"
    hint = ollama if provider == "ollama" else "Start the server of this model, or choose another model."
    return Fault("unavailable", f"{API_ERROR}nothing listens at {address!r}", hint=hint, retry=False)


def too_late(seconds: float) -> Fault:
    said = f"{API_ERROR}no answer within {seconds:g} seconds"
    return Fault("timeout", said, expected=f"an answer within {seconds:g} seconds", hint="Allow it more time.")


def malformed(reason: str) -> Fault:
    """Return the fault for a response that breaks the protocol."""
    hint = "Ask again; if it stays so, the address does not speak this provider's protocol."
    return Fault("invalid_output", f"{PARSE_ERROR}{short_message(reason)}", hint=hint, retry=True)


def short_message(reason: str) -> str:
    words = " ".join(reason.split()) or "no reason given"
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
