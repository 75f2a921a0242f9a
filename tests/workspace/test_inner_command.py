"""A command that draws a component with a command of its own."""

from typing import Any

from tests.workspace.desks import OPEN, op, opened

from pollex.core.json import Object
from pollex.workspace.bound_command import TokenValues, fill_tokens


def render(type_: str, props: Object, **more: Any) -> Object:
    return op("component.render", windowId="w", target="#root", type=type_, props=props, **more)


def inner(*, value: Any = 1, html: str = "x", form: Object) -> Any:
    """Return the value and the HTML of an inner command once the outer one is used with a form."""
    command = [
        op("state.set", scope="workspace", key="k", value=value),
        op("dom.set", windowId="w", target="#a", html=html),
    ]
    outer = [render("button", {"label": "Go", "command": command})]
    [filled] = fill_tokens(outer, TokenValues("w", form=form))
    first, second = filled["params"]["props"]["command"]
    return first["params"]["value"], second["params"]["html"]


async def test_an_item_that_a_form_adds_can_remove_itself() -> None:
    item = render("button", {"label": "{{form.what}}", "command": [op("component.destroy", id="{{componentId}}")]})
    schema = {"type": "object", "properties": {"what": {"type": "string"}}}
    workspace = await opened(OPEN, render("form", {"schema": schema, "command": [item]}, id="form"))
    for what in ("milk", "eggs"):
        await workspace.use("form", "submit", {"form": {"what": what}})
    first, second = [each for each in workspace.desk.components if each != "form"]
    await workspace.use(first, "press", {})
    assert list(workspace.desk.components) == ["form", second]
    assert workspace.desk.components[second].props["label"] == "eggs"


def test_what_is_known_is_filled_and_the_rest_waits() -> None:
    given = "{{form.id}} {{form.later}} {{value}} {{windowId}} {{componentId}}"
    assert inner(value=given, form={"id": 7})[0] == "7 {{form.later}} {{value}} {{windowId}} {{componentId}}"
    assert inner(value="{{form.id}}", form={"id": 7})[0] == 7
    assert inner(value="{{value}}", form={})[0] == "{{value}}"


def test_a_value_never_becomes_a_token_or_markup() -> None:
    hostile = "{{form.card}}<b>"
    assert inner(value="a {{form.name}}", form={"name": hostile})[0] == "a \\{{form.card}}<b>"
    assert inner(value="{{form.name}}", form={"name": [hostile]})[0] == ["\\{{form.card}}<b>"]
    assert "{{" not in inner(html="<i>{{form.name}}</i>", form={"name": hostile})[1]
    assert "<b>" not in inner(html="<i>{{form.name}}</i>", form={"name": hostile})[1]
