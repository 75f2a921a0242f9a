"""The head of an HTTP/1 message: read strictly, and a proxy request turned into the request that the server gets."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from .framing import Chunked, Framing, Length, UntilClose

REQUEST: Final = re.compile(rb"([A-Z]+) ([!-~\x80-\xff]+) HTTP/1\.([01])\r\n")
STATUS: Final = re.compile(rb"HTTP/1\.([01]) ([1-9][0-9][0-9])(?: [^\r\n\0]*)?\r?\n")
FIELDS: Final = re.compile(rb"(?:[!#-'*+\-.0-9A-Z^-z|~]+:[^\r\n\0]*\r\n)*\r\n")
FIELD: Final = re.compile(
    rb"\n(content-length|transfer-encoding|(?:proxy-)?connection|upgrade):[ \t]*([^\r\n]*)", re.IGNORECASE
)
"""The fields that say how far a message reaches and what becomes of the connection."""
NOT_FORWARDED: Final = re.compile(rb"(?<=\n)(?:host|proxy-[^:\r\n]*):[^\n]*\n", re.IGNORECASE)
ABSOLUTE: Final = re.compile(rb"http://([^/?#@]+)([^#]*)", re.IGNORECASE)
AUTHORITY: Final = re.compile(rb"(\[[0-9A-Fa-f:.]+\]|[^:\[\]@/]+)(?::([0-9]{1,5}))?")


@dataclass(frozen=True, slots=True)
class ProxyRequest:
    """What a client asks of the proxy. `head` is what the server gets; None for a tunnel."""

    host: str
    port: int
    method: bytes
    head: bytes | None
    body: Framing
    lasting: bool = True
    upgrade: bool = False


@dataclass(frozen=True, slots=True)
class ProxyResponse:
    """What a server answers; `lasting` says that its connection may serve another request."""

    status: int
    body: Framing
    lasting: bool


def read_request(head: bytes) -> ProxyRequest:
    """The request in a complete head; a ValueError says what is wrong with it."""
    line = REQUEST.match(head)
    if not line or not FIELDS.fullmatch(head, line.end()):
        raise ValueError("this is not an HTTP/1 request")
    method, target, minor = line.groups()
    if method == b"CONNECT":
        return ProxyRequest(*_host_and_port(target, None), method, None, Length(0))
    address = ABSOLUTE.fullmatch(target)
    if not address:
        raise ValueError("this is a proxy: it takes CONNECT, and http:// addresses in full")
    host, port = _host_and_port(address[1], 80)
    fields = _fields(head)
    path = address[2] if address[2].startswith(b"/") else b"/" + address[2]
    return ProxyRequest(
        host,
        port,
        method,
        b"%s %s HTTP/1.%s\r\nHost: %s\r\n%s"
        % (method, path, minor, address[1], NOT_FORWARDED.sub(_unproxied(fields), head[line.end() - 1 :])[1:]),
        _request_body(fields),
        minor == b"1" and b"close" not in fields.get(b"connection", b"") + fields.get(b"proxy-connection", b""),
        b"upgrade" in fields,
    )


def read_response(head: bytes, method: bytes) -> ProxyResponse:
    """The status in a complete head, and how far the body reaches that follows it."""
    line = STATUS.match(head)
    if not line:
        raise ValueError("the server's answer is not HTTP/1")
    fields = _fields(head)
    status = int(line[2])
    body = _response_body(fields, status, method)
    said = fields.get(b"connection", b"")
    lasting = b"keep-alive" in said if line[1] == b"0" else b"close" not in said
    return ProxyResponse(status, body, lasting and not isinstance(body, UntilClose))


def _host_and_port(text: bytes, default: int | None) -> tuple[str, int]:
    found = AUTHORITY.fullmatch(text)
    port = int(found[2]) if found and found[2] else default
    if not found or port is None or not 0 < port < 65536:
        raise ValueError("the address has no proper host and port")
    return found[1].decode("utf-8", "replace"), port


def _fields(head: bytes) -> dict[bytes, bytes]:
    """The fields that matter, by lower-case name; values in lower case, repeated ones joined."""
    fields: dict[bytes, bytes] = {}
    for field in FIELD.finditer(head):
        name, value = field[1].lower(), field[2].strip().lower()
        fields[name] = fields[name] + b"," + value if name in fields else value
    return fields


def _unproxied(fields: dict[bytes, bytes]) -> Callable[[re.Match[bytes]], bytes]:
    """Turns a field that is not for the server into what a browser without a proxy would have sent."""

    def replace(field: re.Match[bytes]) -> bytes:
        line = field[0]
        return line[6:] if line[:17].lower() == b"proxy-connection:" and b"connection" not in fields else b""

    return replace


def _request_body(fields: dict[bytes, bytes]) -> Framing:
    coding, length = fields.get(b"transfer-encoding"), fields.get(b"content-length")
    if coding is None:
        return Length(_number(length)) if length is not None else Length(0)
    if coding != b"chunked" or length is not None:
        raise ValueError("the request's length is ambiguous")
    return Chunked()


def _response_body(fields: dict[bytes, bytes], status: int, method: bytes) -> Framing:
    if method == b"HEAD" or status < 200 or status in (204, 304):
        return Length(0)
    coding, length = fields.get(b"transfer-encoding"), fields.get(b"content-length")
    if coding is not None:
        return Chunked() if coding.rpartition(b",")[2].strip() == b"chunked" else UntilClose()
    return Length(_number(length)) if length is not None else UntilClose()


def _number(text: bytes) -> int:
    values = {value.strip() for value in text.split(b",")}
    if len(values) != 1 or not re.fullmatch(rb"[0-9]{1,18}", value := values.pop()):
        raise ValueError("the message's length is ambiguous")
    return int(value)
