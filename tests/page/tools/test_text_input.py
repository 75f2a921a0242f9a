"""Typing, choosing, ticking, uploading."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from pollex.core.fault import Fault
from pollex.page.live import LivePage
from pollex.practice.server import Server

OpenPage = Callable[[str], Awaitable[LivePage]]
FaultOf = Callable[..., Awaitable[Fault]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


def html(body: str) -> str:
    """A page with nothing but this in it."""
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


async def text_of(page: LivePage) -> str:
    return (await page.state(text=20_000))["textContent"]


class TestEntering:
    async def test_a_list_takes_no_text(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        page = await open_page("/hard/select-native")
        fault = await fault_of(page, "type", selector="label=Country", text="Portugal")
        assert (fault.code, fault.received) == ("failed", "select")
        assert fault.hint == "Choose an option with page.select."

    async def test_boxes_of_one_character_take_a_code_from_the_first_on(self, open_page: OpenPage) -> None:
        boxes = "".join(f"<input maxlength=1 aria-label='Digit {n}'>" for n in range(1, 7))
        page = await open_page("/hard/")
        await page.navigate(html(f"<div>{boxes}</div><input maxlength=1 aria-label=Initial>"))
        await page.type("label=Digit 1", "482913")
        await page.type("label=Initial", "A")
        values = "[...document.querySelectorAll('input')].map(each => each.value).join('')"
        assert await page.inspect(values) == "482913A"

    async def test_an_unknown_option_is_suggested(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        page = await open_page("/hard/select-native")
        fault = await fault_of(page, "select", selector="label=Country", option="Portugl")
        assert (fault.code, fault.pointer, fault.received) == ("not_found", "/option", "Portugl")
        assert fault.message == "Failed to select: the combobox 'Country' has no option 'Portugl'."
        assert fault.hint == "Did you mean 'Portugal'?"

    async def test_an_option_that_is_sold_out(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        fault = await fault_of(await open_page("/hard/select-multiple"), "select", selector="#parts", option="glass")
        assert fault.message == (
            "Failed to select: the option 'Tinted glass (sold out)' of the listbox 'Extras' is disabled."
        )

    async def test_two_options_for_a_list_that_takes_one(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        page = await open_page("/hard/select-native")
        fault = await fault_of(page, "select", selector="label=Country", option=["Norway", "Sweden"])
        assert (fault.code, fault.pointer) == ("invalid_input", "/option")

    async def test_options_by_label_value_and_place(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/select-multiple")
        done = await page.do("select", selector="#parts", option=["roof rack", "mats", 0])
        assert done["chosen"] == ["Heated seats", "Rubber mats", "Roof rack"]

    async def test_an_option_without_the_figures_behind_it(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        options = "".join(f"<option>{each}</option>" for each in ("Everyday (€9.50)", "Savings (€3)", "Savings (€4)"))
        page = await open_page(html(f"<label>From <select>{options}</select></label>"))
        assert (await page.do("select", selector="label=From", option="Everyday"))["chosen"] == ["Everyday (€9.50)"]
        assert (await fault_of(page, "select", selector="label=From", option="Savings")).code == "not_found"

    @pytest.mark.parametrize("written", ["24.12.2026", "24 December 2026", "2026-12-24"])
    async def test_a_date_in_any_form(self, open_page: OpenPage, written: str) -> None:
        page = await open_page("/hard/dates-native")
        assert (await page.do("type", selector="#day", text=written))["holds"] == "2026-12-24"

    @pytest.mark.parametrize("written", ["24.12.2026 14:30", "2026-12-24T14:30", "December 24, 2026 2:30 pm"])
    async def test_a_date_with_its_time(self, open_page: OpenPage, written: str) -> None:
        page = await open_page(html("<label>Start <input type=datetime-local></label>"))
        filled = (await page.do("fill", fields={"Start": written}))["filled"]
        assert filled == {"Start": {"tool": "page.type", "holds": "2026-12-24T14:30"}}

    async def test_what_is_no_date_is_told(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        fault = await fault_of(await open_page("/hard/dates-native"), "type", selector="#day", text="Christmas")
        assert (fault.pointer, fault.received) == ("/text", "Christmas")
        assert "2026-12-24" in (fault.hint or "")

    async def test_text_is_replaced_or_added(self, open_page: OpenPage) -> None:
        page = await open_page(html("<input id=a value=one oninput='say.textContent = value'><output id=say></output>"))
        await page.type("#a", "two", clear=False)
        assert "onetwo" in await text_of(page)
        await page.type("#a", "three")
        assert (await text_of(page)).split() == ["three"]

    async def test_ticking_what_is_ticked_does_nothing(self, open_page: OpenPage) -> None:
        page = await open_page(html("<label><input type=checkbox checked onclick='title = 1'>News</label>"))
        assert (await page.do("check", selector="label=News"))["on"] is True
        assert (await page.do("check", selector="label=News", on=False))["on"] is False

    async def test_what_cannot_be_ticked(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        fault = await fault_of(await open_page("/hard/modal"), "check", selector="text=No, thanks")
        assert fault.message == "Failed to check: the button 'No, thanks' can be neither on nor off."

    async def test_files_are_named_in_the_answer(self, open_page: OpenPage, tmp_path: Path) -> None:
        page = await open_page("/hard/file-visible")
        for name in ("a.txt", "b.txt"):
            (tmp_path / name).write_text(name)
        files = [str(tmp_path / "a.txt"), str(tmp_path / "b.txt")]
        assert (await page.do("upload", selector="label=Documents", files=files))["uploaded"] == ["a.txt", "b.txt"]
        await page.click("text=Upload")
        assert "Done: a.txt (5 bytes), b.txt (5 bytes)" in await text_of(page)

    async def test_files_for_a_chooser_that_a_frame_of_another_origin_opens(
        self, open_page: OpenPage, server: Server, tmp_path: Path
    ) -> None:
        (tmp_path / "a.txt").write_text("hello")
        address = f"{server.url}/hard/file-drop".replace("127.0.0.1", "localhost")
        page = await open_page(html(f"<iframe src='{address}' width=900 height=700></iframe>"))
        await page.do("upload", selector="text=Drop files here", files=[str(tmp_path / "a.txt")])
        await page.do("wait", text="Done: a.txt (5 bytes)")

    async def test_a_file_that_is_not_there(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        page = await open_page("/hard/file-visible")
        fault = await fault_of(page, "upload", selector="label=Documents", files=["no-such-file.txt"])
        assert (fault.code, fault.pointer, fault.received) == ("not_found", "/files/0", "no-such-file.txt")

    async def test_files_for_what_is_no_file_field(
        self, open_page: OpenPage, tmp_path: Path, fault_of: FaultOf
    ) -> None:
        (tmp_path / "a.txt").write_text("a")
        page = await open_page("/hard/login")
        fault = await fault_of(page, "upload", selector="#user", files=[str(tmp_path / "a.txt")])
        assert fault.code == "failed"
        assert fault.message.startswith("Failed to upload: the textbox 'User name'")


class TestReadingBack:
    """After typing, the field is read: what it does not hold is put in otherwise, or told."""

    async def test_a_field_whose_popup_takes_the_focus(self, open_page: OpenPage) -> None:
        stolen = """<label>Day <input id=day></label><input id=popup>
        <script>day.onfocus = () => setTimeout(() => popup.focus())</script>"""
        page = await open_page(html(stolen))
        typed = await page.type("label=Day", "24 December")
        assert typed["holds"] == "24 December"

    async def test_a_field_that_takes_only_keys(self, open_page: OpenPage) -> None:
        keys = """<label>Count <input id=count value=0></label><script>let held = ""
        count.oninput = () => { count.value = held || 0 }
        count.onkeydown = ({ key }) => { if (/^\\d$/.test(key)) held += key }</script>"""
        page = await open_page(html(keys))
        assert (await page.type("label=Count", "42"))["holds"] == "42"

    async def test_a_field_that_writes_it_otherwise_holds_it(self, open_page: OpenPage) -> None:
        mask = """<label>Card <input id=card></label><script>card.oninput = () => {
        card.value = card.value.replace(/\\D/g, "").replace(/(.{4})(?=.)/g, "$1 ") }</script>"""
        page = await open_page(html(mask))
        assert (await page.type("label=Card", "4111111111111111"))["holds"] == "4111 1111 1111 1111"

    async def test_a_difference_that_remains_is_told(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        digits = """<label>Pay on <input id=pay></label><script>pay.addEventListener("input", () => {
        pay.value = pay.value.replace(/[^\\d.]/g, "") })</script>"""
        fault = await fault_of(await open_page(html(digits)), "type", selector="label=Pay on", text="31 March 2027")
        assert (fault.code, fault.expected, fault.received) == ("failed", "31 March 2027", "312027")
        assert fault.message == "Failed to type: the textbox 'Pay on' holds '312027'."

    async def test_keys_that_the_page_takes_are_typed_once(self, open_page: OpenPage) -> None:
        terminal = """<label>Terminal <textarea id=keys></textarea></label><pre id=screen></pre><script>let got = ""
        keys.onkeypress = (event) => { event.preventDefault(); got += event.key; document.title = got
        setTimeout(() => { screen.append(event.key) }, 200) }</script>"""
        page = await open_page(html(terminal))
        result = await page.call("page.type", {"selector": "label=Terminal", "text": "ls"})
        assert result.ok, result.fault
        assert (await page.inspect("document.title"), result.data["holds"]) == ("ls", "")
        assert "The page takes the keys itself: the field stays empty." in result.notes

    async def test_keys_that_nobody_takes_are_told(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        digits = """<label>Floor <input id=floor></label><script>let count = 0; floor.onkeypress = (event) => {
        count++; window.name = count; if (!/\\d/.test(event.key)) event.preventDefault() }</script>"""
        page = await open_page(html(digits))
        fault = await fault_of(page, "type", selector="label=Floor", text="top")
        assert fault.message.endswith("stays empty, for the page keeps these keys from it; nothing changed.")
        assert (fault.uncertain, await page.inspect("window.name")) == (True, "3")

    async def test_text_that_is_taken_at_once_is_not_typed_by_keys(self, open_page: OpenPage) -> None:
        tags = """<label>Tags <input id=tags></label><ul id=list></ul><script>tags.oninput = () => {
        list.innerHTML += `<li>${tags.value}</li>`; tags.value = "" }</script>"""
        page = await open_page(html(tags))
        await page.type("label=Tags", "garden")
        assert await page.inspect("document.querySelectorAll('li').length") == 1

    async def test_what_takes_keys_by_a_field_that_nobody_sees(self, open_page: OpenPage) -> None:
        screen = """<style>textarea { opacity: 0; position: absolute; left: -9999em }</style><div id=terminal>
        <textarea id=keys></textarea><pre>$ </pre></div><script>keys.onkeypress = (event) => {
        event.preventDefault(); document.querySelector("pre").append(event.key) }</script>"""
        page = await open_page(html(screen))
        await page.type("#terminal", "pwd")
        assert await page.inspect("document.querySelector('pre').textContent") == "$ pwd"

    async def test_nothing_is_deleted_where_nothing_is(self, open_page: OpenPage) -> None:
        chips = """<ul id=list><li>Ada</li></ul><label>Guests <input id=guest></label><script>
        guest.onkeydown = ({ key }) => { if (!guest.value && key === "Delete") list.innerHTML = "" }</script>"""
        page = await open_page(html(chips))
        await page.type("label=Guests", "Grace")
        assert "Ada" in await text_of(page)

    async def test_what_is_added_is_added_once(self, open_page: OpenPage) -> None:
        page = await open_page(html("<label>Notes <input value=one></label>"))
        assert (await page.type("label=Notes", " two", clear=False))["holds"] == "one two"

    async def test_a_secret_is_not_read_back(self, open_page: OpenPage) -> None:
        page = await open_page(html("<label>Password <input type=password></label>"))
        assert (await page.type("label=Password", "hunter-22"))["holds"] == "••••"


async def test_a_key_is_pressed_several_times(open_page: OpenPage) -> None:
    page = await open_page(html("<label>Volume <input type=range min=0 max=10 value=2></label>"))
    await page.do("keypress", selector="label=Volume", key="ArrowRight", times=5)
    assert await page.do("inspect", expression="document.querySelector('input').value") == "7"


async def test_words_do_not_lead_to_one_in_the_other_state(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page(html("<button aria-pressed=true>Star</button>"))
    fault = await fault_of(page, "click", selector='button[aria-pressed="false"]', fallback="the star button")
    assert fault.code == "not_found"


async def test_a_pressed_button_is_not_pressed_again_by_check(open_page: OpenPage) -> None:
    turn = "this.ariaPressed = this.ariaPressed == 'true' ? 'false' : 'true'"
    page = await open_page(html(f'<button aria-pressed=false onclick="{turn}">Star</button>'))
    for _ in range(2):
        assert (await page.do("check", selector="text=Star"))["on"] is True
    assert (await page.do("query", selector='[aria-pressed="true"]'))["count"] == 1


WRITTEN = """<div id=text contenteditable>The repair is urgent.</div><textarea id=area>It is late.</textarea>
<button>Save</button>"""


@pytest.mark.parametrize(("words", "held"), [("urgent", "The repair is done."), ("late", "It is done.")])
async def test_what_is_selected_is_typed_over(open_page: OpenPage, words: str, held: str) -> None:
    page = await open_page(html(WRITTEN))
    await page.do("select_text", text=words)
    await page.do("type", text="done")
    assert held in await page.inspect(
        "[document.querySelector('#text').textContent, document.querySelector('#area').value]"
    )


async def test_nothing_is_typed_where_nothing_takes_it(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page(html(WRITTEN))
    fault = await fault_of(page, "type", text="done")
    assert (fault.message, fault.hint) == (
        "Which field is meant?",
        "Name it, or select a text in it first: nothing has the focus.",
    )
    await page.do("click", selector="text=Save")
    assert (await fault_of(page, "type", text="done")).message.startswith("Failed to type: the button 'Save'")


CELLS = """<div role=grid><div role=row><div role=gridcell tabindex=0 ondblclick="edit(this)">Yara Jung</div>
<div role=gridcell tabindex=0 onkeydown="this.firstElementChild || edit(this, '')">Bern</div></div></div><script>
function edit(cell, text = cell.textContent) { cell.innerHTML = '<input>'; cell.firstChild.value = text
cell.firstChild.focus() }</script>"""


async def test_a_cell_that_opens_by_a_double_click_takes_no_text_before(open_page: OpenPage) -> None:
    """What was typed then is told with what stood there before."""
    page = await open_page(html(CELLS))
    fault = (await page.call("page.type", {"selector": "text=Yara Jung", "text": "Nina Sol"})).fault
    assert fault is not None
    assert "double click" in (fault.hint or "")
    await page.do("click", selector="text=Yara Jung", count=2)
    assert (await page.do("type", text="Nina Sol"))["holds"] == "Yara JungNina Sol"


async def test_a_cell_that_opens_by_a_key_is_typed_into(open_page: OpenPage) -> None:
    page = await open_page(html(CELLS))
    assert (await page.do("type", selector="text=Bern", text="Basel"))["holds"] == "Basel"
