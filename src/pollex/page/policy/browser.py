"""Chromium arguments that leave a context no way to the network but its proxy."""

from __future__ import annotations

from typing import Final

from .proxy import HERE

SETTINGS: Final = (
    "hyperlinkAuditingEnabled=false",  # no pings of links; `--no-pings` is unknown to a browser without a face
    *("primaryHoverType=2", "availableHoverTypes=2", "primaryPointerType=4", "availablePointerTypes=4"),
)
"""Settings of the engine; all but the first are Playwright's, which a second switch of that name would undo."""
LAUNCH_ARGUMENTS: Final = (
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    f"--blink-settings={','.join(SETTINGS)}",
    f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {HERE}",
)
"""For the whole browser: no UDP beside the proxy, no QUIC, no pings, and no name looked up by the browser itself.

A whole browser knows the first, one without a face the second.
Without the last one, a page sends data out in the names of STUN and TURN servers. It holds for every context: one
without a proxy reaches nothing but 127.0.0.1.
"""


def context_options(address: str) -> dict[str, dict[str, str]]:
    """Options of a new browser context that make it send everything to the proxy at `address`, loopback included."""
    return {"proxy": {"server": address, "bypass": "<-loopback>"}}
