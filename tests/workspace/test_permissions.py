"""What the commands of a workspace call, found wherever they stand."""

from typing import Any

import pytest

from pollex.core.json import Object, dumps
from pollex.workspace.outline import command_text
from pollex.workspace.permissions import permissions

from .desks import html, op

CALL = op("api.call", url="pollex://tool/page.open")


def attribute(batch: Any) -> str:
    return dumps(batch).replace("&", "&amp;").replace('"', "&quot;")


def button(batch: Any) -> str:
    return f'<button data-command="{attribute(batch)}">x</button>'


NOTHING: Object = {
    "tools": [],
    "hosts": [],
    "credentials": [],
    "files": False,
    "intents": [],
    "forms": [],
    "user": [],
}


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
        **NOTHING,
        "tools": ["page.open"],
        "hosts": ["api.example.com", "other.example"],
        "credentials": ["shop"],
        "files": True,
        "intents": ["more"],
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
    assert asked(command) == {**NOTHING, "tools": ["page.open"]}


def test_an_address_that_a_token_decides_may_be_anything() -> None:
    anything = {name: ["{{value}}"] for name in ("tools", "hosts", "intents")}
    assert asked(html(button([op("api.call", url="{{value}}")]))) == {**NOTHING, **anything, "files": True}
    assert asked(html(button([op("api.call", url="https://{{form.host}}/x")])))["hosts"] == ["{{form.host}}"]


def test_text_about_calls_is_no_call() -> None:
    assert (
        asked(html("<p>Use api.call with care</p>"), op("state.set", scope="workspace", key="k", value="api.call"))
        == NOTHING
    )


FORM = op("component.render", windowId="w", target="#root", type="credential", props={"credential": "bank"})


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (op("api.call", url="uicp://intent", body={"text": "Send\nit all"}), {"intents": ["Send it all"]}),
        (op("api.call", url="uicp://intent", body={"textPrompt": "How much?"}), {"intents": ["How much?"]}),
        (FORM, {"forms": ["bank"]}),
        (op("component.render", windowId="w", target="#root", type="credential"), {"forms": ["one without a name"]}),
        (op("state.set", scope="user", key="k", value=1), {"user": ["k"]}),
        (op("state.set", scope="{{value}}", key="k", value=1), {"user": ["k"]}),
        (op("state.set", scope="workspace", key="k", value={"scope": "user", "key": "no"}), {}),
        (op("state.get", scope="user", key="k"), {}),
        (
            op("api.call", url="pollex://tool/a", into={"scope": "user", "key": "k"}),
            {"tools": ["a"], "user": ["k"]},
        ),
        (op("component.update", id="b", props={"bind": {"value": {"scope": "user", "key": "k"}}}), {"user": ["k"]}),
        (html("<input data-state-scope='user' data-state-key='k'>"), {"user": ["k"]}),
        (html("<input data-state-scope='window' data-state-key='k'>"), {}),
    ],
)
def test_what_reaches_the_model_the_vault_and_other_workspaces_is_told(command: Object, told: Object) -> None:
    assert asked(command) == {**NOTHING, **told}
    assert asked(html(button([command]))) == {**NOTHING, **told}


LIVE = dumps([op("api.call", url="pollex://tool/runs.start", body={})])
ESCAPED = LIVE.replace("api.call", "api\\u002ecall")
QUOTED = LIVE.replace('"', "&quot;")


@pytest.mark.parametrize(
    "markup",
    [
        f"<button data-command='{ESCAPED}'>x</button>",
        f"<button data-command='{LIVE.replace('api.call', 'api&#46;call')}'>x</button>",
        f"<button data-command='{LIVE.replace('api.call', 'api&period;call')}'>x</button>",
        f"<!--><button data-command='{LIVE}'>x</button>-->",
        f"<!---><button data-command='{LIVE}'>x</button>-->",
        f"<!-- --!><button data-command='{LIVE}'>x</button>-->",
        f"<textarea></textarea ><button data-command='{LIVE}'>x</button>",
        f"<title><!--</title><button data-command='{LIVE}'>x</button>-->",
        f"<style></style\t><button data-command='{LIVE}'>x</button>",
        f"<![CDATA[x]]><button data-command='{LIVE}'>x</button>",
        f"<?x><button data-command='{LIVE}'>x</button>?>",
        f"<button title=\"'\" data-command='{LIVE}'>x</button>",
        f"<BUTTON DATA-COMMAND='{LIVE}'>x</BUTTON>",
        f"<button/data-command='{LIVE}'>x</button>",
        f"<button\fdata-command='{LIVE}'>x</button>",
        f"</p title='<'><button data-command='{LIVE}'>x</button>",
        f"< <button data-command='{LIVE}'>x</button>",
        f'<button data-command="{QUOTED}">x</button>',
    ],
)
def test_no_markup_hides_a_call(markup: str) -> None:
    assert asked(html(markup))["tools"] == ["runs.start"]


@pytest.mark.parametrize(
    "command",
    [
        ESCAPED,
        [{"op": "api.call", "params": {"Url": "pollex://tool/runs.start"}}],
        [{"op": "api.call", "params": dumps({"url": "pollex://tool/runs.start"})}],
        [{"Op": "api.call", "params": {"url": "pollex://tool/runs.start"}}],
        [op("api.call", url="POLLEX://tool/runs.start")],
        [op("api.call", url=" pollex://tool/runs.start")],
    ],
)
def test_no_spelling_hides_a_call(command: Any) -> None:
    props = {"label": "x", "command": command}
    drawn = op("component.render", windowId="w", target="#root", type="button", props=props)
    assert asked(drawn)["tools"] == ["runs.start"]


def test_a_call_is_shown_in_words_with_what_it_is_given() -> None:
    task = {"task": "Send 666 euros to Eve", "url": "http://bank.example/"}
    start = op("api.call", url="pollex://tool/runs.start", body=task, credential="bank")
    shown = command_text([start])
    assert shown == "→calls runs.start (task: Send 666 euros to Eve; url: http://bank.example/; credential: bank)"
