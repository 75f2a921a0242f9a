"""What an action read, as people see it."""

from typing import Any

from pollex.report.actions import action
from pollex.report.story import Action


def shown(tool: str, data: Any) -> str:
    """The action's markup before what is folded."""
    return action(Action(tool, {}, {"ok": True, "data": data}), alone=True).partition("<details>")[0]


def test_elements_that_were_looked_for_are_named() -> None:
    found = {"count": 1, "elements": [{"index": 2, "role": "searchbox", "name": "Search", "states": []}]}
    assert "<td>searchbox</td><td>Search</td>" in shown("page.query", found)


def test_lists_that_were_looked_at_are_told_by_name_and_length() -> None:
    records = [{"index": 1, "text": "Brand", "controls": [{"index": 2}]}]
    told = shown("page.records", [{"index": 1, "name": "Filters", "total": 4, "records": records}])
    assert "<td>Filters</td><td>4</td>" in told
    assert "controls" not in told


def test_what_was_asked_for_is_shown_whatever_its_shape() -> None:
    assert "&quot;deep&quot;" in shown("page.extract", {"deep": {"er": 1}})
