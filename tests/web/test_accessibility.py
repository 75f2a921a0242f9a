"""axe-core finds nothing wrong with the page and its components, light and dark."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from pollex.workspace.components import CATALOGUE

from ..npm import install
from ..servers import serving
from .desk_page import DeskPage, OpenDesk
from .scripted_model import ScriptedModel

pytestmark = pytest.mark.asyncio(loop_scope="session")
HERE = Path(__file__).parent
WRONG = """async () => (await axe.run()).violations.flatMap(each =>
  each.nodes.map(node => `${each.id}: ${node.html.slice(0, 200)}: ${node.failureSummary}`))"""


@pytest.fixture(scope="session")
def axe() -> str:
    install(HERE)
    return (HERE / "node_modules" / "axe-core" / "axe.min.js").read_text()


async def wrong(desk: DeskPage, axe: str) -> list[str]:
    await desk.page.evaluate(axe)
    found: list[str] = await desk.page.evaluate(WRONG)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_is_wrong_with_the_page(open_desk: OpenDesk, axe: str, scheme: str) -> None:
    desk = await open_desk(color_scheme=scheme)
    assert await wrong(desk, axe) == []
    desk.open_window(
        '<h1>Title</h1><label class="field">Name<input></label><p class="muted">quiet</p><button>Go</button>'
    )
    desk.open_window('<p class="danger">bad</p><span class="badge success">good</span>', id="b", title="Other", x=620)
    await expect(desk.page.locator(".window")).to_have_count(2)
    assert await wrong(desk, axe) == []
    await desk.page.get_by_role("button", name="Menu of Notes").click()
    assert await wrong(desk, axe) == []
    await desk.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_is_wrong_with_the_components(open_desk: OpenDesk, axe: str, scheme: str) -> None:
    desk = await open_desk(color_scheme=scheme)
    names = [name for name in CATALOGUE if name not in {"layout", "tabs", "modal", "image", "live"}]
    desk.open_window(x=0, y=0, width=1270, height=740)
    for name in names:
        desk.render(name, id=name, **CATALOGUE[name].example)
    desk.render("tabs", id="tabs", tabs=[{"label": "A", "children": ["text"]}, {"label": "B", "children": ["code"]}])
    await expect(desk.content.locator("pollex-place:not(:empty)")).to_have_count(len(names))
    assert await wrong(desk, axe) == []
    await desk.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_is_wrong_with_the_chat(open_desk: OpenDesk, axe: str, scheme: str) -> None:
    desk = await open_desk(color_scheme=scheme)
    await desk.page.keyboard.press("Control+/")
    assert await wrong(desk, axe) == []
    with serving(ScriptedModel()) as model:
        model.answers('A *note*.\n\n[{"op": "window.create", "params": {"title": "Notes"}}]')
        desk.ask("model", name=model.name)
        desk.ask("say", text="A note")
        await expect(desk.page.get_by_role("button", name="Accept step 1")).to_be_visible()
    desk.ask("stop")
    await expect(desk.page.get_by_role("button", name="Unlock")).to_be_visible()
    assert await wrong(desk, axe) == []
    await desk.page.get_by_role("button", name="Edit step 1").click()
    await desk.page.get_by_label("Command of step 1").fill("{")
    await desk.page.get_by_role("button", name="Save").click()
    await expect(desk.page.get_by_role("alert")).to_contain_text("This is not JSON")
    assert await wrong(desk, axe) == []
    await desk.close()
