"""A person at a page, by trusted input in real Chromium: what they do is told as the calls that would do the same."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from playwright.async_api import CDPSession, Error, Frame, Page

from pollex import App
from pollex.page.observer import PageObserver
from pollex.page.observer_act import ObservedAct
from pollex.page.playwright_driver import PlaywrightTab

from ..waits import until_async
from .conftest import HOSTS
from .observer_site import Site, observed_site

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with observed_site() as running:
        yield running


class Observed:
    """A page with a person at it, and what was told of them."""

    def __init__(self, page: Page, acts: list[ObservedAct], observer: PageObserver) -> None:
        self.page = page
        self.acts = acts
        self.observer = observer

    async def told(self) -> list[tuple[str, object, str | None]]:
        """What they did until now: tool, arguments, and what the element is called."""
        await self.observer.finish()
        return [(act.tool, act.args, (act.evidence or {}).get("name")) for act in self.acts]

    async def until(self, count: int) -> None:
        await until_async(f"{count} acts", lambda: len(self.acts) >= count)


Observe = Callable[..., Awaitable[Observed]]


@pytest_asyncio.fixture(loop_scope="session")
async def observe(app: App, site: Site) -> AsyncIterator[Observe]:
    async with AsyncExitStack() as windows:

        async def begin(path: str, allow: Sequence[str] | None = HOSTS) -> Observed:
            live = await windows.enter_async_context(app.page(site.url + path, allow=allow))
            acts: list[ObservedAct] = []

            async def tell(act: ObservedAct) -> None:
                acts.append(act)

            observer = PageObserver(live, tell)
            await observer.start()
            assert live.tabs.current is not None
            tab = live.tabs.current.tab
            assert isinstance(tab, PlaywrightTab)
            return Observed(tab.page, acts, observer)

        yield begin


async def test_a_form_is_told_field_by_field_with_the_element_that_has_the_meaning(
    observe: Observe, site: Site
) -> None:
    seen = await observe("/order")
    page = seen.page
    await page.mouse.click(*await centre(page, "#name"))
    await page.keyboard.type("Adax")
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowDown")
    await page.mouse.click(*await centre(page, "text=Wrap it"))
    await page.mouse.click(*await centre(page, "text=By hand"))
    await page.mouse.click(*await centre(page, "textarea"))
    await page.keyboard.type("one")
    await page.keyboard.press("Enter")
    await page.keyboard.type("two")
    await page.mouse.click(*await centre(page, "b"))
    await page.wait_for_selector("text=Thank you")
    assert await seen.told() == [
        ("page.type", {"text": "Ada"}, "Full name"),
        ("page.select", {"option": "Black"}, "Colour"),
        ("page.check", {"on": True}, "Wrap it as a gift"),
        ("page.check", {"on": True}, "By hand"),
        ("page.type", {"text": "one\ntwo"}, "Note"),
        ("page.click", {}, "Send the order"),
    ]
    last = seen.acts[-1]
    assert (last.url, last.title, last.data["url"]) == (f"{site.url}/order", "Order", f"{site.url}/thanks")
    assert last.data["sent"] == 1
    assert site.sent[-1][1] == {"name": "Ada", "colour": "Black", "gift": "on", "way": "hand", "note": "one\r\ntwo"}


async def test_what_is_typed_into_secret_fields_does_not_reach_python(observe: Observe) -> None:
    seen = await observe("/login")
    page = seen.page
    heard: list[str] = []
    session = await page.context.new_cdp_session(page)
    await session.send("Runtime.enable")
    await session.send("Runtime.addBinding", {"name": "pollexObserved", "executionContextName": "pollex observes"})
    session.on("Runtime.bindingCalled", lambda event: heard.append(event["payload"]))
    for field, text in (("user", "ada"), ("password", "correct horse"), ("code", "314159")):
        await page.mouse.click(*await centre(page, f"[name={field}]"))
        await page.keyboard.type(text)
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/order")
    assert await seen.told() == [
        ("page.type", {"text": "ada"}, "User"),
        ("page.type", {}, "Password"),
        ("page.type", {}, "Code"),
        ("page.keypress", {"key": "Enter"}, "Code"),
    ]
    assert [act.secret for act in seen.acts] == [False, True, True, False]
    assert heard
    assert not [each for each in heard if "horse" in each or "correct" in each or "314159" in each]


async def test_a_page_that_hides_what_is_secret_about_a_field_does_not_bring_it_out(observe: Observe) -> None:
    seen = await observe("/odd")
    page = seen.page
    await page.mouse.click(*await centre(page, "input[type=password]"))
    await page.keyboard.type("correct")
    await page.mouse.click(*await centre(page, "text=Show"))
    await page.mouse.click(*await centre(page, "#host input"))
    await page.keyboard.type(" horse")
    await page.mouse.click(*await centre(page, "[name=pin]"))
    await page.keyboard.type("314159")
    await page.mouse.click(*await centre(page, "[role=textbox]"))
    await page.keyboard.type("osprey")
    assert await seen.told() == [
        ("page.type", {}, "Password"),
        ("page.click", {}, "Show"),
        ("page.type", {}, "Password"),
        ("page.type", {}, "Pin"),
        ("page.type", {}, "Phrase"),
    ]
    assert not [text for text in ("correct", "horse", "314159", "osprey") if text in str(seen.acts)]


async def test_boxes_of_a_code_are_one_secret_field(observe: Observe) -> None:
    seen = await observe("/codes")
    page = seen.page
    await page.mouse.click(*await centre(page, "[name=d1]"))
    await page.keyboard.type("271828")
    await page.keyboard.press("Backspace")
    await page.keyboard.type("9")
    await page.mouse.click(*await centre(page, "button"))
    assert await seen.told() == [("page.type", {}, "Digit 1"), ("page.click", {}, "Go on")]
    assert [act.secret for act in seen.acts] == [True, False]


async def test_widgets_keys_dialogs_and_frames(observe: Observe) -> None:
    seen = await observe("/widgets")
    page = seen.page
    person = await page.context.new_cdp_session(page)
    await person.send("Page.enable")
    await page.mouse.click(*await centre(page, "#plain"))
    await page.mouse.dblclick(*await centre(page, "i"))
    await page.mouse.click(*await centre(page, "[aria-label=Chat]"))
    await page.keyboard.type("hello")
    await page.keyboard.press("Enter")
    await seen.until(3)
    await page.mouse.click(*await centre(page, "text=By script"))
    await page.mouse.click(*await centre(page, "text=Pick"))
    await page.mouse.click(*await centre(page, "[aria-label=Mask]"))
    await page.keyboard.type("12")
    clicking = asyncio.ensure_future(page.mouse.click(*await centre(page, "text=Remove")))
    await until_async("the dialog", lambda: answered(person))
    await clicking
    frame = page.frame(url="**/inner")
    assert frame is not None
    await page.mouse.click(*await centre(frame, "[name=city]"))
    await page.keyboard.type("Rome")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    assert await seen.told() == [
        ("page.click", {"count": 2}, "Folder"),
        ("page.type", {"text": "hello"}, "Chat"),
        ("page.keypress", {"key": "Enter"}, "Chat"),
        ("page.click", {}, "By script"),
        ("page.click", {}, "Pick"),
        ("page.type", {"text": "1-2-"}, "Mask"),
        ("page.click", {}, "Remove"),
        ("page.dialog", {"accept": True}, None),
        ("page.type", {"text": "Rome"}, "City"),
        ("page.click", {}, "Inside"),
    ]
    asking = next(act for act in seen.acts if act.data.get("dialog"))
    assert asking.data["dialog"] == {"kind": "confirm", "message": "Sure?"}


async def test_addresses_history_and_tabs(observe: Observe, site: Site) -> None:
    seen = await observe("/order")
    page = seen.page
    person = await page.context.new_cdp_session(page)
    await page.mouse.click(*await centre(page, "i"))
    await page.wait_for_url("**/help")
    await seen.until(1)
    await person.send("Page.navigate", {"url": f"{site.url}/widgets"})
    await seen.until(2)
    await page.mouse.click(*await centre(page, "text=Go back"))
    await page.wait_for_url("**/help")
    await seen.until(3)
    history = await person.send("Page.getNavigationHistory")
    await person.send("Page.navigateToHistoryEntry", {"entryId": history["entries"][history["currentIndex"] - 1]["id"]})
    await seen.until(4)
    await person.send("Page.reload")
    await seen.until(5)
    async with page.context.expect_page() as opening:
        await page.mouse.click(*await centre(page, "text=Open a window"))
    window = await opening.value
    await window.wait_for_selector("text=To the order")
    await seen.until(6)
    await window.mouse.click(*await centre(window, "text=To the order"))
    await window.wait_for_url("**/order")
    await page.mouse.click(*await centre(page, "i"))
    await page.wait_for_url("**/help")
    assert await seen.told() == [
        ("page.click", {}, "Read the help"),
        ("page.navigate", {"url": f"{site.url}/widgets"}, None),
        ("page.click", {}, "Go back"),
        ("page.back", {}, None),
        ("page.refresh", {}, None),
        ("page.click", {}, "Open a window"),
        ("page.click", {}, "To the order"),
        ("page.switch_tab", {"tabName": "main"}, None),
        ("page.click", {}, "Read the help"),
    ]
    assert seen.acts[5].data["opened"] == ["popup"]


async def test_a_person_goes_to_private_hosts_by_naming_them(observe: Observe, site: Site) -> None:
    seen = await observe("/order", allow=None)
    other = f"{site.url.replace('127.0.0.1', 'localhost')}/help"
    await (await seen.page.context.new_cdp_session(seen.page)).send("Page.navigate", {"url": other})
    await seen.page.wait_for_selector("text=To the order")
    assert await seen.told() == [("page.navigate", {"url": other}, None)]


async def answered(person: CDPSession) -> bool:
    try:
        await person.send("Page.handleJavaScriptDialog", {"accept": True})
    except Error:
        return False  # there is none yet
    return True


async def centre(page: Page | Frame, selector: str) -> tuple[float, float]:
    """Where the middle of an element is, for the mouse."""
    box = await page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
