"""Where an element that was acted on is in the picture of its step."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pollex import App
from pollex.core.protocols import ModelReply
from pollex.practice.server import Server
from pollex.testing import ScriptedModel

pytestmark = pytest.mark.asyncio(loop_scope="session")
Says = Callable[..., ModelReply]
RECT = """selector => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return [box.left, box.top + scrollY, box.width, box.height];
}"""


async def test_a_box_is_told_as_the_picture_shows_it(app: App, server: Server, says: Says) -> None:
    model = ScriptedModel([
        says(("page.type", {"selector": "[name=q]", "text": "lamp"})),
        says(("page.scroll", {"down": True, "pages": 2})),
        says(("page.keypress", {"selector": "#news-email", "key": "Shift"})),
        says(("page.hover", {"selector": "footer [href='/shop/account']"})),
        says(("page.type", {"selector": "[name=q]", "text": "kettle"})),
        says(("done", {"text": "No.", "success": False})),
    ])  # fmt: skip
    async with app.page(f"{server.url}/shop/") as page:
        run = await app.run("Look around", model=model, page=page)
        tab: Any = (await page.opened()).tab
        rects = [
            await tab.page.evaluate(RECT, selector)
            for selector in ("[name=q]", "#news-email", "footer [href='/shop/account']")
        ]
    steps = [event.data for event in await run.events() if event.kind == "step.finished"]
    boxes = [step["actions"][0]["box"] for step in steps]
    scrolled = steps[1]["actions"][0]["result"]["data"]["scrollY"]

    assert boxes[0] == pytest.approx(rects[0], abs=0.1)
    assert boxes[2] == pytest.approx([rects[1][0], rects[1][1] - scrolled, *rects[1][2:]], abs=0.1)
    assert boxes[3][2:] == pytest.approx(rects[2][2:], abs=0.1)
    assert (boxes[1], boxes[4]) == (None, None)  # no element; and one above what the picture shows
    picture = await asyncio.to_thread(Path(steps[0]["picture"]).read_bytes)
    assert picture.startswith(b"\xff\xd8\xff")  # a JPEG
