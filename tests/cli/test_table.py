"""What a workflow shows as a table is a table on the terminal."""

from typing import Any

import pytest

from pollex.cli.event_lines import EventLines
from pollex.core.event import Event

ORDERS = [{"number": "HP-1", "total": 12.5}, {"number": "HP-1008", "note": "two\nlines [red]"}]


def shown(value: Any) -> list[str]:
    data = {"path": "/1", "title": "Orders", "as": "table", "value": value}
    return EventLines().lines(Event("run", 1, "2026-01-01T00:00:00.000000Z", "workspace.changed", data))


def test_objects_are_rows_under_the_names_of_their_keys() -> None:
    assert (
        shown(ORDERS)
        == shown({"rows": ORDERS, "pages": 1})
        == [
            "[bold]Orders[/]",
            "  [bold]number   total  note[/]",
            "  HP-1     12.5",
            "  HP-1008         two lines \\[red]",
        ]
    )


@pytest.mark.parametrize(
    ("value", "rows"),
    [
        ([["a", 1], ["bcd", None]], ["  a    1", "  bcd"]),
        (["one", "two"], ["  one", "  two"]),
        ({"total": 3}, ["  [bold]total[/]", "  3"]),
        ([], ["  []"]),
        ("no rows", ["  no rows"]),
    ],
)
def test_other_values(value: Any, rows: list[str]) -> None:
    assert shown(value)[1:] == rows
