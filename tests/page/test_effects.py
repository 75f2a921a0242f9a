"""Whatever changes something is one effect: held until it is judged, in its order, with its answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
import pytest_asyncio

from pollex import App
from pollex.browser.effect import Effect
from pollex.core.fault import Fault
from pollex.page.live import LivePage

from ..servers import serving
from ..waits import until_async
from .effects_site import EffectsSite

pytestmark = pytest.mark.asyncio(loop_scope="session")
Guard = Callable[[Effect], Awaitable[Fault | None]]
Opened = Callable[..., AbstractAsyncContextManager[tuple[LivePage, EffectsSite]]]
HEAD = """<!doctype html><title>Desk</title><script>
const send = (path, data, method = 'POST') =>
  fetch(path, {method, body: JSON.stringify(data), headers: {'content-type': 'application/json'}});
function postForm() {
  const form = document.createElement('form');
  form.method = 'post'; form.action = '/form';
  document.body.append(form);
  form.submit();
}
if (location.pathname == '/popup.html') send('/popup', {x: 1});
</script>"""


def button(script: str, name: str = "Go") -> str:
    return f'{HEAD}<button onclick="{script}">{name}</button>'


@pytest_asyncio.fixture(loop_scope="session")
async def held(app: App) -> Opened:
    """Opens a page of a site, with a guard that judges what leaves."""

    @asynccontextmanager
    async def opened(page: str, guard: Guard) -> AsyncIterator[tuple[LivePage, EffectsSite]]:
        with serving(EffectsSite(page)) as site:
            async with app.page(site.url, allow=["127.0.0.1"]) as live:
                live.hold(guard)
                await live.call("page.refresh", {})
                yield live, site

    return opened


def refuse(seen: list[Effect]) -> Guard:
    async def judged(effect: Effect) -> Fault | None:
        seen.append(effect)
        return Fault("denied", f"No {effect.request.path}.", retry=False)

    return judged


def allow(seen: list[Effect]) -> Guard:
    async def judged(effect: Effect) -> Fault | None:
        seen.append(effect)
        return None

    return judged


KINDS = {
    "fetch": ("send('/a', {x: 1})", "/a"),
    "form": ("postForm()", "/form"),
    "mutation": ("send('/graph', {query: 'mutation Wipe { wipe }'})", "/graph"),
    "beacon": ("navigator.sendBeacon('/beacon', 'x')", "/beacon"),
    "worker": ("new Worker('/worker.js').postMessage('x')", "/worker"),
    "popup": ("window.open('/popup.html')", "/popup"),
    "deleted": ("fetch('/lamps/3', {method: 'DELETE'})", "/lamps/3"),
    "late": ("setTimeout(() => send('/late', {x: 1}), 3600)", "/late"),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
async def test_what_changes_something_is_held(held: Opened, kind: str) -> None:
    script, path = KINDS[kind]
    seen: list[Effect] = []
    async with held(button(script), refuse(seen)) as (page, site):
        await page.call("page.click", {"selector": "button"})
        await until_async(f"the effect of a {kind}", lambda: seen)
        await asyncio.sleep(0.2)
        assert ([each.request.path for each in seen], site.came) == ([path], [])


async def test_the_messages_of_a_socket_are_held(held: Opened) -> None:
    seen: list[Effect] = []
    script = (
        "const s = new WebSocket('ws://' + location.host + '/s');"
        "s.onopen = () => s.send(JSON.stringify({type: 'buy', lamp: 'Oak'}))"
    )
    async with held(button(script.replace('"', "'")), refuse(seen)) as (page, site):
        await page.call("page.click", {"selector": "button"})
        await until_async("the message", lambda: seen)
        assert (seen[0].request.data, site.came) == ({"type": "buy", "lamp": "Oak"}, [])


@pytest.mark.parametrize("script", ["fetch('/a')", "send('/graph', {query: 'query Lamps { lamps { name } }'})"])
async def test_what_only_reads_is_no_effect(held: Opened, script: str) -> None:
    seen: list[Effect] = []
    async with held(button(script), refuse(seen)) as (page, _):
        result = await page.call("page.click", {"selector": "button"})
        assert (result.ok, seen) == (True, [])


@pytest.mark.parametrize("path", ["/search", "/validate", "/api/list", "/refresh"])
async def test_that_it_reads_is_no_matter_of_names(held: Opened, path: str) -> None:
    seen: list[Effect] = []
    async with held(button(f"send('{path}', {{q: 'lamp', order: 'name'}})", "Show more"), refuse(seen)) as (page, site):
        await page.call("page.click", {"selector": "button"})
        assert ([each.request.path for each in seen], site.came) == ([path], [])


async def test_requests_to_one_address_leave_in_their_order(held: Opened) -> None:
    """The first is judged slowly; the second must not overtake it, and one to elsewhere may."""
    may = asyncio.Event()

    async def slow_at_first(effect: Effect) -> Fault | None:
        if effect.request.data == {"n": 1}:
            await may.wait()
        return None

    script = "send('/state', {n: 1}, 'PUT'); send('/state', {n: 2}, 'PUT'); send('/other', {n: 3})"
    async with held(button(script), slow_at_first) as (page, site):
        clicking = asyncio.ensure_future(page.call("page.click", {"selector": "button"}))
        await until_async("the one to elsewhere", lambda: site.came)
        assert [path for _, path, _ in site.came] == ["/other"]
        may.set()
        assert (await clicking).ok
        await until_async("all three", lambda: len(site.came) == 3)
        assert [json.loads(body)["n"] for _, path, body in site.came if path == "/state"] == [1, 2]


async def test_the_next_to_one_address_leaves_when_the_last_is_answered(held: Opened) -> None:
    """A server that takes two at once may keep the older state."""
    async with held(button("for (const n of [1, 2, 3]) send('/slow', {n}, 'PUT')"), allow([])) as (page, site):
        await page.call("page.click", {"selector": "button"})
        assert [json.loads(body)["n"] for _, _, body in site.came] == [1, 2, 3]
        assert site.at_once == [0, 1, 0, 1, 0, 1, 0]


async def test_where_a_server_passes_it_on_stands_with_it(held: Opened) -> None:
    async with held(button("send('/moved', {x: 1})"), allow([])) as (page, site):
        await page.call("page.click", {"selector": "button"})
        [sent] = page.effects
        assert [path for _, path, _ in site.came] == ["/moved", "/there"]
        assert sent.moved_to == [f"{site.url}there"]


async def test_the_answer_is_kept(held: Opened) -> None:
    async with held(button("send('/failing', {x: 1})"), allow([])) as (page, _):
        await page.call("page.click", {"selector": "button"})
        [sent] = page.effects
        assert (sent.status, sent.accepted, sent.effect.own) == (422, False, False)


async def test_what_a_page_sends_before_any_act_is_its_own(held: Opened) -> None:
    page = f"{HEAD}<script>send('/visited', {{x: 1}})</script>"
    seen: list[Effect] = []
    async with held(page, allow(seen)):
        await until_async("its request", lambda: seen)
        assert [each.own for each in seen] == [True]


STATE = """{lamps: [{id: 3, name: 'Oak', on: %s}, {id: 4, name: 'Pine', on: true}, {id: 5, name: 'Fir', on: true}]}"""


async def test_a_state_is_compared_with_the_last_that_was_accepted(held: Opened) -> None:
    seen: list[Effect] = []
    page = button(f"send('/state', {STATE % 'this.on = !this.on'}, 'PUT')")
    async with held(page, allow(seen)) as (live, _):
        for _ in range(2):
            await live.call("page.click", {"selector": "button"})
        first, second = seen
        assert (first.against, second.against, second.is_state) == ("nothing", "sent", True)
        [change] = second.changes
        assert (change.path, change.before, change.after, change.record[0]) == (
            ("lamps", "3", "on"),
            True,
            False,
            "Oak",
        )


async def test_what_was_refused_is_no_state_to_compare_with(held: Opened) -> None:
    """The same state once more is the same difference: it does not slip through."""
    seen: list[Effect] = []

    async def second_is_refused(effect: Effect) -> Fault | None:
        seen.append(effect)
        return Fault("denied", "No.", retry=False) if len(seen) > 1 else None

    page = button(f"send('/state', {STATE % '(this.n = (this.n || 0) + 1) > 1'}, 'PUT')")
    async with held(page, second_is_refused) as (live, _):
        for _ in range(3):
            await live.call("page.click", {"selector": "button"})
        assert [[change.path for change in each.changes] for each in seen[1:]] == [[("lamps", "3", "on")]] * 2


async def test_of_two_states_sent_at_once_the_second_is_compared_with_the_first(held: Opened) -> None:
    seen: list[Effect] = []
    both = "; ".join(f"send('/state', {STATE % state}, 'PUT')" for state in ("false", "true", "2"))

    async def third_is_refused(effect: Effect) -> Fault | None:
        seen.append(effect)
        return Fault("denied", "No.", retry=False) if len(seen) == 3 else None

    async with held(button(f"localStorage.setItem('x', 'y'); {both}"), third_is_refused) as (live, site):
        result = await live.call("page.click", {"selector": "button"})
        assert result.fault is not None
        assert [[(each.before, each.after) for each in effect.changes] for effect in seen[1:]] == [
            [(False, True)],
            [(True, 2)],
        ]
        assert (result.fault.hint or "").startswith("1 more that this act sent had left before")
        assert len(site.came) == 2


async def test_what_a_server_did_not_take_is_no_state_to_compare_with(held: Opened) -> None:
    seen: list[Effect] = []
    states = f"[{STATE % 1}, {STATE % 2}, {STATE % 3}][this.n = (this.n ?? -1) + 1]"
    async with held(button(f"send('/failing', {states}, 'PUT')"), allow(seen)) as (live, _):
        for _ in range(3):
            await live.call("page.click", {"selector": "button"})
        assert [each.against for each in seen] == ["nothing"] * 3


async def test_a_record_is_compared_with_what_was_loaded(held: Opened) -> None:
    seen: list[Effect] = []
    page = button("send('/lamps/3', {id: 3, on: true}, 'PATCH')").replace(
        "<button", "<script>fetch('/loaded')</script><button"
    )
    async with held(page, allow(seen)) as (live, _):
        await live.call("page.wait", {"duration": 200})
        await live.call("page.click", {"selector": "button"})
        [effect] = seen
        [change] = effect.changes
        assert (effect.against, change.path, change.before, change.record[0]) == ("loaded", ("on",), False, "Oak")


async def test_a_form_is_compared_with_its_first_values(held: Opened) -> None:
    seen: list[Effect] = []
    fields = '<input name="to" value="Ada"><input name="kind" value="b">'
    form = f'<form method="post" action="/form">{fields}<button>Go</button></form>'
    async with held(form, allow(seen)) as (live, _):
        await live.call("page.type", {"selector": "input[name=to]", "text": "Bob", "clear": True})
        await live.call("page.click", {"selector": "button"})
        [effect] = seen
        assert effect.against == "fields"
        assert [(each.path, each.before, each.after) for each in effect.changes] == [(("to",), "Ada", "Bob")]


STORED = f"""{HEAD}<p id=said></p><script>
const lamps = JSON.parse(localStorage.getItem('lamps') || '{{"on": false}}');
said.textContent = lamps.on ? 'It is on' : 'It is off';
function turn() {{
  lamps.on = true;
  localStorage.setItem('lamps', JSON.stringify(lamps));
  send('/state', lamps, 'PUT');
}}
</script><button onclick="turn()">Turn on</button>"""


async def test_after_a_refusal_the_pages_storage_is_set_back(held: Opened) -> None:
    async with held(STORED, refuse([])) as (page, site):
        result = await page.call("page.click", {"selector": "button"})
        assert result.fault is not None
        assert "was set back" in (result.fault.hint or "")
        text = await page.call("page.text", {})
        assert "It is off" in str(text.data)
        assert site.came == []


async def test_what_is_refused_outside_of_an_act_is_told_once(held: Opened) -> None:
    async with held(button("setTimeout(() => send('/late', {x: 1}), 900)"), refuse([])) as (page, _):
        await page.call("page.click", {"selector": "button"})
        await page.call("page.wait", {"duration": 1500})
        told = [*page.late_refusals(), *page.late_refusals()]
        assert told in (["No /late."], [])


BODIES = {
    "large": "new Blob([JSON.stringify({text: 'x'.repeat(21_000_000)})], {type: 'application/json'})",
    "binary": "new Uint8Array([0, 255, 254, 1, 2, 3])",
    "protobuf": "new Blob([new Uint8Array([8, 150, 1, 18, 3, 255, 254])], {type: 'application/x-protobuf'})",
    "deep": "'[' .repeat(900) + ']'.repeat(900)",
    "broken": "new Blob(['{\\'x'], {type: 'application/json'})",
}


@pytest.mark.parametrize("kind", BODIES)
async def test_a_body_that_nobody_can_read_is_held_all_the_same(held: Opened, kind: str) -> None:
    seen: list[Effect] = []
    async with held(button(f"fetch('/x', {{method: 'POST', body: {BODIES[kind]}}})"), refuse(seen)) as (page, site):
        await page.call("page.click", {"selector": "button"})
        await until_async("the effect", lambda: seen)
        assert (seen[0].is_opaque, site.came) == (True, [])


async def test_a_form_with_a_file_is_read_by_its_fields(held: Opened) -> None:
    seen: list[Effect] = []
    script = (
        "const d = new FormData(); d.append('title', 'Oak'); d.append('f', new File(['x'], 'a.txt'));"
        "fetch('/x', {method: 'POST', body: d})"
    )
    async with held(button(script), refuse(seen)) as (page, _):
        await page.call("page.click", {"selector": "button"})
        assert seen[0].request.data == {"title": "Oak", "f": "a.txt"}


async def test_workers_that_outlive_their_page_are_not_to_be_had(held: Opened) -> None:
    script = (
        "navigator.serviceWorker.register('/worker.js')"
        ".catch(() => { document.title = typeof SharedWorker + ' refused'; })"
    )
    async with held(button(script), allow([])) as (page, _):
        await page.call("page.click", {"selector": "button"})
        state = await page.call("page.state", {})
        assert "undefined refused" in str(state.data)


async def test_an_act_ends_though_the_page_never_stops_sending(held: Opened) -> None:
    async def slow(effect: Effect) -> Fault | None:
        await asyncio.sleep(0.05)
        return None

    async with held(button("setInterval(() => send('/tick' + Math.random(), {x: 1}), 25)"), slow) as (page, _):
        assert (await page.call("page.click", {"selector": "button"})).ok


async def test_a_whole_document_is_compared_with_what_was_loaded(held: Opened) -> None:
    seen: list[Effect] = []
    lamps = (
        "{lamps: [{id: 3, name: 'Oak', on: false}, {id: 4, name: 'Pine', on: false}, {id: 5, name: 'Fir', on: true}]}"
    )
    page = button(f"send('/lamps', {lamps})").replace("<button", "<script>fetch('/loaded')</script><button")
    async with held(page, allow(seen)) as (live, _):
        await live.call("page.wait", {"duration": 200})
        await live.call("page.click", {"selector": "button"})
        [effect] = seen
        assert (effect.against, effect.is_state) == ("state", True)
        assert [(each.kind, each.path) for each in effect.changes] == [
            ("changed", ("lamps", "4", "on")),
            ("added", ("lamps", "5")),
        ]


async def test_what_only_the_address_says_is_a_change_too(held: Opened) -> None:
    seen: list[Effect] = []
    async with held(button("fetch('/cards/7/move?position=2', {method: 'POST'})"), allow(seen)) as (live, _):
        await live.call("page.click", {"selector": "button"})
        [effect] = seen
        assert [(each.path, each.after) for each in effect.changes] == [(("position",), "2")]


async def test_what_was_refused_before_an_act_is_not_taken_for_its_failure(held: Opened) -> None:
    two = button("setTimeout(() => send('/late', {x: 1}), 700)") + '<input type="checkbox">'
    async with held(two, refuse([])) as (page, _):
        await page.call("page.click", {"selector": "button"})
        await page.call("page.wait", {"duration": 900})
        ticked = await page.call("page.check", {"selector": "input"})
        assert ticked.ok
        assert page.late_refusals() == ["No /late."]


@pytest.mark.parametrize(
    ("dialog", "behind"),
    [
        ("<label>Title <input name=title></label>", {"filter": True, "title": False}),
        ("Really?", {"filter": False}),
    ],
    ids=["a form", "a question"],
)
async def test_what_lies_behind_a_dialog_with_fields_is_known_as_such(
    held: Opened, dialog: str, behind: dict[str, bool]
) -> None:
    seen: list[Effect] = []
    page = button("send('/a', {x: 1})").removeprefix(HEAD)
    html = f"{HEAD}<select name=filter><option>Any</select><dialog id=d>{dialog}{page}</dialog>"
    html += "<script>d.showModal()</script>"
    async with held(html, refuse(seen)) as (live, _):
        await live.call("page.click", {"selector": "text=Go"})
    assert {each["name"]: each["behind"] for each in seen[0].fields} == behind
