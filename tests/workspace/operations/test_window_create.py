"""`window.create`: a window with a header and an empty slot."""

from __future__ import annotations

import pytest
from tests.workspace.desks import OPEN, content, data, frame, html, notes, op, opened, pointers, refused, reopened

from pollex.core.json import Object

SIZES = [("xs", 320, 240), ("sm", 480, 360), ("md", 640, 480), ("lg", 880, 640), ("xl", 1120, 800)]


async def test_a_window_has_a_place_a_size_and_an_empty_slot() -> None:
    workspace = await opened(
        op("window.create", id="w", title="Notes", x=10, y=20, width=300, height=200, zIndex=7),
    )

    assert workspace.desk.windows["w"].to_page() == {
        "id": "w",
        "title": "Notes",
        "x": 10,
        "y": 20,
        "width": 300,
        "height": 200,
        "zIndex": 7,
        "synthetic": False,
        "content": [],
    }


@pytest.mark.parametrize(("size", "width", "height"), SIZES)
async def test_a_size_is_a_width_and_a_height(size: str, width: int, height: int) -> None:
    workspace = await opened(op("window.create", id="w", title="Notes", size=size))

    assert (frame(workspace)["width"], frame(workspace)["height"]) == (width, height)


async def test_a_window_without_a_size_is_medium() -> None:
    workspace = await opened(op("window.create", id="w", title="Notes"))

    assert (frame(workspace)["width"], frame(workspace)["height"]) == (640, 480)


async def test_width_and_height_win_over_the_size() -> None:
    workspace = await opened(
        op("window.create", id="a", title="A", size="xl", width=200),
        op("window.create", id="b", title="B", size="xl", height=200),
    )

    assert [(frame(workspace, id_)["width"], frame(workspace, id_)["height"]) for id_ in "ab"] == [
        (200, 800),
        (1120, 200),
    ]


async def test_120_pixels_are_enough() -> None:
    workspace = await opened(op("window.create", id="w", title="Notes", width=120, height=120))

    assert (frame(workspace)["width"], frame(workspace)["height"]) == (120, 120)


async def test_fewer_pixels_are_a_fault() -> None:
    fault = await refused(await opened(), [op("window.create", title="Notes", width=119, height=119.9)])

    assert pointers(fault) == ["/0/params/height", "/0/params/width"]


@pytest.mark.parametrize(
    ("given", "placed"),
    [
        ({"x": -560, "y": 0}, {"x": -560, "y": 0}),
        ({"x": -561, "y": 0}, {"x": -560, "y": 0}),
        ({"x": 0, "y": -1}, {"x": 0, "y": 0}),
        ({"x": 1e9, "y": 1e9}, {"x": 16384, "y": 16384}),
    ],
)
async def test_the_header_stays_within_reach(given: Object, placed: Object) -> None:
    workspace = await opened()
    answers = await workspace.apply([op("window.create", id="w", title="Notes", **given)])

    assert {name: frame(workspace)[name] for name in "xy"} == placed
    assert len(notes(answers)) == (given != placed)


async def test_windows_without_a_place_do_not_cover_one_another() -> None:
    workspace = await opened(*(op("window.create", title=str(number)) for number in range(8)))

    assert len({(window.x, window.y) for window in workspace.desk.windows.values()}) == 8


async def test_a_new_window_lies_on_top() -> None:
    workspace = await opened(
        op("window.create", id="a", title="A", zIndex=50),
        op("window.create", id="b", title="B"),
    )

    assert [frame(workspace, id_)["zIndex"] for id_ in "ab"] == [50, 51]


async def test_an_id_that_is_left_out_is_made_and_answered() -> None:
    workspace = await opened()
    answers = await workspace.apply([op("window.create", title="A"), op("window.create", title="B")])

    assert [each["id"] for each in data(answers)] == list(workspace.desk.windows)
    assert [window["title"] for window in workspace.windows()] == ["A", "B"]


@pytest.mark.parametrize("wrong", ["", "a b", "-a", "a\n", "a" * 129, "<b>"])
async def test_an_id_is_a_plain_name(wrong: str) -> None:
    fault = await refused(await opened(), [op("window.create", id=wrong, title="A")])

    assert pointers(fault) == ["/0/params/id"]


async def test_a_title_is_needed() -> None:
    fault = await refused(await opened(), [op("window.create", id="w")])

    assert pointers(fault) == ["/0/params/title"]


async def test_an_unknown_size_is_a_fault() -> None:
    fault = await refused(await opened(), [op("window.create", title="A", size="huge")])

    assert pointers(fault) == ["/0/params/size"]


async def test_an_id_that_exists_is_a_conflict() -> None:
    fault = await refused(await opened(OPEN), [OPEN])

    assert (fault.code, fault.pointer) == ("conflict", "/0/params/id")


async def test_a_window_of_the_safety_net_is_completed() -> None:
    workspace = await opened(html("<p>Early</p>"))
    assert frame(workspace)["synthetic"]

    await workspace.apply([op("window.create", id="w", title="Notes", size="lg", x=5, y=6)])

    assert frame(workspace) | {"zIndex": 0} == {
        "id": "w",
        "title": "Notes",
        "x": 5,
        "y": 6,
        "width": 880,
        "height": 640,
        "zIndex": 0,
        "synthetic": False,
    }
    assert content(workspace) == [{"tag": "p", "children": ["Early"]}]


async def test_what_a_completing_command_leaves_out_stays() -> None:
    workspace = await opened(op("window.update", id="w", x=5, y=6, width=700, height=500))
    await workspace.apply([OPEN])

    assert {name: frame(workspace)[name] for name in ("x", "y", "width", "height")} == {
        "x": 5,
        "y": 6,
        "width": 700,
        "height": 500,
    }


async def test_a_completed_window_is_a_conflict_from_then_on() -> None:
    fault = await refused(await opened(html("x"), OPEN), [OPEN])

    assert fault.code == "conflict"


async def test_there_are_at_most_200_windows() -> None:
    workspace = await opened()
    for start in range(0, 200, 50):
        await workspace.apply([op("window.create", id=f"w{start + each}", title="W") for each in range(50)])

    fault = await refused(workspace, [OPEN])
    assert (fault.code, fault.pointer) == ("limit", "/0/params")


async def test_a_restart_gives_the_same_windows_also_those_with_made_ids_and_places() -> None:
    workspace = await opened(op("window.create", title="A", x=-9999), op("window.create", title="B", size="xs"))

    assert (await reopened(workspace)).desk == workspace.desk


async def test_a_title_has_nothing_that_nobody_sees_or_that_turns_it_around() -> None:
    workspace = await opened(op("window.create", id="w", title="\u202eNot\u200bes\u3164 שלום"))

    assert frame(workspace)["title"] == "Notes שלום"
    assert frame(await reopened(workspace)) == frame(workspace)
