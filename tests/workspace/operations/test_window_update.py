"""`window.update`: title, place, size and layer."""

from __future__ import annotations

from tests.workspace.desks import OPEN, content, frame, heard, html, notes, op, opened, pointers, refused, reopened


async def test_what_is_named_changes_and_all_else_stays() -> None:
    workspace = await opened(OPEN, html("<p>Kept</p>"))
    before = frame(workspace)

    await workspace.apply([op("window.update", id="w", title="Other", width=300, zIndex=9)])

    assert frame(workspace) == {**before, "title": "Other", "width": 300, "zIndex": 9}
    assert content(workspace) == [{"tag": "p", "children": ["Kept"]}]


async def test_fewer_than_120_pixels_are_a_fault() -> None:
    fault = await refused(await opened(OPEN), [op("window.update", id="w", width=119, height=119)])

    assert pointers(fault) == ["/0/params/height", "/0/params/width"]


async def test_the_header_stays_within_reach() -> None:
    workspace = await opened(OPEN)
    answers = await workspace.apply([op("window.update", id="w", x=-2000, y=-5)])

    assert (frame(workspace)["x"], frame(workspace)["y"]) == (-560, 0)
    assert notes(answers) == ["The window was moved to -560, 0, so that its header can be reached."]


async def test_a_window_that_gets_narrower_stays_within_reach() -> None:
    workspace = await opened(op("window.create", id="w", title="Window", x=-500, y=0))
    answers = await workspace.apply([op("window.update", id="w", width=120)])

    assert frame(workspace)["x"] == -40
    assert notes(answers) == ["The window was moved to -40, 0, so that its header can be reached."]


async def test_a_size_by_name_is_for_new_windows_only() -> None:
    fault = await refused(await opened(OPEN), [op("window.update", id="w", size="xl")])

    assert pointers(fault) == ["/0/params/size"]


async def test_an_unknown_window_is_made_by_the_safety_net() -> None:
    workspace = await opened()
    answers = await workspace.apply([op("window.update", id="new", title="New")])

    assert (frame(workspace, "new")["title"], frame(workspace, "new")["synthetic"]) == ("New", True)
    assert notes(answers) == ["There was no window 'new': an empty one was made."]
    events = await workspace.record.log.read(workspace.id)
    assert [(event.data["command"]["op"], event.data.get("synthetic", False)) for event in events] == [
        ("window.create", True),
        ("window.update", False),
    ]
    assert (await reopened(workspace)).desk == workspace.desk


async def test_the_id_is_needed() -> None:
    fault = await refused(await opened(OPEN), [op("window.update", title="Other")])

    assert pointers(fault) == ["/0/params/id"]


async def test_listeners_hear_of_a_window_that_was_updated() -> None:
    workspace = await opened(OPEN)
    events: list[object] = []
    stop = workspace.on_window(lambda event: events.append(event.to_json()))
    await workspace.apply([op("window.update", id="w", title="Other")])
    stop()
    await workspace.apply([op("window.update", id="w", title="Third")])

    assert events == [{"kind": "updated", "id": "w", "title": "Other"}]


async def test_a_batch_is_one_change_for_every_client() -> None:
    workspace = await opened(OPEN)
    updates = heard(workspace)
    await workspace.apply([op("window.update", id="w", title=str(number)) for number in range(64)])

    assert [each.windows["w"]["title"] for each in updates if each.windows["w"]] == ["63"]


async def test_a_new_title_has_nothing_that_nobody_sees_or_that_turns_it_around() -> None:
    workspace = await opened(OPEN)
    await workspace.apply([op("window.update", id="w", title="\u2066Oth\u200eer\u2069")])

    assert frame(workspace)["title"] == "Other"
