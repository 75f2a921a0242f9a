"""Chromium arguments that leave a context no way to the network but its proxy."""

from __future__ import annotations

from typing import Final

from .proxy import HERE

LAUNCH_ARGUMENTS: Final = (
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--blink-settings=hyperlinkAuditingEnabled=false,primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,"
    "availablePointerTypes=4",
    f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {HERE}",
)
"""For the whole browser: no UDP beside the proxy, no QUIC, no pings, and no name looked up by the browser itself.

A whole browser knows the first, one without a face the second. Of the settings the first keeps links from pinging in
both; the others are Playwright's own, which a second switch of that name would undo.
Without the last one, a page sends data out in the names of STUN and TURN servers. It holds for every context: one
without a proxy reaches nothing but 127.0.0.1.
"""


def context_options(address: str) -> dict[str, dict[str, str]]:
    """Options of a new browser context that make it send everything to the proxy at `address`, loopback included."""
    return {"proxy": {"server": address, "bypass": "<-loopback>"}}
