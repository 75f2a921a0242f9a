"""Code that an editor draws: each line as it is, with its signs and the spaces before it."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.page.indices import Indices
from pollex.page.observe import look
from pollex.page.outline import outline
from pollex.page.playwright_driver import PlaywrightTab

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
CODE = ["function total(items) {", "    return items", "}", ";;", "    pass"]
DRAWN = [
    "<span><b>function</b> <i>total</i><span>(</span>items<span>)</span> {</span>",
    "<span>&nbsp;&nbsp;  </span><b>return</b> items",
    "<span>}</span>",
    "<span>;</span><span>;</span>",
    "<span>    </span><b>pass</b>",
]


async def seen(open_tab: Open, html: str, style: str = "font-family: Arial, monospace; white-space: pre") -> list[str]:
    tab = await open_tab("about:blank")
    await tab.page.set_content(f"<!doctype html><div style='{style}'>{html}</div>")
    return outline(await look(tab, Indices())).splitlines()


async def test_code_is_told_line_by_line(open_tab: Open) -> None:
    lines = "".join(f"<div class=line>{each}</div>" for each in [*DRAWN, "<span>&#8203;</span>"])
    assert await seen(open_tab, lines) == CODE


async def test_the_lines_of_code_are_not_folded_and_have_their_numbers(open_tab: Open) -> None:
    lines = "".join(
        f"<div class=line style='font-size:9px'><div>{at}</div><pre style='margin:0'>{each}</pre></div>"
        for at, each in enumerate(DRAWN * 4)
    )
    assert await seen(open_tab, lines) == [f"{at} · {each}" for at, each in enumerate(CODE * 4)]


async def test_a_box_to_type_code_in_tells_its_lines(open_tab: Open) -> None:
    lines = "".join(f"<div>{each}</div>" for each in DRAWN)
    assert await seen(open_tab, f"<div contenteditable>{lines}</div>") == ["[1] textbox", *CODE]


async def test_a_word_of_code_does_not_break_its_sentence(open_tab: Open) -> None:
    text = "Call <code>total(items)</code>, then print."
    assert await seen(open_tab, f"<p>{text}</p>", "font-family: serif") == ["Call total(items), then print."]
