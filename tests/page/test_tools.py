"""What the page's tools answer: results that say what happened, and faults that say what to do."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from pollex.core.call import Call
from pollex.core.fault import Fault
from pollex.core.invoke import invoke
from pollex.core.json import Object, dumps
from pollex.core.result import Result
from pollex.core.template import Scope
from pollex.page.live import LivePage
from pollex.practice.server import Server
from pollex.testing import FakeSecrets

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


def html(body: str) -> str:
    """A page with nothing but this in it."""
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


async def fault_of(page: LivePage, action: str, **args: Any) -> Fault:
    """Why an action did not work, found out without much patience."""
    page.options = replace(page.options, patience=0.3)
    fault = (await page.call(f"page.{action}", args)).fault
    assert fault is not None
    return fault


async def text_of(page: LivePage) -> str:
    return (await page.state(text=20_000))["textContent"]


class TestFaults:
    async def test_an_ambiguous_selector_lists_what_it_fits_and_clicks_nothing(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/same-names")
        fault = await fault_of(page, "click", selector="text=Add to basket")
        assert (fault.code, fault.pointer, fault.expected) == ("ambiguous", "/selector", "one visible element")
        assert fault.message == "'text=Add to basket' fits 6 elements."
        assert "button 'Add to basket' near 'Wool scarf'" in (fault.received or "")
        assert "Outcome: Waiting" in await text_of(page)

    async def test_the_index_that_an_ambiguous_fault_names_can_be_used(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/same-names")
        fault = await fault_of(page, "click", selector="text=Add to basket")
        scarf = next(issue.message for issue in fault.issues if "Wool scarf" in issue.message)
        await page.click(int(scarf[1 : scarf.index("]")]))
        assert "Done: wool scarf" in await text_of(page)

    async def test_a_misspelt_text_is_suggested(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/cookie-banner"), "click", selector="text=Acept all")
        assert (fault.code, fault.pointer, fault.retry) == ("not_found", "/selector", True)
        assert fault.hint == "Did you mean 'Accept all'?"

    async def test_a_list_of_selectors_that_all_fail_says_why_for_each(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/modal"), "click", selector=["#nothing", "text=Nobody", 9999])
        assert fault.message == "None of the 3 selectors leads to an element."
        assert [(issue.pointer, issue.message) for issue in fault.issues] == [
            ("/selector/0", "'#nothing': no match."),
            ("/selector/1", "'text=Nobody': no match."),
            ("/selector/2", "Element with index 9999 not found"),
        ]

    async def test_a_candidate_that_fails_is_told_with_the_one_that_served(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/click-role")
        done = await page.click(["#start", "text=Start timer"])
        assert (done["used"], done["tried"]) == ("text=Start timer", [{"selector": "#start", "why": "no match"}])

    async def test_what_covers_an_element_is_named(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/cookie-banner"), "click", selector="text=Order now")
        assert fault.code == "failed"
        assert fault.message.startswith("Failed to click: the button 'Order now' is covered by ")
        assert "Accept all" in fault.message
        assert fault.hint == "Close or answer what lies over it first."

    async def test_a_disabled_button_is_not_clicked(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/disabled-buttons"), "click", selector="text=Continue")
        assert fault.message == "Failed to click: the button 'Continue' is disabled."
        assert fault.hint == "Fill in or tick what it waits for."

    async def test_a_readonly_field_takes_no_text(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/readonly")
        fault = await fault_of(page, "type", selector="label=Customer number", text="K-1")
        assert (fault.code, fault.received) == ("failed", "readonly")
        assert fault.message == "Failed to type: the textbox 'Customer number' takes no text (readonly)."

    async def test_an_index_that_was_never_shown(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/modal"), "click", index=9999)
        assert (fault.code, fault.message) == ("not_found", "Element with index 9999 not found")

    async def test_an_index_whose_element_is_gone(self, open_page: OpenPage) -> None:
        page = await open_page(html("<button onclick='this.remove()'>Once</button><button>Other</button>"))
        index = (await page.state())["elements"][0]["index"]
        await page.click(index)
        fault = await fault_of(page, "click", index=index)
        assert (fault.code, fault.message) == ("not_found", f"Element with index {index} not found")
        assert index not in [element["index"] for element in (await page.state())["elements"]]

    async def test_an_index_stays_with_its_element_when_others_come_and_go(self, open_page: OpenPage) -> None:
        page = await open_page(html("<button onclick='before(new Option(1))'>Put in</button><button>Last</button>"))
        last = (await page.state())["elements"][-1]
        await page.click("text=Put in")
        assert (await page.state())["elements"][-1]["index"] == last["index"]

    async def test_neither_selector_nor_index(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/modal"), "click")
        assert (fault.code, fault.pointer, fault.message) == ("invalid_input", "/selector", "Which element is meant?")

    async def test_a_selector_that_cannot_be_read(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/modal"), "click", selector=["#ok", "button["])
        assert (fault.code, fault.pointer) == ("invalid_input", "/selector/1")

    async def test_an_unknown_key(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/keys"), "keypress", key="Control+Entr")
        assert (fault.code, fault.pointer, fault.received) == ("invalid_input", "/key", "Entr")
        assert fault.hint == "Did you mean 'Enter'?"


class TestEntering:
    async def test_a_list_takes_no_text(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/select-native")
        fault = await fault_of(page, "type", selector="label=Country", text="Portugal")
        assert (fault.code, fault.received) == ("failed", "select")
        assert fault.hint == "Choose an option with page.select."

    async def test_an_unknown_option_is_suggested(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/select-native")
        fault = await fault_of(page, "select", selector="label=Country", option="Portugl")
        assert (fault.code, fault.pointer, fault.received) == ("not_found", "/option", "Portugl")
        assert fault.message == "Failed to select: the combobox 'Country' has no option 'Portugl'."
        assert fault.hint == "Did you mean 'Portugal'?"

    async def test_an_option_that_is_sold_out(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/select-multiple"), "select", selector="#parts", option="glass")
        assert fault.message == (
            "Failed to select: the option 'Tinted glass (sold out)' of the listbox 'Extras' is disabled."
        )

    async def test_two_options_for_a_list_that_takes_one(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/select-native")
        fault = await fault_of(page, "select", selector="label=Country", option=["Norway", "Sweden"])
        assert (fault.code, fault.pointer) == ("invalid_input", "/option")

    async def test_options_by_label_value_and_place(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/select-multiple")
        done = await page.do("select", selector="#parts", option=["roof rack", "mats", 0])
        assert done["chosen"] == ["Heated seats", "Rubber mats", "Roof rack"]

    async def test_a_list_of_divs_is_no_list(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/dropdown-custom"), "select", selector="#trigger", option="Quince")
        assert fault.hint == "It is not a native list: click it, then click the option."

    async def test_a_date_in_the_wrong_form(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/dates-native"), "type", selector="#day", text="24.12.2026")
        assert (fault.pointer, fault.received) == ("/text", "24.12.2026")
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

    async def test_what_cannot_be_ticked(self, open_page: OpenPage) -> None:
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

    async def test_a_file_that_is_not_there(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/file-visible")
        fault = await fault_of(page, "upload", selector="label=Documents", files=["no-such-file.txt"])
        assert (fault.code, fault.pointer, fault.received) == ("not_found", "/files/0", "no-such-file.txt")

    async def test_files_for_what_is_no_file_field(self, open_page: OpenPage, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("a")
        page = await open_page("/hard/login")
        fault = await fault_of(page, "upload", selector="#user", files=[str(tmp_path / "a.txt")])
        assert fault.code == "failed"
        assert fault.message.startswith("Failed to upload: the textbox 'User name'")


class TestTabs:
    async def test_a_name_that_is_taken_gets_a_number(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        for _ in range(3):
            await page.do("open_tab", url=f"{server.url}/hard/tabs", name="shop")
        assert await page.do("list_tabs") == [
            {"name": "main", "url": f"{server.url}/hard/modal", "current": False},
            {"name": "shop", "url": f"{server.url}/hard/tabs", "current": False},
            {"name": "shop_2", "url": f"{server.url}/hard/tabs", "current": False},
            {"name": "shop_3", "url": f"{server.url}/hard/tabs", "current": True},
        ]

    async def test_a_tab_by_name_by_place_and_by_address(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        await page.do("open_tab", url=f"{server.url}/hard/tabs", name="other")
        names = [(await page.do("switch_tab", tabName=each))["tab"] for each in ("main", "1", "hard/modal")]
        assert names == ["main", "other", "main"]
        assert (await page.do("current_tab"))["title"] == "Modal dialog · Hard pages"

    async def test_an_unknown_tab(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/modal")
        fault = await fault_of(page, "switch_tab", tabName="mian")
        assert (fault.code, fault.pointer, fault.expected) == ("not_found", "/tabName", "'main'")
        assert (fault.message, fault.hint) == ("There is no tab 'mian'.", "Did you mean 'main'?")

    async def test_the_tab_before_is_current_when_one_is_closed(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        await page.do("open_tab", name="second")
        left = await page.do("close_tab")
        assert left == [{"name": "main", "url": f"{server.url}/hard/modal", "current": True}]

    async def test_a_tab_that_the_page_opened_is_current_at_once(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/window-blank")
        await page.click("text=Read the terms")
        assert (await page.do("current_tab"))["tab"] == "popup"
        assert "The word at the end is lighthouse" in await text_of(page)

    async def test_a_tab_that_closed_itself_is_forgotten(self, open_page: OpenPage) -> None:
        inside = "<button onclick=window.close()>Leave</button>"
        page = await open_page(html(f"<button onclick='window.open().document.write(`{inside}`)'>Enter</button>"))
        assert (await page.click("text=Enter"))["opened"] == ["popup"]
        await page.click("text=Leave")
        assert [tab["name"] for tab in await page.do("list_tabs")] == ["main"]


class TestDialogs:
    async def test_a_dialog_is_told_by_the_action_that_opened_it(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/dialog-confirm")
        done = await page.click("text=Delete drafts")
        assert done["dialog"] == {"kind": "confirm", "message": "Delete all drafts?"}

    async def test_everything_else_waits_until_it_is_answered(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/dialog-confirm")
        await page.click("text=Delete drafts")
        others: dict[str, Object] = {
            "click": {"selector": "text=Delete drafts"},
            "type": {"selector": "input", "text": "x"},
            "wait": {"text": "Done"},
            "state": {},
            "scroll": {},
            "screenshot": {},
            "navigate": {"url": "about:blank"},
        }
        for action, args in others.items():
            fault = await fault_of(page, action, **args)
            assert (fault.code, fault.message) == ("conflict", "The page asks first (confirm): 'Delete all drafts?'.")
            assert fault.hint == "Answer it with page.dialog, accept true or false."

    @pytest.mark.parametrize(("accept", "said"), [(True, "Failed: drafts deleted"), (False, "Done: drafts kept")])
    async def test_yes_and_no(self, open_page: OpenPage, accept: bool, said: str) -> None:
        page = await open_page("/hard/dialog-confirm")
        await page.click("text=Delete drafts")
        answer = await page.do("dialog", accept=accept)
        assert answer["answered"] == {"kind": "confirm", "message": "Delete all drafts?", "accepted": accept}
        assert said in await text_of(page)

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            ({"accept": True, "text": "winter"}, "the file is called winter"),
            ({"accept": True}, "the file is called untitled"),
            ({"accept": False}, "cancelled"),
        ],
    )
    async def test_a_question_that_wants_text(self, open_page: OpenPage, args: Object, said: str) -> None:
        page = await open_page("/hard/dialog-prompt")
        await page.click("#ask")
        await page.do("dialog", **args)
        assert said in await text_of(page)

    async def test_staying_on_a_page_that_asks_before_it_is_left(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/dialog-beforeunload")
        await page.type("label=Draft", "dear all")
        assert (await page.click("text=Leave without saving"))["dialog"]["kind"] == "beforeunload"
        await page.do("dialog", accept=False)
        assert page.url.endswith("/hard/dialog-beforeunload")
        assert (await page.state())["elements"][1]["value"] == "dear all"

    async def test_going_elsewhere_from_a_page_that_asks(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/dialog-beforeunload")
        await page.click("label=Draft")
        await page.type("label=Draft", "dear all")
        answer = await page.navigate(f"{server.url}/hard/tabs")
        assert answer["dialog"]["kind"] == "beforeunload"
        assert (await page.do("dialog", accept=True))["url"] == f"{server.url}/hard/tabs"

    async def test_no_dialog_to_answer(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/modal"), "dialog", accept=True)
        assert (fault.code, fault.message) == ("not_found", "The page asks nothing.")


class TestOutcomes:
    async def test_a_click_says_what_appeared_and_what_was_asked(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/double-submit")
        done = await page.click("text=Donate")
        assert done["requests"] == [{"method": "POST", "url": f"{server.url}/hard/data/donate", "status": 200}]
        assert any("donation" in text for text in done["appeared"])

    async def test_one_click_is_one_submit(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/double-submit")
        before = await donations(page)
        await page.click("text=Donate")
        await page.do("refresh")
        assert await donations(page) == before + 1

    async def test_an_error_behind_a_page_that_says_thanks(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/shop/")
        await put_something_into_the_basket(page)
        await page.navigate(f"{server.url}/shop/basket")
        await page.type("label=Voucher", "BROKEN")
        done = await page.click("text=Redeem")
        assert "Thanks! Your voucher has been added." in done["appeared"]
        assert done["failed"] == [{"method": "POST", "url": f"{server.url}/shop/basket/voucher", "status": 500}]

    async def test_where_a_click_went(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/redirects")
        done = await page.click("text=Track my parcel")
        assert (done["from"], done["url"]) == (
            f"{server.url}/hard/redirects",
            f"{server.url}/hard/redirects?arrived=1",
        )

    async def test_the_evidence_of_an_element_is_kept(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/tabs")
        result = await page.call("page.click", {"selector": 'role=tab[name="Returns"]'})
        assert (result.proof["/selector"].role, result.proof["/selector"].name) == ("tab", "Returns")

    async def test_a_download_lies_in_the_folder_of_the_run(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/download-link")
        result = await page.call("page.click", {"selector": "text=Price list (CSV)"})
        assert [Path(file).name for file in result.files] == ["prices.csv"]
        assert content(result.files[0]).startswith(b"item,price\n")

    async def test_a_page_that_is_2000_levels_deep_can_be_seen(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/deep")
        assert "At the bottom" in [element["text"] for element in (await page.state())["elements"]]


async def donations(page: LivePage) -> int:
    return int((await text_of(page)).partition("Donations received: ")[2].split()[0])


async def put_something_into_the_basket(page: LivePage) -> None:
    await page.click("text=Accept all")
    await page.click('(//a[contains(@href, "/shop/item/")])[1]')
    await page.click('.buy button:has-text("Add to basket")')


class TestNavigation:
    async def test_back_and_forward_and_again(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        there = await page.navigate(f"{server.url}/hard/tabs")
        assert there == {
            "url": f"{server.url}/hard/tabs", "title": "Tabs · Hard pages", "tab": "main", "status": 200,
        }  # fmt: skip
        assert (await page.do("back"))["url"].endswith("/hard/modal")
        assert (await page.do("forward"))["url"].endswith("/hard/tabs")
        assert (await page.do("refresh"))["url"].endswith("/hard/tabs")

    async def test_the_ends_of_the_history(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/modal")
        assert (await fault_of(page, "forward")).message == "Failed to go forward: there is no page after this one."
        await page.do("back")
        assert page.url == "about:blank"
        assert (await fault_of(page, "back")).message == "Failed to go back: there is no page before this one."

    async def test_an_address_without_its_scheme(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        assert (await page.navigate(f" 127.0.0.1:{server.port}/hard/tabs "))["url"] == f"{server.url}/hard/tabs"

    async def test_what_is_no_address(self, open_page: OpenPage) -> None:
        page = await open_page("about:blank")
        for given in ("opening hours", "javascript:alert(1)", "mailto:ada@example.org", "http://"):
            fault = await fault_of(page, "navigate", url=given)
            assert (fault.code, fault.pointer, fault.received) == ("invalid_input", "/url", given)

    async def test_a_page_that_is_missing_says_so(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        assert (await page.navigate(f"{server.url}/hard/no-such-page"))["status"] == 404

    async def test_a_server_that_is_not_there(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("about:blank"), "navigate", url="http://127.0.0.1:9/")
        assert fault.code in ("failed", "unavailable")
        assert "127.0.0.1:9" in fault.message

    async def test_a_new_tab(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        assert (await page.do("navigate", url=f"{server.url}/hard/tabs", new_tab=True))["tab"] == "main_2"

    async def test_numbers_of_the_page_before_lead_nowhere(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        index = (await page.state())["elements"][0]["index"]
        await page.navigate(f"{server.url}/hard/tabs")
        assert (await fault_of(page, "click", index=index)).message == f"Element with index {index} not found"


class TestFiles:
    @pytest.mark.parametrize(
        ("action", "ending", "begin"), [("screenshot", ".png", b"\x89PNG"), ("pdf", ".pdf", b"%PDF")]
    )
    async def test_a_file_in_the_folder_of_the_run(
        self, open_page: OpenPage, action: str, ending: str, begin: bytes
    ) -> None:
        page = await open_page("/hard/modal")
        names = []
        for name in ("shot", f"shot{ending}", "sub/shot.txt", None):
            result = await page.call(f"page.{action}", {} if name is None else {"path": name})
            file = Path(result.unwrap()["path"])
            assert result.files == (str(file),)
            assert content(file).startswith(begin)
            names.append(file.relative_to(page.options.files.resolve()).as_posix())
        assert names[:3] == [f"shot{ending}", f"shot-2{ending}", f"sub/shot.txt{ending}"]
        assert names[3].endswith(f"hard-modal{ending}")

    async def test_nothing_is_written_outside_that_folder(self, open_page: OpenPage) -> None:
        page = await open_page("about:blank")
        for action in ("screenshot", "pdf"):
            for path in ("../out", "/tmp/out", "a/../../out"):
                fault = await fault_of(page, action, path=path)
                assert (fault.code, fault.pointer, fault.received) == ("denied", "/path", path)

    async def test_a_picture_of_one_element_is_as_large_as_that(self, open_page: OpenPage) -> None:
        page = await open_page(
            html("<p style='height: 3000px'>Long<div id=a style='width: 50px; height: 40px'>A</div>")
        )
        assert png_size(await page.do("screenshot", selector="#a")) == (50, 40)
        whole, view = await page.do("screenshot"), await page.do("screenshot", fullPage=False)
        assert png_size(whole)[1] > 3000
        assert png_size(view) == (1280, 800)


def content(file: Path | str) -> bytes:
    return Path(file).read_bytes()


def png_size(answer: Object) -> tuple[int, int]:
    head = content(answer["path"])[16:24]
    return int.from_bytes(head[:4], "big"), int.from_bytes(head[4:], "big")


LATER = "<script>setTimeout(() => {}, 300)</script>".replace("{}", "{ %s }")


class TestWaiting:
    @pytest.mark.parametrize(
        ("change", "args", "waited"),
        [
            ("document.body.append('It is  here')", {"text": "it is here"}, "the text 'it is here'"),
            ("a.hidden = false", {"selector": "#a"}, "the element '#a'"),
            ("b.remove()", {"selector": "#b", "gone": True}, "the element '#b'"),
        ],
    )
    async def test_until_it_is_so(self, open_page: OpenPage, change: str, args: Object, waited: str) -> None:
        page = await open_page(html("<p id=a hidden>A</p><p id=b>B</p>" + LATER % change))
        answer = await page.do("wait", **args)
        assert answer["waited"] == [waited]
        assert answer["ms"] < 5_000

    async def test_until_the_network_is_quiet(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/typeahead")
        await page.type("label=City", "frei")
        await page.do("wait", duration=300)
        await page.do("wait", quiet=True)
        assert "Freiburg, Switzerland" in await text_of(page)

    async def test_for_a_time(self, open_page: OpenPage) -> None:
        answer = await (await open_page("about:blank")).do("wait", duration=120)
        assert (answer["waited"], 120 <= answer["ms"] < 2_000) == ("time", True)

    async def test_what_does_not_come_in_time(self, open_page: OpenPage) -> None:
        fault = await fault_of(await open_page("/hard/modal"), "wait", text="Never said", timeout=200)
        assert (fault.code, fault.retry) == ("timeout", True)
        assert fault.message == "Failed to wait: the text 'Never said' did not come."

    @pytest.mark.parametrize("args", [{"url": "/hard/tabs"}, {"selector": "text=Delivery"}, {"text": "solid oak"}])
    async def test_while_the_page_goes_elsewhere(self, open_page: OpenPage, server: Server, args: Object) -> None:
        page = await open_page(html(f"<meta http-equiv=refresh content='0.3; url={server.url}/hard/tabs'>"))
        assert (await page.do("wait", **args))["url"] == f"{server.url}/hard/tabs"


class TestScrolling:
    async def test_the_page(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/sticky-header")
        down = await page.do("scroll")
        assert (down["scrollY"], down["moved"], down["viewportHeight"]) == (800, 800, 800)
        up = await page.do("scroll", down=False, pages=0.5)
        assert (up["scrollY"], up["moved"]) == (400, -400)
        assert (await page.state())["scrollY"] == 400

    async def test_the_box_that_an_element_is_in(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/scroll-box")
        answer = await page.do("scroll", selector='[data-box="Left 1"]')
        assert answer["moved"] == answer["viewportHeight"] < 200
        assert (await page.state())["scrollY"] == 0


async def secretly(page: LivePage, secrets: FakeSecrets, selector: str) -> Result:
    """Type `{{secret.pin}}` as a workflow does."""
    args = {"selector": selector, "text": "{{secret.pin}}"}
    return await invoke(Call("page.type", args, scope=Scope()), replace(page.context, secrets=secrets))


class TestSecrets:
    async def test_a_secret_is_typed_on_its_domain_and_told_nowhere(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/login")
        secrets = FakeSecrets({"pin": "cobol-1959"}, domains=("127.0.0.1",))
        await page.type("#user", "grace")
        result = await secretly(page, secrets, "#password")
        assert result.ok
        told = [event.to_json() for event in await log_of(page)]
        assert "cobol-1959" not in dumps([result.to_json(), dict(await page.state()), told])
        assert "{{secret.pin}}" in dumps(told)
        await page.click("text=Sign in")
        assert "Done: signed in as grace" in await text_of(page)

    async def test_a_secret_is_refused_on_another_domain(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/login")
        result = await secretly(page, FakeSecrets({"pin": "cobol-1959"}, domains=("bank.example",)), "#password")
        assert result.fault is not None
        assert (result.fault.code, result.fault.pointer) == ("blocked_domain", "/text")
        assert (result.fault.expected, result.fault.received) == ("bank.example", "127.0.0.1")
        assert not (await page.state())["elements"][2].get("value")

    async def test_a_secret_is_refused_in_a_frame_of_another_domain(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/iframe-cross")
        result = await secretly(page, FakeSecrets({"pin": "4242"}, domains=("127.0.0.1",)), "label=Card number")
        assert result.fault is not None
        assert (result.fault.code, result.fault.received) == ("blocked_domain", "localhost")

    async def test_a_secret_is_typed_in_a_frame_of_its_domain(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/iframe-cross")
        assert (await secretly(page, FakeSecrets({"pin": "4242"}, domains=("localhost",)), "label=Card number")).ok

    async def test_the_value_of_a_password_is_never_shown(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/login")
        await page.type("#password", "plain-1959")
        state = await page.state()
        assert "plain-1959" not in dumps(dict(state))
        assert "plain-1959" not in dumps(await page.do("changes"))

    async def test_a_picture_shows_dots_where_a_secret_was_typed(self, open_page: OpenPage) -> None:
        watch = """<input id=a><input id=b value=open><output id=log></output><script>
          const shown = { a: "plain", b: "plain" };
          const say = ([{ target }]) => {
            const now = target.style.webkitTextSecurity || "plain";
            if (now !== shown[target.id]) log.append(`${target.id}:${shown[target.id] = now} `);
          };
          for (const field of [a, b]) new MutationObserver(say).observe(field, { attributes: true });
        </script>"""
        page = await open_page(html(watch))
        assert (await secretly(page, FakeSecrets({"pin": "9731"}), "#a")).ok
        await page.do("screenshot")
        assert (await text_of(page)).split() == ["a:disc", "a:plain"]


async def log_of(page: LivePage) -> list[Any]:
    assert page.context.log is not None
    return await page.context.log.read(page.context.run)
