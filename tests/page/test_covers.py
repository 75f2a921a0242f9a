"""What lies over a page is told once, by one name, and only where it is over something else than its own."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.page.indices import Indices
from pollex.page.observation import Control
from pollex.page.observe import look
from pollex.page.outline import named, outline
from pollex.page.playwright_driver import PlaywrightTab

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

FIELDS = "".join(f"<p style='height:60px'><label>Field {at} <input></label></p>" for at in range(8))
BACKDROP = "<div style='position:fixed;inset:0;background:#0008'></div>"
SHEET = """<div
style='position:fixed;left:300px;top:60px;width:500px;height:400px'><div style='background:#fff;height:100%'>
<div style='padding:40px'><h2 style='height:60px'>Edit label</h2><span>Close</span></div><p>Colour</p>
<button>Save</button></div></div>"""
LIST = "".join(f"<div role=option tabindex=0 style='height:50px'>{each}</div>" for each in ("Barn", "Loft", "Cellar"))
COMBOBOX = f"""<div style='position:relative'><div role=combobox tabindex=0 aria-expanded=true>Venue</div>
<div style='position:absolute;top:0;left:0;width:900px;background:#fff'><div role=listbox aria-label=Venues>{LIST}</div>
</div></div>"""
COVERS = {
    "a dialog of many boxes before its backdrop": (
        FIELDS + BACKDROP + SHEET,
        ['[1] to [8] covered by div "Edit label"'],
    ),
    "a dialog with a role in its backdrop": (
        FIELDS + f"<div style='position:fixed;inset:0'>{SHEET.replace('<div ', '<div role=dialog ', 1)}</div>",
        ['[1] to [8] covered by dialog "Edit label"'],
    ),
    "a list over its combobox and what follows": (
        f"{COMBOBOX}{FIELDS}",
        ['[6], [7] covered by listbox "Venues"'],
    ),
    "an entry over its neighbour": (
        "<ul><li><button>One</button><li style='position:relative;top:-30px;background:#fff'>Two<br>more</ul>",
        [],
    ),
    "what is mostly cut off at the edge of its box": (
        """<div style='height:30px;overflow:hidden'><div style='height:29px'></div>
        <button style='height:90px'>Go</button></div><p>After</p>""",
        [],
    ),
    "the chips of a control that a component has drawn": (
        """<my-choice></my-choice><script>
        document.querySelector('my-choice').attachShadow({mode: 'open'}).innerHTML =
        `<div style='position:relative;width:300px;height:30px'><input role=combobox aria-label=Likes style='width:
        100%;height:100%'><div style='position:absolute;inset:-9px'>Pool</div></div>`</script>""",
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("html", "told"), COVERS.values(), ids=COVERS)
async def test_what_covers_others_is_told_once(open_tab: Open, html: str, told: list[str]) -> None:
    tab = await open_tab("about:blank")
    await tab.page.set_content(f"<!doctype html>{html}")
    said = outline(await look(tab, Indices())).splitlines()
    assert [line for line in said if "covered by" in line] == told


FORM = "<main>" + FIELDS + "</main>"
NAMED = SHEET.replace("<div", "<div role=dialog aria-label=Edit", 1)
FOREMOST = {
    "a dialog without a role behind what it covers": (FORM + BACKDROP + SHEET, "## Edit label"),
    "a dialog with one": (
        FORM + BACKDROP + NAMED,
        "dialog Edit:",
    ),
    "one in the middle": (
        FORM + BACKDROP + NAMED + FORM,
        "dialog Edit:",
    ),
}


@pytest.mark.parametrize(("html", "first"), FOREMOST.values(), ids=FOREMOST)
async def test_what_covers_a_page_is_told_before_it(open_tab: Open, html: str, first: str) -> None:
    tab = await open_tab("about:blank")
    await tab.page.set_content(f"<!doctype html>{html}")
    said = outline(await look(tab, Indices())).splitlines()
    assert said[1] == first
    assert said.index("behind it:") < said.index("main:")
    assert next(at for at, line in enumerate(said) if line.endswith("button Save")) < said.index("behind it:")


@pytest.mark.parametrize(
    ("order", "some", "told"),
    [
        ([1, 2, 3, 4, 5], [1, 2, 3], "[1] to [3]"),
        ([1, 9, 2, 3, 8], [9, 2, 3], "[2], [3], [9]"),
        ([1, 5, 2, 3, 4], [1, 5, 2, 3, 4], "[1] to [5]"),
        ([1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 5, 6, 7], "[1] to [3], [5] to [7]"),
        ([1, 2, 3, 4, 5, 6, 7, 8], [1, 3, 5, 7, 8], "all but [2], [4], [6]"),
    ],
)
async def test_a_range_names_what_is_in_it(order: list[int], some: list[int], told: str) -> None:
    controls = [Control(index, "button", "") for index in order]
    assert named([each for each in controls if each.index in some], controls) == told
