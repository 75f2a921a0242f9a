"""Calls that a model asks for together: typing into an editor does not cancel what comes behind it."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from pollex import App
from pollex.core.json import dumps
from pollex.core.protocols import ModelReply
from pollex.testing import ScriptedModel

from ..servers import serving
from .site import Site

Says = Callable[..., ModelReply]
Do = Callable[..., Awaitable[Any]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

EDITOR = """<meta charset=utf-8><div id=text contenteditable=true role=textbox aria-label=Text></div>
<button id=send onclick="fetch('/send', {method: 'POST', body: window.text.innerText})">Send</button>
<a id=away href="#" onclick="history.pushState(null, '', '/away'); return false">Away</a>
<script>CODE</script>"""
NAMES_ITS_DRAFT = (
    "document.getElementById('text').addEventListener('input', () => history.replaceState(null, '', '/draft/1'))"
)
DRAWS_ITSELF = """document.addEventListener('input', () => {
  const old = document.getElementById('text'), made = old.cloneNode(true);
  old.replaceWith(made); made.focus(); getSelection().selectAllChildren(made); getSelection().collapseToEnd();
})"""
LEAVES = "document.getElementById('text').addEventListener('input', () => { location.href = '/other'; })"
SAVES_EACH_KEY = """document.getElementById('text').addEventListener('keyup', () =>
  fetch('/save', {method: 'PUT', body: JSON.stringify({name: document.getElementById('text').innerText})}))"""
LETTER = "Dear Ada,\n\nthe shed is sold.\n\nBest,\nBo"


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site("")) as running:
        yield running


async def sent(app: App, site: Site, says: Says, code: str, *calls: tuple[str, dict[str, Any]]) -> list[str]:
    site.page = EDITOR.replace("CODE", code)
    model = ScriptedModel([says(*calls), says(("done", {"text": "No.", "success": False}))])
    await app.run("Write and send it", url=site.url, model=model, durable=False, pictures=False, policy="allow")
    return site.came


@pytest.mark.parametrize("text", ["Sold.", LETTER])
@pytest.mark.parametrize("code", ["", NAMES_ITS_DRAFT, DRAWS_ITSELF])
async def test_what_comes_behind_typing_is_done(app: App, site: Site, says: Says, code: str, text: str) -> None:
    typing, sending = ("page_type", {"selector": "#text", "text": text}), ("page_click", {"selector": "#send"})
    assert await sent(app, site, says, code, typing, sending) == ["/send"]
    assert "".join(site.bodies[0].split()) == "".join(text.split())


@pytest.mark.parametrize(
    "first", [("page_type", {"selector": "#text", "text": "x"}), ("page_click", {"selector": "#away"})]
)
async def test_what_leads_to_another_page_still_ends_it(
    app: App, site: Site, says: Says, first: tuple[str, dict[str, Any]]
) -> None:
    assert await sent(app, site, says, LEAVES, first, ("page_click", {"selector": "#send"})) == []


async def test_a_letter_is_written_and_kept_in_one_turn(do: Do, says: Says) -> None:
    writing = [
        ("page_type", {"selector": "#subject", "text": "Shed"}),
        ("page_type", {"selector": ".writing", "text": LETTER}),
        ("page_click", {"selector": "button.keep"}),
    ]
    begun = says(("page_click", {"selector": "act:New message"}))
    end = says(("done", {"text": "No.", "success": False}))
    task = f"Write a message with the subject 'Shed' and the text '{LETTER}' and save it as a draft"
    done = await do(task, begun, says(*writing), end, at="/mail/")
    assert done.actions()[2:5] == [("page.type", True), ("page.type", True), ("page.click", True)]


@pytest.mark.parametrize(("text", "is_kept"), [("The shed is sold", True), ("The shed is burnt", False)])
async def test_what_is_saved_while_it_is_typed_is_judged_as_a_whole(
    app: App, site: Site, says: Says, text: str, is_kept: bool
) -> None:
    site.page = EDITOR.replace("CODE", SAVES_EACH_KEY)
    typing = says(("page_type", {"selector": "#text", "text": text}))
    model = ScriptedModel([typing, says(("done", {"text": "No.", "success": False}))])
    run = await app.run(
        "Note the text 'The shed is sold'", url=site.url, model=model, durable=False, pictures=False, judge="off"
    )
    sent = [event.data for event in await run.events() if event.kind == "effect"]
    assert sent
    assert all(each["refused"] is None for each in sent) is is_kept
    assert bool(site.bodies) is is_kept
    assert not is_kept or site.bodies[-1] == dumps({"name": text})


RACE = """<p>Score: <b id=score>0</b></p><button id=stop onclick="fetch('/stop', {method: 'POST',
body: window.score.textContent})">Stop</button>
<script>let at = 0; setInterval(() => { at = Math.min(at + 1, 3); window.score.textContent = at; }, 250)</script>"""


@pytest.mark.parametrize(("says_it", "is_clicked"), [(">= 3", True), (">= 9000", False)])
async def test_a_wait_may_end_in_a_click(app: App, site: Site, says: Says, says_it: str, is_clicked: bool) -> None:
    """The click follows where it was not in vain; both are calls of their own in the run."""
    site.page = RACE
    wait = {"text": "Score:", "says": says_it, "timeout": 3_000, "then": 1}
    model = ScriptedModel([says(("page_wait", wait)), says(("done", {"text": "No.", "success": False}))])
    run = await app.run("Stop it", url=site.url, model=model, durable=False, pictures=False, policy="allow")
    assert site.bodies == (["3"] if is_clicked else [])
    wanted = [event.data["requests"] for event in await run.events() if event.kind == "model.answered"]
    assert [(each["tool"], each["args"]) for each in wanted[0]] == [
        ("page.wait", {"text": "Score:", "says": says_it, "timeout": 3_000}),
        ("page.click", {"index": 1}),
    ]


TWO_PAGES = """<a href="/next" id=go>Go on</a>
<script>if (location.pathname === '/next') document.body.innerHTML =
  '<h1>Next</h1><label>Town <input id=town></label>' +
  '<button onclick="fetch(`/keep`, {method: `POST`, body: window.town.value})">Keep</button>'</script>"""


@pytest.mark.parametrize(
    ("calls", "came"),
    [
        ([("page_type", {"index": "label=Town", "text": "Graz"}), ("page_click", {"index": "Keep"})], ["Graz"]),
        (
            [("page_fill", {"fields": {"Town": "Graz"}}), ("page_click", {"index": 'role=button[name="Keep"]'})],
            ["Graz"],
        ),
        ([("page_type", {"index": 2, "text": "Graz"}), ("page_click", {"index": "Keep"})], []),
        ([("page_fill", {"fields": {"2": "Graz"}}), ("page_click", {"index": "Keep"})], []),
        ([("page_keypress", {"key": "Tab"}), ("page_click", {"index": "Keep"})], []),
        ([("page_click", {"index": "Forget"}), ("page_click", {"index": "Keep"})], []),
    ],
)
async def test_what_is_named_by_words_is_done_on_the_page_that_a_call_leads_to(
    app: App, site: Site, says: Says, calls: list[tuple[str, dict[str, Any]]], came: list[str]
) -> None:
    site.page = TWO_PAGES
    batch = says(("page_click", {"index": "Go on"}), *calls)
    model = ScriptedModel([batch, says(("done", {"text": "No.", "success": False}))])
    await app.run("Keep Graz", url=site.url, model=model, durable=False, pictures=False, policy="allow")
    assert site.bodies == came


async def test_what_is_read_on_the_page_that_a_call_leads_to_is_answered(app: App, site: Site, says: Says) -> None:
    site.page = TWO_PAGES
    batch = says(("page_click", {"index": "Go on"}), ("page_text", {}))
    model = ScriptedModel([batch, says(("done", {"text": "No.", "success": False}))])
    await app.run("Read on", url=site.url, model=model, durable=False, pictures=False, policy="allow")
    assert '"text":"Next\\nTown Keep"' in model.requests[1].messages[1].text


async def test_nothing_is_done_on_another_site_than_it_was_decided_for(app: App, site: Site, says: Says) -> None:
    with serving(Site(TWO_PAGES)) as other:
        site.page = f'<a href="{other.url}next">Go on</a>'
        fill = ("page_fill", {"fields": {"Town": "Graz"}})
        batch = says(("page_click", {"index": "Go on"}), fill, ("page_click", {"index": "Keep"}))
        model = ScriptedModel([batch, says(("done", {"text": "No.", "success": False}))])
        await app.run("Keep Graz", url=site.url, model=model, durable=False, pictures=False, policy="allow")
        assert (site.bodies, other.bodies) == ([], [])
        assert "not done: call 1 led to another site" in model.requests[1].messages[1].text
