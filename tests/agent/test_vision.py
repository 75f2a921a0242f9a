"""Models that see get pictures: where a page is drawn, where they ask, and no more often than that."""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from pollex import App
from pollex.browser.image import image_size
from pollex.core.protocols import ModelReply
from pollex.testing import ScriptedModel

pytestmark = pytest.mark.asyncio(loop_scope="session")
Says = Callable[..., ModelReply]
FAILED = ("done", {"text": "No.", "success": False})
DRAWN = "data:text/html," + quote("<!doctype html><title>Chart</title><canvas width=300 height=200></canvas>")
PLAIN = "data:text/html," + quote("<!doctype html><title>Plain</title><button>Save</button>")


async def shown(app: App, url: str, *replies: ModelReply, blind: bool = False, **options: Any) -> list[list[bytes]]:
    """The pictures of each request."""
    model = ScriptedModel(replies, sees=not blind)
    async with app.page() as page:
        await page.call("page.state", {})
        assert page.tabs.current is not None
        await page.tabs.current.tab.page.goto(url)  # type: ignore[attr-defined]  # such an address nobody may give
        run = await app.run("Look", page=page, model=model, durable=False, pictures=False, **options)
        asked = [event.data for event in await run.events() if event.kind == "model.asked"]
    found = [[image for message in request.messages for image in message.images] for request in model.requests]
    assert [each.get("pictures", 0) for each in asked] == [len(each) for each in found]
    return found


@pytest.mark.parametrize(
    ("url", "blind", "vision", "count"),
    [
        (DRAWN, False, "auto", 1),
        (DRAWN, True, "auto", 0),
        (PLAIN, False, "auto", 0),
        (PLAIN, True, "always", 1),
        (DRAWN, False, "off", 0),
    ],
)
async def test_who_gets_a_picture(app: App, says: Says, url: str, blind: bool, vision: str, count: int) -> None:
    [pictures] = await shown(app, url, says(FAILED), blind=blind, vision=vision)
    assert [image_size(each)[0] > 300 for each in pictures] == [True] * count


async def test_a_model_that_sees_may_ask_for_one(app: App, says: Says) -> None:
    look = says(("page_screenshot", {"fullPage": False}))
    counts = [
        len(each) for each in await shown(app, PLAIN, look, says(("page_keypress", {"key": "End"})), says(FAILED))
    ]
    assert counts == [0, 1, 0]


async def test_it_is_offered_to_models_that_see_only(app: App, says: Says) -> None:
    for blind in (True, False):
        model = ScriptedModel([says(FAILED)], sees=not blind)
        async with app.page() as page:
            await app.run("Look", page=page, model=model, durable=False, pictures=False)
        offered = [tool["function"]["name"] for tool in model.requests[0].tools]
        assert ("page_screenshot" in offered) is not blind
