"""What is no mistake of the model's: calls that were cut off, and dialogs that stand in the way."""

from collections.abc import Callable, Iterator

import pytest

from pollex import App, tool
from pollex.agent.history import History, PastCall, Turn
from pollex.agent.look import Look
from pollex.core.fault import Fault
from pollex.core.protocols import ModelReply
from pollex.core.result import Result
from pollex.testing import ScriptedModel

from ..servers import serving
from .site import Site

Says = Callable[..., ModelReply]
pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site("<script>alert('Cookies?')</script><h1>Desk</h1>")) as running:
        yield running


@tool
def break_off() -> None:
    """Begin something, and be cut off in the middle of it."""
    raise Fault("unavailable", "The browser ended while this was done.", uncertain=True, retry=False)


async def test_calls_that_were_cut_off_do_not_end_the_run_and_are_told_as_such(app: App, says: Says) -> None:
    app.tools.add(break_off)
    cut, end = says(("break_off", {})), says(("done", {"text": "No.", "success": False}))
    model = ScriptedModel([cut, cut, cut, cut, end])
    run = await app.run("Begin it", model=model, durable=False, pictures=False, policy="allow")
    app.tools.remove("break_off")
    assert run.result is not None
    assert run.result.fault is not None
    assert (run.result.fault.message, len(model.requests)) == ("No.", 5)
    told = str(model.requests[-1].messages)
    assert told.count("Interrupted, through no mistake of yours: ") == 4


@pytest.mark.parametrize(
    ("fault", "errors"),
    [
        (Fault("conflict", "Started, never finished.", uncertain=True, retry=False), 0),
        (Fault("cancelled", "You were paused.", retry=True), 0),
        (Fault("denied", "No.", retry=False), 0),
        (Fault("timeout", "It took too long.", uncertain=True, retry=False), 1),
        (Fault("not_found", "There is no such button."), 1),
    ],
)
async def test_what_counts_as_an_error(fault: Fault, errors: int) -> None:
    turn = Turn("/1", Look("about:blank", "", ""))
    turn.actions.append(PastCall("/1/1", "1", "page.click", {}, Result.failure(fault), 0.0))
    assert History([turn]).errors == errors


async def test_a_dialog_that_opens_with_the_page_can_be_answered(app: App, site: Site, says: Says) -> None:
    wait, answer = says(("remember", {"note": "It asks."})), says(("page_dialog", {"accept": True}))
    model = ScriptedModel([wait, answer, says(("done", {"text": "No.", "success": False}))])
    await app.run("Look around", url=site.url, model=model, durable=False, pictures=False)
    offered = ["page_dialog" in [each["function"]["name"] for each in request.tools] for request in model.requests]
    assert offered[:2] == [True, True]
    assert "with page_dialog" in str(model.requests[0].messages)
    assert "page.dialog" not in str(model.requests[0].messages)
    assert "Desk" in str(model.requests[2].messages)
