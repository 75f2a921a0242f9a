"""Waiting for something to be so, and scrolling."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.page.live import LivePage
from pollex.practice.server import Server

OpenPage = Callable[[str], Awaitable[LivePage]]
FaultOf = Callable[..., Awaitable[Fault]]
ENTRY = 'role=link[name="Entry 88"]'
pytestmark = pytest.mark.asyncio(loop_scope="session")


def html(body: str) -> str:
    """A page with nothing but this in it."""
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


async def text_of(page: LivePage) -> str:
    return (await page.state(text=20_000))["textContent"]


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
        assert (await page.do("wait", **args))["waited"] == [waited]

    async def test_until_what_is_asked_for_late_is_there(self, open_page: OpenPage, server: Server) -> None:
        """A list is filtered a moment after something was typed."""
        late = f"setTimeout(() => fetch('{server.url}/').catch(() => 0).then(() => document.title = 'Filtered'), 1500)"
        page = await open_page(html(f'<input aria-label=Filter oninput="{late}">'))
        await page.type("label=Filter", "Ada")
        await page.do("wait", quiet=True, duration=20_000)
        assert (await page.state())["title"] == "Filtered"

    async def test_until_the_network_is_quiet(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/typeahead")
        traffic = (await page.opened()).tab.traffic
        mark = traffic.mark
        await page.type("label=City", "frei")
        assert await traffic.begins(mark, 30)  # it asks a while after the last key
        await page.do("wait", quiet=True)
        assert "Freiburg, Switzerland" in await text_of(page)

    async def test_for_a_time(self, open_page: OpenPage) -> None:
        answer = await (await open_page("about:blank")).do("wait", duration=120)
        assert (answer["waited"], answer["ms"] >= 120) == ("time", True)

    async def test_what_does_not_come_in_time(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        fault = await fault_of(await open_page("/hard/modal"), "wait", text="Never said", timeout=200)
        assert (fault.code, fault.retry) == ("timeout", True)
        assert fault.message == "Failed to wait: the text 'Never said' did not come."

    @pytest.mark.parametrize("args", [{"url": "/hard/tabs"}, {"selector": "text=Delivery"}, {"text": "solid oak"}])
    async def test_while_the_page_goes_elsewhere(self, open_page: OpenPage, server: Server, args: Object) -> None:
        page = await open_page(html(f"<meta http-equiv=refresh content='0.3; url={server.url}/hard/tabs'>"))
        assert (await page.do("wait", **args))["url"] == f"{server.url}/hard/tabs"


LATE_ROWS = """<div id=list style="height: 200px; width: 300px; overflow: auto"><div id=room></div></div><script>
room.style.cssText = 'height: 8000px; position: relative'; let timer
function draw() { const first = Math.floor(list.scrollTop / 20); room.innerHTML = ''
for (let at = first; at < first + 11; at++) { const row = document.createElement('p'); row.textContent = `Row ${at}`
row.style.cssText = `position: absolute; margin: 0; width: 300px; height: 20px; top: ${at * 20}px`; room.append(row) } }
list.onscroll = () => { clearTimeout(timer); timer = setTimeout(draw, 350) }; draw()</script>"""

FEW_ROWS = """<div id=list style="height: 200px; width: 300px; overflow: auto"></div><script>
let first = 0
function draw() { list.innerHTML = ''; for (let at = first; at < Math.min(first + 30, 300); at++) {
const row = document.createElement('p'); row.textContent = `Row ${at}`; row.style.cssText = 'margin: 0; height: 20px'
list.append(row) } }
list.onscroll = () => { if (list.scrollTop < 300 || first >= 270) return
first += 10; const top = list.scrollTop - 200; draw(); list.scrollTop = top }; draw()</script>"""


class TestScrolling:
    async def test_the_page(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/sticky-header")
        down = await page.do("scroll")
        assert (down["scrollY"], down["moved"], down["viewportHeight"]) == (800, 800, 800)
        up = await page.do("scroll", down=False, pages=0.5)
        assert (up["scrollY"], up["moved"]) == (400, -400)
        assert (await page.state())["scrollY"] == 400

    async def test_until_an_element_has_come(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        page = await open_page("/hard/list-infinite")
        assert "Entry 88 " not in (await page.do("text"))["text"]
        await page.do("scroll", until=ENTRY)
        assert (await page.do("query", selector=ENTRY))["count"] == 1
        there = (await page.state())["scrollY"]
        await page.do("scroll", until=["text=not there", ENTRY])
        assert (await page.state())["scrollY"] == there

        short = await open_page("/hard/sticky-header")
        fault = await fault_of(short, "scroll", until="text=the end of the world")
        assert (fault.code, fault.pointer) == ("not_found", "/until")

    async def test_what_is_far_away_is_scrolled_to_and_not_past(self, open_page: OpenPage) -> None:
        rows = "".join(f"<p style='margin: 0; height: 40px'>Row {at}</p>" for at in range(200))
        page = await open_page(html(rows))
        for args in ({"until": 'text="Row 57"', "pages": 30}, {"selector": 'text="Row 99"', "pages": 30}):
            scrolled = await page.do("scroll", **args)
            top = await page.inspect(
                f"document.querySelectorAll('p')[{57 if 'until' in args else 99}].getBoundingClientRect().top"
            )
            assert 0 < top < 760
            assert scrolled["moved"] == (scrolled["scrollY"] if "until" in args else 42 * 40)

    async def test_the_box_around_a_row_is_scrolled_from_where_it_is(self, open_page: OpenPage) -> None:
        """Also where the row is out of view already: it is not brought back first."""
        rows = "".join(f"<p tabindex=0 style='margin: 0; height: 40px'>Row {at}</p>" for at in range(30))
        page = await open_page(html(f"<div style='height: 200px; overflow: auto'>{rows}</div>"))
        index = next(each["index"] for each in (await page.state())["elements"] if each["text"] == "Row 1")
        told = [await page.do("scroll", index=index, pages=each) for each in (2, 2, 100)]
        assert [(each["moved"], each.get("end")) for each in told] == [(400, None), (400, None), (200, "bottom")]

    async def test_a_list_that_draws_its_rows_late_is_not_scrolled_past_them(self, open_page: OpenPage) -> None:
        page = await open_page(html(LATE_ROWS))
        scrolled = await page.do("scroll", selector="text=Row 1", until='text="Row 73"', pages=5)
        assert scrolled["moved"] == scrolled["scrollY"] > 1000
        box, row = await page.inspect(
            "[list, [...list.querySelectorAll('p')].find((each) => each.textContent === 'Row 73')]"
            ".map((each) => each.getBoundingClientRect().top)"
        )
        assert box <= row <= box + 180

    @pytest.mark.document("all", "`page.scroll(until=…)` in a list that keeps few rows says how far it moved.")
    async def test_a_list_that_keeps_few_rows_says_how_far_it_was_scrolled(
        self, open_page: OpenPage, fault_of: FaultOf
    ) -> None:
        page = await open_page(html(FEW_ROWS))
        scrolled = await page.do("scroll", selector="text=Row 1", until='text="Row 173"')
        assert 173 * 20 - 200 <= scrolled["moved"] <= 173 * 20
        assert scrolled["scrollY"] < 600
        fault = await fault_of(page, "scroll", selector="text=Row 173", until="text=Row 999")
        far = int(fault.message.split()[1])
        assert 90 * 20 < far < 135 * 20

    async def test_the_box_that_an_element_is_in(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/scroll-box")
        answer = await page.do("scroll", selector='[data-box="Left 1"]')
        assert answer["moved"] == answer["viewportHeight"] < 200
        assert (await page.state())["scrollY"] == 0


COUNTER = """<p>Score: <b id=score>0</b> of 100</p><p>Status: <span id=state>Loading</span></p>
<input id=field aria-label=Level value=0>
<script>let at = 0; setInterval(() => { at += 20; score.textContent = at; field.value = at;
if (at > 60) state.textContent = 'Ready'; document.body.dataset.at = at; }, 50)</script>"""


@pytest.mark.parametrize(
    "args",
    [
        {"text": "Score:", "says": ">= 80"},
        {"selector": "#score", "says": "> 79"},
        {"selector": "label=Level", "says": ">= 80"},
        {"selector": "#state", "says": "ready"},
        {"text": "status:", "says": "!= Loading"},
    ],
)
async def test_waits_until_something_says_so(open_page: OpenPage, args: Object) -> None:
    page = await open_page(html(COUNTER))
    await page.wait(**args)
    assert int(await page.inspect("document.body.dataset.at")) >= 80


async def test_what_never_says_so_is_given_up_in_its_time(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page(html("<p>Score: 7</p>"))
    fault = await fault_of(page, "wait", text="Score:", says=">= 80", timeout=100)
    assert fault.message == "Failed to wait: what is behind 'Score:' saying '>= 80' did not come."


async def test_what_is_to_say_it_is_named(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page(html("<p>Score: 7</p>"))
    assert (await fault_of(page, "wait", says=">= 80")).pointer == "/says"


async def test_an_element_that_was_waited_for_by_its_index_is_known(open_page: OpenPage) -> None:
    page = await open_page(html("<button>Level 9</button>"))
    await page.state()
    result = await page.call("page.wait", {"index": 1, "says": ">= 9"})
    assert result.proof["/selector"]["name"] == "Level 9"
