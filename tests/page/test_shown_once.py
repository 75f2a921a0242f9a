"""What a person sees apart is told apart, each thing once, and nothing is told as new that was seen before."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.page.indices import Indices
from pollex.page.observe import look
from pollex.page.outline import outline
from pollex.page.playwright_driver import PlaywrightTab

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

NOTE = "".join(f"<p>{line}</p>" for line in ("Roof repair", "The repair is urgent because of the rain.", "Call Ada."))
LINES = r'"Roof repair\nThe repair is urgent because of the rain.\nCall Ada."'
SHOWN = {
    "the days of a calendar, each once": (
        "<div style='display:flex'>" + "".join(
            f"<span style='width:40px'{' onclick=1 aria-label=July-' + str(day) if day in (3, 4) else ''}>{day}</span>"
            for day in range(2, 7)) + "</div>",
        ["2", "[1] clickable July-3", "[2] clickable July-4", "5", "6"],
    ),
    "a control whose words are not its name, apart from what follows": (
        "<div style='display:flex'><span onclick=1 aria-label='Sunrise'>6:12</span><span>14</span></div>",
        ["[1] clickable Sunrise", "6:12 14"],
    ),
    "the bold legend of a filter": (
        """<form><fieldset><legend style='font-weight:bold'>Brand</legend><label><input type=checkbox>Oak</label>
        </fieldset><fieldset><p>Sizes</p><label><input type=checkbox>Big</label></fieldset><fieldset>
        <p>Weights</p><label><input type=checkbox>Low</label></fieldset></form>""",
        ["Brand · [1] checkbox Oak", "Sizes · [2] checkbox Big", "Weights · [3] checkbox Low"],
    ),
    "a bold line over entries": (
        "<div><div style='font-weight:bold'>Fruit</div>" + "".join(
            f"<div><a href=#{each}>{each}</a></div>" for each in ("Fig", "Kiwi", "Plum")) + "</div>",
        ["Fruit", "[1] link Fig", "[2] link Kiwi", "[3] link Plum"],
    ),
    "an option that is only highlighted": (
        """<div role=listbox aria-label=Dishes><div role=option tabindex=0 class=is-highlighted aria-selected=true>Pie
        </div><div role=option tabindex=0 class='is-selected is-highlighted' aria-selected=true>Soup</div></div>""",
        ["[1] listbox Dishes", "[2] option Pie (highlighted)", "[3] option Soup (selected, highlighted)"],
    ),
    "which of a page's own elements is chosen": (
        """<my-tab tabindex=0 active>Kitchen</my-tab><my-tab tabindex=0>Study</my-tab><my-radio tabindex=0 checked
        aria-label=Sunrise></my-radio><my-radio tabindex=0 aria-label=Six></my-radio><script>
        for (const [at, each] of document.querySelectorAll('my-radio').entries()) each.attachShadow({mode: 'open'})
        .innerHTML = `<p class='box ${at ? 'checked' : ''}' style='width:20px;height:20px'></p>`</script>""",
        ["[1] clickable Kitchen (active)", "[2] clickable Study", "[3] clickable Sunrise",
         "[4] clickable Six (checked)"],
    ),
    "the lines of an editor": (
        f"<div contenteditable aria-label=Note>{NOTE}</div>",
        [f"[1] textbox Note = {LINES}"],
    ),
    "a long text of a field": (
        f"""<textarea aria-label=Note>{'word ' * 30}end</textarea><textarea aria-label=Two></textarea>
        <textarea aria-label=Third>{'word ' * 30}end</textarea>""",
        [f"[1] textbox Note = {'word ' * 30}end (multiline)", "[2] textbox Two (multiline)",
         f"[3] textbox Third = {('word ' * 12)[:59].rstrip()}… (multiline)"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("html", "told"), SHOWN.values(), ids=SHOWN)
async def test_a_thing_is_told_once(open_tab: Open, html: str, told: list[str]) -> None:
    tab = await open_tab("about:blank")
    await tab.page.set_content(f"<!doctype html>{html}")
    assert outline(await look(tab, Indices())).splitlines() == told


APPEARED = {
    "what only moves": ("for (const row of document.querySelectorAll('li')) row.style.transform = 'scale(1.1)'", []),
    "what a list that was hidden says": ("document.querySelector('#more').hidden = false", ["Fig Kiwi"]),
    "one changed cell of a restyled table": (
        (
            "const list = document.querySelector('ul'); list.style.height = '300px';"
            "list.children[1].firstChild.data = 'Grapes'"
        ),
        ["Grapes"],
    ),
    "a row that is moved after it was restyled": (
        "const row = document.querySelector('li'); row.style.opacity = 0.9; row.parentElement.append(row)",
        [],
    ),
    "what nobody can see of what came": (
        (
            "document.body.append(Object.assign(document.createElement('div'), "
            "{innerHTML: '<b>New</b><i style=visibility:hidden>xxxx</i>'}))"
        ),
        ["New"],
    ),
}


@pytest.mark.parametrize(("script", "told"), APPEARED.values(), ids=APPEARED)
async def test_only_what_was_not_seen_has_appeared(open_tab: Open, script: str, told: list[str]) -> None:
    tab = await open_tab("about:blank")
    rows = "".join(f"<li>{each}</li>" for each in ("Apple", "Pear", "Plum", "Cherry"))
    await tab.page.set_content(f"<!doctype html><ul>{rows}</ul><div id=more hidden><p>Fig</p><p>Kiwi</p></div>")
    await look(tab, Indices())
    frame = await tab.main()
    await tab.run(frame, "watch")
    await tab.page.evaluate(script)
    assert (await tab.run(frame, "seen"))["appeared"] == told
