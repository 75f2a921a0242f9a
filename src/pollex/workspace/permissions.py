"""What the commands of a workspace call: tools, hosts, credentials, files. Shown before a saved one is opened."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote, urlsplit

from ..core.json import Object, loads

CALL = "api.call"


def permissions(batches: Any) -> Object:
    """Return what commands use, also those that wait for a click, however deep they stand in HTML and props."""
    tools, hosts, credentials, files = set[str](), set[str](), set[str](), False
    for call in _calls(batches):
        address = str(call.get("url", ""))
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


def _calls(value: Any) -> Iterator[Object]:
    """Yield the params of each `api.call` in a JSON value, in its HTML, and in the JSON of its attributes."""
    if isinstance(value, dict):
        if value.get("op") == CALL and isinstance(value.get("params"), dict):
            yield value["params"]
        for each in value.values():
            yield from _calls(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _calls(each)
    elif isinstance(value, str) and CALL in value:
        yield from _written_calls(value)


def _written_calls(text: str) -> Iterator[Object]:
    try:
        yield from _calls(loads(text))
    except ValueError:
        reader = CommandAttributes()
        reader.feed(text)
        reader.close()
        for found in reader.found:
            yield from _calls(found)


class CommandAttributes(HTMLParser):
    """Collects the `data-command` attributes of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name == "data-command" and value]
