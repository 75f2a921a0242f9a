"""Controls as libraries make them: cells with a pointer, labelled elements, editors that draw their text."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.page.indices import Indices
from pollex.page.observe import look
from pollex.page.outline import outline
from pollex.page.playwright_driver import PlaywrightTab

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

SWITCH = """<label>Window alarm <room-switch></room-switch></label>
<label for="lamp">Lamp</label> <room-switch id="lamp"></room-switch>
<script>
  customElements.define("room-switch", class extends HTMLElement {
    static formAssociated = true;
    constructor() {
      super();
      this.attachInternals();
      this.attachShadow({ mode: "open" }).innerHTML = "<button role=switch aria-checked=false>&nbsp;</button>";
    }
  });
</script>"""
TERMINAL = """<div style="width: 400px; height: 200px; position: relative">
  <textarea aria-label="Commands" style="opacity: 0; width: 9px; position: absolute"></textarea>
  <div style="position: absolute; inset: 0">$ ready</div></div>"""
EDITOR = """<div style="width: 400px; height: 200px">
  <div id="keys" role="textbox" tabindex="0" aria-label="Code" style="width: 0; height: 19px"></div></div>
<script>document.querySelector("#keys").editContext = new EditContext();</script>"""


async def seen(open_tab: Open, html: str) -> list[str]:
    tab = await open_tab("about:blank")
    await tab.page.set_content(html)
    return outline(await look(tab, Indices())).splitlines()


async def test_cells_in_a_row_that_takes_the_focus_can_be_pressed(open_tab: Open) -> None:
    cell = '<div style="cursor: pointer">{}</div>'
    lines = await seen(open_tab, f'<div role="row" tabindex="0">{cell.format("Plate")}{cell.format("Town")}</div>')
    assert lines == ["[1] row · [2] clickable Plate · [3] clickable Town"]


async def test_what_lies_in_a_box_with_a_pointer_is_not_told_again(open_tab: Open) -> None:
    lines = await seen(open_tab, '<div tabindex="0" style="cursor: pointer"><span>Open</span> <span>now</span></div>')
    assert lines == ["[1] clickable Open now"]


async def test_an_element_of_a_page_s_own_is_called_by_its_label(open_tab: Open) -> None:
    lines = await seen(open_tab, SWITCH)
    assert [line for line in lines if "switch" in line] == ["[1] switch Window alarm", "[2] switch Lamp"]


@pytest.mark.parametrize(
    ("html", "line"), [(TERMINAL, "[1] textbox Commands (multiline)"), (EDITOR, "[1] textbox Code")]
)
async def test_the_field_of_an_editor_that_draws_its_text_is_told(open_tab: Open, html: str, line: str) -> None:
    assert (await seen(open_tab, html))[0] == line


@pytest.mark.parametrize("way", ["aria-hidden=true", "tabindex=-1", "readonly", 'style="display: none"'])
async def test_a_hidden_field_that_takes_no_keys_is_not_told(open_tab: Open, way: str) -> None:
    html = TERMINAL.replace('<textarea aria-label="Commands"', f"<textarea {way}")
    assert await seen(open_tab, html) == ["$ ready"]


async def test_a_button_is_inferred_from_data_in_a_library_s_own_words(open_tab: Open) -> None:
    lines = await seen(open_tab, '<button class="popover-item" data-item-name="bold">&nbsp;</button>')
    assert lines == ["[1] button ‹bold›"]


async def test_a_row_that_is_being_edited_is_not_folded(open_tab: Open) -> None:
    rows = "".join(f"<li><button>Open {at}</button> Car {at}</li>" for at in range(20))
    tab = await open_tab("about:blank")
    await tab.page.set_content(f"<ul>{rows.replace('Car 15', '<input aria-label=Driver>')}</ul>")
    await tab.page.focus("input")
    lines = outline(await look(tab, Indices())).splitlines()
    assert lines[5:] == ["[16] button Open 15 · [17] textbox Driver (focused)", "… 14 more like these (page_unfold 6)"]
