"""Editors and a terminal that nobody here wrote: what is selected or typed is what was asked for."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.page.live import LivePage

OpenWidget = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
STRONG = "[...document.querySelectorAll('strong')].map((each) => each.textContent)"


@pytest.mark.parametrize(("name", "bold"), [("quill", ".ql-bold"), ("prosemirror", "#bold"), ("lexical", "#bold")])
async def test_text_is_styled(open_widget: OpenWidget, name: str, bold: str) -> None:
    """Also from the beginning of what is selected already, which the mouse would carry away."""
    page = await open_widget(name)
    await page.do("wait", text="urgent")
    for words in ("urgent", "urgent because of", "because of"):
        await page.do("select_text", text=words)
        styled = await page.inspect("getSelection().toString()")
        assert styled == words
    await page.click(bold)
    assert await page.inspect(STRONG) == ["because of"]


async def test_text_of_two_paragraphs_is_styled(open_widget: OpenWidget) -> None:
    page = await open_widget("prosemirror")
    await page.do("wait", text="urgent")
    await page.do("select_text", text="rain. Ask three")
    await page.click("#bold")
    assert await page.inspect(STRONG) == ["rain.", "Ask three"]


@pytest.mark.parametrize(
    ("name", "lines", "words"),
    [
        ("codemirror", ".CodeMirror-code", ("gross(net)", "gross", "net * (1 + TAX)", "return X;")),
        ("codemirror6", ".cm-content", ("firms = 3", "firms", "'urgent'", "= X;")),
    ],
)
async def test_code_is_replaced(
    open_widget: OpenWidget, name: str, lines: str, words: tuple[str, str, str, str]
) -> None:
    page = await open_widget(name)
    *selected, held = words
    await page.do("wait", text=selected[0].split("(")[0].split()[0])
    for each in selected:
        await page.do("select_text", text=each)
    await page.do("keypress", key="X")
    assert held in (await page.inspect(f"document.querySelector('{lines}').innerText")).replace("\xa0", " ")


async def test_a_terminal_gets_what_is_typed_once(open_widget: OpenWidget) -> None:
    page = await open_widget("terminal")
    await page.type("#screen", "ls")
    await page.type("#screen", "-la")
    assert await page.inspect("document.querySelector('#typed').textContent") == "ls-la"


@pytest.mark.parametrize("named", [{}, {"index": "textbox Editor content"}])
async def test_what_is_selected_in_monaco_is_replaced(open_widget: OpenWidget, named: dict[str, str]) -> None:
    """With the editor's own name and without one."""
    page = await open_widget("monaco")
    await page.do("wait", text="gross")
    await page.do("state")
    for words, instead in (("0.19", "0.25"), ("return net", "return amount")):
        await page.do("select_text", text=words, **named)
        await page.do("type", text=instead)
    lines = await page.inspect("document.querySelector('.view-lines').innerText")
    assert "RATE = 0.25" in lines.replace("\xa0", " ")
    assert "return amount * (1 + RATE)" in lines.replace("\xa0", " ")
