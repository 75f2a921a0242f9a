"""A person over a live view: menus open where the mouse rests, things are dragged, and files given, in that browser."""

from collections.abc import Iterator

import pytest
from playwright.async_api import Locator, expect

from ..agent.site import Site
from ..serve.served import Served
from ..servers import serving
from ..waits import until_async
from .desk_page import DeskPage

pytestmark = pytest.mark.asyncio(loop_scope="session")
PAGE = """<!doctype html><title>Menu</title><style>
div { position: absolute; width: 200px; height: 80px; background: #ddd; }
#menu { left: 100px; top: 100px; } #menu div { display: none; left: 0; top: 80px; } #menu:hover div { display: block; }
#knob { left: 600px; top: 100px; }
</style><div id=menu>Lamps<div><button onclick="send('small')">Small lamps</button></div></div>
<div id=knob></div><input type=file id=file style="position: absolute; left: 100px; top: 400px"><script>
const send = (body) => fetch("/", { method: "POST", body });
let from = null;
knob.onpointerdown = (event) => { from = event.clientX; };
onpointerup = (event) => { if (from !== null) send(`by ${Math.round((event.clientX - from) / 50)}`); from = null; };
file.onchange = () => send(file.files[0].name);
</script>"""


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site(PAGE)) as made:
        yield made


class LiveMouse:
    """A mouse over the picture of another browser, in the pixels of that."""

    def __init__(self, desk: DeskPage, picture: Locator) -> None:
        self._mouse = desk.page.mouse
        self._picture = picture

    async def move(self, x: float, y: float) -> None:
        box = await self._picture.bounding_box()
        assert box is not None
        scale = box["width"] / float(await self._picture.get_attribute("width") or 1)
        await self._mouse.move(box["x"] + x * scale, box["y"] + y * scale, steps=3)

    async def click(self) -> None:
        await self._mouse.down()
        await self._mouse.up()

    async def drag(self, start: tuple[float, float], goal: tuple[float, float]) -> None:
        await self.move(*start)
        await self._mouse.down()
        await self.move(*goal)
        await self._mouse.up()


async def test_menus_open_things_are_dragged_and_files_given(desk: DeskPage, served: Served, site: Site) -> None:
    run = served.start(record={"url": site.url})
    body = {"name": "live", "about": run}
    [answer] = desk.apply(("api.call", {"method": "POST", "url": "pollex://tool/windows.open", "body": body}))
    picture = desk.window(answer["data"]["id"]).locator(".live-surface img")
    await expect(picture).to_be_visible()
    closed = await picture.get_attribute("src")
    mouse = LiveMouse(desk, picture)
    await mouse.move(150, 120)
    await expect(picture).not_to_have_attribute("src", closed or "")
    await mouse.move(150, 190)
    await mouse.click()
    await until_async("the lamp was clicked", lambda: site.bodies == ["small"])
    await mouse.drag((650, 120), (850, 120))
    await until_async("it was dragged", lambda: site.bodies == ["small", "by 4"])
    await mouse.move(150, 410)
    await mouse.click()
    await desk.page.get_by_label("The page asks for a file").set_input_files(
        {"name": "letter of Zoë.txt", "mimeType": "text/plain", "buffer": b"Dear all"}
    )
    await until_async("it was given", lambda: site.bodies[2:] == ["letter of Zoë.txt"])
    await expect(desk.page.get_by_label("The page asks for a file")).to_have_count(0)
    assert served.client.post(f"/api/runs/{run}/stop").is_success
