"""Workflows to draw: a list, a loop with a route in it, groups in groups, and one whose words try to break out."""

from typing import Any

import pytest

from pollex.flow.workflow import Workflow


def node(position: int, kind: str, alias: str | None = None, /, **config: Any) -> dict[str, Any]:
    named = {"alias": alias} if alias else {}
    return {"position": position, "type": kind, **named, "config": config}


LOOP = {
    "name": "Archive mail",
    "version": 3,
    "description": "Archives what is old.",
    "inputs": [{"display_name": "base", "type": "string", "default_value": "http://127.0.0.1"}],
    "outputs": [{"display_name": "seen", "type": "json", "value": "{{seen}}"}],
    "allowedDomains": ["example.org"],
    "nodes": [
        node(1, "browser_action", "inbox", action="navigate", url="{{base}}/inbox"),
        node(2, "iterate", "each", over="inbox", variable="mail", body=[3, 4, 8], limit=20, store_variable="done"),
        node(3, "browser_action", "open", action="click", selector="text={{mail.subject}}"),
        node(4, "route", "age", value="mail.old", paths={"true": [5, 6], "false": 7}),
        {**node(5, "browser_action", action="keypress", key="e"), "retry": {"attempts": 3}},
        node(6, "browser_query", method="validate", rules=[{"type": "text", "text": "Archived"}]),
        node(7, "browser_action", action="back"),
        node(8, "context", operation="merge", key="seen", value=["{{mail.subject}}"]),
        node(9, "show", title="Archived", value="{{seen}}", **{"as": "table"}),
    ],
}
GROUPS = {
    "name": "Groups",
    "nodes": [
        node(1, "group", "all", nodeRange="2-7", name="Every morning"),
        node(2, "group", "login", nodeRange=[3, 4], continueOnError=True),
        node(3, "browser_action", action="type", selector="#user", text="{{secret.bank.username}}"),
        node(4, "ask", "code", question="Which code?"),
        node(5, "iterate", over="code", variable="page", body=6),
        node(6, "iterate", over="page", variable="row", body=7),
        node(7, "browser_action", action="wait"),
    ],
}
SHARED = {
    "name": "Ways that share nodes",
    "nodes": [
        node(1, "browser_query", "look", method="observe", rules=[{"type": "exists", "selector": "#a"}]),
        node(2, "route", value="look.holds", paths={"a": [3, 5], "b": [3, 5], "c": [4, 5]}),
        *(node(position, "browser_action", action="refresh") for position in (3, 4, 5)),
    ],
}
BREAKOUT = {
    "name": '<script>alert(1)</script> & "x" שלום 👩‍👩‍👧‍👦 ' + "long name " * 30,
    "version": "1 <b>",
    "description": "טקסט ארוך בעברית עם English באמצע. " * 8,
    "inputs": [{"display_name": "名前", "type": "string", "default_value": "日本語" * 40}],
    "allowedDomains": ["end", "example.org"],
    "nodes": [
        node(1, "browser_action", "a" * 80, action="navigate", url="https://example.org/" + "x" * 300),
        node(
            200000,
            "browser_action",
            "y",
            action="type",
            selector="text=مرحبا",
            text="</text><script>alert(2)</script>\u202e \x1b[31m\x00 end;",
        ),
        node(200001, "ask", question="👩‍👩‍👧‍👦" * 30),
        node(
            200002,
            "route",
            value="y",
            paths={
                "<b>bold</b> " + "W" * 80: 200003,
                'end"]; style x:#35;': 200004,
                "1. list `code` **x** $$y$$": 200005,
                "style a:#fff; %%{init: {}}%% -->|x| end": 200006,
            },
        ),
        node(200003, "browser_action", action="act", instruction="WM@" * 60),
        node(200004, "browser_action", action="act", instruction="`- **md** _x_ [a](b) ~~z~~ #quot; #35;`"),
        node(200005, "browser_action", action="act", instruction='classDef b:c#d; click n1 href "javascript:1"'),
        node(200006, "browser_action", action="act", instruction="\\ | ` ' \" ; %% --> ==> { } [ ] ( ) < > & #"),
    ],
}
FORTY = {"name": "Forty", "nodes": [node(at, "browser_action", f"step_{at}", action="back") for at in range(1, 41)]}
EMPTY: dict[str, Any] = {"name": "Nothing", "nodes": []}


@pytest.fixture(scope="session")
def workflows() -> dict[str, Workflow]:
    documents = {
        "loop": LOOP,
        "groups": GROUPS,
        "shared": SHARED,
        "breakout": BREAKOUT,
        "forty": FORTY,
        "empty": EMPTY,
    }
    return {name: Workflow.from_json(document) for name, document in documents.items()}
