"""A button that a page draws only in the row under the pointer: its index is of that row, and of no other."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

PEOPLE = ("Patricia Jones", "Sarah Miller", "Nia Jones", "Omar Reed")
HOVERED = """<h1>Contacts</h1><p id=said>nobody</p><input aria-label=Search><div id=all></div><script>
let people = PEOPLE, over = null
const row = (name) => `<div class="row${name === over && CLASS ? ' over' : ''}" data-name="${name}"><b>${name}</b>
  <span>Acme, sales</span> <span>active 2 days ago</span><i>${name === over ? BUTTON : ''}</i></div>`
const BUTTON = '<button aria-label=Edit>E</button><button aria-label=Delete>X</button>'
const moving = document.createElement('button')
moving.ariaLabel = 'Delete'; moving.textContent = 'X'
function draw() { all.innerHTML = people.map(row).join('') }
function anew() { draw() }
function kept() { for (const each of all.children) {
  const now = each.dataset.name === over; if (CLASS) each.className = now ? 'row over' : 'row'
  if (now !== !!each.querySelector('button')) each.querySelector('i').innerHTML = now ? BUTTON : '' } }
function moved() {
  for (const each of all.children) if (each.dataset.name === over) each.querySelector('i').append(moving) }
draw()
all.onmouseover = ({target}) => { const name = target.closest('.row')?.dataset.name
  if (name && name !== over) { over = name; KIND() } }
onclick = ({target}) => { if (target.ariaLabel !== 'Delete') return
  const {name} = target.closest('.row').dataset; said.textContent += ` ${name}`
  people = people.filter((each) => each !== name); over = null; draw() }
</script>"""


def hovered(kind: str, *, marked: bool, people: tuple[str, ...] = PEOPLE) -> str:
    page = HOVERED.replace("PEOPLE", str(list(people))).replace("KIND", kind)
    return html(page.replace("CLASS", "true" if marked else "false"))


def html(body: str) -> str:
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


async def deletes(page: LivePage) -> list[int]:
    """The indices of all buttons to delete."""
    return [each["index"] for each in (await page.state())["elements"] if each["text"] in ("X", "Delete")]


async def point(page: LivePage, name: str) -> None:
    await page.do("hover", selector=f"css=[data-name='{name}'] b")


async def change(page: LivePage, script: str) -> None:
    assert page.tabs.current is not None
    await page.tabs.current.tab.page.evaluate(script)  # type: ignore[attr-defined]


async def said(page: LivePage) -> str:
    return str(await page.do("inspect", expression="document.querySelector('#said').textContent"))


KINDS = pytest.mark.parametrize("kind", ["anew", "kept", "moved"])
MARKED = pytest.mark.parametrize("marked", [True, False])
MANY = pytest.mark.parametrize("people", [PEOPLE, PEOPLE[:2], PEOPLE[::2]], ids=["four", "two", "Joneses"])


@KINDS
@MARKED
@MANY
async def test_the_button_of_one_row_is_not_that_of_another(
    open_page: OpenPage, kind: str, marked: bool, people: tuple[str, ...]
) -> None:
    page = await open_page(hovered(kind, marked=marked, people=people))
    await point(page, people[0])
    [first] = await deletes(page)
    await point(page, people[1])
    fault = (await page.call("page.click", {"index": first})).fault
    assert await said(page) == "nobody"
    assert fault is not None
    assert people[0].split()[0].casefold() in str(fault).casefold()


@pytest.mark.parametrize("kind", ["anew", "kept"])
@MARKED
@MANY
async def test_also_after_a_look(open_page: OpenPage, kind: str, marked: bool, people: tuple[str, ...]) -> None:
    page = await open_page(hovered(kind, marked=marked, people=people))
    await point(page, people[0])
    [first] = await deletes(page)
    await point(page, people[1])
    [second] = await deletes(page)
    assert first != second
    await point(page, people[0])
    assert await deletes(page) == [first]
    await page.do("click", index=first)
    assert await said(page) == f"nobody {people[0]}"


@pytest.mark.parametrize("kind", ["anew", "kept"])
@MARKED
async def test_a_row_that_went_up_in_the_place_of_a_deleted_one(open_page: OpenPage, kind: str, marked: bool) -> None:
    page = await open_page(hovered(kind, marked=marked))
    await point(page, PEOPLE[0])
    [first] = await deletes(page)
    await page.do("click", index=first)
    await point(page, PEOPLE[1])
    again = (await page.call("page.click", {"index": first})).fault
    assert again is not None
    assert await said(page) == f"nobody {PEOPLE[0]}"


LISTED = """<h1>Contacts</h1><p id=said>nobody</p><div id=box style="height: 400px; overflow: auto"></div><script>
const STATES = ['lead', 'customer', 'lost']
let people = NAMES.map((name, id) => ({id, name, state: STATES[id % 3], seen: id % 4}))
let from = 0, shown = ROOM
const TABLE = MADE === 'table', nodes = new Map()
const list = TABLE ? box.appendChild(document.createElement('table')).createTBody() : box
const cells = ({name, state, seen}) => TABLE ? `<td>${name}<td>${state}<td>${seen} days ago<td><button>Delete</button>`
  : `<b>${name}</b> <span>${state}</span> <span>${seen} days ago</span> <button>Delete</button>`
const made = (one) => { const row = document.createElement(TABLE ? 'tr' : 'div')
  row.innerHTML = cells(one); row.data = one; return row }
const patch = (row, one) => { const parts = row.querySelectorAll('b, span, td'); row.data = one
  parts[0].textContent = one.name; parts[1].textContent = one.state; parts[2].textContent = `${one.seen} days ago` }
const KINDS = {
  anew(some) { list.replaceChildren(...some.map(made)) },
  keyed(some) { list.replaceChildren(...some.map((one) => {
    if (!nodes.has(one.id)) nodes.set(one.id, made(one)); patch(nodes.get(one.id), one); return nodes.get(one.id) })) },
  patched(some) { while (list.children.length > some.length) list.lastElementChild.remove()
    some.forEach((one, at) => list.children[at] ? patch(list.children[at], one) : list.append(made(one))) },
}
function draw() { KINDS.KIND(people.slice(from, from + shown)) }
const DEEDS = {
  sort: () => people.reverse(),
  remove: () => { people = people.filter(({id}) => id !== 1) },
  insert: () => people.unshift({id: 99, name: 'Zoe Jones', state: 'lead', seen: 0}),
  append: () => { shown += 4 },
  scroll: () => { from += 3 },
  turn: () => { from += shown },
  filter: () => { people = people.filter(({state}) => state === 'lost') },
  change: () => { people[1] = {...people[1], state: 'lead', seen: 5} },
  count: () => { people = people.map((one) => ({...one, seen: one.seen + 1})) },
}
draw()
onclick = ({target}) => { if (target.localName === 'button') said.textContent = target.parentElement.data
  ? target.parentElement.data.name : target.closest('tr').data.name }
</script>"""
NAMES = [
    f"{name} {('Jones', 'Miller', 'Reed')[at % 3]}"
    for at, name in enumerate(("Ada", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Joe", "Kim", "Leo"))
]
DEEDS = ("sort", "remove", "insert", "append", "scroll", "turn", "filter", "change", "count")


@pytest.mark.parametrize(
    ("kind", "room", "made"),
    [
        ("anew", 2, "divs"),
        ("anew", 6, "table"),
        ("keyed", 6, "divs"),
        ("patched", 2, "table"),
        ("patched", 6, "divs"),
    ],
)
@pytest.mark.parametrize("deed", DEEDS)
async def test_whatever_a_list_does_an_index_is_of_its_row(
    open_page: OpenPage, kind: str, room: int, made: str, deed: str
) -> None:
    text = LISTED.replace("KINDS.KIND", f"KINDS.{kind}").replace("ROOM", str(room)).replace("MADE", f"'{made}'")
    page = await open_page(html(text.replace("NAMES", str(NAMES))))
    page.options = replace(page.options, patience=0.5)
    before = await deletes(page)
    await change(page, f"DEEDS.{deed}(); draw()")
    drawn = await page.do("inspect", expression="document.querySelector('#box').innerText")
    for at in {0, 1, room - 1}:
        await page.call("page.click", {"index": before[at]})
        assert await said(page) == (NAMES[at] if NAMES[at] in drawn else "nobody")
        await change(page, "said.textContent = 'nobody'")
