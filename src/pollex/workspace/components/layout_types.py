"""Components that hold other components. A component that another one names as its child is drawn there."""

from __future__ import annotations

from typing import Final

from .component_type import ComponentEvent, ComponentType
from .properties import MOST_PARTS, array, children, choice, flag, record, text, whole

LAYOUT_TYPES: Final = (
    ComponentType(
        name="layout",
        title="Layout",
        description="Components in a row, a column, a grid or a card.",
        properties={
            "kind": choice("How they are placed; a card is a column with a frame.", "row", "column", "grid", "card"),
            "children": children("The ids of the components inside, in order. They are shown here only."),
            "title": text("A heading above them."),
            "columns": whole("Columns of a grid; without them, as many as fit.", 1, maximum=12),
            "gap": choice("The space between them.", "none", "small", "medium", "large", default="medium"),
            "align": choice("Their place across the direction.", "start", "center", "end", "stretch"),
            "justify": choice("Their place along the direction.", "start", "center", "end", "between"),
            "scroll": flag("Whether it scrolls when it is too large, instead of growing."),
        },
        required=("kind", "children"),
        example={"kind": "row", "children": ["cancel", "save"], "justify": "end"},
    ),
    ComponentType(
        name="tabs",
        title="Tabs",
        description="Components on tabs, of which one is shown.",
        properties={
            "tabs": array(
                "The tabs, in order.",
                record(
                    {
                        "label": text("Its name."),
                        "children": children("The ids of the components on it, in order."),
                    },
                    ("label", "children"),
                ),
                MOST_PARTS,
                minItems=1,
            ),
            "selected": whole("The index of the tab that is shown.", default=0),
        },
        required=("tabs",),
        example={"tabs": [{"label": "Chart", "children": ["sales"]}, {"label": "Rows", "children": ["rows"]}]},
        events={
            "select": ComponentEvent(
                "Another tab is shown.", {"value": whole("The index of the tab.")}, writes="selected"
            ),
        },
    ),
    ComponentType(
        name="modal",
        title="Dialog",
        description="A button that opens a dialog of components.",
        properties={
            "label": text("What the button says."),
            "title": text("The heading of the dialog."),
            "children": children("The ids of the components in the dialog, in order."),
            "open": flag("Whether the dialog is open."),
        },
        required=("label", "children"),
        example={"label": "Details…", "title": "Order 1007", "children": ["details"]},
        events={
            "toggle": ComponentEvent(
                "The dialog was opened or closed.",
                {"value": {"type": "boolean", "description": "Whether it is open."}},
                writes="open",
            ),
        },
    ),
    ComponentType(
        name="divider",
        title="Divider",
        description="A line between components.",
        properties={
            "direction": choice("How it runs.", "horizontal", "vertical", default="horizontal"),
            "label": text("A word on the line."),
        },
        example={"label": "or"},
    ),
)
