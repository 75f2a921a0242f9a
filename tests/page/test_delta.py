"""What is told after something was done: everything that it brought, and as little as can be of everything else."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.page.delta import delta
from pollex.page.indices import Indices
from pollex.page.observation import Observation
from pollex.page.observe import look
from pollex.page.outline import outline
from pollex.page.playwright_driver import PlaywrightTab

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG = "".join(f"<li style='height:20px'>Parcel {number} <button>Open</button></li>" for number in range(1, 201))
FIXED = "".join(f"<p><a href='/{number}'>A shelf of the storehouse, {number}</a></p>" for number in range(1, 12))
MENU = f"<nav style='position:fixed;top:0;right:0'>{FIXED}</nav>"
"""What stays in view wherever the page is, so that the whole outline is long."""


class Watched:
    """A page and what was last seen of it."""

    def __init__(self, tab: PlaywrightTab) -> None:
        self.tab = tab
        self.indices = Indices()
        self.seen: Observation | None = None

    async def after(self, script: str) -> list[str]:
        """What is told after a script has run in the page."""
        before = self.seen or await look(self.tab, self.indices)
        await self.tab.page.evaluate(script)
        self.seen = await look(self.tab, self.indices)
        return delta(before, self.seen).splitlines()


async def drawn(open_tab: Open, html: str) -> Watched:
    tab = await open_tab("about:blank")
    await tab.page.set_content(html)
    return Watched(tab)


async def test_nothing_is_told_of_what_stays(open_tab: Open) -> None:
    page = await drawn(open_tab, "<button>Save</button><p>Ready</p>")
    assert await page.after("0") == []


async def test_a_dialog_is_told_with_its_controls_and_what_it_covers(open_tab: Open) -> None:
    page = await drawn(
        open_tab,
        f"""<h1>Parcels</h1><ul>{LONG}</ul><dialog aria-label="Remove it?"><p>This cannot be undone.</p>
        <button>Remove</button><button>Keep</button></dialog>""",
    )
    assert await page.after("document.querySelector('dialog').showModal()") == [
        "+ dialog Remove it?:",
        "+ This cannot be undone.",
        "+ [101] button Remove (focused)",
        "+ [102] button Keep",
        '~ [1] to [37] covered by dialog "Remove it?"',
    ]
    assert await page.after("document.querySelector('dialog').close()") == [
        "~ [1] to [37] no longer covered",
        "- [101] button Remove, [102] button Keep",
        "- dialog Remove it?",
    ]


async def test_a_menu_an_error_and_a_new_row_are_told_with_their_numbers(open_tab: Open) -> None:
    page = await drawn(
        open_tab,
        f"""<button>Add</button><div role="menu" hidden><button role="menuitem">Copy</button></div>
        <label>Amount <input></label><p role="alert"></p><ul>{LONG}</ul>""",
    )
    assert (await page.after("document.querySelector('[role=menu]').hidden = false"))[:2] == [
        "+ menu:",
        "+ [101] menuitem Copy",
    ]
    assert await page.after("document.querySelector('[role=alert]').textContent = 'Not a number'") == [
        "+ alert:",
        "+ Not a number",
    ]
    added = "const row = document.createElement('li'); row.innerHTML = 'Parcel X <button>Open</button>';"
    told = await page.after(f"{added} document.querySelectorAll('li')[30].after(row)")
    assert told == ["+ Parcel X · [102] button Open"]


async def test_changed_values_are_one_short_line_each(open_tab: Open) -> None:
    page = await drawn(
        open_tab,
        """<label>Email <input></label><label><input type="checkbox" checked> News</label>
        <label>Country <select><option>Chile<option>Ghana</select></label>
        <button disabled>Copy</button><button disabled>Move</button><button disabled>Delete</button><ul>"""
        + LONG,
    )
    assert await page.after(
        """document.querySelector('input').value = 'ada@example.org';
        document.querySelector('[type=checkbox]').checked = false;
        document.querySelector('select').selectedIndex = 1;
        for (const button of document.querySelectorAll('body > button')) button.disabled = false;"""
    ) == [
        "~ [1] textbox Email = ada@example.org",
        "~ [2] checkbox News (no longer checked)",
        "~ [3] combobox Country = Ghana",
        "~ [4], [5], [6] no longer disabled",
    ]


async def test_of_a_row_only_the_control_that_changed_is_told(open_tab: Open) -> None:
    page = await drawn(open_tab, f"<h1>Parcels</h1><h2>Today</h2><ul>{LONG}</ul>")
    assert await page.after("document.querySelectorAll('button')[2].setAttribute('aria-pressed', 'true')") == [
        "## Today",
        "~ [3] button Open (pressed)",
    ]


async def test_what_only_comes_into_range_is_counted(open_tab: Open) -> None:
    page = await drawn(open_tab, f"<h1>Parcels</h1><ul>{LONG}</ul>")
    assert await page.after("scrollTo(0, 600)") == ["scrolled to 600 of 4082", "+ 30 rows further down"]
    assert await page.after("scrollTo(0, 601)") == []


async def test_what_comes_into_view_after_it_was_only_counted_is_told(open_tab: Open) -> None:
    page = await drawn(open_tab, f"{MENU}<h1>Parcels</h1><ul>{LONG}</ul>")
    await page.after("scrollTo(0, 900)")
    told = await page.after("scrollTo(0, 1800)")
    assert told[:3] == ["scrolled to 1800 of 4082", "+ Parcel 88 · [99] button Open", "+ Parcel 89 · [100] button Open"]
    rows = [line for line in told if line.startswith("+ Parcel")]
    assert rows[-1].startswith("+ Parcel 112 ")
    assert (len(rows), told[26].partition(" (")[0]) == (25, "… 15 more like these")


async def test_what_comes_into_view_by_a_short_scroll_is_told(open_tab: Open) -> None:
    rows = "".join(f"<li style='height: 60px'>Parcel {at} <button>Open</button></li>" for at in range(40))
    page = await drawn(open_tab, f"<h1>Parcels</h1><ul>{rows}</ul><h2>Held</h2><p>Ask at the counter.</p>")
    told = await page.after("scrollTo(0, 1600)")
    assert told[1] == "+ Parcel 29 · [30] button Open"
    assert told[-2:] == ["+ Parcel 38 · [39] button Open", "+ 3 lines further down: Held"]


async def test_rows_in_view_are_told_where_an_outline_would_fold_them(open_tab: Open) -> None:
    rows = "".join(f"<li style='height: 60px'>Parcel {at} <button>Open</button></li>" for at in range(90))
    page = await drawn(open_tab, f"<h1>Parcels</h1><ul>{rows}</ul>")
    told = await page.after("scrollTo(0, 3000)")
    assert next(line for line in told if line.startswith("+ Parcel")) == "+ Parcel 48 · [49] button Open"


async def test_a_jump_tells_what_is_in_view(open_tab: Open) -> None:
    page = await drawn(open_tab, f"{MENU}<h1>Parcels</h1><ul>{LONG}</ul><h2>End</h2><button>Top</button>")
    told = await page.after("scrollTo(0, document.documentElement.scrollHeight)")
    shown = [line.partition("] ")[2] or line for line in told[-3:]]
    assert shown == [
        "+ ## End",
        "button Top",
        "+ 50 rows further down",
    ]


async def test_what_leaves_the_range_is_not_told_as_gone(open_tab: Open) -> None:
    page = await drawn(open_tab, f"<h1>Parcels</h1><p>All of them.</p><button>New</button><ul>{LONG}</ul>")
    assert [line for line in await page.after("scrollTo(0, 1300)") if line.startswith("-")] == []


async def test_a_part_that_is_drawn_anew_keeps_its_numbers(open_tab: Open) -> None:
    days = "".join(f"<td><a href='#{day}'>{day}</a></td>" for day in range(1, 29))
    page = await drawn(open_tab, f"<button>Today</button><table><tr>{days}</tr></table>")
    told = await page.after(
        """const table = document.querySelector('table'); table.innerHTML = table.innerHTML;
        document.querySelectorAll('a')[2].setAttribute('aria-current', 'date')"""
    )
    assert told == ["table:", "~ [4] link 3 (current)"]


async def test_another_order_is_told(open_tab: Open) -> None:
    rows = "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in ("Anise", "Basil", "Dill", "Fennel", "Thyme"))
    page = await drawn(open_tab, f"<h1>Herbs</h1><p>{'All that grows here. ' * 9}</p><ul>{rows}</ul>")
    assert await page.after("const list = document.querySelector('ul'); list.prepend(list.lastElementChild)") == [
        "~ another order: … [5] link Thyme, [1] link Anise, [2] link Basil, [3] link Dill …"
    ]


async def test_many_new_rows_are_folded(open_tab: Open) -> None:
    page = await drawn(open_tab, "<h1>Parcels</h1><p>" + "Much to read here. " * 40 + "</p><ul></ul>")
    assert (await page.after(f"document.querySelector('ul').innerHTML = `{LONG}`"))[-2:] == [
        "+ Parcel 5 · [5] button Open",
        "… 78 more like these (page_unfold 6)",
    ]


async def test_the_whole_is_told_where_that_is_shorter(open_tab: Open) -> None:
    page = await drawn(open_tab, "<button>A</button><button>B</button><p>One</p><p>Two</p>")
    told = await page.after("document.body.innerHTML = '<button>C</button>'")
    assert page.seen is not None
    assert told == outline(page.seen).splitlines() == ["[3] button C"]


async def test_after_filtering_the_rows_that_are_left_are_shown(open_tab: Open) -> None:
    rows = "".join(f"<li><a href='#{at}'>Thing {at}</a> {at} kg</li>" for at in range(30))
    page = await drawn(open_tab, f"<h1>Things</h1><ul>{rows}</ul>")
    told = await page.after(
        "for (const each of document.querySelectorAll('li')) each.hidden = !each.textContent.includes('7')"
    )
    assert told == [
        "3 of 30 rows are left, also:",
        "[8] link Thing 7 · 7 kg",
        "[18] link Thing 17 · 17 kg",
        "[28] link Thing 27 · 27 kg",
        "- [1] link Thing 0, [2] link Thing 1, [3] link Thing 2, and 24 more",
    ]


async def test_of_many_rows_that_are_left_the_first_are_shown(open_tab: Open) -> None:
    page = await drawn(open_tab, f"<ul>{LONG.replace('20px', '5px')}</ul>")
    told = await page.after("document.querySelectorAll('li').forEach((each, at) => each.hidden = at < 40 || at > 79)")
    assert told[:2] == ["40 of 200 rows are left, also:", "Parcel 41 · [41] button Open"]
    assert told[25:27] == ["Parcel 65 · [65] button Open", "… 15 more like these (page_unfold 66)"]


async def test_rows_that_are_deleted_of_a_long_list_show_no_others(open_tab: Open) -> None:
    page = await drawn(open_tab, f"<ul>{LONG.replace('20px', '5px')}</ul>")
    told = await page.after("document.querySelectorAll('li').forEach((each, at) => { if (at < 3) each.remove() })")
    assert not any("rows are left" in line for line in told)


async def test_one_row_that_is_deleted_shows_no_others(open_tab: Open) -> None:
    rows = "".join(f"<li><a href='#{at}'>Thing {at}</a> {at} kg</li>" for at in range(20))
    page = await drawn(open_tab, f"<h1>Things</h1><ul>{rows}</ul>")
    assert await page.after("document.querySelector('li').remove()") == ["- [1] link Thing 0"]


async def test_what_was_drawn_anew_further_below_is_not_gone(open_tab: Open) -> None:
    orders = "<p style='height: HIGHpx'>Much</p><button>Pay</button><button>Send</button><a href='#terms'>Terms</a>"
    page = await drawn(open_tab, f"<h1>Orders</h1>{MENU}<div id=all>{orders.replace('HIGH', '9')}</div>")
    await page.after("0")
    assert not any(
        line.startswith("- [") for line in await page.after(f"all.innerHTML = `{orders}`.replace('HIGH', 1900)")
    )
    await page.after("all.firstChild.style.height = '9px'")
    assert next(line for line in await page.after("all.lastChild.remove()") if "Terms" in line).startswith("- [")
