"""A window's state taken from one Chromium and put back into another: a run goes on where it was."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any
from urllib.request import urlopen

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.fault import Fault
from pollex.core.json import Object, dumps, loads
from pollex.page.live import LivePage
from pollex.page.playwright_driver import PlaywrightTab
from pollex.page.snapshot import ROOM, empty_snapshot, within_room
from pollex.practice.server import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")
OpenPage = Callable[[str], Awaitable[LivePage]]

FILL = """async () => {
  localStorage.setItem("theme", "dark");
  sessionStorage.setItem("step", "2");
  const opening = indexedDB.open("notes", 3);
  opening.onupgradeneeded = () => {
    const notes = opening.result.createObjectStore("notes", { keyPath: "id", autoIncrement: true });
    notes.createIndex("tags", "tags", { multiEntry: true });
    opening.result.createObjectStore("loose");
  };
  await new Promise((done) => { opening.onsuccess = done; });
  const writing = opening.result.transaction(["notes", "loose"], "readwrite");
  writing.objectStore("notes").put({ tags: ["a", "b"], at: new Date(86400000), bytes: new Uint16Array([1, 2, 300]),
    raw: new Uint8Array([9, 8]).buffer, blob: new Blob(["hello"], { type: "text/plain" }), $: "no kind" });
  writing.objectStore("loose").put(new Map([["x", 10n], ["y", undefined], ["z", -Infinity]]), [1, "two", new Date(5)]);
  await new Promise((done) => { writing.oncomplete = done; });
  opening.result.close();
}"""
READ = """async () => {
  const opening = indexedDB.open("notes");
  await new Promise((done) => { opening.onsuccess = done; });
  const reading = opening.result.transaction(["notes", "loose"]);
  const asked = (request) => new Promise((done) => { request.onsuccess = () => done(request.result); });
  const notes = reading.objectStore("notes");
  const loose = reading.objectStore("loose");
  const [[note], byTag, [map], [key]] = await Promise.all([
    asked(notes.getAll()), asked(notes.index("tags").getAllKeys("b")),
    asked(loose.getAll()), asked(loose.getAllKeys())]);
  const next = await asked(opening.result.transaction("notes", "readwrite").objectStore("notes").put({ tags: [] }));
  return { theme: localStorage.theme, step: sessionStorage.step, version: opening.result.version, byTag, next,
    at: note.at instanceof Date && note.at.getTime(), bytes: note.bytes instanceof Uint16Array && [...note.bytes],
    raw: note.raw instanceof ArrayBuffer && [...new Uint8Array(note.raw)],
    blob: [note.blob.type, await note.blob.text()], dollar: note.$,
    map: [...map].map(([name, value]) => `${name}=${typeof value} ${value}`),
    key: [key[0], key[1], key[2] instanceof Date && key[2].getTime()] };
}"""
WHAT_IT_READS = {
    "theme": "dark", "step": "2", "version": 3, "byTag": [1], "next": 2, "at": 86400000, "bytes": [1, 2, 300],
    "raw": [9, 8], "blob": ["text/plain", "hello"], "dollar": "no kind",
    "map": ["x=bigint 10", "y=undefined undefined", "z=number -Infinity"], "key": [1, "two", 5],
}  # fmt: skip


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def other_app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    """Another App, and so another Chromium."""
    async with App(home=tmp_path_factory.mktemp("elsewhere")) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def elsewhere(other_app: App) -> AsyncIterator[Callable[..., Awaitable[LivePage]]]:
    """Pages of another App."""
    async with AsyncExitStack() as windows:

        async def opened(allow: tuple[str, ...] | None = ("127.0.0.1", "localhost")) -> LivePage:
            return await windows.enter_async_context(other_app.page(allow=allow))

        yield opened


async def evaluate(page: LivePage, script: str, argument: Any = None) -> Any:
    """What a script of the page itself gives in the current tab."""
    current = page.tabs.current
    assert current is not None
    assert isinstance(current.tab, PlaywrightTab)
    return await current.tab.page.evaluate(script, argument)


async def moved(page: LivePage, target: LivePage) -> list[str]:
    """Take a snapshot, end the page, and put the snapshot, which went through a file as text, into another one."""
    text = dumps(await page.snapshot())
    await page.close()
    snapshot = loads(text)
    assert isinstance(snapshot, dict)
    return await target.restore(snapshot)


async def log_in(page: LivePage, server: Server) -> None:
    await page.type("label=User name", "ada")
    await page.type("label=Password", "lovelace-1843")
    await page.click("text=Sign in")
    shown = await asyncio.to_thread(lambda: urlopen(f"{server.url}/bank/authenticator").read().decode())
    found = re.search(r"(\d{3}) (\d{3})<", shown)
    assert found is not None
    await page.type("#code", found[1] + found[2])
    await page.click("text=Verify")


async def test_a_login_goes_on_in_another_browser(
    open_page: OpenPage, elsewhere: Callable[[], Awaitable[LivePage]], server: Server
) -> None:
    page = await open_page("/bank/login")
    await log_in(page, server)
    assert page.url == f"{server.url}/bank/"
    target = await elsewhere()
    assert await moved(page, target) == []
    assert target.url == f"{server.url}/bank/"
    assert "Sign out" in (await target.state())["outline"]


async def test_tabs_come_back_in_order_with_name_scroll_and_the_active_one(
    open_page: OpenPage, elsewhere: Callable[[], Awaitable[LivePage]], server: Server
) -> None:
    page = await open_page("/shop/")
    await evaluate(page, "scrollTo(0, 240)")
    await page.do("open_tab", url=f"{server.url}/tracker/", name="work")
    await page.do("open_tab", url=f"{server.url}/mail/", name="mail")
    await page.do("switch_tab", tabName="work")
    before = page.tabs.to_json()
    target = await elsewhere()
    assert await moved(page, target) == []
    assert target.tabs.to_json() == before
    assert [tab["current"] for tab in before] == [False, True, False]
    target.tabs.switch("main")
    assert await evaluate(target, "scrollY") == 240


async def test_storage_and_databases_are_there_before_the_page_begins(
    open_page: OpenPage, elsewhere: Callable[[], Awaitable[LivePage]]
) -> None:
    page = await open_page("/shop/")
    await evaluate(page, FILL)
    target = await elsewhere()
    assert await moved(page, target) == []
    assert await evaluate(target, READ) == WHAT_IT_READS
    assert await evaluate(target, "history.length") == 1


async def test_the_page_finds_its_storage_when_its_scripts_begin(
    open_page: OpenPage, elsewhere: Callable[[], Awaitable[LivePage]], server: Server
) -> None:
    page = await open_page("/shop/")
    await evaluate(page, "localStorage.setItem('seen', 'yes')")
    snapshot = await page.snapshot()
    script = "<script>document.title = localStorage.seen + ' ' + document.cookie.length</script>"
    target = await elsewhere()
    await target.restore({**snapshot, "tabs": []})
    await evaluate(target, "1")
    current = target.tabs.current
    assert current is not None
    assert isinstance(current.tab, PlaywrightTab)
    await current.tab.page.route("**/early", lambda route: route.fulfill(body=script, content_type="text/html"))
    await target.navigate(f"{server.url}/early")
    assert (await evaluate(target, "document.title")).startswith("yes")


async def test_two_origins_and_a_frame_of_another_one_keep_what_is_theirs(
    open_page: OpenPage, elsewhere: Callable[[], Awaitable[LivePage]], server: Server
) -> None:
    other = server.url.replace("127.0.0.1", "localhost")
    page = await open_page("/shop/")
    await evaluate(page, "localStorage.setItem('who', 'first'), sessionStorage.setItem('who', 'first')")
    await page.do("open_tab", url=f"{other}/shop/", name="other")
    await evaluate(page, "localStorage.setItem('who', 'second'), sessionStorage.setItem('who', 'second')")
    await page.do("open_tab", url=f"{server.url}/hard/iframe-cross", name="framed")
    frame = await inner_frame(page, other)
    await frame.evaluate("localStorage.setItem('who', 'third'), sessionStorage.setItem('who', 'third')")
    target = await elsewhere()
    assert await moved(page, target) == []
    kept = "[localStorage.who ?? null, sessionStorage.who ?? null]"
    assert await (await inner_frame(target, other)).evaluate(kept) == ["third", "third"]
    assert await evaluate(target, kept) == ["first", None]
    target.tabs.switch("main")
    assert await evaluate(target, kept) == ["first", "first"]
    target.tabs.switch("other")
    assert await evaluate(target, kept) == ["second", "second"]


async def inner_frame(page: LivePage, origin: str) -> Any:
    current = page.tabs.current
    assert current is not None
    assert isinstance(current.tab, PlaywrightTab)
    tab = current.tab.page
    async with asyncio.timeout(30):
        while not (found := [frame for frame in tab.frames[1:] if frame.url.startswith(origin)]):
            await tab.wait_for_event("framenavigated")
        await found[0].wait_for_load_state()
    return found[0]


async def test_an_origin_that_is_closed_keeps_its_last_copy(open_page: OpenPage, server: Server) -> None:
    other = server.url.replace("127.0.0.1", "localhost")
    page = await open_page("/shop/")
    await evaluate(page, "localStorage.setItem('who', 'first'), sessionStorage.setItem('who', 'first')")
    first = await page.snapshot()
    await page.navigate(f"{other}/shop/")
    await evaluate(page, "localStorage.setItem('who', 'second')")
    second = await page.snapshot(earlier=first)
    assert [(each["origin"], each["local"]["who"]) for each in second["origins"]] == [
        (server.url, "first"),
        (other, "second"),
    ]
    assert [(each["origin"], each["items"]["who"]) for each in second["tabs"][0]["session"]] == [(server.url, "first")]
    assert [each["origin"] for each in (await page.snapshot())["origins"]] == [other]


async def test_an_unchanged_window_gives_the_same_snapshot_also_after_a_restore(open_page: OpenPage) -> None:
    page = await open_page("/shop/")
    await evaluate(page, FILL)
    snapshot = await page.snapshot()
    assert dumps(await page.snapshot(earlier=snapshot)) == dumps(snapshot)
    assert await page.restore(snapshot) == []
    assert dumps(await page.snapshot()) == dumps(snapshot)


async def test_cookies_keep_all_that_makes_them(open_page: OpenPage) -> None:
    page = await open_page("/shop/")
    next_month = int(time.time()) + 30 * 86_400
    cookies = [
        {"name": "wide", "value": "2", "domain": ".example.org", "path": "/a", "httpOnly": True, "secure": True,
         "sameSite": "None", "priority": "High", "sourceScheme": "Secure", "sourcePort": 443, "expires": next_month},
        {"name": "host", "value": "1", "domain": "example.org", "path": "/", "httpOnly": False, "secure": False,
         "priority": "Medium", "sourceScheme": "NonSecure", "sourcePort": 8080},
    ]  # fmt: skip
    assert await page.restore({**empty_snapshot(), "cookies": cookies}) == []
    assert (await page.snapshot())["cookies"] == cookies


async def test_a_refused_cookie_keeps_no_other_out(open_page: OpenPage) -> None:
    page = await open_page("/shop/")
    good = {"name": "good", "value": "1", "domain": "example.org", "path": "/"}
    bad = {"name": "__Host-bad", "value": "1", "domain": ".example.org", "path": "/a"}
    notes = await page.restore({**empty_snapshot(), "cookies": [bad, good]})
    assert notes == ["The cookie '__Host-bad' of .example.org was refused."]
    assert [each["name"] for each in (await page.snapshot())["cookies"]] == ["good"]


async def test_what_was_typed_is_no_part_of_it(open_page: OpenPage) -> None:
    page = await open_page("/bank/login")
    await page.type("label=User name", "ada-typed")
    await page.type("label=Password", "lovelace-typed")
    assert "typed" not in dumps(await page.snapshot())


async def test_a_store_that_is_too_large_is_left_out_and_named(open_page: OpenPage, server: Server) -> None:
    page = await open_page("/shop/")
    await evaluate(
        page,
        """async () => {
          const opening = indexedDB.open("big", 1);
          opening.onupgradeneeded = () => {
            opening.result.createObjectStore("huge").put("x".repeat(6_000_000), 1);
            opening.result.createObjectStore("small").put("y", 1);
          };
          await new Promise((done) => { opening.onsuccess = done; });
          opening.result.close();
        }""",
    )
    snapshot = await page.snapshot()
    stores = {store["name"]: store["records"] for store in snapshot["origins"][0]["databases"][0]["stores"]}
    assert stores == {"huge": [], "small": [[1, "y"]]}
    place = {"origin": server.url, "database": "big", "store": "huge"}
    assert snapshot["leftOut"] == [{**place, "why": "it has more than 5000000 bytes"}]


async def test_all_origins_share_the_room() -> None:
    out: list[Object] = []
    stores = [{"name": "s", "records": [[1, 1]], "size": ROOM - 10}]
    origins: list[Object] = [
        {"origin": name, "top": name, "local": {}, "databases": [{"name": "d", "version": 1, "stores": stores}]}
        for name in ("https://a.example", "https://b.example")
    ]
    made = within_room(origins, out)
    assert [origin["databases"][0]["stores"][0]["records"] for origin in made] == [[[1, 1]], []]
    assert out == [{"origin": "https://b.example", "database": "d", "store": "s", "why": "5000000 bytes are full"}]


@pytest.mark.parametrize("snapshot", [{"version": 2}, {**empty_snapshot(), "version": 2}, {}, {"version": 1}])
async def test_a_snapshot_of_another_version_is_refused_and_changes_nothing(
    open_page: OpenPage, snapshot: Object
) -> None:
    page = await open_page("/shop/")
    with pytest.raises(Fault) as caught:
        await page.restore(snapshot)
    assert (caught.value.code, caught.value.pointer) == ("invalid_input", "/version")
    assert caught.value.expected == "a snapshot of version 1"
    assert page.url.endswith("/shop/")


async def test_a_restored_tab_goes_nowhere_that_the_policy_forbids(
    open_page: OpenPage, elsewhere: Callable[..., Awaitable[LivePage]], server: Server
) -> None:
    page = await open_page("/shop/")
    await evaluate(page, "localStorage.setItem('who', 'first')")
    target = await elsewhere(allow=("example.org",))
    (note,) = await moved(page, target)
    assert note.startswith(f"The tab 'main' could not be opened at '{server.url}/shop/'")
    assert "Harbour" not in (await target.state())["outline"]


async def test_without_a_list_the_hosts_of_the_snapshot_are_named(
    open_page: OpenPage, elsewhere: Callable[..., Awaitable[LivePage]]
) -> None:
    page = await open_page("/shop/")
    target = await elsewhere(allow=None)
    assert await moved(page, target) == []
    assert target.url.endswith("/shop/")


async def test_a_tab_with_an_open_question_keeps_its_earlier_copy(open_page: OpenPage) -> None:
    page = await open_page("/shop/")
    await evaluate(page, "localStorage.setItem('who', 'first'), sessionStorage.setItem('who', 'first')")
    first = await page.snapshot()
    tab = (await page.opened()).tab
    assert isinstance(tab, PlaywrightTab)
    async with tab.page.expect_event("dialog"):
        await evaluate(page, "void setTimeout(() => alert('Well?'), 0)")
    second = await page.snapshot(earlier=first)
    assert (second["origins"], second["tabs"]) == (first["origins"], first["tabs"])
    assert second["leftOut"] == [{"tab": "main", "why": "The page asks first (alert): 'Well?'."}]
    await page.do("dialog", accept=True)


async def test_a_page_that_was_never_opened_has_an_empty_state(
    elsewhere: Callable[[], Awaitable[LivePage]],
) -> None:
    page = await elsewhere()
    assert await page.snapshot() == empty_snapshot()
