"""What the commands of a workspace call: tools, hosts, files. Shown before a saved one is opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

from ..core.json import Object
from .desk import Desk
from .tree import Element, flat


def permissions(batches: Iterable[Sequence[Object]], desk: Desk) -> Object:
    """Return the tools, hosts and credentials that commands use, also those that wait for a click."""
    tools, hosts, credentials, files = set[str](), set[str](), set[str](), False
    for call in _calls([*batches, *bound_batches(desk)]):
        url = urlsplit(str(call.get("url", "")))
        if url.scheme == "pollex":
            tools.add(unquote(url.path.removeprefix("/")))
        elif url.scheme in ("http", "https"):
            hosts.add(url.hostname or "")
        files = files or url.scheme == "tauri"
        if isinstance(call.get("credential"), str):
            credentials.add(call["credential"])
    return {"tools": sorted(tools), "hosts": sorted(hosts), "credentials": sorted(credentials), "files": files}


def bound_batches(desk: Desk) -> Iterator[Sequence[Object]]:
    """Yield the batches that controls and components of the desk hold."""
    for window in desk.windows.values():
        for node in flat(window.content):
            if isinstance(node, Element) and node.command is not None:
                yield node.command.batch
    for component in desk.components.values():
        yield from (command.batch for _, command in component.commands())


def _calls(batches: Iterable[Sequence[Any]]) -> Iterator[Object]:
    for batch in batches:
        for command in batch:
            if command["op"] == "api.call":
                yield command["params"]
