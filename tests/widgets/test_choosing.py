"""Lists that libraries draw in the place of native ones: what is said to be chosen is what they hold."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.page.live import LivePage

OpenWidget = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
SOUPS = ["Pumpkin soup", "Chickpea curry", "Leek pie", "Lemon cake"]


async def held(page: LivePage, name: str) -> list[str]:
    """What the native list holds that a library has hidden."""
    list_ = f"document.querySelector('select.{name}, select#{name}')"
    options: list[str] = await page.inspect(f"[...{list_}.selectedOptions].map((each) => each.label)")
    return options


@pytest.mark.parametrize(
    ("widget", "label", "name", "wanted", "now"),
    [
        ("select2", "Assigned to", "assignee", "Edda Winterfeld", ["Edda Winterfeld"]),
        ("select2", "Labels", "labels", ["crash"], ["slow", "crash"]),
        ("tom-select", "Genres", "genres", ["Satire", "Travel"], ["Crime", "Fantasy", "Poetry", "Satire", "Travel"]),
        ("tom-select", "Author", "author", "Emily Brontë", ["Emily Brontë"]),
        ("tom-select", "Reviewer", "reviewer", "Nora Hill", ["Nora Hill"]),
        ("choices", "Dishes", "dishes", ["leek pie"], SOUPS),
        ("choices", "Dishes", "dishes", "leek pie", SOUPS),
        ("choices", "Venue", "venue", "lake", ["Lake shore"]),
        ("choices", "Size", "size", "More than 60 guests", ["More than 60 guests"]),
    ],
)
async def test_a_list_holds_what_was_chosen(
    open_widget: OpenWidget, widget: str, label: str, name: str, wanted: Any, now: list[str]
) -> None:
    """Also where its options come as one types, where those chosen look like options, and while it grows."""
    page = await open_widget(widget)
    said = (await page.do("fill", fields={label: wanted}))["filled"][label]
    assert sorted(await held(page, name)) == sorted(now)
    assert sorted(said.get("holds", said["chosen"])) == sorted(now)


@pytest.mark.parametrize(
    ("widget", "label", "wanted", "expected"),
    [
        ("tom-select", "Shelf", "Cellar", "one of 'Window', 'Stairs', 'Corner'"),
        ("choices", "Size", "A hundred", "one of 'Up to 20 guests', '21 to 60 guests', 'More than 60 guests'"),
        ("select2", "Priority", "Highest", "one of 'Low', 'Normal', 'High'"),
    ],
)
async def test_what_a_list_does_not_offer_is_told_with_what_it_does(
    open_widget: OpenWidget, widget: str, label: str, wanted: str, expected: str
) -> None:
    page = await open_widget(widget)
    fault = (await page.call("page.fill", {"fields": {label: wanted}})).fault
    assert fault is not None
    assert fault.issues[0].expected == expected


async def test_a_list_is_closed_for_the_next_field(open_widget: OpenWidget) -> None:
    """One that stays open when an option is chosen lies over the field below it."""
    page = await open_widget("select2")
    await page.do("fill", fields={"Products concerned": ["Phone"], "Labels": ["crash"]})
    assert await held(page, "products") == ["Mail", "Drive", "Phone", "Tablet"]
    assert await held(page, "labels") == ["slow", "crash"]


async def test_a_colour_is_chosen_by_its_name(open_widget: OpenWidget) -> None:
    """What the field of the palette holds then is the colour; in an editor the selected word has it."""
    page = await open_widget("shoelace-form")
    await page.do("fill", fields={"Colour of your thank-you card": "#bd10e0"})
    page = await open_widget("quill")
    await page.do("wait", text="urgent")
    await page.do("select_text", text="urgent")
    await page.do("select", selector=".ql-color .ql-picker-label", option="#e60000")
    assert "rgb(230, 0, 0)" in await page.inspect("document.querySelector('.ql-editor').innerHTML")


async def test_a_radio_of_a_library_is_chosen_by_its_label(open_widget: OpenWidget) -> None:
    page = await open_widget("material")
    await page.do("wait", text="Six o'clock")
    await page.do("state")
    assert (await page.do("check", index="Six o'clock"))["on"] is True
    drawn = "document.querySelectorAll('md-radio')[1].shadowRoot.querySelector('.container').className"
    assert "checked" in (await page.inspect(drawn)).split()
