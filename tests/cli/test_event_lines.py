"""Events of a run as lines at a terminal."""

from typing import Any

from rich.text import Text

from pollex.cli.event_lines import EventLines
from pollex.core.event import Event, EventKind
from pollex.core.fault import Fault
from pollex.core.result import Cost, Result

Told = tuple[EventKind, dict[str, Any]]
STARTED: Told = ("run.started", {"tool": "bank.read-balance", "inputs": {}})


def call(name: str, result: Result, args: Any = None, within: tuple[Told, ...] = ()) -> tuple[Told, ...]:
    """The events of a call, with those that happen before its end."""
    result.cost = Cost(12.3)
    begun: Told = ("call.started", {"call": name, "tool": name, "effect": "act", "args": args or {}})
    return begun, *within, ("call.finished", {"call": name, "tool": name, "result": result.to_json()})


def events(*told: Told) -> list[Event]:
    return [Event("r1", at, "2026-11-16T00:00:00Z", kind, data) for at, (kind, data) in enumerate(told, 1)]


def shown(*told: Told) -> list[str]:
    seen = EventLines()
    return [Text.from_markup(line).plain for event in events(*told) for line in seen.lines(event)]


def test_the_calls_of_a_script_are_shown_with_what_went_wrong() -> None:
    opened = call("page.navigate", Result.success({}), {"url": "https://bank.example"})
    missed = call("page.click", Result.failure(Fault("not_found", "No button.", hint="Look.")), {"selector": "text=Go"})

    assert shown(STARTED, *opened, *missed) == [
        "bank.read-balance  r1",
        "✓ Went to https://bank.example  12 ms",
        "✗ Could not click “Go”  12 ms",
        "    No button.",
        "    Look.",
    ]


def test_calls_inside_calls_and_nodes_are_not_shown() -> None:
    inner = call("page.press", Result.success({}))
    login = call("login", Result.success({}), within=inner)
    node: dict[str, Any] = {"path": "/1", "type": "tool", "ok": True, "ms": 5.0}

    lines = shown(STARTED, *login, ("node.started", node), *inner, ("node.finished", node))

    assert [line.partition("  ")[0] for line in lines[1:]] == ["✓ Called login", "✓ /1"]


def test_the_calls_of_a_task_are_shown_as_its_steps_alone() -> None:
    assert len(shown(("run.started", {"task": "Look."}), *call("page.state", Result.success({})))) == 1


def test_a_run_that_goes_on_is_known_by_its_earlier_events() -> None:
    interrupted: Told = ("call.started", {"call": "page.wait", "tool": "page.wait", "args": {}})
    again: Told = ("run.resumed", {})
    earlier = events(STARTED, interrupted, again)

    seen = EventLines(earlier)

    assert [line for event in events(*call("login", Result.success({}))) for line in seen.lines(event)] != []


def test_what_a_script_in_node_prints_and_opens() -> None:
    printed = {"script": "find.ts", "printed": 'Looking [1]\n\n{"price": 3}'}
    opened: Told = ("page.navigated", {"tab": "T1", "url": "https://shop.example/", "by": "script"})

    lines = shown(STARTED, opened, ("call.progress", {"call": None, "data": printed}), ("call.progress", {"data": 1}))

    assert lines[1:] == ["→ https://shop.example/", "  Looking [1]"]
