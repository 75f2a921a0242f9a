"""Going to pages."""

import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from pollex.core.fault import Fault
from pollex.page.live import LivePage
from pollex.practice.server import Server

OpenPage = Callable[[str], Awaitable[LivePage]]
FaultOf = Callable[..., Awaitable[Fault]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


class TestNavigation:
    async def test_back_and_forward_and_again(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        there = await page.navigate(f"{server.url}/hard/tabs")
        assert there == {
            "url": f"{server.url}/hard/tabs", "title": "Tabs · Hard pages", "tab": "main", "status": 200,
        }  # fmt: skip
        assert (await page.do("back"))["url"].endswith("/hard/modal")
        assert (await page.do("forward"))["url"].endswith("/hard/tabs")
        assert (await page.do("refresh"))["url"].endswith("/hard/tabs")

    async def test_what_a_page_asks_for_is_there_when_it_was_gone_to(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/late-fetch")
        assert "R-1044" in (await page.state())["outline"]
        await page.do("refresh")
        assert "R-1044" in (await page.state())["outline"]
        await page.navigate(f"{server.url}/hard/tabs")
        await page.do("back")
        assert "R-1044" in (await page.state())["outline"]

    async def test_the_ends_of_the_history(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        page = await open_page("/hard/modal")
        assert (await fault_of(page, "forward")).message == "Failed to go forward: there is no page after this one."
        await page.do("back")
        assert page.url == "about:blank"
        assert (await fault_of(page, "back")).message == "Failed to go back: there is no page before this one."

    async def test_an_address_without_its_scheme(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        assert (await page.navigate(f" 127.0.0.1:{server.port}/hard/tabs "))["url"] == f"{server.url}/hard/tabs"

    async def test_what_is_no_address(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        page = await open_page("about:blank")
        for given in ("opening hours", "javascript:alert(1)", "mailto:ada@example.org", "http://"):
            fault = await fault_of(page, "navigate", url=given)
            assert (fault.code, fault.pointer, fault.received) == ("invalid_input", "/url", given)

    async def test_a_page_that_is_missing_says_so(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        assert (await page.navigate(f"{server.url}/hard/no-such-page"))["status"] == 404

    async def test_a_new_tab(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        assert (await page.do("navigate", url=f"{server.url}/hard/tabs", new_tab=True))["tab"] == "main_2"

    async def test_numbers_of_the_page_before_lead_nowhere(
        self, open_page: OpenPage, server: Server, fault_of: FaultOf
    ) -> None:
        page = await open_page("/hard/modal")
        index = (await page.state())["elements"][0]["index"]
        await page.navigate(f"{server.url}/hard/tabs")
        assert (await fault_of(page, "click", index=index)).message == f"Element with index {index} not found"

    async def test_a_server_that_is_not_there(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/modal")
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        with pytest.raises(Fault) as told:
            await page.navigate(f"http://127.0.0.1:{port}/")
        assert told.value.code == "failed"
        assert f"127.0.0.1:{port} cannot be reached" in told.value.message

    @pytest.mark.parametrize("action", ["navigate", "open_tab"])
    async def test_a_port_that_browsers_refuse(self, open_page: OpenPage, fault_of: FaultOf, action: str) -> None:
        fault = await fault_of(await open_page("/hard/modal"), action, url="http://127.0.0.1:6000/")
        reason = "net::ERR_UNSAFE_PORT at http://127.0.0.1:6000/"
        assert (fault.code, fault.message) == ("failed", f"Failed to {action.replace('_', ' ')}: {reason}")
        assert fault.hint is not None

    async def test_files_of_this_machine_are_outside_every_list(self, open_page: OpenPage, tmp_path: Path) -> None:
        (tmp_path / "note.txt").write_text("private")
        page = await open_page("/hard/modal")
        with pytest.raises(Fault) as told:
            await page.navigate((tmp_path / "note.txt").as_uri())
        assert told.value.code == "blocked_domain"
