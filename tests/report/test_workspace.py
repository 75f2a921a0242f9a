"""A workspace in the report: its batches in words, its calls, its chat, its decisions, and what was taken back."""

import asyncio

import pytest

from pollex.core.event import Event
from pollex.report import report
from pollex.report.batches import gate_words
from pollex.report.gather import gather
from pollex.report.story import Aside, StoryPart

from .workspace_log import workspace_events


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    return asyncio.run(workspace_events(tmp_path_factory.mktemp("home")))


def test_the_story_has_batches_with_their_commands_in_words(events: list[Event]) -> None:
    story = gather(events)
    assert (story.kind, story.title, story.ending.words) == ("workspace", "Workspace", "Open")
    assert [(part.label, part.data["by"], part.data["traces"], part.ok) for part in story.parts] == [
        ("1", "program", ["trace-1"], True),
        ("2", "model", [], True),
    ]
    assert [action.words for part in story.parts for action in part.actions] == [
        "Opened the window “Notes <b>”",
        "Drew #root of the window notes",
        "Called pollex://tool/workflows.list",
        "Set the workspace state done",
    ]


def test_a_call_stands_in_its_batch_with_its_result(events: list[Event]) -> None:
    call = gather(events).parts[0].actions[2]
    assert call.result is not None
    assert (call.tool, call.result["ok"], call.result["data"]) == ("api.call", True, [])


def test_a_call_without_an_answer_is_not_finished(events: list[Event]) -> None:
    story = gather([event for event in events if event.kind != "call.finished"])
    assert (story.parts[0].ok, story.parts[0].actions[2].words) == (None, "Began to call pollex://tool/workflows.list")


def test_a_batch_that_was_not_written_to_its_end_is_not_finished(events: list[Event]) -> None:
    assert gather(events[:2]).parts[0].ok is None


def test_chat_decisions_and_what_was_taken_back_stand_between_the_batches(events: list[Event]) -> None:
    entries = gather(events).entries
    assert [entry.title for entry in entries if isinstance(entry, Aside)] == ["Person", "Taken back", "Decision"]
    assert [entry.text for entry in entries if isinstance(entry, Aside)] == [
        "Make a note, <i>please</i>",
        "Batch 2, by person",
        "Full Control was switched on, by person",
    ]
    assert [type(entry) for entry in entries] == [Aside, StoryPart, StoryPart, Aside, Aside]
    assert gather(events).parts[1].asides == [Aside("Taken back", "It is not in the workspace.", "warn")]


def test_what_is_done_again_is_not_taken_back(events: list[Event]) -> None:
    [undone] = [event for event in events if event.kind == "workspace.undone"]
    again = Event(undone.run, 99, undone.at, "workspace.undone", {**undone.data, "redo": True})
    assert gather([*events, again]).parts[1].asides == []


def test_html_is_cut_short_and_escaped(events: list[Event]) -> None:
    drawn = gather(events).parts[0].actions[1]
    assert len(drawn.args["html"]) == 600
    html = report(events).html
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "Opened the window “Notes &lt;b&gt;”" in html
    assert "by program · trace trace-1" in html


def test_what_the_gate_dropped_is_noted(events: list[Event]) -> None:
    assert "Note: &lt;script&gt; was dropped with its content" in report(events).html


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"flags": {"locked": True}, "by": "person"}, "Full Control was locked, by person"),
        (
            {"plan": {"id": "p", "title": "Notes", "steps": [{}, {}]}, "by": "model"},
            "A plan of 2 commands waits: Notes, by model",
        ),
        ({"decision": {"plan": "p", "steps": [0, 2], "state": "done"}}, "Commands 1, 3 of a plan were accepted"),
        ({"decision": {"plan": "p", "steps": [1], "state": "refused"}}, "Commands 2 of a plan were refused"),
    ],
)
def test_decisions_in_words(data: dict[str, object], words: str) -> None:
    assert gate_words(data) == words


def test_pieces_of_a_batch_that_was_drawn_while_it_arrived_are_one_part() -> None:
    def command(piece: str, seq: int) -> Event:
        made = {"op": "window.create", "params": {"id": piece, "title": piece}}
        data = {"batch": piece, "partOf": "whole", "index": 0, "count": 1, "by": "model", "command": made}
        return Event("r", seq, "2026-11-17T00:00:00Z", "workspace.command", data)

    back = {"batch": "whole", "redo": False, "whole": True, "by": "model"}
    undone = Event("r", 3, "2026-11-17T00:00:00Z", "workspace.undone", back)
    [part] = gather([command("a", 1), command("b", 2), undone]).parts
    assert (len(part.actions), part.ok, [aside.title for aside in part.asides]) == (2, True, ["Taken back"])


def test_a_window_of_the_safety_net_is_told() -> None:
    made = {"op": "window.create", "params": {"id": "w", "title": "w"}}
    event = Event("r", 1, "2026-11-17T00:00:00Z", "workspace.command",
                  {"batch": "b", "index": 0, "count": 1, "by": "model", "command": made, "answer": {"id": "w"},
                   "synthetic": True})  # fmt: skip
    [action] = gather([event]).parts[0].actions
    assert action.result is not None
    assert "safety net" in action.result["notes"][0]
