"""Batches that are drawn in pieces, between those of others: a restart gives the same, taken back or not."""

from collections.abc import Callable, Coroutine
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.workspace.workspace import Workspace

from .scripts import command, workspace

BUTTON = '<button data-command=\'[{"op":"txn.cancel","params":{}}]\'>x</button>'
WINDOWS = st.sampled_from(["a", "b", "c"])
COMMANDS: st.SearchStrategy[Object] = st.one_of(
    WINDOWS.map(lambda id_: command("window.create", id=id_, title=id_)),
    WINDOWS.map(lambda id_: command("window.update", id=id_, title=f"{id_} again")),
    WINDOWS.map(lambda id_: command("window.close", id=id_)),
    WINDOWS.map(lambda id_: command("dom.append", windowId=id_, target="#root", html=BUTTON)),
    WINDOWS.map(
        lambda id_: command("dom.append", windowId=id_, target="#root", html=f"<input name='{id_}'><p>More</p>")
    ),
    st.builds(
        lambda id_, name: command(
            "component.render", id=name, windowId=id_, target="#root", type="text", props={"text": name}
        ),
        WINDOWS,
        st.sampled_from(["x", "y"]),
    ),
    st.builds(
        lambda id_, value: command("state.set", scope="window", windowId=id_, key="k", value=value),
        WINDOWS,
        st.integers(0, 3),
    ),
    st.integers(0, 3).map(lambda value: command("state.set", scope="workspace", key="k", value=value)),
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("piece"), st.sampled_from(["one", "two"]), COMMANDS),
        st.tuples(st.just("batch"), st.just(""), COMMANDS),
        st.tuples(st.just("take back"), st.sampled_from(["one", "two"]), st.none()),
        st.tuples(st.sampled_from(["undo", "redo"]), st.just(""), st.none()),
    ),
    max_size=14,
)


async def done(made: Workspace, what: str, group: str, envelope: Object | None) -> None:
    """Do one step, where it can be done."""
    steps: dict[str, Callable[[], Coroutine[Any, Any, object]]] = {
        "piece": lambda: made.apply([envelope], by="model", part_of=group),
        "batch": lambda: made.apply([envelope], by="person"),
        "take back": lambda: made.take_back(group),
        "undo": made.undo,
        "redo": made.redo,
    }
    try:
        await steps[what]()
    except Fault:
        assert what != "take back"


@settings(deadline=None, max_examples=150)
@given(STEPS)
async def test_a_restart_gives_the_same_desk_and_the_same_steps_to_undo(
    steps: list[tuple[str, str, Object | None]],
) -> None:
    log = MemoryLog()
    made = await workspace(log)
    for step in steps:
        await done(made, *step)
    again = await workspace(log)
    assert again.desk.to_json() == made.desk.to_json()
    assert [each.id for each in again.record.history.done] == [each.id for each in made.record.history.done]
    while made.record.history.done:
        await made.undo()
    assert made.desk.to_json() == (await workspace(log)).desk.to_json()


@settings(deadline=None, max_examples=150)
@given(st.lists(COMMANDS, max_size=6), st.lists(COMMANDS, min_size=1, max_size=6))
async def test_taking_back_gives_the_desk_before_the_first_piece(before: list[Object], pieces: list[Object]) -> None:
    made = await workspace()
    for envelope in before:
        await done(made, "batch", "", envelope)
    kept = made.desk.to_json()
    for envelope in pieces:
        await done(made, "piece", "one", envelope)
    await made.take_back("one")
    assert made.desk.to_json() == kept
