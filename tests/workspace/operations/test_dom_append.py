"""`dom.append`: HTML at the end of a target."""

from __future__ import annotations

from tests.workspace.desks import OPEN, content, html, notes, op, opened, pointers, refused, reopened


def append(markup: str, target: str = "#root", window: str = "w") -> dict[str, object]:
    return op("dom.append", windowId=window, target=target, html=markup)


async def test_html_is_added_at_the_end_of_the_slot() -> None:
    workspace = await opened(OPEN, html("<p>1</p>"), append("<p>2</p>"), append("3"))

    assert content(workspace) == [{"tag": "p", "children": ["1"]}, {"tag": "p", "children": ["2"]}, "3"]
    assert (await reopened(workspace)).desk == workspace.desk


async def test_html_is_added_at_the_end_of_the_target() -> None:
    workspace = await opened(OPEN, html("<ul id=l><li>1</li></ul><p>After</p>"), append("<li>2</li>", "#l"))

    assert content(workspace)[0]["children"] == [
        {"tag": "li", "children": ["1"]},
        {"tag": "li", "children": ["2"]},
    ]


async def test_components_that_stand_there_stay() -> None:
    render = op("component.render", id="c", windowId="w", target="#root", type="text", props={"text": "1"})
    workspace = await opened(OPEN, render, append("<p>2</p>"))

    assert content(workspace) == [{"component": "c"}, {"tag": "p", "children": ["2"]}]
    assert list(workspace.desk.components) == ["c"]


async def test_it_has_the_safety_net() -> None:
    workspace = await opened()
    answers = await workspace.apply([append("<p>1</p>", "#x", "new"), append("<p>2</p>", "#x", "new")])

    assert content(workspace, "new") == [{"tag": "p", "children": ["1"]}, {"tag": "p", "children": ["2"]}]
    assert [len(answer.notes) for answer in answers] == [2, 1]
    assert "There was no window 'new'" in notes(answers)[0]


async def test_there_is_no_off_switch() -> None:
    fault = await refused(
        await opened(OPEN), [op("dom.append", windowId="w", target="#root", html="x", sanitize=False)]
    )

    assert pointers(fault) == ["/0/params/sanitize"]
