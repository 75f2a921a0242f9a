"""Questions of a page: told, left open, answered."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.page.live import LivePage
from pollex.practice.server import Server

OpenPage = Callable[[str], Awaitable[LivePage]]
FaultOf = Callable[..., Awaitable[Fault]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def text_of(page: LivePage) -> str:
    return (await page.state(text=20_000))["textContent"]


class TestDialogs:
    async def test_a_dialog_is_told_by_the_action_that_opened_it(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/dialog-confirm")
        done = await page.click("text=Delete drafts")
        assert done["dialog"] == {"kind": "confirm", "message": "Delete all drafts?"}

    async def test_everything_else_waits_until_it_is_answered(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        page = await open_page("/hard/dialog-confirm")
        await page.click("text=Delete drafts")
        others: dict[str, Object] = {
            "click": {"selector": "text=Delete drafts"},
            "type": {"selector": "input", "text": "x"},
            "wait": {"text": "Done"},
            "state": {},
            "scroll": {},
            "screenshot": {},
            "navigate": {"url": "about:blank"},
        }
        for action, args in others.items():
            fault = await fault_of(page, action, **args)
            assert (fault.code, fault.message) == ("conflict", "The page asks first (confirm): 'Delete all drafts?'.")
            assert fault.hint == "Answer it with page.dialog, accept true or false."

    @pytest.mark.parametrize(("accept", "said"), [(True, "Failed: drafts deleted"), (False, "Done: drafts kept")])
    async def test_yes_and_no(self, open_page: OpenPage, accept: bool, said: str) -> None:
        page = await open_page("/hard/dialog-confirm")
        await page.click("text=Delete drafts")
        answer = await page.do("dialog", accept=accept)
        assert answer["answered"] == {"kind": "confirm", "message": "Delete all drafts?", "accepted": accept}
        assert said in await text_of(page)

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            ({"accept": True, "text": "winter"}, "the file is called winter"),
            ({"accept": True}, "the file is called untitled"),
            ({"accept": False}, "cancelled"),
        ],
    )
    async def test_a_question_that_wants_text(self, open_page: OpenPage, args: Object, said: str) -> None:
        page = await open_page("/hard/dialog-prompt")
        await page.click("#ask")
        await page.do("dialog", **args)
        assert said in await text_of(page)

    async def test_staying_on_a_page_that_asks_before_it_is_left(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/dialog-beforeunload")
        await page.type("label=Draft", "dear all")
        assert (await page.click("text=Leave without saving"))["dialog"]["kind"] == "beforeunload"
        await page.do("dialog", accept=False)
        assert page.url.endswith("/hard/dialog-beforeunload")
        assert (await page.state())["elements"][1]["value"] == "dear all"

    async def test_going_elsewhere_from_a_page_that_asks(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/dialog-beforeunload")
        await page.click("label=Draft")
        await page.type("label=Draft", "dear all")
        answer = await page.navigate(f"{server.url}/hard/tabs")
        assert answer["dialog"]["kind"] == "beforeunload"
        assert (await page.do("dialog", accept=True))["url"] == f"{server.url}/hard/tabs"

    async def test_no_dialog_to_answer(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        fault = await fault_of(await open_page("/hard/modal"), "dialog", accept=True)
        assert (fault.code, fault.message) == ("not_found", "The page asks nothing.")
