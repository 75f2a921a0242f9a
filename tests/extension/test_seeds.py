"""Document 002's blocks against the extension: its messages, its popup, its settings, its debugging."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from pollex import App
from pollex.core.schema import Schema
from pollex.extension.package import FOLDER, manifest
from pollex.page.indices import Indices
from pollex.page.light_tab import LightTab
from pollex.page.observe import look
from pollex.page.playwright_driver import PlaywrightTab
from pollex.page.scripts import page_scripts
from pollex.page.state import browser_state
from pollex.practice.server import Server

from ..model_server import ModelServer
from ..seeds.test_checks import verdicts
from ..servers import serving
from ..waits import until_async
from .conftest import PANEL, OwnChrome, PairedChrome

SEEDS: Final = Path(__file__).parents[1] / "seeds" / "002"
FORM: Final = {"type": "object", "properties": {"size": {"type": "string"}}, "required": ["size"]}
KEY: Final = "sk-test-0123456789abcdef"
LISTEN: Final = """() => {
  self.said = [];
  self.hear ??= (each) => { self.said.push(each); };
  chrome.runtime.onMessage.addListener(self.hear); // once, however often: it is the same function
}"""
pytestmark = pytest.mark.asyncio(loop_scope="session")


@dataclass
class Story:
    """Three tasks from the panel: one is done, one fails, one is stopped. What was said and shown meanwhile."""

    messages: list[dict[str, Any]]
    shown: list[tuple[str, list[str]]]
    """By task, the state and the history."""
    runs: list[str]

    def of(self, seed: str) -> list[dict[str, Any]]:
        """The messages of a block; each fits its schema, which has been judged by its examples."""
        verdicts(f"002/{seed}.schema.json")
        document = json.loads((SEEDS / f"{seed}.schema.json").read_text())
        schema, kind = Schema(document), document["properties"]["type"]["const"]
        found = [each for each in self.messages if each["type"] == kind]
        assert [issue for each in found for issue in schema.issues(each)] == []
        return found


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def panel(paired: PairedChrome, server: Server) -> AsyncIterator[Page]:
    """The panel of a tab."""
    page, number = await paired.tab(f"{server.url}/hard/switch")
    panel = await paired.own.context.new_page()
    await panel.goto(f"{PANEL}?tab={number}")
    await expect(panel.locator("#working")).to_be_visible()
    yield panel
    await panel.close()
    await page.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def story(app: App, paired: PairedChrome, panel: Page) -> AsyncIterator[Story]:
    story = Story([], [], [])
    await paired.panel.evaluate(LISTEN)  # another page of the extension hears all that is said in it

    async def ended(state: str) -> None:
        await expect(panel.locator("#status")).to_have_attribute("data-status", state, timeout=60_000)
        words = await panel.locator("#status").inner_text()
        story.shown.append((words, await panel.locator("#history li").all_inner_texts()))
        story.runs.append((await paired.ask(type="task_state"))["task"]["run"])

    await panel.get_by_label("Model").select_option("local")  # the panel keeps what was chosen before
    await started(panel, 'Click "Mentions"')
    await ended("success")
    await started(panel, 'Click "Nowhere"')
    await ended("error")
    with serving(ModelServer([("ask", {"question": "Which size?", "form": FORM})])) as model:
        provider, _, name = model.name.partition(":")
        await panel.get_by_label("Model").select_option(provider)
        await started(panel, "Buy shoes.", name)
        await expect(panel.get_by_label("Questions")).to_contain_text("Which size?", timeout=60_000)
        await panel.get_by_role("button", name="Stop").click()
        await ended("idle")
    story.messages = await paired.panel.evaluate("self.said")
    yield story
    await app.runs.close()  # one App executes runs in a process: other tests have theirs


async def started(panel: Page, task: str, model: str = "") -> None:
    await panel.get_by_label("Task").fill(task)
    if model:
        await panel.get_by_label("Name").fill(model)
    await panel.get_by_role("button", name="Start in this tab").click()


async def test_layers(paired: PairedChrome, server: Server) -> None:
    """Popup, background and content are three; the background reaches Pollex only, so no model is asked there."""
    parts: dict[str, Any] = manifest(light=False)
    popup, background = parts["action"]["default_popup"], parts["background"]["service_worker"]
    assert [file for file in (popup, background) if not (FOLDER / file).exists()] == []
    assert page_scripts()
    fetched = await paired.own.worker.evaluate(f"fetch('{server.url}').then(() => 'open', () => 'refused')")
    assert fetched == "refused"


async def test_start_task(story: Story) -> None:
    """The panel starts a task with the document's message: its text, its tab, its settings; never a key."""
    first, _, last = story.of("02-start-task")
    assert (first["task"], first["settings"]) == (
        'Click "Mentions"',
        {"llmProvider": "local", "apiKey": "", "model": ""},
    )
    assert last["settings"]["llmProvider"] == "ollama"


async def test_stop_task(story: Story) -> None:
    """The panel stops the task with the document's message."""
    assert len(story.of("03-stop-task")) == 1
    assert story.of("04-status-update")[-1] == {"type": "status_update", "status": "idle", "text": "Stopped"}


async def test_status(story: Story) -> None:
    """The panel shows one of four states and a text."""
    assert {each["status"] for each in story.of("04-status-update")} == {"idle", "running", "success", "error"}
    told = [each["text"] for each in story.of("04-status-update")]
    assert [words for words, _ in story.shown if words not in told] == []


async def test_action(story: Story) -> None:
    """Every action reaches the panel, with its error if it failed."""
    actions = [each["action"] for each in story.of("05-action-executed")]
    assert any(each["type"] == "click" and "Mentions" in each["details"] for each in actions)
    assert any("Nowhere" in each["details"] and each.get("error") for each in actions), actions
    shown = [line for _, history in story.shown for line in history]
    assert [each["details"] for each in actions] == [line.split("\n")[0] for line in shown]


async def test_progress(story: Story) -> None:
    """The panel hears of each step, and of the most there may be."""
    steps = story.of("06-progress-update")
    assert (steps[0]["step"], steps[0]["maxSteps"] > 1) == (1, True)


async def test_completed(story: Story) -> None:
    """The panel gets the summary of a task that is done."""
    [done] = story.of("07-task-completed")
    assert done["result"]["text"]


async def test_error(story: Story) -> None:
    """The panel gets the error of a task that failed, as text."""
    [failed] = story.of("08-task-error")
    assert "Nowhere" in failed["error"]


async def test_popup(panel: Page, story: Story) -> None:
    """The panel has the document's controller, whose methods show a status and an action."""
    await panel.evaluate("""import("./popup.js").then(({ PopupController }) => {
      const popup = new PopupController();
      popup.updateStatus("error", "It broke.");
      popup.addHistoryItem({ type: "click", details: "Clicked.", error: "Nothing was there." });
    })""")
    await expect(panel.locator("#status")).to_have_text("It broke.")
    await expect(panel.locator("#history li").last).to_have_text("Clicked.Nothing was there.")
    await panel.reload()
    await expect(panel.locator("#status")).to_have_text("Stopped")  # what was told is told again


async def test_settings(paired: PairedChrome, panel: Page, story: Story) -> None:
    """Provider and model are kept by the document's names, and read back; a key is not: it goes to Pollex once."""
    verdicts("002/41-storage-save.schema.json")
    names = json.loads((SEEDS / "42-storage-load.json").read_text())
    kept = await panel.evaluate("(names) => chrome.storage.local.get(names)", names)
    assert kept.keys() == {"llmProvider", "model"}
    schema = Schema(json.loads((SEEDS / "41-storage-save.schema.json").read_text()))
    assert schema.issues({**kept, "apiKey": ""}) == ()
    await panel.reload()
    await expect(panel.get_by_label("Model")).to_have_value(kept["llmProvider"])
    await panel.get_by_label("Model").select_option("anthropic")
    await panel.get_by_label("Key of this provider").fill(KEY)
    await started(panel, "Make tea.", "model@http://127.0.0.1:9")  # where nobody answers
    await expect(panel.locator("#status")).to_have_attribute("data-status", "error", timeout=60_000)
    await expect(panel.get_by_label("Key of this provider")).to_have_value("")
    stored = await panel.evaluate("Promise.all([chrome.storage.local.get(null), chrome.storage.session.get(null)])")
    assert KEY not in json.dumps(stored)


@pytest.mark.asyncio(loop_scope="function")
async def test_clear(chrome: OwnChrome) -> None:
    """The end of a pairing forgets the settings too."""
    panel = await chrome.panel()
    await panel.evaluate("""chrome.storage.local.set({
      llmProvider: "openai", model: "m", pairing: { id: "x", key: "00", port: 1 },
    })""")
    await panel.evaluate("chrome.runtime.sendMessage({ type: 'connect' })")
    await panel.get_by_role("button", name="End this pairing").click()
    await expect(panel.get_by_role("status").first).to_have_text("Not paired")
    assert await panel.evaluate("chrome.storage.local.get(null)") == {}


async def test_verbose(paired: PairedChrome, panel: Page) -> None:
    """Messages are in the console of whoever asks for it, and of nobody else; keys and what is typed are not."""
    said: list[str] = []
    panel.on("console", lambda message: said.append(message.text))
    update = {"type": "status_update", "status": "running", "text": "Hello."}
    tell = "(said) => chrome.runtime.sendMessage(said)"
    await paired.panel.evaluate(tell, update)
    await expect(panel.locator("#status")).to_have_text("Hello.")
    assert said == []
    await panel.evaluate("chrome.storage.local.set({ debug: true })")
    masked = await panel.evaluate(
        "(said) => import('/debug.js').then(({ masked }) => masked(said))",
        {"type": "store_key", "apiKey": KEY, "deep": [{"password": KEY, "text": KEY}]},
    )
    assert (masked["type"], KEY in json.dumps(masked)) == ("store_key", False)

    async def logged() -> bool:
        await paired.panel.evaluate(tell, update)
        return bool(said)

    await until_async("the panel logs what it hears", logged)
    assert said[0].startswith("[Pollex] heard")
    await panel.evaluate("chrome.storage.local.remove('debug')")


async def test_state_is_followed(app: App, story: Story) -> None:
    """Each look at the page is in the run's event log."""
    looks = [event.data async for event in app.find_run(story.runs[0]).follow() if event.kind == "step.started"]
    assert [each for each in looks if not {"url", "title", "fingerprint"} <= each.keys()] == []
    assert looks[0]["url"].endswith("/hard/switch")


@pytest_asyncio.fixture(loop_scope="session")
async def content(light: PairedChrome) -> AsyncIterator[LightTab]:
    """A tab whose content script is spoken to."""
    page, number = await light.allowed()
    yield await LightTab.of(light.relay, number)
    await page.close()


def fitted(seed: str, value: Any) -> Any:
    verdicts(f"002/{seed}.schema.json")
    assert Schema(json.loads((SEEDS / f"{seed}.schema.json").read_text())).issues(value) == ()
    return value


async def test_get_state(content: LightTab, chromium: Browser, server: Server) -> None:
    """The content script answers with a BrowserState: what Playwright's page shows, within the document's limits."""
    there = f"{server.url}/hard/long-list"
    await content.goto(there, 10)
    state = fitted("38-browser-state", await content.say(fitted("09-get-state", {"type": "get_state"})))
    assert [info for info in state["elements"] if not fitted("39-element-info", info)] == []
    context = await chromium.new_context(viewport={"width": 1280, "height": 800})
    page = await context.new_page()
    beside = await PlaywrightTab.of(context, page)
    await page.goto(there)
    expected = dict(browser_state(await look(beside, Indices())))
    del expected["outline"]
    assert state == expected
    await context.close()
    more = await content.say({"type": "get_state"}, ["h1"])
    assert {info["tag"] for info in more["elements"]} - {info["tag"] for info in state["elements"]} == {"h1"}


async def test_execute_action(content: LightTab, server: Server) -> None:
    """The content script runs each action of the document, and answers with its ActionResult."""

    async def done(action: dict[str, Any]) -> dict[str, Any]:
        message = fitted("10-execute-action", {"type": "execute_action", "action": action})
        answer: dict[str, Any] = fitted("40-action-result", await content.say(message))
        return answer

    await content.goto(f"{server.url}/hard/contenteditable", 10)
    state = await content.say({"type": "get_state"})
    field, button = [info["index"] for info in state["elements"] if info["text"] in ("Old text", "Save")]
    typed = await done({"type": "input_text", "index": field, "text": "Call the plumber"})
    clicked = await done({"type": "click", "index": button})
    assert (typed["success"], clicked["success"]) == (True, True), (typed, clicked)
    assert "Done" in (await content.say({"type": "get_state"}))["textContent"]
    assert (await done({"type": "scroll", "down": True}))["success"]
    assert (await done({"type": "done", "text": "It is saved.", "success": True}))["long_term_memory"] == "It is saved."
    assert (await done({"type": "click", "index": 9999}))["error"] == "Element with index 9999 not found"
    assert (await done({"type": "clik", "index": 1}))["error"] == "There is no action 'clik'."
    assert (await done({"type": "navigate", "url": "file:///etc/hostname"}))["error"].startswith("Failed to navigate: ")
    with_heading = (await content.say({"type": "get_state"}, ["h1"]))["elements"]
    [heading] = [info["index"] for info in with_heading if info["tag"] == "h1"]
    assert (await done({"type": "click", "index": heading}))["error"].startswith("Failed to click: ")
    there = f"{server.url}/hard/long-text"
    assert (await done({"type": "navigate", "url": there}))["success"]
    await until_async("it is there", lambda: content.url == there)
