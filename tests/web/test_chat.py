"""The chat beside the windows: words, plans, STOP and Full Control, by mouse and by keyboard."""

import asyncio
import json
from base64 import b64decode
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Locator, WebSocketRoute, expect

from pollex.disk.kept_files import KeptFiles

from ..servers import serving
from ..waits import until
from .desk_page import DeskPage, OpenDesk
from .scripted_model import HOLD, ScriptedModel

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLAN: Final = [
    {"op": "window.create", "params": {"id": "todo", "title": "To-do", "size": "sm"}},
    {"op": "dom.set", "params": {"windowId": "todo", "target": "#root", "html": "<p>Milk</p>"}},
    {"op": "state.set", "params": {"scope": "workspace", "key": "count", "value": 1}},
]

DOT: Final = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SCROLLED: Final = """
async (box, [pixels, height]) => {
  box.scrollTop += pixels;
  box.style.maxHeight = height;
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}
"""


class ChatPage:
    """The chat of a desk, as a person finds it."""

    def __init__(self, desk: DeskPage) -> None:
        self.desk = desk
        self.page = desk.page
        self.dock = desk.page.get_by_role("complementary", name="Chat")
        self.log = self.dock.get_by_role("log")
        self.field = self.dock.get_by_role("textbox", name="Message")
        self.model = self.dock.get_by_role("combobox", name="Model")
        self.switch = self.dock.get_by_role("switch", name="Full Control")
        self.plan = self.dock.get_by_role("region", name="Plan")
        self.toggle = desk.page.locator("#chat-toggle")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    async def say(self, text: str) -> None:
        await self.field.fill(text)
        await self.field.press("Enter")

    def gate(self) -> dict[str, Any]:
        found: dict[str, Any] = self.desk.snapshot()["gate"]
        return found

    def windows(self) -> list[str]:
        return [each["id"] for each in self.desk.snapshot()["windows"]]


@pytest.fixture(scope="module")
def scripted() -> Iterator[ScriptedModel]:
    with serving(ScriptedModel()) as model:
        yield model


@pytest_asyncio.fixture(loop_scope="session")
async def chat(desk: DeskPage) -> AsyncIterator[ChatPage]:
    """A desk with its chat open, answered by `local`."""
    await desk.page.keyboard.press("Control+/")
    yield ChatPage(desk)


@pytest_asyncio.fixture(loop_scope="session")
async def talk(chat: ChatPage, scripted: ScriptedModel) -> ChatPage:
    """The same, answered by the scripted model."""
    chat.desk.ask("model", name=scripted.name)
    await expect(chat.model).to_have_value(scripted.name)
    return chat


@pytest_asyncio.fixture(loop_scope="session")
async def planned(talk: ChatPage, scripted: ScriptedModel) -> ChatPage:
    """A plan of three commands that waits."""
    scripted.answers("Here it is.\n\n", json.dumps(PLAN))
    await talk.say("A to-do list")
    await expect(talk.plan.get_by_role("listitem")).to_have_count(3)
    return talk


async def test_what_is_said_is_answered_with_a_window(chat: ChatPage) -> None:
    await chat.say("make a note titled Shopping")
    await expect(chat.log.locator(".saying.person p")).to_have_text("make a note titled Shopping")
    await expect(chat.page.get_by_role("heading", name="Shopping")).to_be_visible()
    await expect(chat.field).to_have_value("")


async def test_an_example_can_be_changed_before_it_is_sent(chat: ChatPage) -> None:
    await chat.button("Show the last runs").click()
    await expect(chat.field).to_be_focused()
    await expect(chat.field).to_have_value("Show the last runs")


async def test_an_answer_is_shown_while_it_is_written(talk: ChatPage, scripted: ScriptedModel) -> None:
    go_on = scripted.answers("I know ", HOLD, "**two** things.")
    await talk.say("What do you know?")
    await expect(talk.log.locator(".streamed p").first).to_have_text("I know")
    await expect(talk.log).to_have_attribute("aria-busy", "true")
    go_on.set()
    await expect(talk.log.locator(".saying.model strong").last).to_have_text("two")
    await expect(talk.log.locator(".streamed")).to_have_count(0)
    await expect(talk.log).to_have_attribute("aria-busy", "false")


async def test_commands_are_not_shown_as_words(talk: ChatPage, scripted: ScriptedModel) -> None:
    go_on = scripted.answers("One moment.\n\n" + json.dumps(PLAN)[:40], HOLD, json.dumps(PLAN)[40:])
    await talk.say("A to-do list")
    await expect(talk.log.locator(".streamed p")).to_have_text(["One moment.", "Writing commands (40 characters) …"])
    go_on.set()
    await expect(talk.plan).to_be_visible()


@pytest.mark.parametrize("way", ["button", "keys"])
async def test_stop_ends_the_answer_and_locks_full_control(talk: ChatPage, scripted: ScriptedModel, way: str) -> None:
    talk.desk.open_window("<p>stays</p>")
    talk.desk.ask("gate", fullControl=True)
    go_on = scripted.answers("I think ", HOLD)
    await talk.say("Think")
    await expect(talk.log.locator(".streamed")).to_be_visible()
    if way == "button":
        await talk.page.get_by_role("button", name="STOP").click()
    else:
        await talk.page.keyboard.press("Control+.")
    await expect(talk.log.locator(".saying.system")).to_contain_text("Stopped. Full Control is locked.")
    await expect(talk.log.locator(".streamed")).to_have_count(0)
    await expect(talk.switch).to_be_disabled()
    assert (talk.gate()["locked"], talk.windows()) == (True, ["w"])
    go_on.set()
    await talk.button("Unlock").click()
    await expect(talk.switch).to_have_attribute("aria-checked", "true")
    await expect(talk.button("Unlock")).to_have_count(0)


async def test_with_full_control_a_plan_is_drawn_at_once(talk: ChatPage, scripted: ScriptedModel) -> None:
    await talk.switch.click()
    await expect(talk.switch).to_have_attribute("aria-checked", "true")
    scripted.answers(json.dumps(PLAN))
    await talk.say("A to-do list")
    await expect(talk.desk.window("todo")).to_be_visible()
    await expect(talk.plan).to_have_count(0)
    await talk.switch.click()
    until("it is off", lambda: not talk.gate()["fullControl"])


async def test_a_plan_shows_what_it_changes_and_is_accepted(planned: ChatPage) -> None:
    await expect(planned.plan.locator(".step-title")).to_have_text(
        ["window.create todo", "dom.set todo #root", "state.set count"]
    )
    await expect(planned.plan.locator(".difference").nth(1).locator(".added")).to_have_text('+ added: "Milk"')
    assert planned.windows() == []
    await planned.button("Accept all").click()
    await expect(planned.desk.window("todo")).to_contain_text("Milk")
    await expect(planned.plan).to_have_count(0)
    await expect(planned.field).to_be_focused()


async def test_steps_are_decided_one_by_one(planned: ChatPage) -> None:
    await planned.button("Accept step 1").click()
    await expect(planned.desk.window("todo")).to_be_visible()
    await expect(planned.button("Accept step 2")).to_be_focused()
    await planned.button("Refuse step 3").click()
    await expect(planned.plan.locator(".step-state")).to_have_text(["Done", "Refused"])
    await planned.button("Refuse all").click()
    await expect(planned.plan).to_have_count(0)
    assert (planned.windows(), planned.desk.state(), planned.gate()["plans"]) == (["todo"], {}, [])


async def test_a_step_is_edited_and_its_mistakes_are_shown(planned: ChatPage) -> None:
    await planned.button("Edit step 1").click()
    field = planned.plan.get_by_role("textbox", name="Command of step 1 as JSON")
    await expect(field).to_be_focused()
    assert json.loads(await field.input_value()) == PLAN[0]
    problem = planned.plan.get_by_role("alert")
    await field.fill("{")
    await planned.button("Save").click()
    await expect(problem).to_contain_text("This is not JSON")
    await field.fill('{"op": "window.creat", "params": {"title": "Bread"}}')
    await planned.button("Save").click()
    await expect(problem).to_contain_text("Did you mean 'window.create'?")
    await field.fill('{"op": "window.create", "params": {"id": "todo", "title": "Bread"}}')
    await planned.button("Save").click()
    await expect(planned.plan.locator(".difference").first).to_contain_text('todo "Bread"')
    await expect(planned.button("Edit step 1")).to_be_focused()
    await planned.button("Accept all").click()
    await expect(planned.page.get_by_role("heading", name="Bread")).to_be_visible()


async def test_everything_is_done_by_keys(planned: ChatPage) -> None:
    keyboard = planned.page.keyboard
    await expect(planned.field).to_be_focused()
    await keyboard.type("One")
    await keyboard.press("Shift+Enter")
    await keyboard.type("two")
    await expect(planned.field).to_have_value("One\ntwo")
    await planned.button("Edit step 2").focus()
    await keyboard.press("Enter")
    await keyboard.press("Escape")
    await expect(planned.button("Edit step 2")).to_be_focused()
    await keyboard.press("Tab")
    await keyboard.press("Space")
    await expect(planned.plan.locator(".step-state")).to_have_text("Refused")
    await keyboard.press("Escape")
    await expect(planned.dock).to_be_hidden()
    await expect(planned.toggle).to_be_focused()
    await expect(planned.toggle).to_have_accessible_name("Chat 1 waiting for you")
    await keyboard.press("Enter")
    await expect(planned.field).to_be_focused()
    await expect(planned.field).to_have_value("One\ntwo")


async def test_a_model_that_cannot_be_asked_is_a_toast_with_a_hint(chat: ChatPage) -> None:
    await chat.model.fill("opnai:x")
    await chat.model.press("Enter")
    await expect(chat.page.locator(".toast")).to_contain_text("Did you mean 'openai'?")
    await expect(chat.model).to_have_value("local")


async def test_what_the_system_says_is_a_toast_while_the_chat_is_closed(chat: ChatPage) -> None:
    await chat.field.press("Escape")
    await chat.page.keyboard.press("Control+.")
    await expect(chat.page.locator(".toast")).to_contain_text("Stopped. Full Control is locked.")
    await expect(chat.toggle).to_have_accessible_name("Chat 1 new")


async def test_a_call_that_waits_for_approval_is_found(chat: ChatPage) -> None:
    await chat.say('run tool wipe with what="disk"')
    await expect(chat.dock.get_by_text("A call waits for your approval")).to_be_visible()
    await expect(chat.toggle).to_have_accessible_name("Chat 1 waiting for you")
    await chat.button("Show").click()
    await expect(chat.page.locator(".window.active")).to_contain_text("May wipe be called?")
    await chat.button("Approve").click()
    await expect(chat.dock.get_by_text("A call waits for your approval")).to_have_count(0)


async def test_the_newest_is_shown_also_after_the_screen_became_lower(chat: ChatPage) -> None:
    last = await _many_answers(chat)
    await chat.page.set_viewport_size({"width": 1280, "height": 560})
    await expect(last).to_be_in_viewport(ratio=1)


async def test_a_scroll_that_is_told_late_does_not_leave_the_newest(chat: ChatPage) -> None:
    last = await _many_answers(chat)
    middle = chat.dock.locator(".dock-middle")
    await middle.evaluate(SCROLLED, [-20, ""])
    await middle.evaluate(SCROLLED, [20, "120px"])
    await expect(last).to_be_in_viewport(ratio=1)
    await middle.evaluate(SCROLLED, [-200, "120px"])
    await middle.evaluate(SCROLLED, [0, "110px"])
    await expect(last).not_to_be_in_viewport()


async def _many_answers(chat: ChatPage) -> Locator:
    for number in range(12):
        await chat.say(f"make a note titled {number}")
        await expect(chat.log.get_by_text(f"Made the note {number}.")).to_be_visible()
    last = chat.log.get_by_role("article").last
    await expect(last).to_be_in_viewport()
    return last


async def test_whether_it_is_open_is_remembered(chat: ChatPage) -> None:
    await chat.page.reload()
    await expect(chat.dock).to_be_visible()
    await chat.button("Close the chat").click()
    await chat.page.reload()
    await expect(chat.page.locator(".status")).to_have_text("Connected")
    await expect(chat.dock).to_be_hidden()


async def test_on_a_narrow_screen_it_covers_the_windows(open_desk: OpenDesk) -> None:
    desk = await open_desk(viewport={"width": 400, "height": 700})
    chat = ChatPage(desk)
    desk.open_window("<p>behind</p>")
    await expect(chat.dock).to_be_hidden()
    await chat.toggle.click()
    await expect(desk.window()).to_be_hidden()
    box = await chat.dock.bounding_box()
    assert box is not None
    assert [box["x"], box["y"], box["width"]] == [0, 0, 400]
    assert await desk.page.evaluate("document.documentElement.scrollWidth") == 400
    await expect(desk.page.get_by_role("button", name="STOP")).to_be_in_viewport()
    await chat.button("Close the chat").click()
    await expect(desk.window()).to_be_visible()
    await desk.close()


async def test_what_is_said_before_the_page_is_connected_is_sent_then(open_desk: OpenDesk) -> None:
    desk = await open_desk()
    page, connected = desk.page, asyncio.Event()

    async def late(socket: WebSocketRoute) -> None:
        await connected.wait()
        socket.connect_to_server()

    await page.route_web_socket("**/socket", late)
    await page.reload()
    chat = ChatPage(desk)
    await chat.toggle.click()
    await chat.say("help")
    await expect(page.locator(".status")).to_have_text("Connecting …")
    connected.set()
    await expect(chat.log).to_contain_text("help")
    await expect(page.locator("#toasts")).to_be_empty()
    await desk.close()


@pytest.mark.document("003", "The page says where a written file is, with a link that saves it.")
async def test_a_written_file_is_saved_from_the_chat(chat: ChatPage) -> None:
    chat.desk.ask("gate", fullControl=True)
    body = {"path": "notes/today.txt", "contents": "Buy milk.", "directory": "Temp"}
    call = {"method": "POST", "url": "tauri://fs/writeTextFile", "body": body}
    chat.desk.apply(("api.call", call))
    await expect(chat.log).to_contain_text("The file Temp/notes/today.txt is written")
    async with chat.page.expect_download() as saved:
        await chat.log.get_by_role("link", name="Save today.txt").click()
    download = await saved.value
    assert download.suggested_filename == "today.txt"
    assert (await download.path()).read_text() == "Buy milk."


async def test_a_kept_picture_is_shown_in_html_and_as_a_component(chat: ChatPage) -> None:
    address = f"/api/files/{KeptFiles(chat.desk.served.home).keep('dot.png', DOT)}"
    chat.desk.open_window(f'<p id="out"></p><img src="{address}" alt="In HTML">')
    chat.desk.render("image", src=address, alt="As a component")
    for alt in ("In HTML", "As a component"):
        await expect(chat.desk.content.get_by_alt_text(alt)).to_have_js_property("naturalWidth", 1)
