"""What of a long list is shown though it is folded: rows that a task names, and the fields of a form."""

from collections.abc import Awaitable, Callable, Iterable
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
PEOPLE = ("Ada Abel", "Ben Brand", "Cora Clasen", "Dirk Dorn", "Elsa Ebert", "Finn Frank", "Gudrun Graf", "Otto Reis")


def listed(rows: Iterable[str]) -> str:
    return "data:text/html," + quote(f"<!doctype html><div>{''.join(rows)}</div>")


def entries(count: int = 20) -> list[str]:
    return [f"<div class=entry><a href='#{at}'>Order {at}</a> for <b>Ulm</b></div>" for at in range(count)]


async def seen(page: LivePage, about: str) -> list[str]:
    result = await page.call("page.state", {"about": about, "changes": True})
    data = result.unwrap()
    lines: list[str] = (data.get("changes") or data["outline"]).splitlines()
    return lines


@pytest.mark.parametrize("about", ["Cancel order 14.", "Open “Order 14”, which goes to Ulm, and Order"])
async def test_the_row_that_a_task_names_is_shown(open_page: OpenPage, about: str) -> None:
    lines = await seen(await open_page(listed(entries())), about)
    assert [line.partition(" ·")[0] for line in lines[5:]] == [
        "[15] link Order 14", "… 14 more like these (page_unfold 6)",
    ]  # fmt: skip


@pytest.mark.parametrize("about", ["", "Cancel order 140.", "What goes to Ulm?", "Reorder"])
async def test_what_names_none_or_all_changes_nothing(open_page: OpenPage, about: str) -> None:
    lines = await seen(await open_page(listed(entries())), about)
    assert lines[5:] == ["… 15 more like these (page_unfold 6)"]


async def test_two_words_of_a_longer_text_name_a_row(open_page: OpenPage) -> None:
    rows = [f"<div>{name} came on day {at} of the fair.</div>" for at, name in enumerate(PEOPLE * 2)]
    lines = await seen(await open_page(listed(rows)), "When did Otto Reis come to the fair?")
    assert [line[:9] for line in lines[5:]] == ["Otto Reis", "Otto Reis", "… 9 more "]


async def test_a_new_row_that_a_task_names_is_among_the_changes(open_page: OpenPage) -> None:
    rows = "".join(entries()).replace("'", "")
    page = await open_page(listed([f'<button onclick="this.nextSibling.innerHTML = `{rows}`">Load</button><p></p>']))
    await seen(page, "Cancel order 14.")
    await page.click("text=Load")
    lines = await seen(page, "Cancel order 14.")
    assert "link Order 14" in lines[-2]
    assert lines[-1].startswith("… 14 more like these")


async def test_the_fields_of_a_form_are_never_folded(open_page: OpenPage) -> None:
    rows = [f"<div class=field><label>Answer {at} <input></label></div>" for at in range(20)]
    assert len(await seen(await open_page(listed(rows)), "")) == 20


async def test_fields_of_one_name_in_many_rows_are_folded(open_page: OpenPage) -> None:
    rows = [f"<div class=field>Lamp {at} <input aria-label=Quantity></div>" for at in range(20)]
    assert len(await seen(await open_page(listed(rows)), "")) == 6


def mixed(odd: str, at: int, count: int = 40) -> str:
    """A list of rows alike, and from a place on a few that are not."""
    rows = [f"<div class=entry>Bill {each} <a href=#>Open</a></div>" for each in range(count)]
    rows[at : at + 3] = [f"<div class=entry>Bill {each} {odd}</div>" for each in range(at, at + 3)]
    return listed(rows)


@pytest.mark.parametrize(
    "odd", ["<a href=#>Pay</a>", "<a href=#>Open</a> <button>Pay</button>", "<b contenteditable>now</b>"]
)
async def test_two_rows_of_each_shape_are_shown(open_page: OpenPage, odd: str) -> None:
    lines = await seen(await open_page(mixed(odd, 20)), "")
    shown = [line.partition(" ·")[0] for line in lines]
    assert shown == [*(f"Bill {at}" for at in (0, 1, 2, 3, 4, 20, 21)), "… 33 more like these (page_unfold 6)"]


async def test_rows_of_which_each_has_another_shape_are_folded(open_page: OpenPage) -> None:
    rows = [f"<div class=entry>Bill {at} {'<button>Pay</button>' * at}</div>" for at in range(20)]
    assert len(await seen(await open_page(listed(rows)), "")) == 6


def folds(lines: list[str]) -> int:
    """How many rows are folded."""
    return sum(int(line.split()[1]) for line in lines if line.startswith("… "))


def row(said: str, *, box: str = "", mark: str = "") -> str:
    box = f"<input type=checkbox aria-label=Choose {box}>"
    return f"<div class='entry {mark}'>{box}<span>{said}</span> <a href=#>Open</a> <button>Delete</button></div>"


@pytest.mark.parametrize("odd", [{"box": "checked"}, {"box": "disabled"}, {"mark": "unread"}])
async def test_a_row_in_another_state_than_its_like_is_shown(open_page: OpenPage, odd: dict[str, str]) -> None:
    rows = [row(f"Bill {at} of the year that went by, paid in full", **odd if at == 16 else {}) for at in range(40)]
    lines = await seen(await open_page(listed(rows)), "")
    assert [line for line in lines if "Bill 16 " in line]
    assert folds(lines) == 34


async def test_states_that_are_the_values_of_rows_keep_none(open_page: OpenPage) -> None:
    rows = [row(f"Bill {at} of the year that went by, paid in full", box="checked" * (at % 2)) for at in range(40)]
    assert folds(await seen(await open_page(listed(rows)), "")) == 35


@pytest.mark.parametrize(("words", "shown"), [("Lamp", 12), ("A lamp that has stood in the hall of the mill " * 2, 5)])
async def test_up_to_twelve_short_rows_are_shown(open_page: OpenPage, words: str, shown: int) -> None:
    rows = [f"<div class=entry>{words} {at} <a href=#>Open</a></div>" for at in range(12)]
    lines = await seen(await open_page(listed(rows)), "")
    assert len([line for line in lines if "Open" in line]) == shown
