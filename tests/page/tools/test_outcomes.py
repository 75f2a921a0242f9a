"""What an action says of what it caused."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage
from pollex.practice.server import Server

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def text_of(page: LivePage) -> str:
    return (await page.state(text=20_000))["textContent"]


class TestOutcomes:
    async def test_a_click_says_what_appeared_and_what_was_asked(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/double-submit")
        done = await page.click("text=Donate")
        assert done["requests"] == [{"method": "POST", "url": f"{server.url}/hard/data/donate", "status": 200}]
        assert any("donation" in text for text in done["appeared"])

    async def test_one_click_is_one_submit(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/double-submit")
        before = await donations(page)
        await page.click("text=Donate")
        await page.do("refresh")
        assert await donations(page) == before + 1

    async def test_an_error_behind_a_page_that_says_thanks(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/shop/")
        await put_something_into_the_basket(page)
        await page.navigate(f"{server.url}/shop/basket")
        await page.type("label=Voucher", "BROKEN")
        done = await page.click("text=Redeem")
        assert "Thanks! Your voucher has been added." in done["appeared"]
        assert done["failed"] == [{"method": "POST", "url": f"{server.url}/shop/basket/voucher", "status": 500}]

    async def test_where_a_click_went(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/redirects")
        done = await page.click("text=Track my parcel")
        assert (done["from"], done["url"]) == (
            f"{server.url}/hard/redirects",
            f"{server.url}/hard/redirects?arrived=1",
        )

    async def test_the_evidence_of_an_element_is_kept(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/tabs")
        result = await page.call("page.click", {"selector": 'role=tab[name="Returns"]'})
        assert (result.proof["/selector"]["role"], result.proof["/selector"]["name"]) == ("tab", "Returns")

    async def test_a_download_lies_in_the_folder_of_the_run(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/download-link")
        result = await page.call("page.click", {"selector": "text=Price list (CSV)"})
        assert [Path(file).name for file in result.files] == ["prices.csv"]
        assert content(result.files[0]).startswith(b"item,price\n")

    async def test_a_page_that_is_2000_levels_deep_can_be_seen(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/deep")
        assert "At the bottom" in [element["text"] for element in (await page.state())["elements"]]


async def donations(page: LivePage) -> int:
    return int((await text_of(page)).partition("Donations received: ")[2].split()[0])


async def put_something_into_the_basket(page: LivePage) -> None:
    await page.click("text=Accept all")
    await page.click('(//a[contains(@href, "/shop/item/")])[1]')
    await page.click('.buy button:has-text("Add to basket")')


def content(file: Path | str) -> bytes:
    return Path(file).read_bytes()


REDRAWN = """<!doctype html><div id=app></div><script>
const people = ['Ada', 'Grace']
const draw = (said) => { app.innerHTML = `<header>Contacts <b>${people.length}</b></header><ul>${people.map((name) =>
  `<li><span>${name}</span> <i>${name}@example.org</i> <button>Remove</button></li>`).join('')}</ul>
  <button onclick="people.push('Edsger'); draw('Edsger was added')">Add</button>
  <button onclick="draw('')">Again</button><div>${said}</div>` }
draw('')
</script>"""


async def test_of_what_a_page_draws_anew_only_what_is_new_appeared(open_page: OpenPage) -> None:
    page = await open_page(f"data:text/html,{quote(REDRAWN)}")
    added = await page.do("click", selector="text=Add")
    assert added["appeared"] == ["Contacts 3", "Edsger Edsger@example.org Remove", "Edsger was added"]
    assert "appeared" not in await page.do("click", selector="text=Again")
