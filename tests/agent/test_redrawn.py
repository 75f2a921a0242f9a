"""What a run put into a page and the page took away again by drawing itself anew was not done."""

from __future__ import annotations

from typing import Any

import pytest

from pollex import App
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.testing import Player
from pollex.testing.player import ScriptedTurn

from ..servers import serving
from .site import Site

pytestmark = pytest.mark.asyncio(loop_scope="session")
TAGS = """<!doctype html><title>Tags</title><h1>Patient</h1><div id=box></div><p id=said></p><script>
function draw() {
  box.innerHTML = `<div role=dialog aria-label="Add tag"><label>Tag Name <input id=tag></label><p id=error></p>
    <button onclick="save()">Add Tag</button></div>`;
}
function save() {
  if (!tag.value) { error.textContent = "Tag name is required"; return; }
  said.textContent = "Saved: " + tag.value;
  box.innerHTML = "";
}
draw();
document.addEventListener("input", () => REDRAWN, {once: true});
</script>"""
BOXES = """<!doctype html><title>Contact</title><h1>Ada</h1><div id=box></div><p id=said></p><script>
function draw() {
  box.innerHTML = `<label><input type=checkbox id=friends> Friends</label><button onclick="save()">Save</button>`;
}
function save() { said.textContent = "Contact updated " + friends.checked; }
draw();
document.addEventListener("change", () => REDRAWN, {once: true});
</script>"""
LISTS = """<!doctype html><title>Contact</title><h1>Ada</h1><div id=box></div><p id=said></p><script>
function draw() {
  box.innerHTML = `<label>By <select id=by><option>Mail<option>Phone<option>Letter</select></label>
    <button onclick="save()">Save</button>`;
}
function save() { said.textContent = "Contact updated: " + by.selectedIndex; }
draw();
document.addEventListener("change", () => REDRAWN, {once: true});
</script>"""
RADIOS = """<!doctype html><title>Issue</title><h1>Issue</h1><p id=said></p>
<fieldset><legend>Priority</legend><label><input type=radio name=priority value=high> High</label>
<label><input type=radio name=priority value=low> Low</label></fieldset>
<button onclick="said.textContent = `Saved: ${document.querySelector(':checked').value}`">Save</button>"""
REDRAWN, STAYS = "setTimeout(draw, 200)", "0"
TYPE: Object = {"tool": "type", "on": "textbox Tag Name", "text": "Inhaler-Review"}
ADD: Object = {"tool": "click", "on": "button Add Tag"}
TICK: Object = {"tool": "check", "on": "checkbox Friends"}
SAVE: Object = {"tool": "click", "on": "button Save"}
WAIT: Object = {"tool": "wait", "duration": 600}
DONE: Object = {"tool": "done", "text": "All that was asked is done.", "success": True}
SELECT: Object = {"tool": "select", "on": "combobox By", "option": "Phone"}
CHOOSE = "Choose Phone for Ada and save the contact"
TAG, FRIEND = "Add the tag Inhaler-Review to the patient", "Tick Friends for Ada and save the contact"


async def played(app: App, page: str, task: str, turns: list[ScriptedTurn]) -> tuple[Result, list[str]]:
    """Return how a run ends, and what its answers were sent back with."""
    with serving(Site(page)) as site:
        player = Player(turns)
        run = await app.run(task, url=site.url, model=player, durable=False, pictures=False)
    assert run.result is not None
    assert not player.problem
    steps: list[Any] = [event.data for event in await run.events() if event.kind == "step.finished"]
    answers = [each for step in steps for each in step["actions"] if each["tool"] == "done"]
    return run.result, [each["result"]["fault"]["message"] for each in answers if not each["result"]["ok"]]


@pytest.mark.parametrize(
    "turns",
    [
        [[TYPE, WAIT], [ADD], [DONE]],
        [[TYPE, WAIT, ADD, DONE]],
        [[TYPE], [WAIT], [ADD, DONE]],
    ],
)
async def test_a_field_that_was_emptied_before_the_press_was_not_sent(app: App, turns: list[ScriptedTurn]) -> None:
    result, refused = await played(app, TAGS.replace("REDRAWN", REDRAWN), TAG, turns)
    assert not result.ok
    assert len(refused) == 1
    assert "Tag Name" in refused[0]


@pytest.mark.parametrize(
    "turns", [[[TICK, WAIT], [SAVE], [DONE]], [[TICK], [WAIT], [SAVE, DONE]], [[TICK, WAIT, SAVE, DONE]]]
)
async def test_a_box_that_was_unticked_before_the_press_was_not_saved(app: App, turns: list[ScriptedTurn]) -> None:
    result, refused = await played(app, BOXES.replace("REDRAWN", REDRAWN), FRIEND, turns)
    assert not result.ok
    assert len(refused) == 1
    assert "Friends" in refused[0]


@pytest.mark.parametrize("turns", [[[SELECT, WAIT, SAVE, DONE]], [[SELECT, WAIT], [SAVE], [DONE]]])
async def test_an_option_that_was_taken_back_before_the_press_was_not_saved(
    app: App, turns: list[ScriptedTurn]
) -> None:
    result, refused = await played(app, LISTS.replace("REDRAWN", REDRAWN), CHOOSE, turns)
    assert not result.ok
    assert len(refused) == 1
    assert "'Mail' stands there again" in refused[0]


async def test_a_radio_button_that_another_one_turned_off_was_not_lost(app: App) -> None:
    turns: list[ScriptedTurn] = [[{"tool": "check", "on": f"radio {name}"}] for name in ("High", "Low")]
    result, refused = await played(app, RADIOS, "Set the priority of the issue to Low", [*turns, [SAVE], [DONE]])
    assert result.ok, result.fault
    assert refused == []


@pytest.mark.parametrize("fields", [{"Tag Name": "Inhaler-Review"}, {"label=Tag Name": "Inhaler-Review"}])
async def test_a_form_that_was_filled_by_label_is_followed(app: App, fields: Object) -> None:
    turns = [[{"tool": "fill", "fields": fields}, WAIT, ADD, DONE]]
    result, refused = await played(app, TAGS.replace("REDRAWN", REDRAWN), TAG, turns)
    assert (result.ok, len(refused)) == (False, 1)
    assert "Tag Name" in refused[0]


async def test_an_option_that_stays_chosen_is_done(app: App) -> None:
    result, refused = await played(app, LISTS.replace("REDRAWN", STAYS), CHOOSE, [[SELECT, WAIT, SAVE, DONE]])
    assert (result.ok, refused) == (True, [])


async def test_what_is_put_in_again_is_done(app: App) -> None:
    turns = [[TYPE, WAIT], [ADD, DONE], [TYPE, ADD, DONE]]
    result, refused = await played(app, TAGS.replace("REDRAWN", REDRAWN), TAG, turns)
    assert (result.ok, len(refused)) == (True, 1)


@pytest.mark.parametrize("turns", [[[TYPE, WAIT], [ADD], [DONE]], [[TYPE, WAIT, ADD, DONE]]])
async def test_a_field_that_goes_with_the_press_is_done(app: App, turns: list[ScriptedTurn]) -> None:
    result, refused = await played(app, TAGS.replace("REDRAWN", STAYS), TAG, turns)
    assert (result.ok, refused) == (True, [])


@pytest.mark.parametrize("turns", [[[TICK, WAIT], [SAVE], [DONE]], [[TICK, SAVE, DONE]]])
async def test_a_box_that_stays_ticked_is_done(app: App, turns: list[ScriptedTurn]) -> None:
    result, refused = await played(app, BOXES.replace("REDRAWN", STAYS), FRIEND, turns)
    assert (result.ok, refused) == (True, [])
