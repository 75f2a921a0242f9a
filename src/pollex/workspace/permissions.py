"""What the commands of a workspace call: tools, hosts, credentials, files. Shown before a saved one is opened.

Commands are read as they are when they are applied, and HTML as the page gets it: what hides from a search for words
does not hide from that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from ..core.casing import same_name
from ..core.fault import Fault
from ..core.json import Object, loads
from ..core.limits import DEFAULT_LIMITS, Limits
from .envelope import read_envelope
from .html.parse import WRAPS, parse
from .html.policy import COMMAND
from .inner_command import COMMANDS

CALL: Final = "api.call"
PLACES: Final = ("div", *WRAPS)
"""The kinds of elements that HTML may go into, which change what it means."""


def permissions(batches: Any, limits: Limits = DEFAULT_LIMITS) -> Object:
    """Return what commands use, also those that wait for a click, however deep they stand in HTML and props."""
    tools, hosts, credentials, files = set[str](), set[str](), set[str](), False
    for call in (call for batch in batches for call in calls_in(batch, limits)):
        address = str(call.get("url", "")).strip()
        url = urlsplit(address)
        if "{{" in address.partition("://")[0]:  # a token decides what is called
            tools.add(address)
            hosts.add(address)
            files = True
        elif url.scheme == "pollex":
            tools.add(unquote(url.path.removeprefix("/")))
        elif url.scheme in ("http", "https"):
            hosts.add(_host(address))
        files = files or url.scheme == "tauri"
        if isinstance(call.get("credential"), str):
            credentials.add(call["credential"])
    return {"tools": sorted(tools), "hosts": sorted(hosts), "credentials": sorted(credentials), "files": files}


def _host(address: str) -> str:
    """Return the host of an address, which may hold tokens."""
    authority = address.partition("://")[2].partition("/")[0]
    return authority.rpartition("@")[2] if "{{" in authority else urlsplit(address).hostname or authority


def calls_in(batch: Any, limits: Limits = DEFAULT_LIMITS) -> Iterator[Object]:
    """Yield the params of each `api.call` of a batch, and of the batches that wait in what it draws."""
    for envelope in batch if isinstance(batch, list | tuple) else [batch]:
        command = read_envelope(envelope, limits, [], authoring="{{}}")
        if command is None:
            continue  # it can never be applied
        if command.call.tool == CALL:
            yield command.call.args
        for waiting in _waiting(command.call.args):
            yield from calls_in(waiting, limits)


def _waiting(value: Any, name: str = "") -> Iterator[Any]:
    """Yield the batches in the props and the HTML of a value."""
    if any(same_name(name, each) for each in COMMANDS):
        with suppress(ValueError):
            yield loads(value) if isinstance(value, str) else value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _waiting(each, str(key))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _waiting(each)
    elif isinstance(value, str) and "<" in value:
        for text in _attributes(value):
            with suppress(ValueError):
                yield loads(text)


def _attributes(html: str) -> set[str]:
    """Return the commands of HTML, wherever it may go."""
    found = set[str]()
    for place in PLACES:
        with suppress(Fault):
            nodes = parse(html, place).parser.css(f"[{COMMAND}]")
            found |= {text for node in nodes if (text := node.attributes.get(COMMAND))}
    return found
