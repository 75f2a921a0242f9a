"""What the proxy itself says to a browser: that a tunnel is there, or in plain words why not."""

from __future__ import annotations

from typing import Final

from pollex.core.fault import Code, Fault

ESTABLISHED: Final = b"HTTP/1.1 200 Connection established\r\n\r\n"
STATUS: Final[dict[Code, str]] = {
    "blocked_domain": "403 Forbidden",
    "invalid_input": "400 Bad Request",
    "limit": "503 Service Unavailable",
    "timeout": "504 Gateway Timeout",
    "unavailable": "502 Bad Gateway",
}


def answer(fault: Fault) -> bytes:
    """A fault as a complete response, after which the connection is closed."""
    body = f"{fault.message}\n{fault.hint or ''}\n".encode()
    head = (
        f"HTTP/1.1 {STATUS[fault.code]}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
