"""A tool asks the person of its run: the question stands in the log, the answer does not."""

import asyncio
from pathlib import Path

from pollex import App
from pollex.core.call import new_id
from pollex.core.context import Context
from pollex.core.json import Object, dumps
from pollex.core.schema import Schema
from pollex.core.tool import Tool
from pollex.flow.workflow import Workflow

CODE = "482913"
FORM: Object = {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}


async def ask(args: Object, context: Context) -> Object:
    assert context.ask is not None
    answer = await context.ask("Which code?", FORM, args["seconds"])
    return {"length": 0 if answer is None else len(answer["code"])}


ASKS = Tool(
    name="asks",
    description="Ask for a code.",
    input=Schema({"type": "object", "properties": {"seconds": {"type": "number"}}, "required": ["seconds"]}),
    run=ask,
    examples=({"seconds": 1},),
    effect="act",
)


def workflow(seconds: float) -> Workflow:
    node = {"type": "tool", "alias": "said", "config": {"tool": "asks", "args": {"seconds": seconds}}}
    outputs = [{"display_name": "length", "type": "number", "value": "{{said.length}}"}]
    return Workflow.from_json({"name": "ask", "nodes": [{"position": 1, **node}], "outputs": outputs})


async def answer(app: App, run: str) -> None:
    async for event in app.find_run(run).follow():
        if event.kind == "question.asked":
            await app.runs.answer(run, event.data["path"], CODE)
            return


async def test_the_answer_arrives_and_is_not_written_down(tmp_path: Path) -> None:
    async with App(tools=[ASKS], home=tmp_path, environ={}) as app:
        run = new_id()
        ran = asyncio.create_task(app.run_workflow(workflow(20), run=run))
        await answer(app, run)
        result = await ran
        events = [event.to_json() for event in await app.find_run(run).events()]
        waiting = await app.runs.questions(run)
    assert result.unwrap()["outputs"] == {"length": 6}
    assert [each["kind"] for each in events if each["kind"].startswith("question")] == [
        "question.asked",
        "question.answered",
    ]
    assert (CODE in dumps(events), waiting) == (False, {})


async def test_nobody_answers_in_time(tmp_path: Path) -> None:
    async with App(tools=[ASKS], home=tmp_path, environ={}) as app:
        result = await app.run_workflow(workflow(0.2))
    assert result.unwrap()["outputs"] == {"length": 0}
