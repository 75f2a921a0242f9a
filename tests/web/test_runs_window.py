"""The windows of runs, with real runs: started, followed with pictures, answered, steered and kept."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.async_api import Locator, Route, expect

from pollex.practice.server import Server

from ..servers import serving
from .desk_page import DeskPage, OpenDesk
from .scripted_model import ScriptedModel
from .test_accessibility import axe, wrong

pytestmark = pytest.mark.asyncio(loop_scope="session")
__all__ = ["axe"]

TASK: Final = "Search for lamp. Open the first row. Tell me Price."
PRICE: Final = "€24.90"
SET: Final = {"type": "context", "config": {"operation": "set", "key": "a", "value": 1}}


def asking(*before: dict[str, Any], question: str = "Which colour?") -> dict[str, Any]:
    """A workflow that asks behind other nodes."""
    last = {"type": "ask", "alias": "reply", "config": {"question": question}}
    nodes = [{"position": at + 1, **node} for at, node in enumerate([*before, last])]
    outputs = [{"display_name": "colour", "type": "string", "value": "{{reply.answer}}"}]
    return {"name": "Asking", "nodes": nodes, "outputs": outputs}


@pytest.fixture(scope="module")
def shop() -> Iterator[str]:
    with Server() as server:
        yield f"{server.url}/shop/"


async def opened(desk: DeskPage, name: str, about: str = "") -> Locator:
    """Open a window of the product, and return it."""
    body = {"name": name, "about": about} if about else {"name": name}
    [answer] = desk.apply(("api.call", {"method": "POST", "url": "pollex://tool/windows.open", "body": body}))
    window = desk.window(answer["data"]["id"])
    await expect(window).to_be_visible()
    return window


async def test_a_run_is_started_followed_and_kept(desk: DeskPage, axe: str, shop: str) -> None:
    runs = await opened(desk, "runs")
    await runs.get_by_label("What is to be done").fill(TASK)
    await runs.get_by_label("Address to begin at").fill(shop)
    await runs.get_by_role("button", name="Start", exact=True).click()
    run = desk.page.locator("pollex-run")
    await expect(run.get_by_role("button", name="Stop")).to_be_visible()
    await expect(run.locator(".run-head .badge")).to_have_text("Done and proven")
    await expect(run.locator(".run-end")).to_contain_text(PRICE)
    await expect(run.get_by_role("button", name="Stop")).to_have_count(0)
    step = run.get_by_role("listitem").filter(has_text="Typed “lamp” into the search box")
    picture = step.get_by_role("button", name="Show the picture large")
    await picture.scroll_into_view_if_needed()
    await expect(picture.locator("svg rect")).to_have_count(1)
    until_drawn = "async image => { await image.decode(); return image.naturalWidth }"
    assert await picture.get_by_role("img").evaluate(until_drawn) > 600
    await picture.click()
    await expect(step.get_by_role("button", name="Make the picture small")).to_be_focused()
    assert await wrong(desk, axe) == []

    await run.get_by_role("button", name="Summary").click()
    await expect(run.locator(".run-answer")).to_have_text(f"Price: {PRICE}")
    await run.get_by_role("button", name="Keep as workflow").click()
    await run.get_by_label("Name of the workflow").fill("Price of a lamp")
    await run.get_by_role("button", name="Keep", exact=True).click()
    await expect(run.locator(".run-kept")).to_contain_text("Kept as “Price of a lamp”")
    await expect(run.locator(".run-kept")).to_contain_text("Look at this before you trust it")
    await expect(run.get_by_role("button", name="Open the workflow")).to_be_focused()
    assert (desk.served.home / "workflows" / "price_lamp.workflow.json").exists()

    report = await run.get_by_role("link", name="Report", exact=True).get_attribute("href")
    assert desk.served.client.get(str(report)).status_code == 200
    row = runs.get_by_role("row").filter(has_text=TASK[:20]).first
    await expect(row).to_contain_text("Done")
    await runs.get_by_label("Filter rows").fill("no such run")
    await expect(row).to_have_count(0)


async def test_a_run_is_forked_from_a_step(desk: DeskPage) -> None:
    run = desk.served.start(workflow=asking(SET))
    desk.served.asks(run)
    desk.served.client.post(f"/api/runs/{run}/answer", json={"answer": "red"})
    desk.served.ended(run)
    window = await opened(desk, "run", run)
    await window.get_by_role("button", name="Steps").click()
    await window.get_by_role("button", name="Fork from here: step /2").click()
    await expect(desk.page.locator("pollex-run")).to_have_count(2)
    forked = desk.page.locator("pollex-run:has(pollex-run-question)")
    await forked.get_by_label("Answer").fill("blue")
    await forked.get_by_role("button", name="Answer").click()
    await expect(desk.page.locator(".run-end").filter(has_text="blue")).to_be_visible()


async def test_a_question_is_told_and_answered_in_the_runs_window(desk: DeskPage) -> None:
    run = desk.served.start(workflow=asking(question="Which colour is it?"))
    toast = desk.page.locator(".toast").filter(has_text="Which colour is it?")
    await expect(desk.page.locator("#chat-toggle .count")).to_be_visible()
    await toast.get_by_role("button", name="Answer").click()
    window = desk.window(f"pollex-run-{run}")
    field = window.get_by_label("Answer")
    await expect(field).to_be_focused()
    await field.fill("green")
    await window.get_by_role("button", name="Pause").click()
    await expect(window.get_by_role("button", name="Resume")).to_be_visible()
    await expect(field).to_have_value("green")
    await window.get_by_role("button", name="Resume").click()
    await expect(window.get_by_role("button", name="Pause")).to_be_visible()
    await window.get_by_role("button", name="Answer").click()
    await expect(window.locator(".run-head .badge")).to_have_text("Done")
    assert desk.served.ended(run)["result"]["data"]["outputs"] == {"colour": "green"}
    await expect(window.locator("pollex-run-question")).to_have_count(0)


async def test_an_approval_is_found_in_the_chat_and_given(desk: DeskPage) -> None:
    run = desk.served.start(tool="wipe", inputs={"what": "the desk"})
    await desk.page.keyboard.press("Control+/")
    waiting = (
        desk.page.get_by_role("list", name="Runs that wait for you").get_by_role("listitem").filter(has_text="wipe")
    )
    await waiting.get_by_role("button", name="Answer").first.click()
    window = desk.window(f"pollex-run-{run}")
    await expect(window.get_by_role("region", name="Approval")).to_contain_text("cannot be undone")
    await window.get_by_role("button", name="Approve").click()
    await expect(window.locator(".run-head .badge")).to_have_text("Done")
    await expect(window.locator(".run-end")).to_contain_text("wiped the desk")


async def test_yes_to_this_kind_by_the_keyboard_with_the_details_behind_a_fold(desk: DeskPage) -> None:
    run = desk.served.start(tool="save_rows")
    desk.served.asks(run)
    window = await opened(desk, "run", run)
    card = window.get_by_role("region", name="Approval: May this be done? Saves the first row")
    await expect(card).to_contain_text("Asked because: it may be wrong.")
    await expect(card.get_by_text('"first"')).to_be_hidden()
    await card.get_by_text("Details", exact=True).focus()
    await desk.page.keyboard.press("Enter")
    await expect(card.get_by_text('"first"')).to_be_visible()
    await card.get_by_role("button", name="Yes to this kind").focus()
    await desk.page.keyboard.press("Enter")
    await expect(window.locator(".run-head .badge")).to_have_text("Done")
    assert desk.served.ended(run)["result"]["data"]["outputs"] == ["kind", "as before", "as before"]


async def test_what_a_tool_asks_for_one_call_offers_no_kind(desk: DeskPage) -> None:
    run = desk.served.start(tool="wipe", inputs={"what": "the desk"})
    desk.served.asks(run)
    window = await opened(desk, "run", run)
    await expect(window.get_by_role("button", name="Approve")).to_be_visible()
    await expect(window.get_by_role("button", name="Yes to this kind")).to_have_count(0)
    await window.get_by_role("button", name="Refuse").click()


async def test_a_run_is_stopped_and_resumed(desk: DeskPage) -> None:
    run = desk.served.start(workflow=asking())
    desk.served.asks(run)
    window = await opened(desk, "run", run)
    await window.get_by_role("button", name="Stop").click()
    await expect(window.locator(".run-head .badge")).to_have_text("Stopped")
    await window.get_by_role("button", name="Resume").click()
    await expect(window.get_by_label("Answer")).to_be_visible()
    await window.get_by_role("button", name="Stop").click()
    await expect(window.locator(".run-head .badge")).to_have_text("Stopped")


async def test_the_place_where_a_person_reads_stays(desk: DeskPage) -> None:
    counting = [SET] * 20
    more = {"type": "ask", "alias": "more", "config": {"question": "More?"}}
    run = desk.served.start(workflow=asking(*counting, more, *counting, question="Done?"))
    desk.served.asks(run)
    window = await opened(desk, "run", run)
    await expect(window.locator(".run-steps > li")).to_have_count(21)
    await window.locator(".content").evaluate("content => content.scrollTop = 300")
    desk.served.client.post(f"/api/runs/{run}/answer", json={"answer": "yes"})
    await expect(window.locator(".run-steps > li")).to_have_count(42)
    await expect(window.locator(".content")).to_have_js_property("scrollTop", 300)  # again, with the next question
    await window.locator(".content").evaluate("content => content.scrollTop = content.scrollHeight")
    desk.served.client.post(f"/api/runs/{run}/answer", json={"answer": "yes"})
    await expect(window.locator(".run-end")).to_be_in_viewport()


async def test_a_run_that_is_not_there_says_so(desk: DeskPage) -> None:
    desk.open_window()
    desk.render("run", run="00000000-0000-4000-8000-000000000000")
    await expect(desk.content.locator(".run-fault")).to_contain_text("There is no run")
    desk.complaints.clear()  # the browser's console has the 404


async def test_what_the_model_cost_is_shown(desk: DeskPage) -> None:
    await desk.page.keyboard.press("Control+/")
    with serving(ScriptedModel()) as model:
        model.answers("Hello.")
        model.answers('Here.\n\n[{"op": "window.create", "params": {"title": "Notes"}}]')
        desk.ask("model", name=model.name)
        desk.ask("say", text="hi")
        await expect(desk.page.locator(".cost")).to_have_text("1,240 tokens")
        desk.ask("say", text="a note")
        await expect(desk.page.locator(".cost")).to_have_text("2,480 tokens")
    await desk.page.reload()
    await expect(desk.page.locator(".cost")).to_have_text("2,480 tokens")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_is_wrong_with_the_windows_of_runs(open_desk: OpenDesk, axe: str, scheme: str) -> None:
    desk = await open_desk(color_scheme=scheme)
    await desk.page.keyboard.press("Control+/")
    begun = desk.served.start(task="please ponder upon things", model="local")
    waiting = desk.served.start(workflow=asking(SET))
    desk.served.ended(begun)
    await opened(desk, "runs")
    await opened(desk, "run", waiting)
    window = await opened(desk, "run", begun)
    await expect(desk.page.get_by_role("textbox", name="Answer")).to_be_visible()
    await expect(window.locator(".run-fault").first).to_be_visible()
    assert await wrong(desk, axe) == []
    await window.get_by_role("button", name="Summary").click()
    assert await wrong(desk, axe) == []
    desk.served.client.post(f"/api/runs/{waiting}/stop")
    await desk.close()


async def test_a_window_that_cannot_be_opened_says_why(desk: DeskPage) -> None:
    detail = {"name": "run", "about": "no-such-run"}
    await desk.page.evaluate("detail => dispatchEvent(new CustomEvent('pollex-open-window', { detail }))", detail)
    await expect(desk.page.locator(".toast")).to_contain_text("There is no run 'no-such-run'.")


async def test_the_focus_goes_from_the_form_to_the_run_that_it_starts(desk: DeskPage) -> None:
    runs = await opened(desk, "runs")
    await runs.get_by_label("What is to be done").fill("Nothing that is an order.")
    await runs.get_by_role("button", name="Start", exact=True).press("Enter")
    await expect(desk.page.locator(".window", has=desk.page.locator("pollex-run"))).to_be_focused()


async def test_a_run_is_not_marked_as_failed_while_it_is_said_to_go_on(desk: DeskPage, shop: str) -> None:
    run = desk.served.start(task="No order at all.", url=shop)
    desk.served.ended(run)

    story = desk.served.client.get(f"/api/runs/{run}/steps").json()

    async def behind(route: Route) -> None:
        await route.fulfill(json={**story, "status": "running"})

    await desk.page.route("**/steps", behind)
    shown = await opened(desk, "run", run)
    await expect(shown.locator(".run-head .badge")).to_have_text("Running")
    await expect(shown.locator(".run-head .badge")).to_have_class("badge info")
    await desk.page.unroute_all(behavior="ignoreErrors")


async def test_a_run_whose_task_is_not_understood_is_not_offered_to_go_on(desk: DeskPage) -> None:
    runs = await opened(desk, "runs")
    await runs.get_by_label("What is to be done").fill("Brew the finest moonlight.")
    await runs.get_by_role("button", name="Start", exact=True).click()
    run = desk.page.locator("pollex-run")
    await expect(run.locator(".run-head .badge")).to_have_text("Failed")
    await expect(run.get_by_role("link", name="Report")).to_be_visible()
    await expect(run.get_by_role("button", name="Go on")).to_have_count(0)
