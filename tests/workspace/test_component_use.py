"""What a person does with components: the commands that are applied, and what is said where one fails."""

from tests.workspace.desks import OPEN, Effects, content, op, opened

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.result import Result

SHOW = [
    op("window.update", id="order-{{value}}", title="Order {{value}}"),
    op("dom.set", windowId="order-{{value}}", target="#root", html="<p>{{form.item}}</p>"),
]
ORDERS: Object = {
    "rows": [{"id": 7, "item": "Lamp"}, {"id": 8, "item": "Rug"}],
    "rowKey": "id",
    "actions": [{"label": "Drop", "command": [op("window.close", id="w")]}, {"label": "Details", "command": SHOW}],
}


def render(id_: str, type_: str, props: Object) -> Object:
    return op("component.render", id=id_, windowId="w", target="#root", type=type_, props=props)


async def test_a_button_of_a_row_opens_the_details_as_often_as_it_is_pressed() -> None:
    workspace = await opened(OPEN, render("orders", "table", ORDERS))
    for _ in range(2):
        await workspace.use("orders", "action", {"value": 8, "index": 1, "form": ORDERS["rows"][1]})
    assert workspace.windows() == [{"id": "w", "title": "Window"}, {"id": "order-8", "title": "Order 8"}]
    assert content(workspace, "order-8") == [{"tag": "p", "children": ["Rug"]}]


async def test_a_number_of_the_state_is_shown_as_a_text() -> None:
    bound = render("people", "text", {"bind": {"text": {"scope": "window", "key": "people"}}})
    people = op("state.set", scope="window", windowId="w", key="people", value=4)
    workspace = await opened(OPEN, bound, people)
    [shown] = workspace.snapshot()["components"]
    assert (shown["props"]["text"], "issues" in shown) == ("4", False)


async def test_a_call_that_fails_behind_a_button_is_said_in_the_chat() -> None:
    effects = Effects(Result.failure(Fault("denied", "It may not be written.", hint="Choose another name.")))
    save = op("api.call", url="tauri://fs/writeTextFile", body={"path": "a.txt", "contents": ""})
    workspace = await opened(OPEN, render("save", "button", {"label": "Save", "command": [save]}), effects=effects)
    await workspace.use("save", "press", {})
    said = [(message.role, message.text) for message in workspace.chat]
    assert said == [("system", "It may not be written.\nChoose another name.")]
