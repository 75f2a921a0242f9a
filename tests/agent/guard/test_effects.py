"""What leaves because of an act: for a task that only asks nothing that changes something, else what the task says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from pollex import App, tool
from pollex.agent.guard.effects import EffectChecks
from pollex.agent.guard.judge import VERDICT
from pollex.agent.history import History
from pollex.agent.task import Task
from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.fault import Fault
from pollex.core.protocols import ModelReply
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.testing import FakePage, ScriptedModel

from ...servers import serving
from ..site import Site

pytestmark = pytest.mark.asyncio(loop_scope="session")
Says = Callable[..., ModelReply]
PAGE = """<!doctype html><title>Desk</title><h1>Desk</h1>
<script>
  fetch('/visited', {method: 'POST', body: 'by itself'});
  const send = (path, body) => fetch(path, {method: 'POST', body, headers: {'Content-Type': 'application/json'}});
</script>
<button onclick="send('/api', JSON.stringify({query: 'query Desk { lamps { name } }'}))">Lamps</button>
<button onclick="send('/api', JSON.stringify({query: 'mutation { wipe }'}))">Tidy</button>
<button onclick="send('/find', JSON.stringify({q: 'lamp', page: 1}))">Find</button>
<button onclick="send('/lamp', '')">Lamp on</button>
<button onclick="setTimeout(() => send('/later', JSON.stringify({name: 'x'})), 600)">Later</button>
<form action="/mail" method="post"><label>To <input name="to" value="ada@mail.example"></label>
<label>Amount <input name="amount"></label><label>Day <input name="day" type="date"></label>
<label>From account <select name="from"><option>Savings (€12)</option><option>Giro (€90)</option></select></label>
<button>Go on</button></form>
<form action="/login" method="post"><label>Password <input name="password" type="password"></label>
<button>Enter</button></form>"""
LAMPS, TIDY, FIND, LAMP = (("page_click", {"index": number}) for number in (1, 2, 3, 4))
LATER, TO, AMOUNT, DAY, FROM, GO = 5, 6, 7, 8, 9, 10
WORD, ENTER = 11, 12
DONE = ("done", {"text": "That is it.", "success": True})


def typed(index: int, text: str) -> tuple[str, Any]:
    return "page_type", {"index": index, "text": text}


@pytest.fixture
def desk() -> Iterator[Site]:
    with serving(Site(PAGE)) as server:
        yield server


async def did(app: App, desk: Site, task: str, *replies: ModelReply, **options: Any) -> tuple[list[str], Result]:
    model = ScriptedModel(replies, judge=options.pop("judge", None))
    run = await app.run(task, url=desk.url, model=model, durable=False, pictures=False, **options)
    assert run.result is not None
    return [path for path in desk.came if path != "/visited"], run.result


async def test_what_a_page_sends_by_itself_is_its_own_affair(app: App, desk: Site, says: Says) -> None:
    await did(app, desk, "What is on the desk?", says(("page_scroll", {"pages": 1})), says(DONE))
    assert "/visited" in desk.came


async def test_a_question_may_be_answered_by_what_is_sent(app: App, desk: Site, says: Says) -> None:
    came, _ = await did(app, desk, "Which lamps are there?", says(LAMPS), says(DONE))
    assert came == ["/api"]


@pytest.mark.parametrize(
    "act", [TIDY, FIND, LAMP, ("page_click", {"index": GO}), ("page_keypress", {"key": "Enter", "index": TO})]
)
async def test_for_a_question_nothing_is_changed(app: App, desk: Site, says: Says, act: Any) -> None:
    came, _ = await did(app, desk, "Which lamps are there?", says(act), says(DONE))
    assert came == []


async def test_a_run_does_not_end_before_the_page_has_saved(app: App, desk: Site, says: Says) -> None:
    came, result = await did(app, desk, 'Press "Later".', says(("page_click", {"index": LATER}), DONE), judge="yes")
    assert came == ["/later"]
    assert result.data["proof"] == "seen"


async def test_what_an_act_sends_a_little_later_is_held_too(app: App, desk: Site, says: Says) -> None:
    wait = ("page_wait", {"duration": 1_200})
    came, _ = await did(
        app, desk, "Which lamps are there?", says(("page_click", {"index": LATER})), says(wait), says(DONE)
    )
    assert came == []


async def test_the_model_is_told_what_was_stopped(app: App, desk: Site, says: Says) -> None:
    model = ScriptedModel([says(TIDY), says(DONE)])
    await app.run("Which lamps are there?", url=desk.url, model=model, durable=False, pictures=False)
    [answer] = [each for message in model.requests[1].messages for each in message.answers]
    assert answer.result.fault is not None
    assert (answer.result.fault.code, "the task only asks" in answer.result.fault.message) == ("denied", True)


@pytest.mark.parametrize(("read_only", "sent"), [(True, []), (False, ["/lamp"])])
async def test_it_may_be_said(app: App, desk: Site, says: Says, read_only: bool, sent: list[str]) -> None:
    came, _ = await did(app, desk, "Is the lamp on?", says(LAMP), says(DONE), read_only=read_only, judge="yes")
    assert came == sent


async def test_read_only_holds_also_where_all_is_allowed(app: App, desk: Site, says: Says) -> None:
    came, _ = await did(app, desk, "Switch it on", says(LAMP), says(DONE), read_only=True, policy="allow")
    assert came == []


ORDER = "Pay 12.50 to bob@mail.example from Giro on 3 May 2027"
RIGHT = (typed(TO, "bob@mail.example"), typed(AMOUNT, "12.50"), typed(DAY, "2027-05-03"))


@pytest.mark.parametrize(
    ("wrong", "sent"),
    [
        ((), ["/mail"]),
        ((typed(TO, "bob@mail.example.evil.example"),), []),
        ((typed(AMOUNT, "1250"),), []),
        ((typed(AMOUNT, "12.500"),), []),
        ((typed(DAY, "2027-05-04"),), []),
        ((("page_select", {"index": FROM, "option": "Savings (€12)"}),), []),
    ],
    ids=["as ordered", "to whom", "how much", "in thousands", "when", "from where"],
)
async def test_an_order_is_sent_as_it_was_given(app: App, desk: Site, says: Says, wrong: Any, sent: list[str]) -> None:
    giro = ("page_select", {"index": FROM, "option": "Giro (€90)"})
    press = says(*wrong, ("page_click", {"index": GO}))
    judge = None if wrong else "yes"  # what is wrong is stopped without one
    came, _ = await did(app, desk, ORDER, says(*RIGHT, giro), press, says(DONE), judge=judge)
    assert came == sent


async def test_a_default_that_the_task_contradicts_is_not_sent(app: App, desk: Site, says: Says) -> None:
    """The account and the addressee are those that the page proposes."""
    late = (typed(AMOUNT, "12.50"), typed(DAY, "2027-05-03"), ("page_click", {"index": GO}))
    came, _ = await did(app, desk, ORDER, says(*late), says(DONE))
    assert came == []


async def test_a_login_that_the_task_gives_is_no_change(app: App, desk: Site, says: Says) -> None:
    enter = says(typed(WORD, "hunter-22"), ("page_click", {"index": ENTER}))
    came, _ = await did(app, desk, "Log in with the password hunter-22. Which lamps are there?", enter, says(DONE))
    assert came == ["/login"]


async def test_a_password_is_not_told_to_whoever_is_asked(app: App, desk: Site, says: Says) -> None:
    model = ScriptedModel([says(typed(WORD, "hunter-22"), ("page_click", {"index": ENTER})), says(DONE)])
    await app.run("Which lamps are there?", url=desk.url, model=model, durable=False, pictures=False)
    stopped = [each.result.fault for message in model.requests[1].messages for each in message.answers][-1]
    assert stopped is not None
    assert ("the task only asks" in stopped.message, "hunter" in stopped.message) == (True, False)


@pytest.mark.parametrize(("read_only", "called"), [(True, []), (None, []), (False, ["lamp"])])
async def test_a_tool_of_the_app_that_may_change_something_is_refused_where_nothing_may_be_changed(
    app: App, desk: Site, says: Says, read_only: bool | None, called: list[str]
) -> None:
    switched: list[str] = []

    def switch(what: str) -> str:
        """Switch something on."""
        switched.append(what)
        return what

    app.tools.add(tool(switch))
    await did(app, desk, "Is the lamp on?", says(("switch", {"what": "lamp"})), says(DONE), read_only=read_only)
    app.tools.remove("switch")
    assert switched == called


@pytest.mark.parametrize("address", ["issue1", "issue1?@note=2", "./issue1", "/issue1", "//{host}/issue1"])
async def test_a_link_leads_where_the_browser_would_go(app: App, says: Says, address: str) -> None:
    with serving(Site("")) as site:
        host = site.url.removeprefix("http://").strip("/")
        site.page = f'<!doctype html><title>Issues</title><a href="{address.format(host=host)}">First</a>'
        _, result = await did(app, site, "Open the first issue", says(("page_click", {"index": 1})), says(DONE))
    assert (result.ok, result.fault) == (True, None)


async def test_a_look_for_the_question_of_a_dialog_is_aside() -> None:
    asked = Fault("conflict", "The page asks: 'Delete it?'")
    page = FakePage({}, url="http://shop.example/", answers={"page.state": asked})
    context = Context(Registry(), page=page)
    checks = EffectChecks(Task("Delete it"), History, None, literal=False)
    await checks.begin(replace(VERDICT, name="page.dialog"), Call("page.dialog", {}), {"accept": True}, context)
    assert checks.act is not None
    assert checks.act.question == asked.message
    assert [args["aside"] for tool, args in page.done if tool == "page.state"] == [True]
