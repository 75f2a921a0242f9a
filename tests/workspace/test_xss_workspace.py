"""Attacks of public collections through every way into a workspace: HTML, props, state, form values, typed text."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.text.disguise import undisguised
from pollex.workspace.tree import Element, Node, Nodes
from pollex.workspace.workspace import Workspace

from .desks import OPEN, content, html, op, opened
from .test_xss import VECTORS, dangers

BUTTON = """
    <p id=status></p>
    <form data-command='[
        {"op": "dom.set", "params": {"windowId": "w", "target": "#status", "html":
       "<b>{{form.a}}</b><i title={{form.a}}>1</i><a href=\\"{{form.a}}\\">2</a><u lang=&apos;{{form.a}}&apos;>3</u>"}},
        {"op": "state.set", "params": {"scope": "workspace", "key": "k", "value": "{{form.a}}"}}
    ]'></form>
"""


def nodes(shown: Any) -> Nodes:
    """Return what the page gets as nodes again."""
    return tuple(_node(each) for each in shown if isinstance(each, str) or "tag" in each)


def _node(shown: Any) -> Node:
    if isinstance(shown, str):
        return shown
    return Element(shown["tag"], shown.get("attributes", {}), nodes(shown.get("children", ())))


async def tried(commands: list[Object]) -> list[Workspace]:
    """Return workspaces to which the commands were applied, many at once, and one by one where one of them fails."""
    workspaces = []
    for start in range(0, len(commands), 50):
        some = commands[start : start + 50]
        workspace = await opened(OPEN)
        try:
            await workspace.apply(some)
        except Fault:
            for command in some:
                with suppress(Fault):
                    await workspace.apply([command])
        workspaces.append(workspace)
    return workspaces


def addresses(value: Any, names: tuple[str, ...] = ("href", "src", "url")) -> list[str]:
    """Return what stands under the names of addresses in a value that the page gets."""
    if isinstance(value, dict):
        own = [each for name, each in value.items() if name in names and isinstance(each, str)]
        return own + [found for each in value.values() for found in addresses(each, names)]
    return [found for each in value for found in addresses(each, names)] if isinstance(value, list) else []


def trees(value: Any) -> list[Any]:
    """Return all lists in a value that could be nodes."""
    if isinstance(value, dict):
        return [found for each in value.values() for found in trees(each)]
    if not isinstance(value, list):
        return []
    own = [value] if any(isinstance(each, dict) and "tag" in each for each in value) else []
    return own + [found for each in value for found in trees(each)]


@pytest.mark.parametrize("name", ["dom.set", "dom.replace", "dom.append"])
async def test_html(name: str) -> None:
    commands = [op(name, windowId=f"w{number}", target="#root", html=payload) for number, payload in enumerate(VECTORS)]
    for workspace in await tried(commands):
        for window in workspace.desk.windows.values():
            assert dangers(window.content) == []


async def test_form_values_are_text_in_every_position() -> None:
    workspace = await opened(OPEN, html(BUTTON))
    form = next(each["command"] for each in content(workspace) if isinstance(each, dict) and "command" in each)
    for payload in VECTORS:
        await workspace.press("w", form, form={"a": payload})
        status = next(each for each in content(workspace) if isinstance(each, dict) and each["tag"] == "p")
        text, unquoted, link, quoted = status["children"]

        assert dangers(nodes([status])) == []
        assert [each["tag"] for each in status["children"]] == ["b", "i", "a", "u"]
        assert [each.get("children") for each in (unquoted, link, quoted)] == [["1"], ["2"], ["3"]]
        clean = payload.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
        assert "".join(text.get("children", [])) == clean or "\x00" <= min(payload) < " "
        assert workspace.snapshot()["state"][0]["value"] == payload


async def test_state_is_only_ever_a_value() -> None:
    for start in range(0, len(VECTORS), 30):
        payloads = VECTORS[start : start + 30]
        workspace = await opened(
            OPEN,
            *(
                op("component.render", id=f"{type_}{key}", windowId="w", target="#root", type=type_, props=_bound(key))
                for key in range(len(payloads))
                for type_ in ("text", "markdown")
            ),
        )
        for key, payload in enumerate(payloads):
            workspace.type_into("workspace", str(key), payload)
        await workspace.close()
        shown = [each["props"]["text"] for each in workspace.snapshot()["components"]]

        assert shown[::2] == payloads
        assert [dangers(nodes(each)) for each in shown[1::2]] == [[]] * len(payloads)


def _bound(key: int) -> Object:
    return {"bind": {"text": {"scope": "workspace", "key": str(key)}}}


PROPS: list[tuple[str, Callable[[str], Object]]] = [
    ("text", lambda payload: {"text": payload}),
    ("markdown", lambda payload: {"text": payload}),
    ("markdown", lambda payload: {"text": f"[x]({payload}) ![y]({payload}) <{payload}>"}),
    ("links", lambda payload: {"items": [{"label": payload[:200], "href": "#a"}]}),
    ("links", lambda payload: {"items": [{"label": "x", "href": payload}]}),
    ("image", lambda payload: {"src": payload, "alt": payload[:200]}),
    ("table", lambda payload: {"rows": [{"a": payload}], "columns": [{"key": "a", "label": payload[:200]}]}),
    ("code", lambda payload: {"text": payload}),
    ("json", lambda payload: {"value": {payload: payload}}),
    ("button", lambda payload: {"label": payload[:200], "command": [html(payload)]}),
]
REFUSED = ("links", "image")
"""Types with addresses, most of which are refused."""


@pytest.mark.parametrize(("type_", "props"), PROPS)
async def test_props(type_: str, props: Callable[[str], Object]) -> None:
    commands = [
        op("component.render", id=f"c{number}", windowId="w", target="#root", type=type_, props=props(payload))
        for number, payload in enumerate(VECTORS)
    ]
    shown = [each for workspace in await tried(commands) for each in workspace.snapshot()["components"]]

    assert type_ in REFUSED or len(shown) == len(VECTORS)
    for each in trees(shown):
        assert dangers(nodes(each)) == []
    for address in addresses(shown):
        assert address.lower().startswith(("http://", "https://", "mailto:", "#", "data:image/", "/api/files/"))


async def test_ids_are_names_and_titles_are_text() -> None:
    ids = await tried([op("window.create", id=payload, title="T") for payload in VECTORS])
    titles = await tried([op("window.create", title=payload[:200]) for payload in VECTORS])

    assert all(id_.replace("-", "").isalnum() for workspace in ids for id_ in workspace.desk.windows)
    assert [window["title"] for workspace in titles for window in workspace.windows() if window["id"] != "w"] == [
        undisguised(payload[:200]) for payload in VECTORS
    ]
