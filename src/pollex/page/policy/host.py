"""One spelling for a host, whatever way it was written: names in lower-case ASCII, addresses as addresses."""

from __future__ import annotations

import re
import unicodedata
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final

Address = IPv4Address | IPv6Address

LABELS: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
DOTS: Final = str.maketrans({"。": ".", "．": ".", "｡": ".", "\u00ad": None, "\u200b": None, "\u2060": None})
LONGEST: Final = 253


def normal_host(text: str) -> str:
    """The one spelling of a host name or address (IPv6 without brackets); a ValueError says what is wrong with it.

    Names are mapped as browsers do it, near enough: a letter mapped otherwise gives a name that matches nothing.
    """
    if len(text) > LONGEST + 1:  # with a dot at its end; what follows takes its time with long texts
        raise ValueError(f"a host name has at most {LONGEST} characters")
    if text.startswith("[") or ":" in text:
        return str(_ipv6(text))
    name = unicodedata.normalize("NFKC", text.translate(DOTS)).lower()
    name = ".".join(_ascii(label) for label in unicodedata.normalize("NFKC", name).split("."))
    name = name.removesuffix(".")
    if len(name) > LONGEST or not LABELS.fullmatch(name):
        raise ValueError(f"{text!r} is not a host name")
    last = name.rpartition(".")[2]
    return str(_ipv4(name)) if last.isdigit() or _number(last) is not None else name


def address_of(host: str) -> Address | None:
    """The address that a normal host is, or None if it is a name."""
    if ":" in host:
        return IPv6Address(host)
    return IPv4Address(host) if host[-1:].isdigit() and re.fullmatch(r"[0-9.]+", host) else None


def authority(host: str, port: int) -> str:
    """Host and port as they stand in a URL."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _ascii(label: str) -> str:
    return label if label.isascii() else "xn--" + label.encode("punycode").decode()


def _ipv6(text: str) -> Address:
    inner = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    try:
        address = IPv6Address(inner)
    except AddressValueError as error:
        raise ValueError(f"{text!r} is not an IPv6 address") from error
    if address.scope_id:
        raise ValueError(f"{text!r} names a network interface")
    return address.ipv4_mapped or address


def _ipv4(name: str) -> IPv4Address:
    """Every spelling that browsers take for an IPv4 address: `127.1`, `0x7f.0.0.1`, `017700000001`, `2130706433`."""
    parts = name.split(".")
    numbers = [number for number in map(_number, parts) if number is not None]
    if len(numbers) < len(parts) or len(parts) > 4:
        raise ValueError(f"{name!r} ends in a number and is not an IPv4 address")
    *first, last = numbers
    if any(number > 255 for number in first) or last >= 256 ** (4 - len(first)):
        raise ValueError(f"{name!r} is too large for an IPv4 address")
    return IPv4Address(last + sum(number * 256 ** (3 - place) for place, number in enumerate(first)))


def _number(part: str) -> int | None:
    if re.fullmatch(r"0x[0-9a-f]*", part):
        return int(part[2:] or "0", 16)
    if not re.fullmatch(r"[0-9]+", part):
        return None
    if part.startswith("0") and len(part) > 1:
        return int(part, 8) if re.fullmatch(r"[0-7]+", part) else None
    return int(part)
