"""Components that show data: tables, lists, trees, pairs, JSON."""

from __future__ import annotations

from typing import Final

from ...core.fault import Issue
from ...core.json import Object
from ..address import link_issue
from .component_type import ComponentEvent, ComponentType
from .properties import (
    MOST_ITEMS,
    MOST_PARTS,
    MOST_ROWS,
    SENTENCES,
    array,
    choice,
    command,
    flag,
    image,
    link,
    record,
    scalar,
    text,
    tone,
    whole,
)

ROW: Final = scalar("The row's cell in the column `rowKey`; its index if there is none.")
COLUMN: Final = record(
    {
        "key": text("The key of its cells in the rows."),
        "label": text("Its heading; the key if it is left out."),
        "type": choice(
            "How cells are shown and sorted; a duration is in milliseconds, money in dollars.",
            "text",
            "number",
            "date",
            "boolean",
            "link",
            "json",
            "duration",
            "money",
            default="text",
        ),
        "align": choice("Where cells stand.", "start", "center", "end"),
    },
    ("key",),
)
ITEM: Final = record(
    {
        "id": text("What {{value}} is in the command; the title if it is left out."),
        "title": text("What it says."),
        "text": text("A few sentences below.", SENTENCES),
        "href": link("Where it leads."),
        "image": image("A picture before it."),
        "icon": text("The name of an icon before it.", 40),
        "tone": tone(),
    },
    ("title",),
)


def _link_cells(props: Object) -> list[Issue]:
    """Judge the cells of columns that hold links."""
    keys = [column["key"] for column in props.get("columns", ()) if column.get("type") == "link"]
    found = []
    for index, row in enumerate(props.get("rows", ()) if keys else ()):
        for key in keys:
            cell = row.get(key)
            if cell is not None and (issue := link_issue(cell)):
                found.append(issue.below(key).below(index).below("rows"))
    return found


DATA_TYPES: Final = (
    ComponentType(
        name="table",
        title="Table",
        description="Rows and columns, to sort, filter, turn pages and export.",
        properties={
            "rows": array("The rows, each with its cells by column key.", {"type": "object"}, MOST_ROWS),
            "columns": array("The columns, in order; without them, the keys of the first rows.", COLUMN, MOST_PARTS),
            "rowKey": text("The column whose cells identify the rows."),
            "sort": record(
                {"column": text("The column's key."), "descending": flag("Whether the largest is first.")},
                ("column",),
                description="How rows are sorted at first.",
            ),
            "filter": flag("Whether there is a box to filter by.", True),
            "pageSize": whole("Rows on a page.", 1, maximum=1_000, default=25),
            "export": flag("Whether it can be exported as CSV and JSON.", True),
            "empty": text("What is shown if there are none: what to do.", SENTENCES, default="No rows."),
            "selected": ROW,
            "command": command("Applied when a row is selected; {{value}} is its key, {{form.COLUMN}} its cells."),
            "actions": array(
                "Buttons in every row.",
                record(
                    {
                        "label": text("What it says."),
                        "command": command("Applied when it is pressed, with the tokens of the row."),
                        "tone": tone(),
                    },
                    ("label", "command"),
                ),
                10,
            ),
        },
        required=("rows",),
        example={
            "columns": [{"key": "order", "label": "Order"}, {"key": "total", "type": "number"}],
            "rows": [{"order": "1007", "total": 12.5}, {"order": "1008", "total": 99}],
            "rowKey": "order",
            "actions": [
                {"label": "Open", "command": [{"op": "window.create", "params": {"title": "Order {{value}}"}}]}
            ],
        },
        events={
            "select": ComponentEvent(
                "A row was selected.",
                {"value": ROW, "form": {"type": "object", "description": "The cells of the row."}},
                command="command",
                writes="selected",
            ),
            "action": ComponentEvent(
                "A button in a row was pressed.",
                {
                    "value": ROW,
                    "form": {"type": "object", "description": "The cells of the row."},
                    "index": whole("The index of the button.", 0),
                },
                command="actions/*/command",
            ),
        },
        mistakes=_link_cells,
    ),
    ComponentType(
        name="list",
        title="List",
        description="Items below each other: texts, or titles with more.",
        properties={
            "items": array(
                "The items, in order.", {"anyOf": [{"type": "string", "maxLength": SENTENCES}, ITEM]}, MOST_ITEMS
            ),
            "ordered": flag("Whether they are numbered."),
            "empty": text("What is shown if there are none."),
            "selected": text("The id of the selected item."),
            "command": command("Applied when an item is selected; {{value}} is its id."),
        },
        required=("items",),
        example={"items": ["Log in", {"title": "Download", "text": "Three files", "tone": "success"}]},
        events={
            "select": ComponentEvent(
                "An item was selected.",
                {"value": text("Its id; its title if it has none.", SENTENCES)},
                command="command",
                writes="selected",
            ),
        },
    ),
    ComponentType(
        name="tree",
        title="Tree",
        description="Nested items that open and close.",
        properties={
            "nodes": array("The topmost items.", {"$ref": "#/$defs/TreeNode"}),
            "selected": text("The id of the selected item."),
            "command": command("Applied when an item is selected; {{value}} is its id."),
        },
        required=("nodes",),
        example={"nodes": [{"id": "docs", "label": "docs", "open": True, "children": [{"id": "a", "label": "a.md"}]}]},
        events={
            "select": ComponentEvent(
                "An item was selected.", {"value": text("Its id.")}, command="command", writes="selected"
            ),
        },
        definitions={
            "TreeNode": record(
                {
                    "id": text("Identifies it in this tree."),
                    "label": text("What it says."),
                    "icon": text("The name of an icon before it.", 40),
                    "open": {"type": "boolean", "description": "Whether the items below are shown."},
                    "children": array("The items below.", {"$ref": "#/$defs/TreeNode"}),
                },
                ("id", "label"),
            )
        },
    ),
    ComponentType(
        name="keyValue",
        title="Key and value",
        description="Names with their values, below each other.",
        properties={
            "items": array(
                "The pairs, in order.",
                record(
                    {
                        "key": text("The name."),
                        "value": scalar("Its value."),
                        "href": link("Where the value leads."),
                        "tone": tone(),
                    },
                    ("key", "value"),
                ),
            ),
        },
        required=("items",),
        example={"items": [{"key": "Status", "value": "paid", "tone": "success"}, {"key": "Total", "value": 12.5}]},
    ),
    ComponentType(
        name="json",
        title="JSON",
        description="Any JSON value, to open, search and copy.",
        properties={
            "value": {"description": "The value."},
            "depth": whole("How many levels are open at first.", default=1, maximum=100),
        },
        required=("value",),
        example={"value": {"ok": True, "items": [1, 2]}},
    ),
)
