"""Our scripts wait in each new document; only one that was there before us has them sent."""

from collections.abc import Callable

import pytest
from playwright.async_api import Browser, CDPSession

from pollex.core.json import Object
from pollex.page.frame_session import FrameSession
from pollex.page.scripts import page_scripts

PAGE = "data:text/html,<p>Around</p><iframe srcdoc='<p>Inside</p>'></iframe>"
pytestmark = pytest.mark.asyncio(loop_scope="session")


class RecordedSession:
    """A session that remembers which expressions it was asked."""

    def __init__(self, session: CDPSession) -> None:
        self.session = session
        self.asked: list[str] = []

    async def send(self, method: str, params: Object | None = None) -> Object:
        if method == "Runtime.evaluate":
            self.asked.append((params or {})["expression"])
        return dict(await self.session.send(method, params) or {})

    def on(self, event: str, handler: Callable[[Object], None]) -> None:
        self.session.on(event, handler)


async def test_scripts_are_sent_only_into_documents_older_than_the_session(chromium: Browser) -> None:
    context = await chromium.new_context()
    page = await context.new_page()
    await page.goto("data:text/html,<p>Alone</p>")
    session = RecordedSession(await context.new_cdp_session(page))
    worlds = FrameSession(session)
    await worlds.start()

    async def begun(frame: str) -> int:
        """Use our scripts in a frame; how often they were sent for that."""
        session.asked.clear()
        assert await worlds.run(await worlds.frame(frame), "typeof pollex.find") == "function"
        return session.asked.count(page_scripts())

    assert await begun(worlds.root) == 1
    await page.goto(PAGE)
    assert [await begun(each) for each in (worlds.root, *worlds.children(worlds.root))] == [0, 0]
    await context.close()
