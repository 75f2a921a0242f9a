"""Applications that save a moment after an act: the workflow waits for that, and tells whether it was taken."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pollex import App
from pollex.core.json import Object
from pollex.flow.compile import Compiled, compile_run

from ...page.effects_site import EffectsSite
from ...servers import serving
from .conftest import Told

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
HOME = "https://example.org/"
LATE = """<title>Note</title><label>Note <input id=note></label><button id=save>Save note</button><script>
  save.onclick = () => setTimeout(
    () => fetch("/note", {method: "POST", body: JSON.stringify({note: note.value})}), 700);
</script>"""


@pytest.fixture
def late_site() -> Iterator[EffectsSite]:
    """A page that saves 0.7 seconds after its button was pressed, and says nothing of it."""
    with serving(EffectsSite(LATE)) as site:
        yield site


def saved(at: int) -> Object:
    path = f"/{at}/1"
    return {"effect": at, "act": path, "method": "POST", "url": f"{HOME}note", "changes": [], "status": 200}


def press(did: Did, name: str, **data: Any) -> Object:
    known = {"role": "button", "name": name, "xpath": f"//{name}"}
    return did("page.click", {"index": 1}, {"url": HOME, **data}, element=known)


def awaited(made: Compiled) -> list[Any]:
    return [node.get("taken") for node in made.document["nodes"][1:]]


def test_what_is_saved_late_is_awaited_before_the_page_is_left(did: Did, compiled: Compile) -> None:
    one, two = press(did, "Star"), press(did, "Archive")
    assert awaited(compiled("Tidy up.", one, two, effects=[saved(1), saved(2)])) == [None, True]
    left = press(did, "Home", url=f"{HOME}home", **{"from": HOME})
    assert awaited(compiled("Tidy up.", one, left, two, effects=[saved(1), saved(3)]))[:1] == [True]


def test_a_save_before_an_act_that_sends_at_once_is_not_awaited(did: Did, compiled: Compile) -> None:
    written = did(
        "page.type", {"index": 1, "text": "hello"}, element={"role": "textbox", "name": "Text", "xpath": "//t"}
    )
    made = compiled("Send hello.", written, press(did, "Send", sent=1), effects=[saved(1), saved(2)])
    assert awaited(made) == [None, True]


@pytest.mark.asyncio(loop_scope="session")
async def test_a_workflow_waits_for_what_its_page_saves_late(app: App, late_site: EffectsSite) -> None:
    calls: list[tuple[str, Any]] = [
        ("page.type", {"selector": "act:Note", "text": "bring bread"}),
        ("page.click", {"selector": "act:Save note"}),
        ("done", {"text": "It is saved.", "success": True}),
    ]
    task = "Note down: bring bread"
    run = await app.run(task, url=late_site.url, model=Told(calls), allow=["127.0.0.1"], durable=False, policy="allow")
    assert run.result is not None
    assert run.result.ok, run.result.fault
    made = compile_run(await run.events(), tools=app.tools)
    result = await app.run_workflow(made.workflow(tools=app.tools), {"note": "buy a lamp"}, durable=False)
    assert result.ok, result.fault
    assert [json.loads(body)["note"] for _, path, body in late_site.came if path == "/note"] == [
        "bring bread",
        "buy a lamp",
    ]
    assert not any("Nothing that the page showed" in each for each in made.unsure)
