"""All example surfaces of npm `@a2ui/web_core` 0.11.0 are imported: every command is valid, everything is reachable."""

import json
from pathlib import Path
from typing import Any

from pollex.workspace.a2ui import LACKS, import_surface

from ..vectors import each_of
from .a2ui_window import A2uiWindow

EXAMPLES = Path(__file__).parents[1] / "data" / "a2ui"
FILES = sorted(EXAMPLES.glob("*/*/*.json"))
NEEDED = {
    "checks",
    "chips",
    "computed",
    "context",
    "icon-name",
    "justify",
    "label",
    "media",
    "modal-trigger",
    "number-text",
    "password",
    "picture",
    "weight",
}
"""What the examples need and a workspace lacks. The table in the documentation says the same."""


def read(name: str) -> Any:
    return json.loads((EXAMPLES / name).read_text())


def test_all_examples_are_here() -> None:
    assert len(FILES) == 50 + 43


@each_of((f"{file.parts[-3]}-{file.stem}", file) for file in FILES)
def test_an_example_becomes_a_window(file: Path) -> None:
    example = json.loads(file.read_text())
    window = A2uiWindow(import_surface(example, title=example["name"]))
    [(id_, title)] = window.open.items()
    assert title == example["name"]
    for component in window.components:
        window.resolved(component)
    reached = [f"{id_}:root"]
    for component in reached:
        reached += window.children(component)
    assert sorted(reached) == sorted(window.components)


def test_what_the_examples_need_and_a_workspace_lacks() -> None:
    lacking = {lack for file in FILES for lack in import_surface(json.loads(file.read_text())).lacking}
    assert lacking == {text for name, text in LACKS.items() if name in NEEDED}


def test_a_template_is_drawn_once_for_each_item() -> None:
    window = A2uiWindow(import_surface(read("v1.0/basic/34_child-list-template.json")))
    assert window.tree("gallery-child-list-template:root") == [
        "card",
        [
            [
                "column",
                [
                    ["text", "Dynamic Item List"],
                    [
                        "column",
                        [
                            ["row", [["text", name], ["text", " - Qty: "], ["text", quantity]]]
                            for name, quantity in (("Apple", "10"), ("Banana", "5"), ("Cherry", "20"))
                        ],
                    ],
                ],
            ]
        ],
    ]


def test_placeholders_are_replaced_by_what_comes_later() -> None:
    window = A2uiWindow(import_surface(read("v1.0/basic/31_incremental-dashboard.json")))
    logs = ["System boot complete.", "All services healthy.", "Waiting for user input."]
    assert window.tree("gallery-incremental-dashboard:root") == [
        "column",
        [
            ["text", "System Dashboard"],
            [
                "row",
                [
                    ["column", [["card", [["text", "Analytics are ready."]]]]],
                    ["column", [["column", [["text", line] for line in logs]]]],
                ],
            ],
        ],
    ]


def test_a_login_form_keeps_what_is_entered_but_asks_for_no_password() -> None:
    window = A2uiWindow(import_surface(read("v1.0/basic/09_login-form.json")))
    id_ = "gallery-login-form"
    assert window.components[f"{id_}:email_field"] == (
        "field",
        {
            "kind": "text",
            "label": "Email",
            "required": True,
            "bind": {"value": {"scope": "window", "key": "/email"}},
        },
    )
    assert window.tree(f"{id_}:password_field") == ["text", "Password: passwords are not asked for here."]
    assert window.state == {"/email": ""}
    said = (
        'A2UI action {"name":"login","surfaceId":"gallery-login-form","sourceComponentId":"login_btn",'
        '"context":{"email":""},"state":{"email":"/email"}}'
    )
    assert window.components[f"{id_}:login_btn"] == (
        "button",
        {
            "variant": "secondary",
            "label": "Sign in",
            "command": [
                {
                    "op": "api.call",
                    "params": {"method": "POST", "url": "uicp://intent", "body": {"text": said, "windowId": id_}},
                }
            ],
        },
    )
