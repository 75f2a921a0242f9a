"""A2UI's components that a person uses: Button, TextField, CheckBox, ChoicePicker, Slider, DateTimeInput."""

from __future__ import annotations

from typing import Any, Final

from ...core.json import Object, dumps
from ..address import is_link
from ..components.properties import LABEL
from .component import A2uiComponent, DrawnComponent
from .data_model import absolute
from .drawing import SurfaceDrawing, is_bound
from .functions import as_text
from .media import LONGEST_LINK, icon_name

LONGEST_ACTION: Final = 4_000
OPEN_TWICE: Final = r"{\u007b"
"""Two braces as JSON text may write them."""
BUTTONS: Final = {"primary": "primary", "borderless": "plain"}
DEEPEST_LABEL: Final = 3
MOST_LABELS: Final = 8
"""How far the text of a button is looked for inside it."""
FIELDS: Final = {"longText": "textarea", "number": "number"}


def button(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    """A button; one that opens an address is a link."""
    props: Object = {"variant": BUTTONS.get(component.get("variant"), "secondary")}
    _label(drawing, component, props)
    if component.get("checks"):
        drawing.lack("checks")
    action = component.get("action")
    action = action if isinstance(action, dict) else {}
    if isinstance(action.get("event"), dict):
        return DrawnComponent("button", {**props, "command": event_command(drawing, action["event"], component)})
    call = action.get("functionCall")
    call = call if isinstance(call, dict) else {}
    address = drawing.text((call.get("args") or {}).get("url"), component, most=LONGEST_LINK)
    if call.get("call") == "openUrl" and is_link(address):
        label = props.get("label") or label_text(drawing, drawing.find(component.get("child"), component)) or address
        return DrawnComponent("links", {"items": [{"label": label[:LABEL], "href": address}]})
    drawing.lack("function")
    return DrawnComponent("button", {**props, "disabled": True})


def _label(drawing: SurfaceDrawing, component: A2uiComponent, props: Object) -> None:
    """Set the label of a button, and its icon, by the component inside."""
    inside = drawing.find(component.get("child"), component)
    if inside is not None and inside.name == "Text":
        drawing.put(props, "label", inside.get("text", ""), inside)
    elif (
        inside is not None
        and inside.name == "Icon"
        and isinstance(name := drawing.value(inside.get("name"), inside), str)
    ):
        props |= {"label": name, "icon": icon_name(name)}
    else:
        if inside is not None:
            drawing.lack("label")
        props["label"] = label_text(drawing, inside) or str(component.given["id"])
    if "label" in props:
        props["label"] = props["label"][:LABEL] or str(component.given["id"])


def label_text(drawing: SurfaceDrawing, component: A2uiComponent | None, depth: int = 0) -> str:
    """Return the text of a component and of those inside it."""
    if component is None or depth > DEEPEST_LABEL:
        return ""
    if component.name == "Text":
        return drawing.text(component.get("text"), component)
    listed = component.get("children")
    inside = [component.get("child"), *(listed[:MOST_LABELS] if isinstance(listed, list) else [])]
    texts = [label_text(drawing, drawing.find(each, component), depth + 1) for each in inside]
    return " ".join(filter(None, texts))[:LABEL]


def event_command(drawing: SurfaceDrawing, event: Object, component: A2uiComponent) -> list[Object]:
    """Return the command for an action that the agent hears: the chat is told, as if a person had written it."""
    given = event.get("context")
    given = given if isinstance(given, dict) else {}
    said: Object = {
        "name": as_text(event.get("name")),
        "surfaceId": drawing.surface,
        "sourceComponentId": component.given["id"],
        "context": {name: drawing.value(each, component) for name, each in given.items()},
    }
    bound = {name: absolute(each["path"], component.base) for name, each in given.items() if is_bound(each)}
    if bound:
        drawing.lack("context")
        said["state"] = bound
    action = dumps(said)
    if len(action) > LONGEST_ACTION:
        drawing.lack("long-context")
        action = dumps({**said, "context": {}})[:LONGEST_ACTION]
    # Braces of the surface are no tokens of ours.
    lines = [drawing.text(event.get("userMessage"), component).replace("{{", "{ {")]
    lines.append(f"A2UI action {action.replace('{{', OPEN_TWICE)}")
    body = {"text": "\n".join(filter(None, lines)), "windowId": drawing.window}
    return [{"op": "api.call", "params": {"method": "POST", "url": "uicp://intent", "body": body}}]


def text_field(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    variant = component.get("variant")
    if variant == "obscured":
        drawing.lack("password")
        said = f"{drawing.text(component.get('label'), component)}: passwords are not asked for here."
        return DrawnComponent("text", {"text": said, "variant": "caption", "tone": "warning"})
    kind = FIELDS.get(str(variant), "text")
    props = _field(drawing, component, kind, (int, float) if kind == "number" else str)
    drawing.put(props, "placeholder", component.get("placeholder"), component)
    return DrawnComponent("field", props)


def check_box(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    return DrawnComponent("field", _field(drawing, component, "checkbox", bool))


def slider(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    props = _field(drawing, component, "slider", (int, float))
    low, high = _number(component.get("min"), 0), _number(component.get("max"), 100)
    steps = component.get("steps")
    props |= {"minimum": low, "maximum": high}
    if isinstance(steps, int) and steps > 0 and high > low:
        props["step"] = (high - low) / steps
    return DrawnComponent("field", props)


def date_time(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    date, time = component.get("enableDate", False), component.get("enableTime", False)
    if component.get("min") or component.get("max"):
        drawing.lack("date-limits")
    return DrawnComponent(
        "field", _field(drawing, component, "datetime" if date == time else "date" if date else "time", str)
    )


def choice_picker(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    """A select. A2UI keeps a list of one also where only one can be chosen; a select keeps the one."""
    one = component.get("variant") != "multipleSelection"
    props = _field(drawing, component, "select" if one else "multiselect", list)
    options = component.get("options")
    labels = [each for each in (options if isinstance(options, list) else []) if isinstance(each, dict)]
    if any(isinstance(each.get("label"), dict) for each in labels):
        drawing.lack("nested")
    props["options"] = [
        {"value": as_text(each.get("value")), "label": drawing.text(each.get("label"), component)} for each in labels
    ]
    if not labels:
        return DrawnComponent("field", {**props, "kind": "text", "disabled": True})
    if one:
        _unlist(drawing, props)
    if component.get("displayStyle") == "chips":
        drawing.lack("chips")
    if component.get("filterable"):
        drawing.lack("filter")
    return DrawnComponent("field", props)


def _unlist(drawing: SurfaceDrawing, props: Object) -> None:
    if "value" in props:
        props["value"] = _first(props["value"])
    elif "value" in props.get("bind", {}):
        key = props["bind"]["value"]["key"]
        drawing.values[key] = _first(drawing.values[key])


def _first(value: Any) -> str:
    return as_text(value[0]) if isinstance(value, list) and value else ""


def _number(value: Any, otherwise: float) -> float:
    return value if isinstance(value, int | float) else otherwise


def _field(drawing: SurfaceDrawing, component: A2uiComponent, kind: str, of: type | tuple[type, ...]) -> Object:
    """Return the props that all fields have."""
    props: Object = {"kind": kind}
    drawing.put(props, "label", component.get("label", ""), component)
    drawing.put_value(props, "value", component.get("value"), component, of)
    given = component.get("checks")
    for check in given if isinstance(given, list) else []:
        _check(drawing, check, props)
    return props


def _check(drawing: SurfaceDrawing, check: Any, props: Object) -> None:
    condition = check.get("condition") if isinstance(check, dict) else None
    call = condition if isinstance(condition, dict) else {}
    args = call.get("args") if isinstance(call.get("args"), dict) else {}
    assert isinstance(args, dict)
    if call.get("call") == "required":
        props["required"] = True
    elif call.get("call") == "length" and isinstance(args.get("max"), int) and args["max"] > 0 and not args.get("min"):
        props["maxLength"] = args["max"]
    else:
        drawing.lack("checks")
