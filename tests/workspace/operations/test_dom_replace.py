"""`dom.replace`: another name of `dom.set`."""

from __future__ import annotations

from tests.workspace.desks import OPEN, content, notes, op, opened, pointers, refused, reopened

START = op("dom.set", windowId="w", target="#root", html="<p id=a>Old</p><p>Kept</p>")


async def test_it_does_what_dom_set_does() -> None:
    replaced = await opened(OPEN, START, op("dom.replace", windowId="w", target="#a", html="<b>New</b>"))
    was_set = await opened(OPEN, START, op("dom.set", windowId="w", target="#a", html="<b>New</b>"))

    assert content(replaced) == content(was_set)
    assert content(replaced)[0]["children"] == [{"tag": "b", "children": ["New"]}]
    assert (await reopened(replaced)).desk == replaced.desk


async def test_it_has_the_safety_net_and_the_gate() -> None:
    workspace = await opened()
    answers = await workspace.apply([op("dom.replace", windowId="new", target="#x", html="<p onclick=x>Hi</p>")])

    assert content(workspace, "new") == [{"tag": "p", "children": ["Hi"]}]
    assert len(notes(answers)) == 3


async def test_there_is_no_off_switch() -> None:
    fault = await refused(
        await opened(OPEN), [op("dom.replace", windowId="w", target="#root", html="x", sanitize=False)]
    )

    assert pointers(fault) == ["/0/params/sanitize"]
