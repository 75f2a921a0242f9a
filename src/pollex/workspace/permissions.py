"""What the commands of a workspace use: tools, hosts, credentials, files, the model, what all workspaces share.

Shown before a saved one is opened.

Commands are read as they are when they are applied, and HTML as the page gets it: what hides from a search for words
does not hide from that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from ..core.call import Call
from ..core.casing import same_name
from ..core.fault import Fault
from ..core.json import Object, loads
from ..core.limits import DEFAULT_LIMITS, Limits
from ..text.clip import on_one_line
from .envelope import read_envelope
from .html.parse import WRAPS, parse
from .html.policy import BINDING, COMMAND
from .inner_command import COMMANDS

CALL: Final = "api.call"
NAMED: Final = ("tools", "hosts", "credentials", "intents", "forms", "user")
"""What is told by name: `intents` go to the model, `forms` ask for credentials, `user` is state of all workspaces."""
FILES: Final = "files"
SAID: Final = 80
"""Characters of a message to the model, and of what a form asks for."""
PLACES: Final = ("div", *WRAPS)
"""The kinds of elements that HTML may go into, which change what it means."""


def permissions(batches: Any, limits: Limits = DEFAULT_LIMITS) -> Object:
    """Return what commands use, also those that wait for a click, however deep they stand in HTML and props."""
    found: dict[str, set[str]] = {name: set() for name in (*NAMED, FILES)}
    for command in (command for batch in batches for command in commands_in(batch, limits)):
        if command.tool == CALL:
            _add_call(found, command.args)
        found["forms"] |= set(_forms(command))
        found["user"] |= {
            str(at["key"]) for at in _written(command) if _may_be(at.get("scope"), "user") and at.get("key")
        }
    return {**{name: sorted(found[name]) for name in NAMED}, FILES: bool(found[FILES])}


def _add_call(found: dict[str, set[str]], call: Object) -> None:
    address = str(call.get("url", "")).strip()
    url = urlsplit(address)
    if "{{" in address.partition("://")[0]:  # a token decides what is called
        for name in ("tools", "hosts", "intents", FILES):
            found[name].add(address)
    elif url.scheme == "pollex":
        found["tools"].add(unquote(url.path.removeprefix("/")))
    elif url.scheme in ("http", "https"):
        found["hosts"].add(_host(address))
    elif url.scheme == "uicp":
        body = call.get("body")
        said = body.get("text") or body.get("textPrompt") if isinstance(body, dict) else body
        found["intents"].add(on_one_line(str(said), SAID))
    elif url.scheme == "tauri":
        found[FILES].add(address)
    if isinstance(call.get("credential"), str):
        found["credentials"].add(call["credential"])


def _forms(command: Call) -> Iterator[str]:
    """Yield the name of the credential that a component asks a person for."""
    if command.tool == "component.render" and _may_be(command.args.get("type"), "credential"):
        props = command.args.get("props")
        known = props if isinstance(props, dict) else {}
        yield on_one_line(str(known.get("credential") or known.get("title") or "one without a name"), SAID)


def _written(command: Call) -> Iterator[Object]:
    """Yield where a command writes state, and where what it draws does."""
    props = command.args.get("props")
    bound = props.get("bind") if isinstance(props, dict) else None
    places = [command.args.get("into"), *(bound.values() if isinstance(bound, dict) else ())]
    places += [command.args] if command.tool == "state.set" else []
    yield from (each for each in places if isinstance(each, dict))
    scope, key = BINDING
    for html in (each for each in _html(command.args) if scope in each.lower()):
        yield from ({"scope": each[scope], "key": each.get(key)} for each in _elements(html, scope))


def _may_be(given: Any, wanted: str) -> bool:
    """Return whether a text is the one that is meant, or a token decides it."""
    return given == wanted or "{{" in str(given)


def _host(address: str) -> str:
    """Return the host of an address, which may hold tokens."""
    authority = address.partition("://")[2].partition("/")[0]
    return authority.rpartition("@")[2] if "{{" in authority else urlsplit(address).hostname or authority


def calls_in(batch: Any, limits: Limits = DEFAULT_LIMITS) -> Iterator[Object]:
    """Yield the params of each `api.call` of a batch, and of the batches that wait in what it draws."""
    return (command.args for command in commands_in(batch, limits) if command.tool == CALL)


def commands_in(batch: Any, limits: Limits = DEFAULT_LIMITS) -> Iterator[Call]:
    """Yield the commands of a batch, and of the batches that wait in what it draws."""
    for envelope in batch if isinstance(batch, list | tuple) else [batch]:
        command = read_envelope(envelope, limits, [], authoring="{{}}")
        if command is None:
            continue  # it can never be applied
        yield command.call
        for waiting in _waiting(command.call.args):
            yield from commands_in(waiting, limits)


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
    else:
        for text in {each[COMMAND] for html in _html(value) for each in _elements(html, COMMAND)}:
            with suppress(ValueError):
                yield loads(text)


def _html(value: Any) -> Iterator[str]:
    """Yield the texts in a value that may be HTML."""
    if isinstance(value, str):
        yield from [value] if "<" in value else ()
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _html(each)


def _elements(html: str, attribute: str) -> Iterator[dict[str, str]]:
    """Yield the attributes of the elements that have this one, wherever the HTML may go."""
    for place in PLACES:
        with suppress(Fault):
            for node in parse(html, place).parser.css(f"[{attribute}]"):
                if node.attributes.get(attribute):
                    yield {name: value or "" for name, value in node.attributes.items()}
