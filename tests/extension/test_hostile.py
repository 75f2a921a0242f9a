"""Pages, extensions and programs that are no friends: nothing is started, read or steered, and no secret gets out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import expect
from websockets.asyncio.server import ServerConnection, serve

from pollex import App
from pollex.core.json import Object
from pollex.page.light_tab import LightTab
from pollex.practice.server import Server
from pollex.serve.extension.pairing import proof
from pollex.serve.extension.relay import Send
from pollex.serve.guard import EXTENSION_ORIGIN

from ..processes import Nursery
from ..serve.served import Served
from ..waits import until_async
from .conftest import PANEL, OwnChrome, PairedChrome, opening
from .guest import COMES
from .test_runs import pair
from .test_taken import visited

__all__ = ["visited"]
HERE: Final = pytest.mark.asyncio(loop_scope="session")
OURS: Final = EXTENSION_ORIGIN.rpartition("/")[2]
ASKED: Final[tuple[Object, ...]] = (
    {"type": "link_state"},
    {"type": "allow_tab", "tab": 1},
    {"type": "start_task", "task": "Buy it", "tabId": 1, "settings": {"llmProvider": "local", "apiKey": ""}},
    {"type": "reply", "run": "x", "path": "x", "kind": "approval", "answer": {"approved": True}},
    {"type": "unpair"},
    {"type": "get_state"},
    {"type": "execute_action", "action": {"type": "click", "index": 1}},
)
SAY: Final = """async ([ours, asked]) => {
  if (!globalThis.chrome?.runtime?.sendMessage) return ["no way"];
  const say = (each) => chrome.runtime.sendMessage(ours, each).then(JSON.stringify, () => "refused");
  const port = chrome.runtime.connect(ours);
  const ended = new Promise((done) => port.onDisconnect.addListener(() => done("ended")));
  return [...await Promise.all(asked.map(say)), await ended];
}"""
EVIL: Final = """
const evil = () => "evil";
JSON.stringify = JSON.parse = evil;
globalThis.pollex = new Proxy({}, { get: () => evil, set: evil, has: () => true });
for (const name of ["getBoundingClientRect", "matches", "closest", "querySelectorAll", "getAttribute"])
  Element.prototype[name] = evil;
Document.prototype.querySelectorAll = Document.prototype.elementFromPoint = EventTarget.prototype.dispatchEvent = evil;
globalThis.postMessage = MessagePort.prototype.postMessage = Event.prototype.preventDefault = evil;
for (const type of ["get_state", "execute_action", "start_task", "allow_tab"]) {
  dispatchEvent.call(globalThis, new MessageEvent("message", { data: { type, tab: 1 }, origin: "ORIGIN" }));
}
""".replace("ORIGIN", EXTENSION_ORIGIN)


@HERE
async def test_another_extension_says_what_it_likes(visited: PairedChrome, server: Server) -> None:
    page, _ = await visited.tab(f"{server.url}/hard/switch")
    before = await visited.panel.evaluate("chrome.storage.local.get(null)")
    tabs = dict(visited.relay.tabs)
    await page.evaluate(COMES)
    await expect(page.frame_locator("iframe").get_by_text("Guest")).to_be_visible()
    said = await page.frames[1].evaluate(SAY, [OURS, list(ASKED)])
    assert said == [*["refused"] * len(ASKED), "ended"]
    assert await page.evaluate(SAY, [OURS, list(ASKED)]) == ["no way"]
    assert (await visited.panel.evaluate("chrome.storage.local.get(null)"), visited.relay.tabs) == (before, tabs)
    await page.close()


@HERE
async def test_no_page_shows_the_panel(visited: PairedChrome, server: Server) -> None:
    """Else it could be laid under somebody's clicks."""
    page, _ = await visited.tab(f"{server.url}/hard/switch")
    await page.evaluate(
        "(src) => document.body.append(Object.assign(document.createElement('iframe'), { src }))", PANEL
    )
    await until_async("the browser refuses it", lambda: page.frames[1].url.startswith("chrome-error:"))
    await page.close()


async def in_content_script(chrome: PairedChrome, tab: int, script: str) -> Any:
    """What an expression gives where our content scripts are: a page that has broken out of its own world is there."""
    asked = """([tabId, script]) => {
      const func = (script) => ({
        messages: () => Promise.allSettled([
          { type: "allow_tab", tab: 1 }, { type: "link_state" }, { type: "stop_task" }, { type: "unpair" },
        ].map((each) => chrome.runtime.sendMessage(each))).then((all) => all.map(({ value }) => value ?? null)),
        shown: () => chrome.runtime.sendMessage({ type: "status_update", status: "success", text: "Type your key." })
          .catch(() => {}),
        storage: () => Promise.allSettled([chrome.storage.local.get(null), chrome.storage.session?.get(null)])
          .then((all) => JSON.stringify(all)),
      })[script]();
      return chrome.scripting.executeScript({ target: { tabId }, args: [script], func }).then(([{ result }]) => result);
    }"""
    return await chrome.panel.evaluate(asked, [tab, script])


@HERE
async def test_a_page_that_has_got_into_a_content_script(visited: PairedChrome, server: Server) -> None:
    page, number = await visited.tab(f"{server.url}/hard/switch")
    assert await in_content_script(visited, number, "messages") == [None] * 4
    pairing = (await visited.panel.evaluate("chrome.storage.local.get('pairing')"))["pairing"]
    assert pairing["key"] not in await in_content_script(visited, number, "storage")
    await expect(visited.panel.locator("#working")).to_be_visible()
    await in_content_script(visited, number, "shown")
    await visited.ask(type="link_state")
    await expect(visited.panel.locator("#status")).not_to_have_text("Type your key.")
    await page.close()


@HERE
@pytest.mark.parametrize("hands", ["debugger", "light"])
async def test_a_page_that_replaces_what_it_can(
    app: App, paired: PairedChrome, light: PairedChrome, server: Server, tmp_path: Path, hands: str
) -> None:
    chrome = {"debugger": paired, "light": light}[hands]
    async with opening(app, chrome, server, tmp_path) as opened:
        live = await opened("/hard/switch")
        expected = await live.state()
        await live.navigate(f"{server.url}/hard/switch")
        tab: Any = (await live.opened()).tab
        await tab.page.evaluate(EVIL)
        seen = await live.state()
        assert (seen["title"], unnumbered(seen)) == (expected["title"], unnumbered(expected))
        assert (await live.call("page.check", {"selector": "text=Mentions"})).ok
        assert not isinstance(tab, LightTab) or await tab.say({"type": "get_state"})


@HERE
async def test_cookies_are_in_no_message(app: App, paired: PairedChrome, server: Server, tmp_path: Path) -> None:
    heard: list[str] = []
    hear = paired.relay.hear

    def heard_too(message: Object, send: Send) -> None:
        heard.append(json.dumps(message))
        hear(message, send)

    paired.relay.hear = heard_too  # type: ignore[method-assign]
    try:
        async with opening(app, paired, server, tmp_path) as opened:
            live = await opened("/hard/switch")
            tab: Any = (await live.opened()).tab
            await tab.page.context.add_cookies([{"name": "sid", "value": "c00kie-secret", "url": server.url}])
            await live.navigate(f"{server.url}/hard/iframe")
            await tab.page.evaluate("fetch('/hard/switch', { method: 'POST', body: 'x' })")
            await live.state()
    finally:
        del paired.relay.hear
        await paired.own.context.clear_cookies()
    assert any("Network.requestWillBeSent" in each for each in heard)
    assert [each[:200] for each in heard if "c00kie-secret" in each] == []


def unnumbered(state: Any) -> list[Object]:
    return [{**each, "index": 0} for each in state["elements"]]


class Impostor:
    """A program that sits on the port of a Pollex that has ended."""

    def __init__(self, key: bytes, way: str) -> None:
        self.key, self.way = key, way
        self.heard: list[Object] = []

    async def speak(self, socket: ServerConnection) -> None:
        async for text in socket:
            self.heard.append(json.loads(text))
            nonce = self.heard[-1].get("nonce", "")
            old = proof(self.key, "server", f"{'0' * 32}\n{'1' * 32}")
            given = {"wrong": "0" * 64, "old": old, "own": proof(self.key, "extension", f"{nonce}\n{'1' * 32}")}
            if self.way == "none":
                await socket.send(json.dumps({"type": "welcome", "pairing": "x"}))
                await socket.send(json.dumps(CALL))
            else:
                await socket.send(json.dumps({"type": "challenge", "nonce": "1" * 32, "proof": given[self.way]}))
                await socket.send(json.dumps(CALL))


CALL: Final[Object] = {"type": "call", "id": "1", "tab": 1, "method": "Tab.open", "params": {}}


@pytest.mark.parametrize("way", ["wrong", "old", "own", "none"])
async def test_a_program_that_owns_the_port_learns_nothing(
    chrome: OwnChrome, nursery: Nursery, tmp_path: Path, way: str
) -> None:
    with Served(nursery, tmp_path / "home") as served:
        panel = await pair(chrome, served)
        port = served.port
    await expect(panel.get_by_role("status").first).to_have_text("Not connected")
    stored = (await panel.evaluate("chrome.storage.local.get('pairing')"))["pairing"]
    impostor = Impostor(bytes.fromhex(stored["key"]), way)
    async with serve(impostor.speak, "127.0.0.1", port):
        await panel.get_by_role("button", name="Connect again").click()
        why = 'Pollex said "welcome", not challenge.' if way == "none" else NOT_OURS
        await expect(panel.get_by_role("status").first).to_have_attribute("title", why)
    assert [each["type"] for each in impostor.heard] == ["hello"]
    assert stored["key"] not in json.dumps(impostor.heard)
    assert len(chrome.context.pages) == 2


NOT_OURS: Final = "What answers on this port is not the Pollex that was paired."
