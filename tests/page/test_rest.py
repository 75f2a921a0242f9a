"""A look of a model waits for what its last act causes, and never says that nothing changed where something did."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.core.json import Object
from pollex.flow.heal.evidence import with_evidence
from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

TEXT = f"<p>{'All that grows here. ' * 20}</p>"


def html(body: str) -> str:
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{TEXT}{body}")


async def looked(page: LivePage, *, rest: bool = True) -> Object:
    result = await page.call("page.state", {"elements": 0, "text": 0, "changes": True, "rest": rest})
    assert result.ok
    return dict(result.data)


SUGGESTING = """<input role=combobox aria-label=City aria-expanded=false><ul role=listbox id=found></ul><script>
document.querySelector('input').oninput = () => setTimeout(() => {
  found.innerHTML = '<li role=option>Bergen</li><li role=option>Berlin</li>' }, 900)</script>"""


async def test_suggestions_that_come_late(open_page: OpenPage) -> None:
    page = await open_page(html(SUGGESTING))
    await looked(page)
    await page.do("type", selector="role=combobox", text="Ber")
    assert "Berlin" in str((await looked(page))["changes"])


async def test_a_menu_that_opens_slowly_under_the_pointer(open_page: OpenPage) -> None:
    page = await open_page(html(
        "<button onmouseenter='setTimeout(() => menu.hidden = false, 850)'>File</button>"
        "<div id=menu role=menu hidden><button role=menuitem>Print</button></div>"
    ))  # fmt: skip
    await looked(page)
    await page.do("hover", selector="text=File")
    assert "menuitem Print" in str((await looked(page))["changes"])


async def test_what_a_canvas_shows_is_a_change(open_page: OpenPage) -> None:
    page = await open_page(html(
        "<button onclick=\"board.getContext('2d').fillRect(0, 0, 90, 90)\">Draw</button>"
        "<canvas id=board width=100 height=100></canvas>"
    ))  # fmt: skip
    await looked(page)
    await page.do("click", selector="text=Draw")
    seen = await looked(page)
    assert "#board" in seen["stirred"]
    await page.do("click", selector="text=Draw")
    assert "#board" not in (await looked(page))["stirred"]


async def test_what_moved_is_a_change(open_page: OpenPage) -> None:
    page = await open_page(html(
        "<button onclick=\"ball.style.left = '90px'\">Roll</button>"
        "<div style='position: relative'><div id=ball style='position: absolute; left: 0'>o</div></div>"
    ))  # fmt: skip
    await looked(page)
    await page.do("click", selector="text=Roll")
    assert (await looked(page))["stirred"] == ["#ball"]


LATE = {
    "after nothing": "setTimeout(() => said.textContent = 'Menu', 750)",
    "behind a class": "this.classList.add('pressed'); setTimeout(() => said.textContent = 'Menu', 550)",
    "behind a word": "said.textContent = 'Saving …'; setTimeout(() => said.textContent = 'Menu', 1500)",
    "behind a spinner": "said.innerHTML = '<i class=spinner>o</i>'; setTimeout(() => said.textContent = 'Menu', 1500)",
    "behind a lock": "this.disabled = true; setTimeout(() => said.textContent = 'Menu', 550)",
}


@pytest.mark.parametrize("case", LATE)
async def test_a_timer_of_a_click_is_waited_for(open_page: OpenPage, case: str) -> None:
    page = await open_page(html(f'<button onclick="{LATE[case]}">Go</button><p id=said></p>'))
    await looked(page)
    await page.do("click", selector="text=Go")
    assert "+ Menu" in str((await looked(page))["changes"])


async def test_a_dead_button_changes_nothing(open_page: OpenPage) -> None:
    page = await open_page(html("<button>Nothing</button>"))
    await looked(page)
    await page.do("click", selector="text=Nothing")
    seen = await looked(page)
    assert (seen["changes"], seen["stirred"]) == ("~ [1] focused", [])


async def test_a_page_that_never_rests_is_looked_at_all_the_same(open_page: OpenPage) -> None:
    page = await open_page(html("<button>Go</button><p id=now></p><script>setInterval(() => { now.textContent ="
                                "performance.now() }, 20)</script>"))  # fmt: skip
    await looked(page)
    await page.do("click", selector="text=Go")
    assert "#now" in (await looked(page))["stirred"]


SEEN_ONLY = {
    "a shape that moves": ("<svg width=90><rect id=it width=20 height=20 /></svg>", "setAttribute('x', 50)"),
    "a picture": ("<img id=it width=50 height=50>", "src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='"),
    "a value": ("<input id=it>", "value = 'Ada'"),
    "a box that is scrolled": (f"<div id=it style='height: 40px; overflow: auto'>{TEXT * 3}</div>", "scrollTop = 50"),
}  # fmt: skip


@pytest.mark.parametrize("case", SEEN_ONLY)
async def test_a_click_that_changes_only_what_is_seen_is_no_dead_one(open_page: OpenPage, case: str) -> None:
    thing, change = SEEN_ONLY[case]
    page = await open_page(html(f'{thing}<button onclick="it.{change}">Go</button>'))
    await looked(page)
    clicked = await page.call("page.click", {"selector": "text=Go"})
    assert clicked.notes == ()
    assert (await looked(page))["stirred"] == ["#it"]


TICKING = """<p>Level <b id=it>0</b></p><p id=other>still</p><button onclick="other.textContent = 'moved'">Go</button>
<script>let level = 0
setInterval(() => { it.textContent = ++level }, 30)</script>"""


async def test_what_changes_by_itself_is_marked(open_page: OpenPage) -> None:
    page = await open_page(html(TICKING))
    first = await looked(page)
    assert "changes by itself" not in first["outline"]
    await page.do("wait", selector="#it", says=">= 20")
    assert "(changes by itself)" in (await looked(page))["outline"]
    await page.do("click", selector="text=Go")
    lines = (await looked(page))["outline"].splitlines()
    assert "moved" in lines
    assert [line.startswith("Level") for line in lines if "by itself" in line] == [True]


@pytest.mark.parametrize(
    ("tool", "args"),
    [("page.hover", {}), ("page.type", {"text": "Lis", "clear": True}), ("page.keypress", {"key": "n", "times": 1})],
)
async def test_a_workflow_leaves_what_is_bound_to_open_to_its_next_step(
    open_page: OpenPage, tool: str, args: Object
) -> None:
    late = "setTimeout(() => (document.querySelector('output').textContent = 'Lisbon'), 200)"
    field = f'<input aria-label="Town" autocomplete=off oninput="{late}" onmouseover="{late}"><output></output>'
    page = await open_page(html(field))
    called = await page.call(tool, {"selector": "label=Town", **args})
    assert called.data["appeared"] == ["Lisbon"]
    await page.navigate(page.url)
    replayed = with_evidence(page.context.tools.get(tool), called.proof["/selector"])
    assert "appeared" not in (await replayed.run({"selector": "label=Town", **args}, page.context)).data
    await page.do("wait", text="Lisbon")


CLOSING = {
    "a transition of a class": "<style>#pop { transition: opacity .3s } .gone { opacity: 0 }</style>|"
    "pop.className = 'gone'; pop.ontransitionend = () => pop.remove()",
    "an animation of an attribute": "<style>@keyframes out { to { opacity: 0.1 } } [data-state=closed]"
    "{ animation: out .3s }</style>|pop.dataset.state = 'closed'; pop.onanimationend = () => pop.remove()",
    "a timer after a class": "|pop.className = 'pop-closing'; setTimeout(() => pop.remove(), 250)",
}


@pytest.mark.parametrize("case", CLOSING)
async def test_what_closes_has_gone(open_page: OpenPage, case: str) -> None:
    style, closes = CLOSING[case].split("|")
    page = await open_page(html(
        f"{style}<button>Day</button><div id=pop><button onclick=\"{closes}\">Fourth</button>"
        "<button>Fifth</button></div>"
    ))  # fmt: skip
    await looked(page)
    await page.do("click", selector="text=Fourth")
    outline = (await looked(page))["outline"]
    assert "button Day" in outline
    assert "Fifth" not in outline
