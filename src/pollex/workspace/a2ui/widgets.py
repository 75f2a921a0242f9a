"""A2UI's basic catalogue: for each component, what is drawn in its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from ...core.json import Object
from ..components.properties import LABEL, LONG, MOST_PARTS
from . import inputs, media
from .component import A2uiComponent, DrawnComponent
from .drawing import SurfaceDrawing, is_bound

HEADING: Final = re.compile(r"(#{1,6})[ \t]+([^\n]+)")
MARKDOWN: Final = re.compile(r"\*\*|__|`|\]\(|(?:^|\s)[*_][^\s*_]|^(?:#{1,6}|>|[-*+]|[0-9]+\.)\s", re.MULTILINE)
RANKS: Final = ("h1", "h2", "h3", "h4", "h5", "caption")
ALIGN: Final = ("start", "center", "end", "stretch")
JUSTIFY: Final = {
    "start": "start",
    "center": "center",
    "end": "end",
    "spaceBetween": "between",
    "spaceAround": "between",
    "spaceEvenly": "between",
}


def _text(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    """Text, or Markdown where the present text has its marks; a line that is a heading becomes one."""
    given, rank = component.get("text", ""), component.get("variant")
    shown = drawing.text(given, component, LONG)
    heading = HEADING.fullmatch(shown.strip())
    if heading is not None and not is_bound(given) and not MARKDOWN.search(heading[2]):
        return DrawnComponent("text", {"text": heading[2], "variant": f"h{min(len(heading[1]), 5)}"})
    props: Object = {}
    drawing.put(props, "text", given, component, most=LONG)
    if not MARKDOWN.search(shown):
        return DrawnComponent("text", {**props, "variant": rank if rank in RANKS else "body"})
    if rank in RANKS:
        drawing.lack("markdown-caption")
    return DrawnComponent("markdown", props)


def _row(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    return _layout(drawing, component, "row")


def _column(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    return _layout(drawing, component, "column")


def _list(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    made = _layout(drawing, component, "row" if component.get("direction") == "horizontal" else "column")
    return DrawnComponent(made.type, {**made.props, "scroll": True})


def _layout(drawing: SurfaceDrawing, component: A2uiComponent, kind: str) -> DrawnComponent:
    props: Object = {"kind": kind, "children": drawing.children(component.get("children", []), component)}
    if component.get("align") in ALIGN:
        props["align"] = component.get("align")
    justify = component.get("justify")
    if justify in JUSTIFY:
        props["justify"] = JUSTIFY[justify]
    if justify in ("spaceAround", "spaceEvenly", "stretch"):
        drawing.lack("justify")
    return DrawnComponent("layout", props)


def _card(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    return DrawnComponent("layout", {"kind": "card", "children": drawing.children(component.get("child"), component)})


def _tabs(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    given = [each for each in component.get("tabs") or [] if isinstance(each, dict)][:MOST_PARTS]
    if any(isinstance(each.get("title"), dict) for each in given):
        drawing.lack("nested")
    tabs = [
        {
            "label": drawing.text(each.get("title"), component),
            "children": drawing.children(each.get("child"), component),
        }
        for each in given
    ]
    return DrawnComponent("tabs", {"tabs": tabs or [{"label": "", "children": []}]})


def _modal(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    drawing.lack("modal-trigger")
    label = inputs.label_text(drawing, drawing.find(component.get("trigger"), component)) or "Open"
    return DrawnComponent("modal", {"label": label, "children": drawing.children(component.get("content"), component)})


def _divider(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    return DrawnComponent("divider", {"direction": "vertical"} if component.get("axis") == "vertical" else {})


class Widget(NamedTuple):
    """How a component is drawn, and which of its properties are used for it."""

    draw: Callable[[SurfaceDrawing, A2uiComponent], DrawnComponent]
    uses: tuple[str, ...]


WIDGETS: Final[dict[str, Widget]] = {
    "Text": Widget(_text, ("text", "variant")),
    "Image": Widget(media.image, ("url", "description", "fit", "variant", "accessibility")),
    "Icon": Widget(media.icon, ("name", "accessibility")),
    "Video": Widget(media.video, ("url", "description", "accessibility")),
    "AudioPlayer": Widget(media.audio, ("url", "description", "accessibility")),
    "Row": Widget(_row, ("children", "justify", "align")),
    "Column": Widget(_column, ("children", "justify", "align")),
    "List": Widget(_list, ("children", "direction", "align")),
    "Card": Widget(_card, ("child",)),
    "Tabs": Widget(_tabs, ("tabs",)),
    "Modal": Widget(_modal, ("trigger", "content")),
    "Divider": Widget(_divider, ("axis",)),
    "Button": Widget(inputs.button, ("child", "variant", "action", "checks")),
    "TextField": Widget(inputs.text_field, ("label", "value", "placeholder", "variant", "checks")),
    "CheckBox": Widget(inputs.check_box, ("label", "value", "checks")),
    "ChoicePicker": Widget(
        inputs.choice_picker, ("label", "variant", "options", "value", "displayStyle", "filterable", "checks")
    ),
    "Slider": Widget(inputs.slider, ("label", "min", "max", "value", "steps", "checks")),
    "DateTimeInput": Widget(inputs.date_time, ("value", "enableDate", "enableTime", "min", "max", "label", "checks")),
}
COMMON: Final = ("id", "component", "catalogId", "metadata")


def draw_widget(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    """Draw a component. Of one that is not known, what is inside is drawn."""
    widget = WIDGETS.get(component.name)
    if widget is None:
        drawing.lacking[f"The component {component.name!r} is not known: what is inside it is shown."] = None
        inside = component.get("children", component.get("child", []))
        title = f"A2UI: {component.name}"[:LABEL]
        children = drawing.children(inside, component)
        return DrawnComponent("layout", {"kind": "card", "title": title, "children": children})
    for prop in component.given:
        if prop in widget.uses or prop in COMMON:
            continue
        if prop == "weight":
            drawing.lack("weight")
        elif prop == "accessibility":
            drawing.lack("accessibility")
        else:
            drawing.lacking[f"The property {prop!r} of {component.name!r} is not known, and left out."] = None
    return widget.draw(drawing, component)
