"""What an action read, as people see it."""

from collections.abc import Callable
from typing import Any

from pollex.core.event import Event
from pollex.report import report

Written = Callable[..., list[Event]]


def shown(written: Written, tool: str, data: Any) -> str:
    """The action's markup before what is folded."""
    action = {"path": "/1/1", "tool": tool, "args": {}, "result": {"ok": True, "data": data}, "ms": 1}
    events = written(("run.started", {"task": "t"}), ("step.finished", {"path": "/1", "step": 1, "actions": [action]}))
    return report(events).html.partition('<div class="told">')[2].partition("<details>")[0]


def test_elements_that_were_looked_for_are_named(written: Written) -> None:
    found = {"count": 1, "elements": [{"index": 2, "role": "searchbox", "name": "Search", "states": []}]}
    assert "<td>searchbox</td><td>Search</td>" in shown(written, "page.query", found)


def test_lists_that_were_looked_at_are_told_by_name_and_length(written: Written) -> None:
    records = [{"index": 1, "text": "Brand", "controls": [{"index": 2}]}]
    lists = shown(written, "page.records", [{"index": 1, "name": "Filters", "total": 4, "records": records}])
    assert "<td>Filters</td><td>4</td>" in lists
    assert "controls" not in lists


def test_what_was_asked_for_is_shown_whatever_its_shape(written: Written) -> None:
    assert "&#34;deep&#34;" in shown(written, "page.extract", {"deep": {"er": 1}})


def test_a_key_of_data_is_never_taken_for_a_method_of_it(written: Written) -> None:
    assert "built-in method" not in shown(written, "page.extract", {"copy": {"er": 1}, "used": [], "items": 3})
