"""An index stays with its element when the page draws that anew, and never goes to another one."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.core.fault import Fault
from pollex.page.indices import DrawnControls
from pollex.page.live import LivePage
from pollex.page.row_lists import SeenRow
from pollex.page.standing import Standing, standings
from pollex.page.twins import twins

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

PEOPLE = ("Ada", "Grace", "Edsger", "Barbara")
ROWS = """<h1>People</h1><p id=said>nobody</p><ul></ul><script>
let people = %s
const draw = () => { document.querySelector('ul').innerHTML = people.map((name) =>
  `<li><span>${name}</span> <button data-name="${name}">Remove</button></li>`).join('') }
draw()
onclick = ({ target: { dataset: { name } } }) => { if (!name) return
  said.textContent = `removed ${name}`; people = people.filter((each) => each !== name); draw() }
</script>"""


def html(body: str) -> str:
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


async def indices(page: LivePage) -> list[int]:
    return [each["index"] for each in (await page.state())["elements"]]


async def change(page: LivePage, script: str) -> None:
    assert page.tabs.current is not None
    await page.tabs.current.tab.page.evaluate(script)  # type: ignore[attr-defined]


async def said(page: LivePage) -> str:
    return str(await page.do("inspect", expression="document.querySelector('#said').textContent"))


async def test_buttons_of_rows_keep_belonging_to_their_rows(open_page: OpenPage) -> None:
    page = await open_page(html(ROWS % list(PEOPLE)))
    ada, grace, edsger, barbara = await indices(page)
    await page.do("click", index=grace)
    await page.do("click", index=barbara)  # in the same batch: nobody has looked since
    assert await said(page) == "removed Barbara"
    assert await indices(page) == [ada, edsger]


async def test_what_was_removed_with_its_row_is_no_other_row(open_page: OpenPage) -> None:
    page = await open_page(html(ROWS % list(PEOPLE)))
    _, grace, *_ = await indices(page)
    await page.do("click", index=grace)
    fault = (await page.call("page.click", {"index": grace})).fault
    assert fault is not None
    assert fault.message == f"Element with index {grace} not found"
    assert "It was the button 'Remove' of 'Grace'; called so now: [1] beside Ada" in str(fault.hint)
    assert await said(page) == "removed Grace"


async def test_another_page_of_a_list_has_other_rows(open_page: OpenPage) -> None:
    page = await open_page(html(ROWS % list(PEOPLE)))
    before = await indices(page)
    await change(page, "people = ['Alan', 'John', 'Kurt', 'Emmy']; draw()")
    assert not {*before} & {*await indices(page)}


async def test_a_list_that_is_taken_away_and_comes_back(open_page: OpenPage) -> None:
    page = await open_page(html(ROWS % list(PEOPLE)))
    before = await indices(page)
    await change(page, "document.querySelector('ul').innerHTML = 'Loading'")
    assert await indices(page) == []
    await change(page, "people.reverse(); draw()")
    assert await indices(page) == before[::-1]


async def test_a_hidden_element_keeps_its_index_beside_one_that_is_called_alike(open_page: OpenPage) -> None:
    page = await open_page(html("<div id=one><button>Edit</button></div><div id=two></div>"))
    [first] = await indices(page)
    await change(page, "one.hidden = true; two.innerHTML = '<button>Edit</button>'")
    [second] = await indices(page)
    assert second != first
    await change(page, "one.hidden = false")
    assert await indices(page) == [first, second]


async def test_a_page_that_draws_itself_anew_without_end(open_page: OpenPage) -> None:
    page = await open_page(
        html(
            "<p id=said>no</p><div id=all></div><script>const draw = () => { all.innerHTML ="
            "'<button onclick=\"said.textContent = `yes`\">Go</button>' }; draw();"
            "setInterval(draw, 150)</script>"
        )
    )
    [go] = await indices(page)
    await change(page, "draw()")
    await page.do("click", index=go)
    assert await said(page) == "yes"


def control(number: int, name: str = "Open", row: str = "") -> Standing:
    return Standing(number, "button", name, (), frozenset(row.split()))


def paired(went: list[Standing], came: list[Standing]) -> set[tuple[int, int]]:
    return {(old.number, new.number) for old, new in twins(went, came)}


async def test_rows_whose_words_changed_in_part_are_found_again() -> None:
    went = [control(1, row="parcel one open"), control(2, row="parcel two open"), control(3, row="parcel three open")]
    assert paired(went, [control(4, row="parcel two closed"), control(5, row="parcel one open")]) == {(1, 5), (2, 4)}


async def test_cells_belong_to_the_row_that_leads_them() -> None:
    def drawn(number: int, plate: str, driver: str) -> list[list[object]]:
        texts = {"row": f"{plate} {driver}", "gridcell": driver}
        return [["c", number + at, role, name, None, [], None, {}] for at, (role, name) in enumerate(texts.items())]

    went = standings([*drawn(1, "KX 100 Saab", "Ida"), *drawn(3, "KX 137 Volvo", "Per")])
    came = standings([*drawn(5, "KX 643 Lada", "Ida"), *drawn(7, "KX 137 Volvo", "Per")])
    assert paired(went, came) == {(3, 7), (4, 8)}


async def test_as_many_as_before_without_rows_are_paired_in_order() -> None:
    assert paired([control(1), control(2)], [control(3), control(4)]) == {(1, 3), (2, 4)}


async def test_fewer_than_before_without_rows_are_none() -> None:
    assert paired([control(1), control(2)], [control(3)]) == set()


async def test_rows_that_could_be_two_are_none() -> None:
    assert paired([control(1, row="a b"), control(2, row="a c")], [control(3, row="a b c")]) == set()


async def test_ten_thousand_equal_buttons() -> None:
    many = [control(each) for each in range(1, 10_001)]
    assert paired(many, many[:9_999]) == set()
    assert len(paired(many, many)) == 10_000


async def test_a_number_that_was_never_given(open_page: OpenPage) -> None:
    page = await open_page(html("<button>Go</button>"))
    with pytest.raises(Fault, match="Element with index 99 not found"):
        await page.do("click", index=99)


IN_PLACE = """<h1>People</h1><p id=said>nobody</p><ul><li><span>Ada</span> <button>Remove</button></li><li>
<span>Grace</span> <button>Remove</button></li>
<li><span>Edsger</span> <button>Remove</button></li></ul><button id=up>Up</button><script>
onclick = ({ target }) => {
  if (target.id !== 'up') { said.textContent = `removed ${target.previousElementSibling.textContent}`; return }
  const [, ...others] = [...document.querySelectorAll('span')].map((each) => each.textContent)
  document.querySelectorAll('span').forEach((each, place) => { each.textContent = others[place] })
  document.querySelector('ul').lastElementChild.remove()
}</script>"""


async def test_indices_follow_their_rows_into_other_elements(open_page: OpenPage) -> None:
    page = await open_page(html(IN_PLACE))
    ada, grace, _, up = await indices(page)
    await page.do("click", index=up)
    await page.do("click", index=grace)  # in the same batch
    assert await said(page) == "removed Grace"
    fault = (await page.call("page.click", {"index": ada})).fault
    assert fault is not None
    assert "It was the button 'Remove' of 'Ada'; called so now: [2] beside Grace" in str(fault.hint)


async def test_another_page_of_a_list_has_other_indices(open_page: OpenPage) -> None:
    rows = "".join(f"<tr><td>Order {at}<td>pending<td>€2{at}<td><button>Delete</button></tr>" for at in range(4))
    page = await open_page(html(f"<table>{rows}</table>"))
    first = await indices(page)
    await change(page, "document.querySelector('table').innerHTML = document.querySelector('table').innerHTML"
                       ".replace(/Order /g, 'Order 4').replace(/€2/g, '€7')")  # fmt: skip
    assert not set(first) & set(await indices(page))


async def test_a_row_that_is_counted_up_keeps_its_index(open_page: OpenPage) -> None:
    rows = "".join(f"<tr><td>{name}<td>1<td><button>More</button></tr>" for name in ("Lamp", "Chair", "Table"))
    page = await open_page(html(f"<table>{rows}</table>"))
    first = await indices(page)
    await change(page, "document.querySelector('table').innerHTML = document.querySelector('table').innerHTML"
                       ".replace('Chair</td><td>1', 'Chair</td><td>2')")  # fmt: skip
    assert await indices(page) == first


async def test_a_look_that_nobody_is_told_of_leaves_what_is_far_away_where_it_is(open_page: OpenPage) -> None:
    lines = "".join(f"<p style='height: 60px'>Line {at}</p>" for at in range(90))
    page = await open_page(html(f"<button>Start</button>{lines}"))
    await page.state()
    assert page.tabs.current is not None
    await change(page, "scrollTo(0, 1300)")
    await page.tabs.current.look()
    told = await page.call("page.state", {"changes": True})
    assert "scrolled to 1300" in told.data["changes"]
    assert "- [1] button Start" not in told.data["changes"]


async def redrawn(open_page: OpenPage, parts: str, *calls: str) -> tuple[LivePage, list[list[int]]]:
    """A page whose parts a function `draw` writes, and its indices after each call of that."""
    page = await open_page(html(f"<p id=said>no</p><div id=all></div><script>const draw = (one, other) => {{"
                                f"all.innerHTML = `{parts}` }}; draw{calls[0]}</script>"))  # fmt: skip
    told = [await indices(page)]
    for call in calls[1:]:
        await change(page, f"draw{call}")
        told.append(await indices(page))
    return page, told


async def test_the_only_one_of_its_name_is_itself_whatever_stands_around_it(open_page: OpenPage) -> None:
    parts = "<section aria-label='${one}'><p>${one}</p><button>Clear</button><p>${other}</p></section>"
    _, told = await redrawn(open_page, parts, "('3 items', 'of all')", "('Nothing', '')", "('Filter by author', 'x')")
    assert told[0] == told[1] == told[2]


async def test_a_counter_in_a_name_is_no_other_element(open_page: OpenPage) -> None:
    parts = "<nav>" + "".join(f"<a href='#{name}'>{name} <b>${{one.{name} || ''}}</b></a>" for name in
                              ("Compose", "Inbox", "Drafts", "Sent")) + "</nav>"  # fmt: skip
    _, told = await redrawn(
        open_page, parts, "({Inbox: 3, Drafts: 1})", "({Inbox: 2, Drafts: 1})", "({Drafts: '(12)'})"
    )
    assert told[0] == told[1] == told[2]


async def test_another_number_alone_is_another_element(open_page: OpenPage) -> None:
    parts = "<a href='#new'>New order</a><main><a href='#one'>Order ${one}</a></main>"
    _, told = await redrawn(open_page, parts, "(41)", "(77)")
    assert told[0][0] == told[1][0]
    assert told[0][1] != told[1][1]


async def test_the_only_row_of_a_list_may_be_another_row(open_page: OpenPage) -> None:
    parts = "<table><tr><th>Name<th>Car</tr><tr><td>${one}<td>${other}<td><button>Remove</button></tr></table>"
    page, told = await redrawn(open_page, parts, "('Ada Byron', 'Volvo')", "('Alan Turing', 'Saab')")
    assert told[0] != told[1]
    fault = (await page.call("page.click", {"index": told[0][0]})).fault
    assert fault is not None
    assert f"called so now: [{told[1][0]}] beside Alan Turing Saab" in str(fault.hint)


async def test_a_card_without_a_name_is_known_by_what_is_in_it(open_page: OpenPage) -> None:
    card = "<div class=card onclick='0' style='cursor: pointer'><p>${one}</p><p>${one}@example.org</p>"
    parts = f"<p>Chosen</p>{card}<button>Edit</button><button>Delete</button></div>"
    _, told = await redrawn(open_page, parts, "('ada')", "('ada')", "('grace')")
    assert told[0] == told[1]
    assert told[1][0] != told[2][0]


async def test_a_row_that_the_page_rewrote_in_place_is_not_clicked_in_the_same_batch(open_page: OpenPage) -> None:
    rows = "".join(f"<li><a href='#x'>{name}</a> <span>{name}@example.org</span></li>" for name in PEOPLE)
    others = "['Alan', 'John', 'Kurt', 'Emmy']"
    page = await open_page(html(
        f"<ul>{rows}</ul><p id=said>nobody</p><button id=next>Next</button><script>onclick = ({{target}}) => {{"
        "if (target.id !== 'next') { said.textContent = target.textContent; return }"
        f"document.querySelectorAll('li').forEach((row, at) => {{ row.firstChild.textContent = {others}[at];"
        f"row.lastChild.textContent = {others}[at] + '@other.example' }}) }}</script>"
    ))  # fmt: skip
    ada, *_, after = await indices(page)
    await page.do("click", index=after)
    fault = (await page.call("page.click", {"index": ada})).fault
    assert fault is not None
    assert "Ada" in str(fault)
    assert await said(page) == "nobody"
    await page.state()
    await page.do("click", index=ada)  # whoever has looked knows who stands there
    assert await said(page) == "Alan"


@pytest.mark.parametrize("x", ["×", "close"])
async def test_chips_of_one_row_are_told_apart_by_their_own_words(open_page: OpenPage, x: str) -> None:
    page = await open_page(html(
        "<ul id=all></ul><script>let left = {Places: ['Boston', 'Chicago', 'New York', 'Austin'], Skills: ['Python'],"
        "Roles: ['Designer', 'Engineer']}; const draw = () => { all.innerHTML = Object.entries(left).map(([name, each])"
        " => `<li><b>${name}</b><div>${each.map((chip) => `<span><em>${chip}</em> <button data-chip='${chip}'>"
        f"{x}</button></span>`).join('')}} <button>Add</button></div></li>`).join('') }}; draw();"
        "onclick = ({target: {dataset: {chip}}}) => { for (const name in left)"
        "left[name] = left[name].filter((each) => each !== chip); draw() }</script>"
    ))  # fmt: skip
    boston, chicago, york, austin, *others = await indices(page)
    for index in (boston, chicago, york):
        await page.do("click", index=index)  # in the same batch: each time all are drawn anew
    assert await indices(page) == [austin, *others]
    fault = (await page.call("page.click", {"index": chicago})).fault
    assert fault is not None
    assert f"called so now: [{austin}] beside Places Austin" in str(fault.hint)


TABS = """<div role=tablist id=tabs></div><p id=said></p><script>let at = 0
function draw() { tabs.innerHTML = ['Templates', 'Codes', 'Support'].map((name, place) => `<div style="cursor: pointer"
  class="tab ${place === at ? 'active' : ''}" onclick="at = ${place}; draw()">${name}</div>`).join('')
  said.textContent = `tab ${at}` }
draw()</script>"""


async def test_what_was_read_since_is_found_by_the_index_it_had(open_page: OpenPage) -> None:
    """Also what was active and is not any more; its index of that reading leads there as well."""
    page = await open_page(html(TABS))
    first, *_ = await indices(page)
    await page.do("click", index="Support")
    await page.do("read", controls=True)
    await page.do("click", index=first)
    assert await said(page) == "tab 0"
    assert await indices(page) == [1, 2, 3]


CONTACTS = """<h1>Contacts</h1><div id=list></div><p id=said>nobody</p><script>
const people = %s; let chosen = -1
function draw() {
  list.innerHTML = "<div class=head><div>Name</div><div>Mail</div></div>" + people.map(([name, mail], at) =>
    `<div class="row ${at === chosen ? "row-chosen" : ""}" data-at=${at} style="cursor: pointer"><div>${name}</div>
    <div>${mail}</div><div><button>star</button><button>edit</button></div></div>`).join("")
  said.textContent = chosen < 0 ? "nobody" : people[chosen][0]
}
draw()
onclick = ({ target }) => { const row = target.closest(".row"); if (row) { chosen = Number(row.dataset.at); draw() } }
</script><style>.row { display: flex; gap: 9px } .row-chosen { background: gold }</style>"""


async def test_a_row_that_is_marked_stays_a_row_of_its_list_and_keeps_all_indices(open_page: OpenPage) -> None:
    page = await open_page(html(CONTACTS % [[name, f"{name.lower()}@example.com"] for name in PEOPLE]))
    before = (await page.state())["outline"].splitlines()
    known = await indices(page)
    for index, name in ((known[0], "Ada"), (known[3], "Grace"), (known[3], "Grace"), (known[-1], "Barbara")):
        await page.do("click", index=index)
        assert await said(page) == name
        assert await indices(page) == known
    after = (await page.state())["outline"].splitlines()
    assert len(after) == len(before)


JAKE = ("jm", "jake", "morrison", "gmail", "3006", "stripe", "gym", "buddies")
MARCUS = ("mw", "marcus", "williams", "designhub", "0203", "work")


async def test_an_index_never_goes_to_the_only_other_row_that_is_left() -> None:
    """One row was chosen and is no more, another one is: neither is told as a row of the list while it is."""
    beside = "Name Email Phone Labels"
    common = {"example", "com", "+", "1", "415", "555", "friends", "star"}

    def row(number: int, *own: str, chosen: bool = False) -> Standing:
        near = frozenset({*own, *common} - ({"star"} if chosen else set()))
        return Standing(number, "clickable", "open", (), near, not chosen, nameless=True, of="" if chosen else beside)

    went = [row(1, *MARCUS), row(2, *JAKE, chosen=True)]
    came = [row(3, *JAKE), row(4, *MARCUS, chosen=True)]
    assert {(old.number, new.number) for old, new in twins(went, came)} == {(1, 4), (2, 3)}
    assert list(twins(went[:1], came[:1])) == []


CHOICES = """<style>[data-of], [data-to] {cursor: pointer}</style><main></main><script>
const held = {Urgency: 'Normal', Colour: 'Red'}; let open = ''
const options = {Urgency: ['Low', 'Normal', 'Urgent'], Colour: ['Red', 'Green']}
const draw = () => { document.querySelector('main').innerHTML = Object.keys(held).map((name) =>
  `<section><label>${name}</label><div class="dropdown-trigger" data-of="${name}">${held[name]} ▾</div>
  ${open === name ? `<div>${options[name].map((each) => `<div data-to="${each}">${each}</div>`).join('')}
  </div>` : ''}</section>`).join('') }
draw()
onclick = ({ target: { dataset: { of, to } } }) => { if (to) held[open] = to; open = of ?? ''; draw() }</script>"""


async def test_a_list_that_shows_what_was_chosen_in_it_keeps_its_index(open_page: OpenPage) -> None:
    page = await open_page(html(CHOICES))
    urgency, colour = await indices(page)
    await page.do("click", index=urgency)
    await page.do("state")
    await page.do("click", index="Urgent")
    assert await indices(page) == [urgency, colour]
    assert "Urgent" in (await page.state())["elements"][0]["text"]


WIZARD = """<form><div class="step" id="category"></div><div class="step" id="type"></div><div class="step" id="medium">
</div></form>
<script>const said = { category: 'Category', type: 'Appointment Type', medium: 'Appointment Medium' }
const kinds = ['Review of a letter', 'Review of a page', 'First talk', 'Second talk']
function draw(id, text, more) {
  document.getElementById(id).innerHTML = `<div>${said[id]}</div><div style="cursor: pointer">${text}</div>
    <div style="display: none">${more.map(each => `<div>${each}</div>`).join('')}</div>` }
draw('category', 'Select category', ['Letters', 'Talks'])
draw('type', 'Select type', [])
draw('medium', 'Select medium', [])
onclick = ({ target }) => { if (target.textContent !== 'Select category') return
  draw('category', 'Letters', ['Letters', 'Talks']); draw('type', 'Select type', kinds) }</script>"""


async def test_a_list_that_another_choice_draws_anew_keeps_its_index(open_page: OpenPage) -> None:
    page = await open_page(html(WIZARD))
    category, type_, medium = await indices(page)
    await page.do("click", index=category)
    _, *others = await indices(page)
    assert others == [type_, medium]


STEPS = [(11, "Category * Select category"), (12, "Appointment Type * Select type"), (13, "Appointment Medium * Any")]


@pytest.mark.parametrize(
    ("name", "near", "stays"), [("Select type", "appointment", True), ("Any", "appointment", False)]
)
async def test_a_control_whose_row_is_not_told_yet_is_known_by_its_name_and_the_words_beside_it(
    name: str, near: str, stays: bool
) -> None:
    of_row = SeenRow(STEPS, 1)
    old = Standing(1, "clickable", name, (), frozenset({near}), in_row=True, rows=(of_row,))
    new = Standing(2, "clickable", name, (), frozenset({near}), in_row=True)
    assert DrawnControls(up={12: 10}).may_be(old, new) is stays


async def test_a_button_in_the_place_of_another_one_is_another_one(open_page: OpenPage) -> None:
    draw = "document.querySelector('main').innerHTML = '<label>Order</label> <button>NAME</button>'"
    page = await open_page(html(f"<main></main><script>{draw.replace('NAME', 'Pay')}</script>"))
    [pay] = await indices(page)
    await change(page, draw.replace("NAME", "Cancel"))
    assert await indices(page) != [pay]
