"""Where a model may go: addresses that somebody gave or a page showed, on the hosts of the task."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote, urljoin, urlsplit

from ...browser.address import web_address
from ...core.domain import in_domain
from ...core.fault import Fault
from ..task import Task
from .kinds import destroys

PORTS: Final = {"http": 80, "https": 443}
DOUBTFUL: Final = re.compile(r"[\\\s\x00-\x1f\x7f]")
"""What browsers and libraries read differently."""


def target(url: str, here: str) -> str | Fault:
    """Return the full address that a browser would open, or the Fault that refuses it."""
    relative = url.startswith(("/", "?", "#", "./", "../")) and not url.startswith("//")
    try:
        full = urljoin(here, url) if relative else web_address(url)
    except Fault as fault:
        return fault
    parts = urlsplit(full)
    if DOUBTFUL.search(url) or "@" in parts.netloc:
        return _refused(url, "It can be read in two ways", "Write it plainly: scheme, host and path.")
    if parts.scheme not in PORTS and full != "about:blank":
        return _refused(url, f"{parts.scheme}: addresses are not opened", "Use http or https addresses.")
    return full


def is_given(full: str, task: Task) -> bool:
    """Return whether the task contains the address."""
    return _trimmed(full) in {_trimmed(_written_out(each)) for each in task.addresses}


def _written_out(url: str) -> str:
    """Return the address as a browser normalises it; leave what is no address for navigation to report."""
    try:
        return web_address(url)
    except Fault:
        return url


def unheard_of(url: str, full: str, task: Task, visited: Iterable[str], seen: str, written: str) -> Fault | None:
    """Refuse an address where the run has not been and that neither the task nor any page contains.

    What the model has `written` is no source.
    """
    parts = urlsplit(full)
    root = parts.path in ("", "/") and not parts.query
    if is_given(full, task) or (root and not outside(full, task) and task.home):
        return None
    if _trimmed(full) in map(_trimmed, visited):
        return None
    whole = parts.path + (f"?{parts.query}" if parts.query else "")
    forms = {full, url, whole, unquote(full)}
    if any(_stands_in(each, task.text) for each in forms):
        return None
    if any(_stands_in(each, seen) for each in forms) and not any(_stands_in(each, written) for each in forms):
        return None
    hint = "Use a link of the page, or an address that stands in the task or on a page."
    return _refused(url, "Nobody gave it, and no page has shown it", hint)


def outside(url: str, task: Task) -> str | None:
    """Return why an address is outside the task: another host, or another service of this machine."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", _port(url)
    if not host or not task.home:
        return None
    for entry in task.home:
        bare = entry.rpartition("://")[2].partition("/")[0].removeprefix("*.")
        name, _, named = bare.partition(":") if bare.count(":") == 1 else (bare.strip("[]"), "", "")
        if in_domain(host, name) and (not named or not is_private(host) or named == str(port)):
            return None
    where = f"{host}:{port}" if is_private(host) else host
    return f"{where} is outside the task's domains ({', '.join(task.home)})"


def destroying(url: str, task: Task) -> str | None:
    """Return what merely opening an address would do by its words that the task does not ask for."""
    does = destroys(re.sub(r"[^a-zA-Z]+", " ", unquote(urlsplit(url).path)), task.text)
    return f"{urlsplit(url).path!r} {does}, and the task does not ask for that" if does else None


def is_private(host: str) -> bool:
    """Return whether a host is this machine or in its private network."""
    try:
        return not ipaddress.ip_address(host.strip("[]")).is_global
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))


def _port(url: str) -> int | None:
    parts = urlsplit(url)
    try:
        return parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return None


def _trimmed(url: str) -> str:
    return url.partition("#")[0].rstrip("/")


def _refused(url: str, why: str, hint: str) -> Fault:
    message = f"The address {url!r} is not gone to. {why}."
    expected = "an address of the web that was given or seen"
    return Fault("denied", message, pointer="/url", expected=expected, received=url, hint=hint, retry=False)


def _stands_in(address: str, text: str) -> bool:
    """Return whether a text contains exactly this address, not a longer one that begins with it."""
    if len(address) < 2:
        return False
    return re.search(rf"(?<![\w/.%-]){re.escape(address)}(?![\w/?&=%#-])", text) is not None
