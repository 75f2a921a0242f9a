"""What the commands of a workspace call, found wherever they stand."""

from typing import Any

import pytest

from pollex.core.json import Object, dumps
from pollex.workspace.permissions import permissions

from .desks import html, op

CALL = op("api.call", url="pollex://tool/page.open")


def attribute(batch: Any) -> str:
    return dumps(batch).replace("&", "&amp;").replace('"', "&quot;")


def button(batch: Any) -> str:
    return f'<button data-command="{attribute(batch)}">x</button>'


def asked(*commands: Object) -> Object:
    return permissions([list(commands)])


def test_each_scheme_is_told() -> None:
    assert asked(
        CALL,
        op("api.call", url="https://api.example.com:8443/a?b=c", credential="shop"),
        op("api.call", url="http://Other.example/"),
        op("api.call", url="tauri://fs/writeTextFile", body={"path": "a", "contents": ""}),
        op("api.call", url="uicp://intent", body={"text": "more"}),
        op("window.create", title="w"),
    ) == {
        "tools": ["page.open"],
        "hosts": ["api.example.com", "other.example"],
        "credentials": ["shop"],
        "files": True,
    }


@pytest.mark.parametrize(
    "command",
    [
        html(button([CALL])),
        html(f"<table><tr><td data-command='{dumps([CALL])}'>x</td></tr></table>"),
        html(button([html(button([CALL]))])),
        op("component.render", windowId="w", target="#root", type="button", props={"label": "x", "command": [CALL]}),
        op(
            "component.render",
            windowId="w",
            target="#root",
            type="button",
            props={"label": "x", "command": dumps(CALL)},
        ),
        op("component.update", id="b", props={"command": [CALL]}),
        html(button([op("component.update", id="b", props={"command": [CALL]})])),
    ],
)
def test_calls_that_wait_for_a_click_are_told(command: Object) -> None:
    assert asked(command) == {"tools": ["page.open"], "hosts": [], "credentials": [], "files": False}


def test_an_address_that_a_token_decides_may_be_anything() -> None:
    assert asked(html(button([op("api.call", url="{{value}}")]))) == {
        "tools": ["{{value}}"],
        "hosts": ["{{value}}"],
        "credentials": [],
        "files": True,
    }
    assert asked(html(button([op("api.call", url="https://{{form.host}}/x")])))["hosts"] == ["{{form.host}}"]


def test_text_about_calls_is_no_call() -> None:
    nothing = {"tools": [], "hosts": [], "credentials": [], "files": False}
    assert asked(
        html("<p>Use api.call with care</p>"), op("state.set", scope="workspace", key="k", value="api.call")
    ) == (nothing)
