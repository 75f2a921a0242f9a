"""An element may be named as the outline prints it, in every tool that takes an index."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from urllib.parse import quote

import pytest

from pollex.core.call import Call
from pollex.core.invoke import invoke
from pollex.page.live import LivePage
from pollex.testing import ScriptedModel

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
PAGE = "data:text/html," + quote(
    "<!doctype html><button onclick=\"document.title = 'gone'\"><i class=icon-trash></i></button>"
    "<button><i class=icon-star></i></button><button><i class=icon-star></i></button><button>Box office</button>"
    "<div role=region aria-label=Box tabindex=0>Only this</div>"
    "<ul id=places>" + "".join(f"<li>Place {at}</li>" for at in range(20)) + "</ul>"
)


async def test_a_name_that_is_only_inferred(open_page: OpenPage) -> None:
    page = await open_page(PAGE)
    await page.call("page.state", {})
    for name in ("‹trash›", "button ‹trash›"):
        clicked = await page.call("page.click", {"index": name})
        assert clicked.ok
        assert clicked.data["index"] == 1


async def test_two_that_are_called_so_are_named(open_page: OpenPage) -> None:
    page = await open_page(PAGE)
    await page.call("page.state", {})
    fault = (await page.call("page.click", {"index": "‹star›"})).fault
    assert fault is not None
    assert (fault.code, fault.hint) == ("ambiguous", "They are [2], [3].")


@pytest.mark.parametrize(
    ("tool", "index", "said"),
    [
        ("page.read", "Box", "Only this"),
        ("page.read", "region Box", "Only this"),
        ("page.element", "text=Box office", "Box office"),
        ("page.unfold", "#places li:first-child", "Place 19"),
    ],
)
async def test_tools_that_read_take_names_too(open_page: OpenPage, tool: str, index: str, said: str) -> None:
    page = await open_page(PAGE)
    await page.call("page.state", {})
    result = await page.call(tool, {"index": index})
    assert result.ok, result.fault
    assert said in str(result.data)


async def test_a_name_that_is_another_s_by_now_is_not_taken(open_page: OpenPage) -> None:
    page = await open_page("data:text/html," + quote("<!doctype html><button>Save</button><p>"))
    await page.call("page.state", {})
    await page.tabs.current.tab.page.evaluate(  # type: ignore[union-attr]
        "document.querySelector('button').textContent = 'Delete'; document.querySelector('p').innerHTML ="
        " '<button>Save</button>'"
    )
    clicked = await page.call("page.click", {"index": "Save"})
    assert clicked.data["hit"] == "button Save"
    assert clicked.data["index"] != 1


CROWD = "data:text/html," + quote(
    "<!doctype html>" + "".join(f"<button>No such luck {at}</button><p>Thing {at}</p>" for at in range(10))
    + "<input aria-label='Thing of the day'><button aria-label='Send it'>→</button>"
)  # fmt: skip


async def test_a_word_in_the_place_of_an_index_is_a_whole_name(open_page: OpenPage) -> None:
    page = await open_page(CROWD)
    await page.call("page.state", {})
    fault = (await page.call("page.click", {"index": "such thing"})).fault
    assert fault is not None
    assert fault.code == "not_found"


@pytest.mark.parametrize(
    ("index", "hit"),
    [
        ("No such luck 3", "button No such luck 3"),
        ("button no such luck 4", "button No such luck 4"),
        ("Thing of the day", "textbox Thing of the day"),
        ("Send it", "button Send it"),
        ("text=Thing 5", "p Thing 5"),
        ("Thing of", "textbox Thing of the day"),
    ],
)
async def test_whole_names_lead_to_their_elements_unseen_too(open_page: OpenPage, index: str, hit: str) -> None:
    clicked = await (await open_page(CROWD)).call("page.click", {"index": index})
    assert clicked.ok, clicked.fault
    assert clicked.data["hit"] == hit


ICONS = "data:text/html," + quote(
    "<!doctype html><style>i { font-family: 'Material Icons' } s { opacity: 0 }</style>"
    + "".join(
        f"<div tabindex=0 onclick=\"document.title = '{name}'\">{before} {name} <b>{count}</b> {after}</div>"
        for before, name, count, after in (
            ("<i>people</i>", "Contacts", 40, ""),
            ("<i>search</i>", "Search contacts", "", ""),
            ("", "Family", 4, "<button><i>edit</i></button>"),
            ("", "Family friends", 14, "<s>more_vert</s>"),
            ("<i>add</i>", "Create contact", "", ""),
        )
    )
)


@pytest.mark.parametrize(
    ("words", "hit"),
    [("Contacts", "Contacts"), ("Family", "Family"), ("Create contact", "Create contact"),
     ("family friends", "Family friends"), ("clickable Create contact", "Create contact")],
)  # fmt: skip
async def test_a_control_is_called_by_its_own_words(open_page: OpenPage, words: str, hit: str) -> None:
    page = await open_page(ICONS)
    await page.call("page.state", {})
    nobody = ScriptedModel([])  # no model is asked about icons and counters
    clicked = await invoke(Call("page.click", {"index": words}), replace(page.context, model=nobody))
    assert clicked.ok, clicked.fault
    assert "chosen" not in clicked.data
    assert (await page.do("state"))["title"] == hit


PHARMACIES = "data:text/html," + quote(
    "<!doctype html><p>Default: Walgreens #7892</p><p>Walgreens #7892</p><style>div { cursor: pointer; width: 20em }"
    "</style><div onclick=\"document.title = 'plain'\">Walgreens #7892</div>"
    "<div onclick=\"document.title = 'far'\">Walgreens #7892 EPCS 456 Mission St</div>"
    "<button>Refill at Walgreens #7892</button>"
)


@pytest.mark.parametrize("how", [{"index": "Walgreens #7892"}, {"selector": "Walgreens #7892"}])
@pytest.mark.parametrize("looked", [True, False])
async def test_who_is_called_just_so_is_meant(open_page: OpenPage, how: dict[str, str], looked: bool) -> None:
    page = await open_page(PHARMACIES)
    if looked:
        await page.call("page.state", {})
    clicked = await page.call("page.click", how)
    assert clicked.ok, clicked.fault
    assert (await page.do("state"))["title"] == "plain"


@pytest.mark.parametrize("words", ["Walgreens #7892", '"Walgreens #7892"'])
async def test_a_text_that_says_just_that_comes_before_controls_that_say_more(open_page: OpenPage, words: str) -> None:
    page = await open_page("data:text/html," + quote(
        "<!doctype html><p onclick=\"document.title = 'it'\">Walgreens #7892</p><button>At Walgreens #7892</button>"
    ))  # fmt: skip
    clicked = await page.call("page.click", {"selector": f"text={words}"})
    assert clicked.ok, clicked.fault
    assert (await page.do("state"))["title"] == "it"


SWATCHES = """<div role=button tabindex=0 aria-label="#bd10e0" onclick="said.textContent = 'violet'">V</div>
<div role=button tabindex=0 aria-label="#7ed321" onclick="said.textContent = 'green'">G</div><p id=said></p>"""


@pytest.mark.parametrize(("name", "colour"), [("#bd10e0", "violet"), ("#7ed321", "green")])
async def test_a_name_that_reads_like_a_selector(open_page: OpenPage, name: str, colour: str) -> None:
    page = await open_page("data:text/html," + quote(SWATCHES))
    await page.do("state")
    await page.do("click", index=name)
    assert await page.inspect("said.textContent") == colour
