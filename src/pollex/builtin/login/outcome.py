"""What a page answers to what was submitted: it goes on, refuses, is out of order, or has not answered yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import urlsplit

from ...core.login_outcome import LoggedIn
from ...page.traffic import NetworkRequest, Traffic
from .sight import Sight
from .words import says

Verdict = Literal["wait", "go on", "refused", "trouble", "unsure"]
REFUSALS: Final = frozenset({400, 401, 403, 409, 422, 423, 429})
"""Answers by which a server refuses what was submitted."""


@dataclass(frozen=True, slots=True)
class LoginOutcome:
    """How an attempt ended: in, refused by the site, or it could not be tried; and why."""

    logged_in: LoggedIn
    why: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """What went over the network since something was pressed."""

    sent: bool
    pending: bool
    refused: bool
    broken: bool

    @classmethod
    def since(cls, mark: int, traffic: Traffic, host: str) -> Exchange:
        """Read the requests since a mark: documents, and what scripts have sent to the page's own host."""
        found = [each for each in traffic.since(mark) if _counts(each, host)]
        broken = any((each.status or 0) >= 500 or _was_lost(each) for each in found)
        refused = any(each.status in REFUSALS for each in found)
        return cls(bool(found), traffic.is_waiting(mark), refused, broken)


def _counts(request: NetworkRequest, host: str) -> bool:
    if request.kind == "document":
        return True
    return request.kind in ("fetch", "xhr") and request.method not in ("GET", "HEAD") and _is_near(request.url, host)


def _is_near(url: str, host: str) -> bool:
    """Return whether an address is of the same site, as far as its last two labels say."""
    other = urlsplit(url).hostname or ""
    return other == host or other.split(".")[-2:] == host.split(".")[-2:]


def _was_lost(request: NetworkRequest) -> bool:
    return request.failure is not None and request.status is None and "ABORTED" not in request.failure.upper()


def verdict(before: Sight, now: Sight, exchange: Exchange, just: frozenset[str], sent: frozenset[str]) -> Verdict:
    """Judge a page after `just` these parts were submitted, of all that were `sent` so far."""
    if exchange.broken:
        return "trouble"
    if now.form.parts - sent - before.form.parts:
        return "go on"
    if just & now.form.parts:
        return _asked_again(before, now, exchange)
    if exchange.pending or not now.text.strip():
        return "wait"
    if now.is_inside:
        return "go on"
    if (said := now.complaint(before)) or exchange.refused:
        return "refused" if exchange.refused else _kind(said)
    return "unsure"


def _asked_again(before: Sight, now: Sight, exchange: Exchange) -> Verdict:
    """Judge a page that asks for what was just submitted."""
    if exchange.pending or not exchange.sent:
        return "wait"
    said = now.complaint(before)
    last, earlier = now.form.last, before.form.last
    is_new = last is not None and earlier is not None and last.document != earlier.document
    if is_new or said or exchange.refused:
        return "refused" if exchange.refused else _kind(said)
    return "wait"


def _kind(said: str) -> Verdict:
    """Return whether a page refuses, or says that it is out of order."""
    return "trouble" if says(said, "trouble") and not says(said, "too many") else "refused"
