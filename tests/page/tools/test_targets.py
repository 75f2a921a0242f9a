"""Which element is meant, and why an action does not reach it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from urllib.parse import quote

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
FaultOf = Callable[..., Awaitable[Fault]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


def html(body: str) -> str:
    """A page with nothing but this in it."""
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


async def text_of(page: LivePage) -> str:
    return (await page.state(text=20_000))["textContent"]


class TestFaults:
    async def test_an_ambiguous_selector_lists_what_it_fits_and_clicks_nothing(
        self, open_page: OpenPage, fault_of: FaultOf
    ) -> None:
        page = await open_page("/hard/same-names")
        fault = await fault_of(page, "click", selector="text=Add to basket")
        assert (fault.code, fault.pointer, fault.expected) == ("ambiguous", "/selector", "one visible element")
        assert fault.message == "'text=Add to basket' fits 6 elements."
        assert "button 'Add to basket' near 'Wool scarf'" in (fault.received or "")
        assert "Outcome: Waiting" in await text_of(page)

    async def test_the_index_that_an_ambiguous_fault_names_can_be_used(
        self, open_page: OpenPage, fault_of: FaultOf
    ) -> None:
        page = await open_page("/hard/same-names")
        fault = await fault_of(page, "click", selector="text=Add to basket")
        scarf = next(issue.message for issue in fault.issues if "Wool scarf" in issue.message)
        await page.click(int(scarf[1 : scarf.index("]")]))
        assert "Done: wool scarf" in await text_of(page)

    async def test_a_misspelt_text_is_suggested(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        fault = await fault_of(await open_page("/hard/cookie-banner"), "click", selector="text=Acept all")
        assert (fault.code, fault.pointer, fault.retry) == ("not_found", "/selector", True)
        assert fault.hint == "Did you mean 'Accept all'?"

    async def test_a_list_of_selectors_that_all_fail_says_why_for_each(
        self, open_page: OpenPage, fault_of: FaultOf
    ) -> None:
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

    async def test_what_covers_an_element_is_named(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        fault = await fault_of(await open_page("/hard/cookie-banner"), "click", selector="text=Order now")
        assert fault.code == "failed"
        assert fault.message.startswith("Failed to click: the button 'Order now' is covered by ")
        assert "Accept all" in fault.message
        assert fault.hint == "Close or answer what lies over it first."

    async def test_a_disabled_button_is_not_clicked(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        fault = await fault_of(await open_page("/hard/disabled-buttons"), "click", selector="text=Continue")
        assert fault.message == "Failed to click: the button 'Continue' is disabled."
        assert fault.hint == "See what keeps it: a field that is empty, a box that is open, something that still loads."

    async def test_a_readonly_field_takes_no_text(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        page = await open_page("/hard/readonly")
        fault = await fault_of(page, "type", selector="label=Customer number", text="K-1")
        assert (fault.code, fault.received) == ("failed", "readonly")
        assert fault.message == "Failed to type: the textbox 'Customer number' takes no text (readonly)."

    async def test_an_index_that_was_never_shown(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        fault = await fault_of(await open_page("/hard/modal"), "click", index=9999)
        assert (fault.code, fault.message) == ("not_found", "Element with index 9999 not found")

    async def test_an_index_whose_element_is_gone(self, open_page: OpenPage, fault_of: FaultOf) -> None:
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

    async def test_neither_selector_nor_index(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        fault = await fault_of(await open_page("/hard/modal"), "click")
        assert (fault.code, fault.pointer, fault.message) == ("invalid_input", "/selector", "Which element is meant?")

    async def test_a_selector_that_cannot_be_read(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        fault = await fault_of(await open_page("/hard/modal"), "click", selector=["#ok", "button["])
        assert (fault.code, fault.pointer) == ("invalid_input", "/selector/1")

    async def test_an_unknown_key(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        fault = await fault_of(await open_page("/hard/keys"), "keypress", key="Control+Entr")
        assert (fault.code, fault.pointer, fault.received) == ("invalid_input", "/key", "Entr")
        assert fault.hint == "Did you mean 'Enter'?"


async def test_what_moves_is_clicked_when_it_rests_also_where_frames_come_late(open_page: OpenPage) -> None:
    """The blur makes drawing slow, and the button moves with each frame; in between it only seems to rest."""
    body = """<style>
          button { position: absolute }
          i { position: fixed; inset: 0; pointer-events: none; backdrop-filter: blur(40px) }
        </style>
        <button>Press</button><i></i><i></i><p id="said"></p><script>
          const button = document.querySelector("button");
          let left = 8;
          button.onclick = () => { document.querySelector("#said").textContent = `${left} steps before its rest`; };
          (function step() {
            button.style.left = `${400 - 40 * left}px`;
            document.body.style.background = `hsl(${left * 30}, 50%, 90%)`;
            if (left > 0) { left -= 1; requestAnimationFrame(step); }
          })();
        </script>"""
    page = await open_page(html(body))
    page.options = replace(page.options, patience=60)
    await page.do("click", selector="role=button")
    assert "0 steps before its rest" in await text_of(page)


LABELLED = "<label><span role=button>Press</span> <input type=checkbox></label>"
IN_ROOT = """<div id=host role=button></div>
<script>host.attachShadow({mode: "open"}).innerHTML = "<button>Press</button>";</script>"""


@pytest.mark.parametrize(
    ("body", "is_told"),
    [
        ("""<button onmousedown="this.style.marginLeft = '300px'">Press</button>""", True),
        ("<button>Press</button>", False),
        (LABELLED, False),
        (IN_ROOT, False),
    ],
)
async def test_a_button_that_moves_while_it_is_pressed_is_no_click(
    open_page: OpenPage, body: str, is_told: bool
) -> None:
    page = await open_page(html(body))
    result = await page.call("page.click", {"selector": "text=Press"})
    assert result.ok
    assert any("it may not be clicked" in note for note in result.notes) is is_told


@pytest.mark.parametrize("name", ["Send it", "text=Send it", 'role=button[name="Send it"]', "[1]", "1", "#send"])
async def test_an_element_is_named_in_the_place_of_its_index(open_page: OpenPage, name: str) -> None:
    page = await open_page(html("<button id=send onclick='this.textContent = `Sent`'>Send it</button>"))
    await page.state()
    await page.do("click", index=name)
    assert (await page.state())["elements"][0]["text"] == "Sent"


REDRAWN = """<div id=box></div><p id=said>0</p><script>let drawn = 0
function draw() { box.innerHTML = `<button style="margin-left: 40px" onclick="said.textContent++">Bid now</button>` }
draw(); const timer = setInterval(() => { draw(); if (++drawn > 6) clearInterval(timer) }, 20)</script>"""


@pytest.mark.parametrize(
    "how", [{"selector": "Bid now"}, {"index": "Bid now"}, {"selector": "text=Bid now"}, {"index": 1}]
)
async def test_what_a_timer_draws_anew_is_met_all_the_same(open_page: OpenPage, how: Object) -> None:
    page = await open_page(html("<p>Later</p>"))
    await page.navigate(html(REDRAWN))
    await page.state()
    await page.do("click", **how)
    assert await page.inspect("document.querySelector('#said').textContent") == "1"


FILTERED = """<input role=combobox aria-label=Author aria-expanded=true aria-controls=list>
<div role=listbox id=list></div><p id=said></p><script>
  const names = ["Anne", "Charlotte", "Emily"];
  const field = document.querySelector("input"), list = document.querySelector("#list");
  const draw = (shown, when) => {
    list.innerHTML = shown.map((name) => `<div role=option>${name}</div>`).join("");
    for (const option of list.children) option.onclick = () => { said.textContent = `${option.textContent} ${when}`; };
  };
  field.oninput = () => setTimeout(() => draw(names.filter((name) => name.startsWith(field.value)), "filtered"), 300);
  field.onkeydown = () => draw(names, "early");
</script>"""


async def test_an_option_that_is_named_is_chosen_when_the_list_has_been_filtered(open_page: OpenPage) -> None:
    """Else it moves away under the pointer."""
    page = await open_page(html(FILTERED))
    await page.do("type", index="Author", text="Emily")
    await page.do("click", index="Emily")
    assert "Emily filtered" in await text_of(page)


async def test_a_click_that_met_something_else_for_its_element_went_away_has_failed(open_page: OpenPage) -> None:
    """A press comes too late for what the page takes away when the pointer comes."""
    gone = """<style>button { position: absolute; top: 0 }</style><p>Under it</p>
    <button onmousemove="this.style.display = 'none'">Press</button>"""
    fault = (await (await open_page(html(gone))).call("page.click", {"selector": "text=Press"})).fault
    assert fault is not None
    assert "moved away under the pointer" in fault.message


async def test_a_click_on_what_is_drawn_anew_under_the_pointer_is_one(open_page: OpenPage) -> None:
    anew = """<div id=all onmousemove="if (all.innerHTML.includes(2)) all.innerHTML = all.innerHTML.replace(2, 3)"
    onclick="said.textContent = 'Pressed'"><button>Like 2</button></div><p id=said></p>"""
    page = await open_page(html(anew))
    await page.do("click", selector="text=Like 2")
    assert "Pressed" in await text_of(page)
