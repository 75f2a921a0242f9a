"""An element may be named as the outline prints it, in every tool that takes an index."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage

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
