"""Format times, sizes and money for people."""

from __future__ import annotations

from datetime import datetime


def duration(ms: float) -> str:
    """Return a time as `87 ms`, `4.2 s`, `3 min 5 s` or `2 h 4 min`."""
    if ms < 999.5:
        return f"{ms:.0f} ms"
    if ms < 59_950:
        return f"{ms / 1000:.1f} s"
    seconds = round(ms / 1000)
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min"


def money(usd: float) -> str:
    """Return an amount in dollars; small ones keep two significant digits."""
    if not usd:
        return "$0"
    return f"${usd:.2f}" if usd >= 1 else f"${usd:.3f}" if usd >= 0.01 else f"${usd:.2g}" if usd >= 1e-4 else "<$0.0001"


def number(count: float) -> str:
    return f"{count:,.0f}"


def size(count: int) -> str:
    if count < 1_000:
        return f"{count} bytes"
    return f"{count / 1_000:.0f} kB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"


def plural(count: int, one: str, many: str | None = None) -> str:
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def moment(at: str) -> str:
    """Return a point in time as `15 November 2026, 11:34:30 UTC`."""
    when = datetime.fromisoformat(at)
    return f"{when.day} {when:%B %Y, %H:%M:%S} UTC"


def milliseconds_between(start: str, end: str) -> float:
    """Return the milliseconds from one moment to another; 0 if the clock went back."""
    return max((datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds() * 1000, 0.0)
