"""A form in one call, each field answered for."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from time import monotonic
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
FORM = """<form><label>Name <input id=n></label><label>Last name <input id=l></label>
<label>Country <select id=c><option>Spain<option>Portugal</select></label>
<label><input type=checkbox id=t> I accept the terms</label>
<fieldset><legend>Size</legend><label><input type=radio name=s value=m> Medium</label>
<label><input type=radio name=s value=l> Large</label></fieldset><input id=p placeholder="Phone"></form>"""
HELD = "[n, l, c, p].map((each) => each.value).concat(t.checked, document.querySelector('[name=s]:checked')?.value)"


async def form(open_page: OpenPage) -> LivePage:
    page = await open_page("/hard/")
    page.options = replace(page.options, patience=0.3)
    await page.navigate("data:text/html," + quote(f"<!doctype html><meta charset=utf-8><body>{FORM}"))
    return page


async def test_every_kind_of_field(open_page: OpenPage) -> None:
    page = await form(open_page)
    fields = {"Name": "Ada", "Last name": "Byron", "Country": "Portugal", "I accept the terms": True, "Phone": 42}
    result = await page.call("page.fill", {"fields": fields})
    assert result.ok, result.fault
    assert result.data["filled"] == {
        "Name": {"tool": "page.type", "holds": "Ada"},
        "Last name": {"tool": "page.type", "holds": "Byron"},
        "Country": {"tool": "page.select", "chosen": ["Portugal"]},
        "I accept the terms": {"tool": "page.check", "on": True},
        "Phone": {"tool": "page.type", "holds": "42"},
    }
    held = await page.call("page.inspect", {"expression": HELD})
    assert held.data[:5] == ["Ada", "Byron", "Portugal", "42", True]
    assert result.proof["/fields/Last name"]["name"] == "Last name"


async def test_one_of_several_buttons(open_page: OpenPage) -> None:
    page = await form(open_page)
    result = await page.call("page.fill", {"fields": {"Medium": True, "Large": True}})
    held = await page.call("page.inspect", {"expression": HELD})
    assert (result.ok, held.data[5]) == (True, "l"), result.fault


async def test_what_is_wrong_with_one_does_not_keep_the_others(open_page: OpenPage) -> None:
    page = await form(open_page)
    result = await page.call("page.fill", {"fields": {"Country": "Atlantis", "Shoe size": "42", "Name": "Ada"}})
    assert result.fault is not None
    assert [issue.pointer for issue in result.fault.issues] == ["/fields/Country", "/fields/Shoe size"]
    assert result.data["filled"] == {"Name": {"tool": "page.type", "holds": "Ada"}}
    assert result.fault.message.startswith("Not every field is filled (filled: 'Name'): ")


async def test_a_name_that_leads_nowhere_is_told_soon(open_page: OpenPage) -> None:
    page = await form(open_page)
    page.options = replace(page.options, patience=30.0)
    begun = monotonic()
    result = await page.call("page.fill", {"fields": {"Shoe size": "42", "Name": "Ada", "999": "x"}})
    assert result.fault is not None
    assert [issue.pointer for issue in result.fault.issues] == ["/fields/Shoe size", "/fields/999"]
    assert monotonic() - begun < 5


async def test_a_form_that_is_drawn_anew_is_filled_on(open_page: OpenPage) -> None:
    page = await form(open_page)
    redrawing = """<div id=all></div><script>const held = {}; function draw() { all.innerHTML = "";
    for (const name of ["Name", "Town", "Street"]) { const label = document.createElement("label"); label.append(name)
    const field = document.createElement("input"); field.value = held[name] ?? ""
    field.onchange = () => { held[name] = field.value; draw() }; label.append(field); all.append(label) } } draw()
    </script>"""
    await page.navigate("data:text/html," + quote(f"<!doctype html><meta charset=utf-8><body>{redrawing}"))
    indices = [str(each["index"]) for each in (await page.state())["elements"]]
    result = await page.call("page.fill", {"fields": dict(zip(indices, ("Ada", "Porto", "Rua 7"), strict=True))})
    assert result.ok, result.fault
    held = "[...document.querySelectorAll('input')].map((each) => each.value)"
    assert (await page.call("page.inspect", {"expression": held})).data == ["Ada", "Porto", "Rua 7"]


LISTS = """<div id=app></div><p id=said></p><script>
const lists = {Kind: ["Resume & Cover", "Career"], Type: ["Resume Review", "Mock"], Medium: ["Phone", "In Person"]}
const held = {}; let opened = ""
function option(name, each) { return `<div class=option data-name="${name}" style="cursor: pointer">${each}</div>` }
function draw() {
  app.innerHTML = Object.keys(lists).map((name) => `<div class=group><label>${name} *</label><div class=list>
    <div class=trigger data-opens=${name} style="cursor: pointer">${held[name] ?? "Select..."}</div>${opened === name ?
    `<div class=menu>${lists[name].map((each) => option(name, each)).join("")}</div>` : ""}</div></div>`).join("")
  said.textContent = Object.values(held).join(", ")
}
onclick = ({ target }) => {
  const { opens, name } = target.dataset
  if (name) held[name] = target.textContent
  opened = opens && opened !== opens ? opens : ""
  draw()
}
draw()
</script>"""


async def test_lists_that_are_all_drawn_anew_at_each_choice(open_page: OpenPage) -> None:
    page = await form(open_page)
    await page.navigate("data:text/html," + quote(f"<!doctype html><meta charset=utf-8><body>{LISTS}"))
    await page.state()
    result = await page.call("page.fill", {"fields": {"1": "Career", "2": "Resume Review", "3": "In Person"}})
    assert result.ok, result.fault
    assert "Career, Resume Review, In Person" in (await page.state())["outline"]


async def test_what_a_field_has_opened_over_the_next_is_left(open_page: OpenPage) -> None:
    page = await form(open_page)
    opening = """<style>#over { position: absolute; top: 35px; width: 400px; height: 200px; background: white }</style>
    <label>Arrival <input id=a onfocus="over.hidden = false" onblur="over.hidden = true"></label><p><label>Name <input>
    </label><p><label><input type=checkbox id=t> Late</label><div id=over hidden>March</div>"""
    await page.navigate("data:text/html," + quote(f"<!doctype html><meta charset=utf-8><body>{opening}"))
    result = await page.call("page.fill", {"fields": {"Arrival": "14 March", "Name": "Ada", "Late": True}})
    assert result.ok, result.fault
    assert result.data["filled"]["Name"]["holds"] == "Ada"


RADIOS = """<div role=radiogroup aria-label=Plan><my-radio role=radio tabindex=0 aria-checked=false>Basic</my-radio>
<my-radio role=radio tabindex=0 aria-checked=false>Premium</my-radio></div><fieldset><legend>Size</legend>
<label><input type=radio name=s>Small</label><label><input type=radio name=s>Large</label></fieldset>
<x-group role=radiogroup aria-label=Speed></x-group><script>
document.querySelector('x-group').attachShadow({mode: 'open'}).innerHTML =
  '<div role=radio tabindex=0 aria-checked=false>Slow</div><div role=radio tabindex=0 aria-checked=false>Fast</div>'
onclick = (event) => { const [radio] = event.composedPath()
  if (radio.role === 'radio') for (const each of radio.parentNode.children) each.ariaChecked = String(each === radio) }
</script>"""


async def test_groups_of_radio_buttons_are_chosen_in_by_their_labels(open_page: OpenPage) -> None:
    page = await form(open_page)
    await page.navigate("data:text/html," + quote(f"<!doctype html><meta charset=utf-8><body>{RADIOS}"))
    result = await page.call("page.fill", {"fields": {"Plan": "Premium", "Size": "large", "Speed": "Fast"}})
    assert result.ok, result.fault
    outline = (await page.state())["outline"]
    assert [line.split("] ")[1].split(" (")[0] for line in outline.splitlines() if "(checked" in line] == [
        "radio Premium",
        "radio Large",
        "radio Fast",
    ]
    fault = (await page.call("page.fill", {"fields": {"Plan": "Premum"}})).fault
    assert fault is not None
    assert "Premium" in str(fault)


DIALOG = """<nav><a href='#c'>Categories</a> <a href='#t'>Templates</a></nav>
<label>Filter by priority <select><option>Any</select></label>
<input placeholder="Search by category" style="height: 30px">
<div style="position: fixed; inset: 0; background: #0008"><div role=dialog aria-label="New note"
style="background: white; width: 500px; height: 300px; margin: 100px auto"><div id=app></div>
<fieldset><legend>Priority</legend><label><input type=radio name=p>Low</label>
<label><input type=radio name=p>High</label></fieldset></div></div><script>
const lists = {Category: ["Geriatric", "Other"], Template: ["Annual", "B"]}
for (const [name, options] of Object.entries(lists)) {
  const group = Object.assign(document.createElement("div"), {innerHTML: `<label>${name} *</label><div class=list>
    <div class=trigger style="cursor: pointer">Select...</div><div class=menu hidden>${options.map((each) =>
    `<div class=option style="cursor: pointer">${each}</div>`).join("")}</div></div>`})
  const [trigger, menu] = [group.querySelector(".trigger"), group.querySelector(".menu")]
  trigger.onclick = () => { menu.hidden = !menu.hidden }
  menu.onclick = ({ target }) => { trigger.textContent = target.textContent; menu.hidden = true }
  app.append(group)
}</script>"""


async def test_an_index_is_that_of_a_field_which_was_drawn_anew_since_the_look(open_page: OpenPage) -> None:
    page = await form(open_page)
    await page.navigate(
        "data:text/html,"
        + quote("""<!doctype html><div id=app></div><script>
    function draw() { app.innerHTML = "<label>Name <input></label><label>Town <input></label>" } draw()</script>""")
    )
    named = [str(each["index"]) for each in (await page.state())["elements"]]
    assert page.tabs.current is not None
    await page.tabs.current.tab.page.evaluate("draw()")  # type: ignore[attr-defined]
    result = await page.call("page.fill", {"fields": dict(zip(named, ("Ada", "Porto"), strict=True))})
    assert result.ok, result.fault
    assert [each["holds"] for each in result.data["filled"].values()] == ["Ada", "Porto"]


async def test_in_a_dialog_its_own_fields_are_meant_also_those_that_only_a_text_names(open_page: OpenPage) -> None:
    page = await form(open_page)
    await page.navigate("data:text/html," + quote(f"<!doctype html><meta charset=utf-8><body>{DIALOG}"))
    wanted = {"Category": "Geriatric", "Template": "Annual", "Priority": "High"}
    result = await page.call("page.fill", {"fields": wanted})
    assert result.ok, result.fault
    shown = "[...document.querySelectorAll('.trigger')].map((each) => each.textContent)"
    assert (await page.call("page.inspect", {"expression": shown})).data == ["Geriatric", "Annual"]
    assert result.data["filled"]["Priority"]["on"] is True


async def test_what_lies_under_a_dialog_is_no_field_of_it(open_page: OpenPage) -> None:
    page = await form(open_page)
    await page.navigate("data:text/html," + quote(f"<!doctype html><meta charset=utf-8><body>{DIALOG}"))
    result = await page.call("page.fill", {"fields": {"Search": "x"}})
    assert result.fault is not None
    assert result.fault.issues[0].message == "Nothing that can be filled in is called 'Search'."
