"""Attacks of public collections in the real page: no script runs, no request leaves, nothing escapes its window.

They come through HTML, props, state and form values, and as trees that no server has looked at. The CSP is off, so that
the gate and the page have to hold by themselves; the last tests show that an attack would be seen, and stopped by it.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Route, WebSocketRoute, expect

from pollex.core.json import Object
from pollex.workspace.html.policy import VOID

from .. import selection
from ..waits import until_async
from .desk_page import DeskPage, OpenDesk

T = TypeVar("T")
pytestmark = pytest.mark.asyncio(loop_scope="session")
DATA: Final = Path(__file__).parents[1] / "data" / "xss" / "vectors.json"
VECTORS: Final = [str(entry["payload"]) for entry in json.loads(DATA.read_text())]
SHOWN: Final = selection.some(VECTORS, 6)
"""Those that components are given: each shows whatever it is as text, so that one in a few finds one that does not."""
BATCH: Final = 64
FIELDS: Final = 15
OWN: Final = re.compile(r"/|/static/[\w-]+\.(js|css|svg)")
"""The paths of the page's own requests."""
ALARM = """for (const name of ['alert', 'confirm', 'prompt', 'print'])
  window[name] = (...words) => void window.fired(`${name}(${words})`);"""
PROVOKE = """content => {
  const names = ['mouseover', 'pointerenter', 'focus', 'load', 'error', 'animationstart', 'toggle', 'input'];
  for (const element of content.querySelectorAll(':scope :not(pollex-place, pollex-place *), a')) {
    for (const name of names) element.dispatchEvent(new Event(name, {bubbles: true}));
    const out = element instanceof HTMLAnchorElement && /^(https?|mailto):/.test(element.href);
    if (!out && !(element instanceof HTMLInputElement && element.type === 'file'))
      element.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
    if (element instanceof HTMLFormElement) HTMLFormElement.prototype.requestSubmit.call(element);
  }
}"""
LATER = """() => new Promise(done => {
  const image = new Image();  // its error comes after those of pictures that were drawn
  image.onerror = () => requestAnimationFrame(done);
  image.src = 'data:,';
})"""
ESCAPED = """() => {
  const found = [];
  const active = /^(applet|base|embed|frame|iframe|link|math|meta|object|script|style|template)$/;
  const named = name => name === null || /^\\w+--/.test(name);
  for (const each of document.body.querySelectorAll('*')) {
    const get = name => Element.prototype.getAttribute.call(each, name);
    const names = Element.prototype.getAttributeNames.call(each);
    const content = Element.prototype.closest.call(each, '.content');
    const component = Element.prototype.closest.call(each, 'pollex-place');
    if (active.test(each.localName)
      || names.some(name => /^on|^srcdoc|^srcset|action$|^xlink/i.test(name))
      || /^\\s*(javascript|vbscript|data):/i.test(get('href') ?? '')
      || (content && !component && !(named(get('id')) && named(get('name'))))
      || (content && getComputedStyle(each).position === 'fixed' && !each.popover))
      found.push(Element.prototype.cloneNode.call(each, false).outerHTML.slice(0, 300));
  }
  const body = document.body.cloneNode(true);
  for (const each of body.querySelectorAll('.window')) each.remove();
  for (const each of body.querySelectorAll('#empty, #dock, #bar-rest, #bar-chat, #toasts')) each.replaceChildren();
  const progress = body.querySelector('#progress');  // on a busy machine, work takes so long that the page says so
  if (progress.innerHTML === 'At work …') progress.replaceChildren();
  if (['', 'going'].includes(progress.className)) progress.removeAttribute('class');
  const outside = body.innerHTML.replaceAll(/<!--.*?-->/g, '');
  return [found.slice(0, 20), outside, document.head.innerHTML, document.styleSheets.length, location.href];
}"""


def parted(all_: Sequence[T], size: int = BATCH) -> list[Sequence[T]]:
    return [all_[start : start + size] for start in range(0, len(all_), size)]


class Attacked:
    """A workspace in a tab, and everything that must not happen in it."""

    def __init__(self, desk: DeskPage) -> None:
        self.desk = desk
        self.happened: list[str] = []
        self._before: list[Any] = []

    @classmethod
    async def open(cls, open_desk: OpenDesk, *, bypass_csp: bool = True) -> Attacked:
        attacked = cls(await open_desk(bypass_csp=bypass_csp))
        desk, happened = attacked.desk, attacked.happened
        await desk.context.expose_binding("fired", lambda _, what: happened.append(what))
        await desk.context.add_init_script(ALARM)
        desk.context.on("page", lambda page: happened.append(f"page {page.url}"))
        desk.page.on("dialog", lambda dialog: happened.append(f"dialog {dialog.message}"))
        desk.page.on("websocket", lambda socket: attacked._connected(socket.url))
        await desk.context.route("**/*", attacked._asked)
        await desk.page.reload()
        await desk.page.get_by_text("Connected").wait_for()
        attacked._before = await desk.page.evaluate(ESCAPED)
        return attacked

    async def _asked(self, route: Route) -> None:
        url = urlsplit(route.request.url)
        if url.netloc == urlsplit(self.desk.served.page_url).netloc and OWN.fullmatch(url.path):
            await route.continue_()
            return
        self.happened.append(f"request {route.request.url}")
        await route.abort()

    def _connected(self, url: str) -> None:
        if url != self.desk.served.page_url.replace("http", "ws") + "/socket":
            self.happened.append(f"socket {url}")

    async def stays_calm(self) -> None:
        """Touch everything that was drawn, and find that nothing came of it."""
        for content in await self.desk.page.locator(".window .content").all():
            await content.evaluate(PROVOKE)
        await self.desk.page.evaluate(LATER)
        assert self.happened == []
        assert await self.desk.page.evaluate(ESCAPED) == self._before

    async def draws_all(self) -> None:
        """Wait until the page shows all that was applied: this window is the last."""
        title = f"after {self.desk.snapshot()['seq']}"
        self.desk.apply(("window.update", {"id": "mark", "title": title, "x": 0, "y": 0}))
        await self.desk.page.get_by_role("heading", name=title, exact=True).wait_for(state="attached")

    def try_all(self, commands: Sequence[tuple[str, Object]]) -> int:
        """Apply commands in batches, without those that are refused; return how many were applied."""
        applied = 0
        for some in parted(commands):
            batch = [{"op": op, "params": params} for op, params in some]
            while batch and (refused := self._refused(batch)):
                batch = [each for number, each in enumerate(batch) if number not in refused]
            applied += len(batch)
        return applied

    def _refused(self, batch: list[Object]) -> set[int]:
        """Apply a batch, or return which of its commands do not hold."""
        answer = self.desk.served.client.post(f"/api/workspace/{self.desk.workspace}/batch", json=batch)
        if answer.status_code == 200:
            return set()
        return {int(issue["pointer"].split("/")[1]) for issue in answer.json()["error"]["issues"]}


@pytest_asyncio.fixture(loop_scope="session")
async def attacked(open_desk: OpenDesk) -> AsyncIterator[Attacked]:
    found = await Attacked.open(open_desk)
    yield found
    await found.desk.close()
    assert found.desk.complaints == []


def slots(desk: DeskPage) -> None:
    """Open windows with a place for each attack."""
    for number, some in enumerate(parted(range(len(VECTORS)))):
        places = "".join(f'<div id="v{each}"></div>' for each in some)
        desk.open_window(places, id=f"w{number}", title="T", x=20 * number, y=10 * number)


async def test_html(attacked: Attacked) -> None:
    slots(attacked.desk)
    for op in ("dom.set", "dom.append", "dom.replace"):
        places = [(f"w{at // BATCH}", f"#v{at}", payload) for at, payload in enumerate(VECTORS)]
        html = [(op, {"windowId": window, "target": slot, "html": payload}) for window, slot, payload in places]
        assert attacked.try_all(html) == len(VECTORS) - 4  # those with a password
        await attacked.draws_all()
        if op != "dom.set":  # what is appended stands beside what was set
            await attacked.stays_calm()


AT: Final = "2026-01-01T00:00:00Z"
LISTS: Final[list[tuple[str, Callable[[Sequence[str]], Object]]]] = [
    ("list", lambda some: {"items": [{"title": each[:200], "text": each} for each in some]}),
    ("keyValue", lambda some: {"items": [{"key": each[:200], "value": each} for each in some]}),
    ("json", lambda some: {"value": {each: each for each in some}, "depth": 2}),
    ("table", lambda some: {"pageSize": BATCH, "rows": [{"a": each, "b": [each]} for each in some]}),
    (
        "table",
        lambda some: {"columns": [{"key": str(at), "label": each[:200]} for at, each in enumerate(some)], "rows": []},
    ),
    ("tree", lambda some: {"nodes": [{"id": str(at), "label": each[:200]} for at, each in enumerate(some)]}),
    ("log", lambda some: {"lines": [{"text": each} for each in some]}),
    ("timeline", lambda some: {"items": [{"at": AT, "title": each[:200], "detail": each} for each in some]}),
    ("stepper", lambda some: {"steps": [{"label": each[:200], "detail": each} for each in some]}),
    ("tabs", lambda some: {"tabs": [{"label": each[:200], "children": []} for each in some]}),
    ("field", lambda some: {"kind": "select", "label": "L", "options": [{"value": each[:200]} for each in some]}),
    ("links", lambda some: {"items": [{"label": each[:200], "description": each} for each in some]}),
    ("diff", lambda some: {"before": "\n".join(some), "after": "\n".join(reversed(some))}),
    ("chat", lambda some: {"messages": [{"role": "assistant", "text": each} for each in some]}),
    ("chart", lambda some: {"kind": "pie", "x": [each[:200] for each in some], "series": [{"y": [1] * len(some)}]}),
    (
        "form",
        lambda some: {
            "schema": {"type": "object", "properties": {f"p{at}": asked(each) for at, each in enumerate(some)}}
        },
    ),
]
"""Types that show many attacks at once."""
SINGLE: Final[list[tuple[str, Callable[[str], Object]]]] = [
    ("markdown", lambda one: {"text": one}),
    ("markdown", lambda one: {"text": f"[x]({one}) ![y]({one}) <{one}>\n\n[z]\n\n[z]: {one}"}),
    ("code", lambda one: {"text": one, "language": "html"}),
    ("links", lambda one: {"items": [{"label": "x", "href": one}]}),
    ("table", lambda one: {"columns": [{"key": "a", "type": "link"}], "rows": [{"a": one}]}),
    ("image", lambda one: {"src": one, "alt": one[:200]}),
    ("file", lambda one: {"src": one, "name": one[:200]}),
]
"""Types that show one attack; most addresses are refused before they reach the page."""


def asked(text: str) -> Object:
    return {"type": "string", "title": text, "description": text, "default": text}


def component(type_: str, id_: str, props: Object) -> tuple[str, Object]:
    return "component.render", {"id": id_, "windowId": "w", "target": "#root", "type": type_, "props": props}


async def test_props_of_many_parts(attacked: Attacked) -> None:
    attacked.desk.open_window()
    for number, (type_, props) in enumerate(LISTS):
        drawn = [component(type_, f"c{number}-{at}", props(some)) for at, some in enumerate(parted(SHOWN))]
        assert attacked.try_all(drawn) == len(drawn), type_
    await attacked.draws_all()
    await attacked.stays_calm()


async def test_props(attacked: Attacked) -> None:
    attacked.desk.open_window()
    for type_, props in SINGLE:
        attacked.try_all([component(type_, f"c{at}", props(payload)) for at, payload in enumerate(SHOWN)])
        await attacked.draws_all()
        await attacked.stays_calm()


async def test_state(attacked: Attacked) -> None:
    """Each round gives all values to controls and components that are bound to them."""
    numbers = range(BATCH)
    bound = [f'<textarea data-state-scope="workspace" data-state-key="k{at}"></textarea>' for at in numbers]
    attacked.desk.open_window("".join(bound))
    for type_ in ("text", "markdown"):
        binds = [{"bind": {"text": {"scope": "workspace", "key": f"k{at}"}}} for at in numbers]
        attacked.try_all([component(type_, f"{type_}{at}", props) for at, props in enumerate(binds)])
    for some in parted(SHOWN):
        values = [{"scope": "workspace", "key": f"k{at}", "value": payload} for at, payload in enumerate(some)]
        attacked.desk.apply(*(("state.set", value) for value in values))
        await attacked.draws_all()
        await attacked.stays_calm()


SEND = """async ([form, payloads]) => {
  const fields = form.querySelectorAll('textarea');
  payloads.forEach((payload, at) => { fields[at].value = payload; });
  const answered = new Promise(done => {
    new MutationObserver(() => form.ariaBusy ?? done()).observe(form, {attributes: true});
  });
  form.requestSubmit();
  await answered;
}"""


async def test_form_values(attacked: Attacked) -> None:
    """What a person sends is put between tags, into attributes with and without quotes, and into the state."""
    tokens = [f"{{{{form.f{at}}}}}" for at in range(FIELDS)]
    shown = "".join(f'<b title="{each}">1</b>' for each in tokens[:5]) + "".join(
        f"<i title={each}>2</i>" for each in tokens[5:10]
    )
    shown += "".join(f"<u>{each}</u>" for each in tokens[10:])
    command = json.dumps([{"op": "dom.set", "params": {"windowId": "w", "target": "#out", "html": shown}}])
    fields = "".join(f'<textarea name="f{at}"></textarea>' for at in range(FIELDS))
    quoted = command.replace("&", "&amp;").replace("'", "&#39;")
    attacked.desk.open_window(f"<form data-command='{quoted}'>{fields}</form><div id=out></div>")
    form = await attacked.desk.content.locator("form").element_handle()
    for some in parted(SHOWN, FIELDS):
        await attacked.desk.page.evaluate(SEND, [form, some])
        await attacked.draws_all()
        assert await attacked.desk.content.locator("[id='w--out'] > *").count() == FIELDS
    await attacked.stays_calm()


class RawTree(HTMLParser):
    """HTML as the nodes that a page is sent, with everything that a gate would drop."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.nodes: list[Any] = []
        self._open = [self.nodes]
        with suppress(AssertionError):  # it gives up where a browser does not
            self.feed(html)
            self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node: Object = {"tag": tag, "attributes": {name: value or "" for name, value in attrs}, "children": []}
        self._open[-1].append(node)
        if tag not in VOID:
            self._open.append(node["children"])

    def handle_endtag(self, tag: str) -> None:
        if len(self._open) > 1:
            self._open.pop()

    def unknown_decl(self, data: str) -> None:
        pass

    def handle_data(self, data: str) -> None:
        self._open[-1].append(data)


async def test_trees_that_no_gate_has_seen(attacked: Attacked) -> None:
    """The socket goes through the test, which puts them into the first message of the server."""
    parts = [[node for payload in some for node in RawTree(payload).nodes] for some in parted(VECTORS)]
    place = {"title": "T", "x": 0, "y": 0, "width": 400, "height": 300, "zIndex": 1, "synthetic": False}
    windows = [{"id": f"w{number}", **place, "content": nodes} for number, nodes in enumerate(parts)]

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(
            lambda said: socket.send(str(said).replace('"windows":[]', f'"windows":{json.dumps(windows)}'))
        )

    page = attacked.desk.page
    await page.route_web_socket("**/socket", relay)
    await page.reload()
    await expect(page.locator(".window")).to_have_count(len(windows))
    assert await page.locator(".window .content *").count() > len(VECTORS) / 2
    await attacked.stays_calm()


PLANTED: Final = '<img src=x onerror="alert(1)"><form action="http://evil.test/"></form><script>1</script>'
PLANT = "(content, html) => { content.innerHTML = html; }"
LEAVE = """async () => {
  new Image().src = 'http://evil.test/image';
  const link = document.createElement('a');
  link.href = 'javascript:alert(2)';
  link.click();
  await fetch('http://evil.test/fetch').catch(() => 0);
}"""


async def test_what_gets_past_the_gate_is_seen(open_desk: OpenDesk) -> None:
    """A control: without the gate and the CSP, the attacks succeed, and these tests notice."""
    attacked = await Attacked.open(open_desk)
    attacked.desk.open_window("<p>x</p>")
    await attacked.desk.content.evaluate(PLANT, PLANTED)
    found = (await attacked.desk.page.evaluate(ESCAPED))[0]
    assert [each.partition(" ")[0] for each in found] == ["<img", "<form", "<script></script>"]
    await attacked.desk.page.evaluate(LEAVE)
    away = {f"request http://evil.test/{each}" for each in ("image", "fetch")}
    wanted = {"alert(1)", "alert(2)", f"request {attacked.desk.served.page_url}/x", *away}
    await until_async("all is seen", lambda: set(attacked.happened) == wanted)
    with pytest.raises(AssertionError):
        await attacked.stays_calm()
    await attacked.desk.close()


async def test_what_gets_past_the_gate_is_stopped_by_the_csp(open_desk: OpenDesk) -> None:
    attacked = await Attacked.open(open_desk, bypass_csp=False)
    attacked.desk.open_window("<p>x</p>")
    with pytest.raises(PlaywrightError, match="TrustedHTML"):
        await attacked.desk.content.evaluate(PLANT, PLANTED)
    await attacked.desk.page.evaluate(LEAVE)
    await attacked.stays_calm()
    refused = [what for what in attacked.desk.complaints if "Content Security Policy" in what]
    assert len(refused) >= 3
    await attacked.desk.close()
