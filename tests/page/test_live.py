"""What the page tells the log of its run."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.browser.fingerprint import fingerprint
from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_every_state_that_is_taken_is_an_event_with_its_fingerprint(open_page: OpenPage) -> None:
    page = await open_page("data:text/html," + quote("<title>One</title><button onclick='this.innerText=2'>1</button>"))
    states = [await page.state(), await page.do("state")]
    await page.click("text=1")
    states.append(await page.state())
    log = page.context.log
    assert log is not None
    seen = [event.data for event in await log.read(page.context.run) if event.kind == "page.seen"]
    assert [(each["url"], each["title"]) for each in seen] == [(state["url"], "One") for state in states]
    assert [each["fingerprint"] for each in seen] == [fingerprint(each["url"], each["outline"]) for each in states]
    assert seen[0]["fingerprint"] == seen[1]["fingerprint"] != seen[2]["fingerprint"]
