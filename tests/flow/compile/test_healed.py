"""Runs that found an element another way than they were told: only what led there is in the workflow."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pollex import App
from pollex.core.json import Object
from pollex.flow.compile import Compiled, compile_run

from ...page.effects_site import EffectsSite
from ...servers import serving
from .conftest import Call, Told

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
REDRAWN = """<title>Notes</title><button id=more>More space</button><div id=form></div><script>
  let drawn = 0;
  const draw = () => {
    drawn += 1;
    form.innerHTML = `<label>Note <input id="k${drawn}-note"></label> <button id="k${drawn}-save">Save note</button>`;
    form.querySelector("button").onclick = async () => {
      await fetch("/note", {method: "POST", body: form.querySelector("input").value});
      document.body.insertAdjacentHTML("beforeend", "<p role=status>The note is saved</p>");
    };
  };
  more.onclick = draw;
  draw();
</script>"""


@pytest.fixture
def redrawn_site() -> Iterator[EffectsSite]:
    """A page that draws its form anew, with other ids."""
    with serving(EffectsSite(REDRAWN)) as site:
        yield site


def test_a_selector_that_led_nowhere_is_left_out(did: Did, compiled: Compile) -> None:
    known = {"role": "button", "name": "Save note", "xpath": "//main/button"}
    data = {"url": "https://example.org/", "used": "text=Save", "tried": [{"selector": "#k1-save", "why": "no match"}]}
    made = compiled("Save it.", did("page.click", {"selector": ["#k1-save", "text=Save"]}, data, element=known))
    selector = made.document["nodes"][1]["config"]["selector"]
    assert "text=Save" in selector
    assert "#k1-save" not in selector


@pytest.mark.asyncio(loop_scope="session")
async def test_a_run_whose_elements_were_drawn_anew_is_compiled(app: App, redrawn_site: EffectsSite) -> None:
    calls: list[Call] = [
        ("page.click", {"selector": "text=More space"}),
        ("page.type", {"selector": ["#k1-note", "label=Note"], "text": "bring bread"}),
        ("page.click", {"selector": ["#k1-save", "text=Save note"]}),
        ("done", {"text": "It is saved.", "success": True}),
    ]
    task, url = "Note down: bring bread", redrawn_site.url
    run = await app.run(task, url=url, model=Told(calls), allow=["127.0.0.1"], durable=False, policy="allow")
    assert run.result is not None
    assert run.result.ok, run.result.fault
    made = compile_run(await run.events(), tools=app.tools)
    result = await app.run_workflow(made.workflow(tools=app.tools), {"note": "buy a lamp"}, durable=False)
    assert result.ok, result.fault
    assert [body for _, path, body in redrawn_site.came if path == "/note"] == [b"bring bread", b"buy a lamp"]


TWICE = """<title>Notes</title><label>Note <input id=note></label> <button id=save>Save note</button><script>
  save.onclick = async () => {
    await fetch("/note", {method: "POST", body: note.value});
    await fetch("/log", {method: "POST", body: "saved " + note.value});
    document.body.insertAdjacentHTML("beforeend", "<p role=status>The note is saved</p>");
  };
</script>"""
SAVING: list[Call] = [
    ("page.type", {"selector": ["#k1-note", "label=Note"], "text": "bring bread"}),
    ("page.click", {"selector": ["#k1-save", "text=Save note"]}),
    ("done", {"text": "It is saved.", "success": True}),
]


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("page", [REDRAWN, TWICE])
async def test_a_run_that_healed_and_one_act_with_two_effects_are_published(
    app: App, tmp_path: Path, page: str
) -> None:
    with serving(EffectsSite(page)) as site:
        options: Any = {"url": site.url, "allow": ["127.0.0.1"], "durable": False, "policy": "allow"}
        run = await app.run("Note down: bring bread", model=Told(SAVING), **options)
        assert run.result is not None
        assert run.result.ok, run.result.fault
        made = compile_run(await run.events(), tools=app.tools)
        effects = [(path, body) for _, path, body in site.came]
        placed: Any = {"app": f"notes-{len(effects)}", "slug": "save", "domains": ["127.0.0.1"]}

        result = await app.libraries.publish(tmp_path, made.document, **placed)

        assert result.ok, result.fault
        assert result.data["effect"] != "read"
        assert result.notes[0].startswith("Replayed up to the first request that changes something (POST ")
        assert [(path, body) for _, path, body in site.came] == effects
        assert "bring bread" not in f"{result.data['name']} {result.data['description']}"
        [tool] = app.add_library(tmp_path)
        told = await app.run_tool(tool.name, {"note": "buy a lamp"}, durable=False)
        assert told.ok, told.fault
        again = [(path, body.replace(b"bring bread", b"buy a lamp")) for path, body in effects]
        assert [(path, body) for _, path, body in site.came] == [*effects, *again]


@pytest.mark.asyncio(loop_scope="session")
async def test_what_a_person_did_meanwhile_is_said_and_the_rest_is_published(app: App, tmp_path: Path) -> None:
    with serving(EffectsSite(TWICE)) as site:
        options: Any = {"url": site.url, "allow": ["127.0.0.1"], "durable": False, "policy": "allow"}
        run = await app.run("Note down: bring bread", model=Told(SAVING), **options)
        events = await run.events()
        next(each for each in events if each.kind == "step.finished" and each.data["step"] == 1).data["paused"] = True
        made = compile_run(events, tools=app.tools)
        assert any("what a person did in the browser meanwhile is not in the workflow" in each for each in made.unsure)
        result = await app.libraries.publish(tmp_path, made.document, app="taken", slug="save", domains=["127.0.0.1"])
        assert result.ok, result.fault
