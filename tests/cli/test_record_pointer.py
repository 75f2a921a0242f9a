"""A person points, drags and scrolls in a recorded browser: the workflow does again what mattered of it."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page

from pollex import App
from pollex.cli.record import record_run

from ..agent.site import Site
from ..board_page import BOARD
from ..servers import serving
from .test_record import centre, done_by

pytestmark = pytest.mark.asyncio(loop_scope="session")
LISTS = """<!doctype html><title>Lists</title><style>section { display: inline-block; width: 12em; height: 8em; }
p { height: 200px; }</style>
<section id=basket>Basket</section> <section><b draggable=true id=pear>Pear</b></section> <button>Buy</button>
<div id=list></div>
<script>
const send = (body) => fetch("/", { method: "POST", body });
pear.ondragstart = (event) => event.dataTransfer.setData("text/plain", "pear");
basket.ondragover = (event) => event.preventDefault();
basket.ondrop = (event) => { basket.append(pear); send(event.dataTransfer.getData("text/plain")); };
document.querySelector("button").onclick = () => send("buy");
const more = () => {
  for (let count = 0; count < 10; count++) {
    const item = document.createElement("p");
    item.textContent = `Entry ${list.children.length + 1}`;
    item.onclick = () => send(item.textContent);
    list.append(item);
  }
};
more();
addEventListener("scroll", () => {
  if (scrollY + innerHeight > document.body.scrollHeight - 100 && list.children.length < 30) more();
});
</script>"""
Person = Callable[[Page], Awaitable[None]]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home")) as running:
        yield running


async def test_only_the_rests_that_opened_what_was_used_are_steps(app: App, tmp_path: Path) -> None:
    async def choose(page: Page) -> None:
        for place in ("#todo", "#bags", "#all", "#todo", "#lamps", "#table", "#small"):
            await rest(page, place)
        await press(page)
        await rest(page, "#bags")
        await rest(page, "#todo b")
        await press(page)
        await rest(page, "#more")
        await rest(page, "#help")
        await press(page)

    done = (["small", "help"], ["hover", "hover", "click", "hover", "click"])
    assert await both(app, BOARD, choose, tmp_path) == done


async def test_things_are_dragged_onto_others_and_by_a_distance(app: App, tmp_path: Path) -> None:
    async def arrange(page: Page) -> None:
        await drag(page, "#card", await centre(page, "#done"))
        x, y = await centre(page, "#knob")
        await drag(page, "#knob", (x + 200, y))

    assert await both(app, BOARD, arrange, tmp_path) == (["done", "at 4"], ["drag", "drag"])


async def test_what_the_browser_itself_drags_is_dropped_again(app: App, tmp_path: Path) -> None:
    async def put_in(page: Page) -> None:
        await drag(page, "#pear", await centre(page, "#basket"))
        await page.wait_for_selector("#basket b")
        x, y = await centre(page, "button")
        await drag(page, "button", (x + 12, y))  # a hand that trembles: this is a click

    assert await both(app, LISTS, put_in, tmp_path) == (["pear", "buy"], ["drag", "click"])


async def test_scrolling_is_a_step_where_it_made_a_list_longer(app: App, tmp_path: Path) -> None:
    async def read_on(page: Page) -> None:
        await page.mouse.move(200, 400)
        for entry in (11, 21):
            await page.mouse.wheel(0, 200)
            await pause(page)
            await page.mouse.wheel(0, 9000)
            await page.wait_for_selector(f"text=Entry {entry}")
            await pause(page)
        await page.locator("text=Entry 25").scroll_into_view_if_needed()
        await page.mouse.click(*await centre(page, "text=Entry 25"))

    assert await both(app, LISTS, read_on, tmp_path) == (["Entry 25"], ["scroll", "click"])


async def both(app: App, page: str, person: Person, folder: Path) -> tuple[list[str], list[str]]:
    """Record a person; return what was sent, which the workflow must send again, and the tools of its steps."""
    file = folder / "shown.workflow.json"
    with serving(Site(page)) as site, redirect_stderr(StringIO()), redirect_stdout(StringIO()):
        recorded = await record_run(app, {"url": site.url, "name": "Shown"}, file, None, done_by(app, person))
        assert recorded.ok, recorded.fault
        sent, site.bodies = site.bodies, []
        again = await app.run_workflow(app.load_workflow(file))
        assert again.ok, again.fault
        assert site.bodies == sent
    workflow = json.loads(file.read_text())
    _opened, *done = [each["config"] for each in workflow["nodes"] if each["type"] in ("tool", "browser_action")]
    return sent, [each.get("action") or each["tool"].removeprefix("page.") for each in done]


async def rest(page: Page, selector: str) -> None:
    """Move the pointer onto something, and let it rest there."""
    await page.mouse.move(*await centre(page, selector))
    await pause(page)


async def pause(page: Page) -> None:
    """Do nothing for as long as a person does at least."""
    await page.evaluate("() => new Promise((done) => setTimeout(done, 200))")


async def press(page: Page) -> None:
    await page.mouse.down()
    await page.mouse.up()


async def drag(page: Page, selector: str, goal: tuple[float, float]) -> None:
    await page.mouse.move(*await centre(page, selector))
    await page.mouse.down()
    await page.mouse.move(*goal, steps=5)
    await page.mouse.up()
