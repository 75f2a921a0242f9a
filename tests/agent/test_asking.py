"""The model asks the person: the run waits for the answer, or ends with the question where nobody can be asked."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.waits import until_async

from pollex import App
from pollex.core.json import Object
from pollex.core.protocols import ModelReply
from pollex.practice.server import Server
from pollex.testing import ScriptedModel

pytestmark = pytest.mark.asyncio(loop_scope="session")

Says = Callable[..., ModelReply]
TASK = "Say which lamp the person likes"
LAMPS: Object = {"question": "Which lamp?", "choices": ["Desk lamp", "Floor lamp"]}
FORM: Object = {"type": "object", "properties": {"answer": {"type": "string", "enum": LAMPS["choices"]}}}
ENDS = ("done", {"text": "It could not be said.", "success": False})


@pytest_asyncio.fixture(name="app", loop_scope="session")
async def own_app(tmp_path: Path) -> AsyncIterator[App]:
    async with App(home=tmp_path, environ={}) as running:
        yield running


def begun(app: App, server: Server, model: ScriptedModel) -> Any:
    return app.start(TASK, url=f"{server.url}/shop/", model=model, pictures=False)


async def test_the_run_waits_and_the_model_gets_the_answer(app: App, server: Server, says: Says) -> None:
    app.runs.execution.waits = True
    model = ScriptedModel([says(("ask", LAMPS), ("page_click", {"index": 6})), says(ENDS)])
    run = await begun(app, server, model)
    asked = await until_async("it asks", lambda: app.runs.questions(run.id))
    assert [(each.text, each.form) for each in asked.values()] == [("Which lamp?", {**FORM, "required": ["answer"]})]
    await app.runs.answer(run.id, None, "Floor lamp", by="cli")
    await run.wait()
    [answer, left] = model.requests[1].messages[-2].answers
    assert "Floor lamp" in answer.result.data
    assert "before the person answered" in str(left.result.fault)
    kinds = [event.kind for event in await run.events() if event.kind.startswith("question")]
    assert (kinds, await app.runs.questions(run.id)) == (["question.asked", "question.answered"], {})


async def test_words_of_the_person_are_not_those_of_a_page(app: App, server: Server, says: Says) -> None:
    app.runs.execution.waits = True
    model = ScriptedModel([says(("ask", {"question": "Which lamp?"})), says(ENDS)])
    run = await begun(app, server, model)
    await until_async("it asks", lambda: app.runs.questions(run.id))
    await app.runs.answer(run.id, None, "The one that bends")
    await run.wait()
    [answer] = model.requests[1].messages[-2].answers
    assert answer.result.data == "The person answered: The one that bends"


async def test_where_nobody_can_be_asked_the_run_ends_with_the_question(app: App, server: Server, says: Says) -> None:
    run = await begun(app, server, ScriptedModel([says(("ask", LAMPS))]))
    result = await run.wait()
    assert result.fault is not None
    assert (result.fault.code, result.fault.message) == ("unavailable", "Nobody can be asked here: Which lamp?")
    assert result.fault.hint == f"Go on with the answer: pollex runs resume {run.id} --answer JSON"
    assert (result.data["answer"], result.data["asks"]["form"]["properties"]) == ("Which lamp?", FORM["properties"])


async def test_it_goes_on_with_the_answer(app: App, server: Server, says: Says) -> None:
    run = await begun(app, server, ScriptedModel([says(("ask", LAMPS))]))
    await run.wait()
    unfit = await app.resume_run(run.id, answer="Wall lamp")
    second = ScriptedModel([says(ENDS)], name="second")
    ended = await app.resume_run(run.id, model=second, answer="Desk lamp")
    assert unfit.fault is not None
    assert (unfit.fault.code, unfit.fault.pointer) == ("invalid_input", "/answer")
    [request] = second.requests
    assert '{"answer":"Desk lamp"}' in request.messages[1].text.replace('": "', '":"')
    assert ended.data["steps"] == 2


async def test_words_of_the_person_stand_beside_the_task_later(app: App, server: Server, says: Says) -> None:
    run = await begun(app, server, ScriptedModel([says(("ask", {"question": "Which lamp?"}))]))
    await run.wait()
    second = ScriptedModel([says(ENDS)], name="second")
    await app.resume_run(run.id, model=second, answer="The one that bends")
    before_page = second.requests[0].messages[1].text.partition("url: ")[0]
    assert before_page.startswith(f"Task: {TASK}\nToday: ")
    assert "\nThe person answered: The one that bends\n" in before_page


async def test_it_asks_again_where_somebody_is_there_now(app: App, server: Server, says: Says) -> None:
    run = await begun(app, server, ScriptedModel([says(("ask", LAMPS))]))
    await run.wait()
    app.runs.execution.waits = True
    second = ScriptedModel([says(ENDS)], name="second")
    again = await app.runs.start_fork(run.id, variables={"model": app._models.name(second)})
    await until_async("it asks", lambda: app.runs.questions(again))
    await app.runs.answer(again, None, "Desk lamp")
    await app.runs.outcome(again)
    assert len(second.requests) == 1


async def test_an_answer_to_nothing_is_refused(app: App, server: Server, says: Says) -> None:
    run = await begun(app, server, ScriptedModel([says(ENDS)]))
    await run.wait()
    result = await app.resume_run(run.id, answer="Desk lamp")
    assert result.fault is not None
    assert (result.fault.code, result.fault.pointer) == ("conflict", "/answer")


@pytest.mark.parametrize("form", [{"type": "nothing"}, {"type": "object"}])
async def test_a_form_that_is_none_goes_back_to_the_model(app: App, server: Server, says: Says, form: Object) -> None:
    model = ScriptedModel([says(("ask", {"question": "Which lamp?", "form": form})), says(ENDS)])
    run = await begun(app, server, model)
    await asyncio.wait_for(run.wait(), 60)
    [answer] = model.requests[1].messages[-2].answers
    assert answer.result.fault is not None
    assert str(answer.result.fault.pointer).startswith("/form")
