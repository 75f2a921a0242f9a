"""A2UI messages as commands: one behaviour each."""

from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object, loads
from pollex.workspace.a2ui import LACKS, A2uiImport, import_surface

from .a2ui_window import A2uiWindow

CREATE: Object = {"version": "v1.0", "createSurface": {"surfaceId": "s"}}


def components(*given: Object) -> Object:
    return {"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": list(given)}}


def data(value: Any, path: str | None = None) -> Object:
    where = {} if path is None else {"path": path}
    return {"version": "v1.0", "updateDataModel": {"surfaceId": "s", "value": value, **where}}


def root(component: str, **props: Any) -> Object:
    return {"id": "root", "component": component, **props}


def text(id_: str, given: Any = "x") -> Object:
    return {"id": id_, "component": "Text", "text": given}


def commands(*messages: Object) -> list[Object]:
    return [command for batch in import_surface([CREATE, *messages]).batches for command in batch][1:]


def drawn(*given: Object, model: Any = None) -> tuple[str, Object]:
    """Return type and props of the root."""
    return A2uiWindow(import_surface([CREATE, data(model or {}), components(*given)])).components["s:root"]


def lacking(*given: Object) -> list[str]:
    return import_surface([CREATE, components(*given)]).lacking


def fault_of(*messages: Any) -> Fault:
    with pytest.raises(Fault) as caught:
        import_surface(messages)
    return caught.value


def render(id_: str, type_: str, props: Object) -> Object:
    params = {"id": id_, "windowId": "s", "target": "#root", "type": type_, "props": props}
    return {"op": "component.render", "params": params}


def test_a_surface_is_a_window() -> None:
    assert import_surface([CREATE]).batches == [[{"op": "window.create", "params": {"id": "s", "title": "s"}}]]


def test_a_deleted_surface_is_closed_and_can_be_created_again() -> None:
    delete = {"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}
    [batch] = import_surface([CREATE, delete, CREATE], title="Login").batches
    assert [command["op"] for command in batch] == ["window.create", "window.close", "window.create"]


def test_one_message_may_have_components_and_data() -> None:
    body = {"surfaceId": "s", "components": [text("root", {"path": "/a"})], "dataModel": {"a": "Hi"}}
    window = A2uiWindow(import_surface({"version": "v1.0", "createSurface": body}))
    assert window.tree("s:root") == ["text", "Hi"]


def test_state_comes_first_then_children_then_parents() -> None:
    made = commands(data({"a": "Hi"}), components(root("Column", children=["t"]), text("t", {"path": "/a"})))
    assert made == [
        {"op": "state.set", "params": {"scope": "window", "windowId": "s", "key": "/a", "value": "Hi"}},
        render("s:t", "text", {"bind": {"text": {"scope": "window", "key": "/a"}}, "variant": "body"}),
        render("s:root", "layout", {"kind": "column", "children": ["s:t"]}),
    ]


def test_new_data_changes_only_the_state_that_is_bound() -> None:
    made = commands(components(text("root", {"path": "/a/b"})), data({"a": {"b": "1"}, "c": 2}), data("3", "/c"))
    assert made[1:] == [
        {"op": "state.set", "params": {"scope": "window", "windowId": "s", "key": "/a/b", "value": "1"}}
    ]


def test_removed_data_empties_its_state() -> None:
    made = commands(components(text("root", {"path": "/a"})), data({"a": "1"}), data(None, "/a"))
    assert [command["params"]["value"] for command in made[1:]] == ["1", None]


def test_a_changed_component_is_updated_by_what_differs() -> None:
    made = commands(
        components(root("Row", children=[], align="start", justify="end")),
        components(root("Row", children=[], align="end")),
    )
    assert made[1:] == [
        {"op": "component.update", "params": {"id": "s:root", "props": {"align": "end", "justify": None}}}
    ]


def test_a_component_of_another_type_is_drawn_again() -> None:
    made = commands(components(text("root")), components(root("Divider")))
    assert made[1:] == [render("s:root", "divider", {})]


def test_what_is_not_reached_any_more_is_destroyed() -> None:
    made = commands(components(root("Column", children=["a"]), text("a")), components(root("Column", children=[])))
    assert made[2:] == [
        {"op": "component.update", "params": {"id": "s:root", "props": {"children": []}}},
        {"op": "component.destroy", "params": {"id": "s:a"}},
    ]


def test_a_child_that_has_not_come_yet_is_left_out() -> None:
    made = commands(components(root("Column", children=["a"])), components(text("a")))
    assert made[0] == render("s:root", "layout", {"kind": "column", "children": []})
    assert made[2] == {"op": "component.update", "params": {"id": "s:root", "props": {"children": ["s:a"]}}}


def test_a_component_in_two_places_is_drawn_twice() -> None:
    _, props = drawn(root("Column", children=["line", "line"]), {"id": "line", "component": "Divider"})
    assert props["children"] == ["s:line", "s:line.2"]


def test_templates_may_be_nested() -> None:
    given = [
        root("List", children={"componentId": "row", "path": "/rows"}),
        {"id": "row", "component": "Row", "children": {"componentId": "cell", "path": "cells"}},
        text("cell", {"call": "formatString", "args": {"value": "${@index(offset: 1)}: ${name}"}}),
    ]
    model = {"rows": [{"cells": [{"name": "a"}, {"name": "b"}]}, {"cells": [{"name": "c"}]}]}
    window = A2uiWindow(import_surface([CREATE, components(*given), data(model)]))
    assert window.tree("s:root") == [
        "column",
        [["row", [["text", "1: a"], ["text", "2: b"]]], ["row", [["text", "1: c"]]]],
    ]
    assert sorted(window.components) == ["s:cell:0:0", "s:cell:0:1", "s:cell:1:0", "s:root", "s:row:0", "s:row:1"]


def test_batches_keep_the_limit() -> None:
    given = [text(f"t{index}") for index in range(90)]
    batches = import_surface(
        [CREATE, components(root("Column", children=[each["id"] for each in given]), *given)]
    ).batches
    assert [len(batch) for batch in batches] == [64, 28]


def test_messages_can_be_read_one_by_one() -> None:
    reader = A2uiImport()
    assert [len(reader.read(message)) for message in (CREATE, components(text("root")), data({}))] == [1, 1, 0]


def test_odd_ids_become_ids_that_are_told_apart() -> None:
    made = [
        import_surface([{"version": "v1.0", "createSurface": {"surfaceId": each}}]).batches[0][0]["params"]["id"]
        for each in ("a b", "a/b", "-a", "x" * 200)
    ]
    assert [each[:3] for each in made] == ["a_b", "a_b", "_a-", "xxx"]
    assert len(set(made)) == 4
    assert len(made[3]) == 128


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("Hello", ("text", {"text": "Hello", "variant": "body"})),
        ("## Hello", ("text", {"text": "Hello", "variant": "h2"})),
        ("## Hello **you**", ("markdown", {"text": "## Hello **you**"})),
        ("2 * 3 = 6", ("text", {"text": "2 * 3 = 6", "variant": "body"})),
        ("- a\n- b", ("markdown", {"text": "- a\n- b"})),
    ],
)
def test_text_is_text_a_heading_or_markdown(given: str, expected: tuple[str, Object]) -> None:
    assert drawn(text("root", given)) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"variant": "longText"}, {"kind": "textarea"}),
        ({"checks": [{"condition": {"call": "length", "args": {"max": 5}}}]}, {"kind": "text", "maxLength": 5}),
        ({"placeholder": "Name"}, {"kind": "text", "placeholder": "Name"}),
        ({"value": {"call": "capitalize", "args": {"value": "ann"}}}, {"kind": "text", "value": "Ann"}),
    ],
)
def test_a_text_field_is_a_field(given: Object, expected: Object) -> None:
    assert drawn(root("TextField", label="L", **given)) == ("field", {"label": "L", **expected})


def test_a_slider_has_steps() -> None:
    assert drawn(root("Slider", label="L", value=1, max=10, steps=5)) == (
        "field",
        {"kind": "slider", "label": "L", "value": 1, "minimum": 0, "maximum": 10, "step": 2.0},
    )


def test_a_choice_of_one_keeps_the_one() -> None:
    options = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]
    messages = [CREATE, data({"c": ["b"]}), components(root("ChoicePicker", options=options, value={"path": "/c"}))]
    window = A2uiWindow(import_surface(messages))
    assert window.state == {"/c": "b"}
    assert window.resolved("s:root")["value"] == "b"


def test_several_choices_are_a_list() -> None:
    picker = root("ChoicePicker", options=[{"label": "A", "value": "a"}], value=["a"], variant="multipleSelection")
    assert drawn(picker)[1]["value"] == ["a"]


@pytest.mark.parametrize(
    ("date", "time", "kind"), [(True, False, "date"), (False, True, "time"), (True, True, "datetime")]
)
def test_a_date_input_has_the_kind_of_what_is_entered(date: bool, time: bool, kind: str) -> None:
    assert drawn(root("DateTimeInput", value="", enableDate=date, enableTime=time))[1]["kind"] == kind


def test_a_button_that_opens_an_address_is_a_link() -> None:
    action = {"functionCall": {"call": "openUrl", "args": {"url": "https://example.com"}}}
    assert drawn(root("Button", child="t", action=action), text("t", "Open")) == (
        "links",
        {"items": [{"label": "Open", "href": "https://example.com"}]},
    )


def test_a_button_never_opens_another_scheme() -> None:
    action = {"functionCall": {"call": "openUrl", "args": {"url": "javascript:alert(1)"}}}
    assert drawn(root("Button", child="t", action=action), text("t", "Open")) == (
        "button",
        {"label": "Open", "variant": "secondary", "disabled": True},
    )


def test_the_label_of_a_button_follows_the_data() -> None:
    given = [root("Button", child="t", action={"event": {"name": "go"}}), text("t", {"path": "/label"})]
    window = A2uiWindow(import_surface([CREATE, data({"label": "Go"}), components(*given)]))
    assert window.resolved("s:root")["label"] == "Go"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.com/a.png", ("links", {"items": [{"label": "A cat", "href": "https://example.com/a.png"}]})),
        ("javascript:alert(1)", ("text", {"text": "A cat", "variant": "caption"})),
        ("/api/files/a.png", ("image", {"alt": "A cat", "src": "/api/files/a.png", "fit": "cover", "width": 48})),
    ],
)
def test_pictures_of_other_hosts_are_links(url: str, expected: tuple[str, Object]) -> None:
    assert drawn(root("Image", url=url, description="A cat", fit="cover", variant="avatar")) == expected


def test_icons_are_named_in_kebab_case() -> None:
    assert drawn(root("Icon", name="shoppingCart")) == ("icon", {"name": "shopping-cart"})


def test_tabs_hold_components() -> None:
    tabs = [{"title": "One", "child": "a"}, {"title": {"path": "/t"}, "child": "b"}]
    assert drawn(root("Tabs", tabs=tabs), text("a"), text("b"), model={"t": "Two"}) == (
        "tabs",
        {"tabs": [{"label": "One", "children": ["s:a"]}, {"label": "Two", "children": ["s:b"]}]},
    )


def test_what_is_inside_an_unknown_component_is_shown_and_told() -> None:
    imported = import_surface([CREATE, components(root("Carousel", children=["a"]), text("a"))])
    assert A2uiWindow(imported).tree("s:root") == ["card", [["text", "x"]]]
    assert imported.lacking == ["The component 'Carousel' is not known: what is inside it is shown."]


def test_an_unknown_property_is_told() -> None:
    assert lacking(root("Divider", color="red", weight=1)) == [
        "The property 'color' of 'Divider' is not known, and left out.",
        LACKS["weight"],
    ]


def test_an_unknown_function_is_told() -> None:
    unknown = "The function 'now' is not known: its value is empty."
    assert lacking(text("root", {"call": "now", "args": {}})) == [LACKS["computed"], unknown]


def test_functions_of_the_renderer_are_told() -> None:
    call = {"version": "v1.0", "callRendererFunction": {"functionCallId": "1"}}
    assert import_surface([call]).lacking == [
        "The message 'callRendererFunction' is not known: a workspace has no functions of the renderer."
    ]


def test_a_surface_must_be_created_first() -> None:
    fault = fault_of(CREATE, {"version": "v1.0", "deleteSurface": {"surfaceId": "t"}})
    assert (fault.code, fault.pointer) == ("not_found", "/1/deleteSurface/surfaceId")


def test_a_surface_is_created_once() -> None:
    fault = fault_of(CREATE, CREATE)
    assert (fault.code, fault.pointer) == ("conflict", "/1/createSurface/surfaceId")


@pytest.mark.parametrize(
    ("message", "pointer"),
    [
        ("text", "/0"),
        ({"createSurface": {"surfaceId": "s"}}, "/0/version"),
        ({"version": "v0.8", "beginRendering": {}}, "/0/version"),
        ({"version": "v1.0"}, "/0"),
        ({"version": "v1.0", "createSurfaces": {}}, "/0"),
        ({"version": "v1.0", "createSurface": {}}, "/0/createSurface/surfaceId"),
        ({"version": "v1.0", "updateComponents": {"surfaceId": "s"}}, "/0/updateComponents/components"),
        (components({"id": "a"}), "/0/updateComponents/components/0/component"),
    ],
)
def test_a_wrong_message_is_pointed_at(message: Any, pointer: str) -> None:
    fault = fault_of(message)
    assert (fault.code, fault.issues[0].pointer if fault.issues else fault.pointer) == ("invalid_input", pointer)


def test_a_component_inside_itself_is_a_fault() -> None:
    fault = fault_of(CREATE, components(root("Card", child="a"), {"id": "a", "component": "Card", "child": "root"}))
    assert (fault.code, fault.pointer) == ("invalid_input", "/1/updateComponents")


def test_a_button_inside_itself_is_no_endless_label() -> None:
    assert drawn(root("Button", child="root", action={"event": {"name": "go"}}))[1]["label"] == "root"


def test_a_surface_that_doubles_at_each_level_is_refused() -> None:
    levels = [{"id": f"l{n}", "component": "Row", "children": [f"l{n + 1}"] * 2} for n in range(40)]
    assert fault_of(CREATE, components(root("Row", children=["l0"]), *levels)).code == "limit"


def test_an_array_is_not_filled_up_to_a_far_index() -> None:
    fault = fault_of(CREATE, data([1], "/a"), data(2, "/a/1000000000"))
    assert (fault.code, fault.pointer) == ("invalid_input", "/2/updateDataModel")


def test_a_path_without_end_is_refused() -> None:
    assert fault_of(CREATE, data(1, "/a" * 5_000)).code == "limit"


def said_by(event: Object) -> str:
    """Return what the chat is told when a button is pressed."""
    _, props = drawn(root("Button", child="t", action={"event": event}), text("t"), model={"a": "b" * 5_000})
    [call] = props["command"]
    return str(call["params"]["body"]["text"])


def test_an_action_may_have_words_of_its_own() -> None:
    assert said_by({"name": "go", "userMessage": "Let us go", "context": {"n": 1}}) == (
        'Let us go\nA2UI action {"name":"go","surfaceId":"s","sourceComponentId":"root","context":{"n":1}}'
    )


def test_braces_of_a_surface_are_no_tokens() -> None:
    said = said_by({"name": "{{value}}", "userMessage": "{{form.x}}"})
    assert "{{" not in said
    assert loads(said.partition("A2UI action ")[2]) == {
        "name": "{{value}}",
        "surfaceId": "s",
        "sourceComponentId": "root",
        "context": {},
    }


def test_a_long_context_is_left_out() -> None:
    said = said_by({"name": "go", "context": {"all": {"path": "/a"}}})
    assert said.endswith('"context":{},"state":{"all":"/a"}}')


def test_a_secret_is_never_imported() -> None:
    with pytest.raises(Fault, match="never holds secrets"):
        drawn(text("root", "{{secret.key}}"))
