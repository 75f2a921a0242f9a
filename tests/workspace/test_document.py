"""A workspace as one file: opening what was saved gives the same desk, and bad files are refused with places."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object, dumps, loads
from pollex.core.result import Result
from pollex.workspace.desk import Desk
from pollex.workspace.document import read_document
from pollex.workspace.workspace import Workspace

from .desks import OPEN, Effects, html, op, opened, pointers

WINDOWS = st.sampled_from(["a", "b", "shell"])
WORDS = st.text("xyz", min_size=1, max_size=5)
KEYS = st.sampled_from("kl")
VALUES = st.none() | st.integers(-9, 9) | WORDS | st.lists(st.integers(0, 9), max_size=2)
BUTTON = """<button data-command='[{"op": "window.close", "params": {"id": "a"}}]'>Close</button>"""


def drawn_text(window: str, text: str) -> Object:
    return op("component.render", id="c", windowId=window, target="#root", type="text", props={"text": text})


COMMANDS: st.SearchStrategy[Object] = st.one_of(
    st.builds(lambda id_, title: op("window.create", id=id_, title=title), WINDOWS, WORDS),
    st.builds(lambda id_: op("window.close", id=id_), WINDOWS),
    st.builds(lambda id_, width: op("window.update", id=id_, width=width), WINDOWS, st.integers(120, 900)),
    st.builds(lambda id_, text: html(f"<p id='p'>{text}</p>", window=id_), WINDOWS, WORDS),
    st.builds(lambda id_: html(BUTTON, window=id_), WINDOWS),
    st.builds(drawn_text, WINDOWS, WORDS),
    st.builds(lambda text: op("component.update", id="c", props={"text": text}), WORDS),
    st.builds(lambda key, value: op("state.set", scope="workspace", key=key, value=value), KEYS, VALUES),
    st.builds(lambda key: op("state.watch", scope="workspace", key=key), KEYS),
    st.just(op("api.call", url="https://example.com/")),
)
STEPS = st.lists(st.lists(COMMANDS, min_size=1, max_size=4) | st.sampled_from(["undo", "redo"]), max_size=8)


def drawn(desk: Desk) -> Object:
    """Return a desk without the ids of the batches that drew it."""
    made: Any = loads(dumps(desk.to_json()))
    for component in made["components"]:
        del component["batch"]
    for window in made["windows"]:
        _forget_commands(window["content"])
    return dict(made)


def _forget_commands(nodes: Any) -> None:
    for node in nodes:
        if isinstance(node, dict):
            if "command" in node:
                node["command"]["id"] = ""
            _forget_commands(node.get("children", []))


async def reached(steps: list[Any]) -> Workspace:
    workspace = await opened(effects=Effects(Result.success(None)))
    for step in steps:
        with suppress(Fault):
            await (getattr(workspace, step)() if isinstance(step, str) else workspace.apply(step))
    return workspace


@settings(max_examples=60, deadline=None)
@given(STEPS)
async def test_what_is_saved_and_opened_is_the_same_desk(steps: list[Any]) -> None:
    workspace = await reached(steps)
    document = await workspace.save()
    assert drawn(read_document(loads(dumps(document.to_json()))).desk) == drawn(workspace.desk)


async def test_what_was_taken_back_is_not_in_the_file() -> None:
    workspace = await opened(OPEN)
    await workspace.apply([html("<p>Wrong</p>")])
    await workspace.undo()
    assert (await workspace.save()).batches == [
        [op("window.create", id="w", title="Window", width=640, height=480, x=40, y=40, zIndex=1)]
    ]


async def test_ids_and_keys_of_the_first_time_are_left_out_and_traces_kept() -> None:
    workspace = await opened()
    await workspace.apply([{**OPEN, "idempotencyKey": "once", "traceId": "t", "txnId": "g"}])
    [[command]] = (await workspace.save()).batches
    assert sorted(command) == ["op", "params", "traceId", "txnId"]


async def test_calls_are_in_the_file_and_permissions_tell_of_them() -> None:
    workspace = await opened(OPEN, effects=Effects())
    await workspace.apply([op("api.call", url="https://api.example.com/a")])
    document = await workspace.save()
    assert document.batches[1][0]["op"] == "api.call"
    assert document.to_json()["permissions"]["hosts"] == ["api.example.com"]


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ({"format": "other"}, ["/format"]),
        ({"version": 2}, ["/version"]),
        ({"batches": [[]]}, ["/batches/0"]),
        ({"batches": "none"}, ["/batches"]),
        ({"more": 1}, ["/more"]),
        ({"batches": [[OPEN], [{"op": "window.creat", "params": {}}]]}, ["/batches/1/0/op"]),
        ({"batches": [[OPEN, op("window.close", id="x"), op("component.destroy", id="y")]]},
         ["/batches/0/1/params/id", "/batches/0/2/params/id"]),
        ({"batches": [[op("dom.set", windowId="w", target="#gone", html="")], [html("", target="#no")]]},
         []),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_with_places(change: Object, places: list[str]) -> None:
    file: Object = {"format": "pollex-workspace", "version": 1, "batches": [[OPEN]], **change}
    if not places:
        assert read_document(file).desk.windows["w"].synthetic
        return
    with pytest.raises(Fault) as caught:
        read_document(file)
    assert pointers(caught.value) == places


@pytest.mark.parametrize("data", [None, [], "text", 3])
def test_what_is_no_object_is_refused(data: Any) -> None:
    with pytest.raises(Fault) as caught:
        read_document(data)
    assert caught.value.code == "invalid_input"


async def test_a_saved_workspace_is_another_one_in_another_log() -> None:
    first = await opened(OPEN, html("<p>Hi</p>"))
    document = await first.save()
    second = await opened(log=MemoryLog())
    for batch in document.batches:
        await second.apply(batch)
    assert (drawn(second.desk), second.id == first.id) == (drawn(first.desk), False)


def test_a_call_whose_keys_are_spelled_otherwise_is_told_and_not_made() -> None:
    call = {"Op": "api.call", "Params": {"url": "pollex://tool/runs.start"}}
    made = read_document({"format": "pollex-workspace", "version": 1, "batches": [[OPEN, call]]})
    assert made.permissions["tools"] == ["runs.start"]
    assert "runs.start" not in dumps(made.desk.to_json())
