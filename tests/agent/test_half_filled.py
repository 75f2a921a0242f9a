"""A form of which some fields could not be filled: what was filled was done."""

import pytest

from pollex import App

from .test_redrawn import played

pytestmark = pytest.mark.asyncio(loop_scope="session")
FORM = """<!doctype html><title>Contact</title><h1>Contact</h1><label>Name <input></label><p id=said></p>
<button onclick="said.textContent = 'Contact created'">Create contact</button>"""
TASK = "Create the contact Ada of Paris"
FILL = {"tool": "fill", "fields": {"Name": "Ada", "Town": "Paris"}}
DONE = {"tool": "done", "text": "The contact is created.", "success": True}


async def test_what_was_filled_was_done_and_not_sent(app: App) -> None:
    result, refused = await played(app, FORM, TASK, [[FILL], [DONE], [DONE]])
    assert not result.ok
    assert "'Name' was filled in, and nothing was sent" in refused[0]
