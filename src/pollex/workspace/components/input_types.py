"""Components that people use: buttons, links, forms, single fields."""

from __future__ import annotations

from typing import Any, Final

from ...core.fault import Issue
from ...core.json import Object, brief, type_name
from .component_type import ComponentEvent, ComponentType
from .form_schema import schema_mistakes
from .properties import (
    LABEL,
    LONG,
    MOST_PARTS,
    SENTENCES,
    array,
    choice,
    command,
    flag,
    link,
    number,
    record,
    text,
    whole,
)

FIELD_KINDS: Final = {
    "text": "string",
    "textarea": "string",
    "number": "number",
    "date": "string",
    "time": "string",
    "datetime": "string",
    "checkbox": "boolean",
    "select": "string",
    "multiselect": "array",
    "slider": "number",
}
"""The kinds of fields, each with the type of its value."""

VALUE: Final[Object] = {
    "type": ["string", "number", "boolean", "array", "null"],
    "description": "The value: text (ISO 8601 for dates and times), a number, true or false, or the chosen options.",
    "maxLength": LONG,
    "maxItems": MOST_PARTS,
    "items": {"type": "string", "maxLength": LABEL},
}
OPTION: Final = record(
    {"value": text("What it stands for."), "label": text("What is shown; the value if it is left out.")}, ("value",)
)


def _field_mistakes(props: Object) -> list[Issue]:
    kind, value = props.get("kind", "text"), props.get("value")
    found = []
    if kind in ("select", "multiselect") and not props.get("options") and "options" not in props.get("bind", {}):
        message = f"A field of kind {kind!r} needs options."
        found.append(Issue("/options", message, "an array of options", "nothing", 'Add "options": ["A", "B"].'))
    wanted = FIELD_KINDS[kind]
    if value is not None and type_name(value).replace("integer", "number") != wanted:
        message = f"The value of a field of kind {kind!r} is of type {wanted}."
        found.append(Issue("/value", message, wanted, brief(value), f"Write it as {wanted}."))
    return found


def _form_mistakes(props: Object) -> list[Issue]:
    given: Any = props.get("schema")
    return schema_mistakes(given) if isinstance(given, dict) else []


INPUT_TYPES: Final = (
    ComponentType(
        name="button",
        title="Button",
        description="A button that applies a command.",
        properties={
            "label": text("What it says."),
            "command": command("Applied when it is pressed."),
            "variant": choice("Its weight.", "primary", "secondary", "danger", "plain", default="secondary"),
            "icon": text("The name of an icon before the label.", 40),
            "disabled": flag("Whether it cannot be pressed."),
        },
        required=("label",),
        example={"label": "Close", "command": [{"op": "window.close", "params": {"id": "{{windowId}}"}}]},
        events={"press": ComponentEvent("It was pressed.", command="command")},
    ),
    ComponentType(
        name="links",
        title="Links",
        description="Links to addresses, or choices that apply a command.",
        properties={
            "items": array(
                "The links, in order.",
                record(
                    {
                        "label": text("What it says."),
                        "href": link("Where it leads: http, https, mailto or #."),
                        "value": text("What {{value}} is in the command; the label if it is left out."),
                        "description": text("A sentence about it.", SENTENCES),
                    },
                    ("label",),
                ),
            ),
            "direction": choice("How they are placed.", "row", "column", default="column"),
            "command": command("Applied when a link without href is followed."),
        },
        required=("items",),
        example={"items": [{"label": "Manual", "href": "https://example.com/manual"}]},
        events={
            "select": ComponentEvent(
                "A link without href was followed.", {"value": text("Its value, or its label.")}, command="command"
            ),
        },
    ),
    ComponentType(
        name="form",
        title="Form",
        description="A form made from a JSON Schema of type object, one field a property.",
        properties={
            "schema": {
                "type": "object",
                "description": "The schema of the answer. title, description, default, enum, format (date, time, "
                "date-time, email, uri, textarea), minimum and maximum are used; nested objects are groups.",
            },
            "values": {"type": "object", "description": "What the fields hold at first, by their names."},
            "title": text("A heading."),
            "description": text("A few sentences above the fields.", SENTENCES),
            "submit": text("What the button says.", default="Submit"),
            "cancel": text("What the cancel button says; without it there is none."),
            "command": command("Applied when it is sent; {{form.NAME}} is a field's value."),
            "cancelCommand": command("Applied when it is cancelled."),
        },
        required=("schema",),
        example={
            "schema": {
                "type": "object",
                "properties": {"title": {"type": "string"}, "urgent": {"type": "boolean"}},
                "required": ["title"],
            },
            "submit": "Add",
            "command": [
                {"op": "state.set", "params": {"scope": "workspace", "key": "last", "value": "{{form.title}}"}}
            ],
        },
        events={
            "submit": ComponentEvent(
                "The form was sent; its values fit the schema.",
                {"form": {"type": "object", "description": "The values by their names."}},
                command="command",
                form="schema",
            ),
            "cancel": ComponentEvent("The form was cancelled.", command="cancelCommand"),
        },
        mistakes=_form_mistakes,
    ),
    ComponentType(
        name="field",
        title="Field",
        description="One field of its own; bind its value to keep what is entered.",
        properties={
            "kind": choice("What is entered.", *FIELD_KINDS, default="text"),
            "label": text("Its name for people."),
            "value": VALUE,
            "options": array(
                "The choices of a select or multiselect.", {"anyOf": [{"type": "string", "maxLength": LABEL}, OPTION]}
            ),
            "placeholder": text("What an empty field shows."),
            "help": text("A sentence below the field.", SENTENCES),
            "minimum": number("The least number."),
            "maximum": number("The largest number."),
            "step": number("The step between numbers.", exclusiveMinimum=0),
            "maxLength": whole("The most characters of a text.", 1),
            "required": flag("Whether it must be filled in."),
            "disabled": flag("Whether it cannot be changed."),
            "command": command("Applied when the value was changed; {{value}} is the new one."),
        },
        required=("label",),
        example={
            "kind": "select",
            "label": "Priority",
            "options": ["low", "high"],
            "bind": {"value": {"scope": "window", "key": "priority"}},
        },
        events={
            "change": ComponentEvent("The value was changed.", {"value": VALUE}, command="command", writes="value")
        },
        mistakes=_field_mistakes,
    ),
)
