"""Every component type explains itself."""

from collections.abc import Iterator

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.schema.walk import every
from pollex.workspace.components import CATALOGUE, ComponentType, check_props, component_type
from pollex.workspace.components.component_type import BINDING, marks_in

from ...vectors import each_of

WANTED = {
    "text", "markdown", "button", "links", "form", "table", "list", "tree", "tabs", "chart", "image", "code", "json",
    "keyValue", "progress", "stepper", "log", "timeline", "diff", "file", "graph", "live", "plan", "approval",
    "credential", "settings", "run", "workflow", "chat", "layout", "divider", "modal", "field", "icon", "player",
}  # fmt: skip


def parts(kind: ComponentType) -> Iterator[Object]:
    """All schemas of the props and of the events."""
    for document in [kind.document, *(event.document for event in kind.events.values())]:
        yield from (part for _, part in every(document) if isinstance(part, dict))


def test_the_catalogue_has_what_windows_need() -> None:
    assert set(CATALOGUE) == WANTED


@each_of(CATALOGUE.items())
def test_it_says_what_it_shows(kind: ComponentType) -> None:
    assert kind.title
    assert kind.description.endswith(".")
    assert len(kind.description) <= 90


@each_of(CATALOGUE.items())
def test_every_prop_says_what_it_means(kind: ComponentType) -> None:
    assert [
        name
        for part in parts(kind)
        for name, schema in part.get("properties", {}).items()
        if "description" not in schema and schema is not BINDING
    ] == []


@each_of(CATALOGUE.items())
def test_every_object_is_closed(kind: ComponentType) -> None:
    assert [
        part for part in parts(kind) if "properties" in part and part.get("additionalProperties") is not False
    ] == []


@each_of(CATALOGUE.items())
def test_every_text_and_array_is_bounded(kind: ComponentType) -> None:
    def unbounded(part: Object) -> bool:
        types = part.get("type", ())
        types = [types] if isinstance(types, str) else types
        free_text = "string" in types and "enum" not in part and "maxLength" not in part
        return free_text or ("array" in types and "maxItems" not in part)

    assert [part for part in parts(kind) if unbounded(part)] == []


@each_of(CATALOGUE.items())
def test_alternatives_differ_in_type(kind: ComponentType) -> None:
    for part in parts(kind):
        types = [each["type"] for each in part.get("anyOf", ())]
        assert len(types) == len(set(types))


@each_of(CATALOGUE.items())
def test_its_example_is_valid_as_it_stands(kind: ComponentType) -> None:
    checked = check_props(kind, kind.example)
    assert checked.issues == ()
    assert checked.repairs == ()


@each_of(CATALOGUE.items())
def test_required_props_and_those_of_events_exist(kind: ComponentType) -> None:
    assert set(kind.required) <= set(kind.properties)
    for event in kind.events.values():
        assert event.writes is None or event.writes in kind.bindable
        assert event.writes is None or "value" in event.payload
        if event.command is not None:
            assert "command" in marks_in(kind.properties[event.command.split("/")[0]])


@each_of(CATALOGUE.items())
def test_every_command_is_applied_by_an_event(kind: ComponentType) -> None:
    holders = {name for name, schema in kind.properties.items() if "command" in marks_in(schema)}
    assert {event.command.split("/")[0] for event in kind.events.values() if event.command} == holders


@each_of(CATALOGUE.items())
def test_data_can_be_bound_and_commands_cannot(kind: ComponentType) -> None:
    for name, schema in kind.properties.items():
        assert (name in kind.bindable) == (not {"command", "component"} & marks_in(schema))


def test_an_unknown_type_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(Fault) as caught:
        component_type("key-value")
    assert caught.value.code == "invalid_input"
    assert caught.value.hint == "Did you mean 'keyValue'?"
    assert "'table'" in (caught.value.expected or "")


def test_an_unknown_type_that_resembles_nothing_gets_a_hint_too() -> None:
    with pytest.raises(Fault, match="Use 'text'"):
        component_type("zzzzzz")
