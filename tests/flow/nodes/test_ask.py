"""`ask`: a question to a person."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.core.event import MemoryLog
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.core.steps import MemorySteps

from ..heard import heard

Run = Callable[..., Awaitable[Result]]
Mistakes = Callable[..., list[tuple[str, str]]]
FORM: Object = {
    "type": "object",
    "properties": {"send": {"type": "boolean", "description": "Whether to send it."}},
    "required": ["send"],
}


def ask(**config: Any) -> Object:
    return {"type": "ask", "alias": "decision", "config": {"question": "Which code?", **config}}


def put(key: str, value: Any) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}}


def answered(*answers: Any, path: str = "/1") -> MemorySteps:
    steps = MemorySteps()
    for answer in answers:
        steps.send(path, answer)
    return steps


async def test_the_answer_is_the_result(run: Run) -> None:
    result = await run(ask(store_variable="kept"), put("x", "{{decision.answer}}"), steps=answered({"answer": "42"}))
    assert result.unwrap()["variables"] == {"kept": {"answer": "42"}, "x": "42"}


async def test_a_form_keeps_types(run: Run) -> None:
    result = await run(ask(form=FORM), put("x", "{{decision.send}}"), steps=answered({"send": False}))
    assert result.unwrap()["variables"] == {"x": False}


async def test_question_and_form_are_told(run: Run) -> None:
    log = MemoryLog()
    nodes = (put("payee", "Ada"), ask(question="Send 5 to {{payee}}?", form=FORM))
    await run(*nodes, log=log, steps=answered({"send": True}, path="/2"))
    asked = [(event.kind, event.data) for event in log.events if event.kind.startswith("question")]
    assert asked == [
        ("question.asked", {"path": "/2", "question": "Send 5 to Ada?", "form": FORM}),
        ("question.answered", {"path": "/2", "answer": {"send": True}, "by": None}),
    ]


async def test_an_answer_that_does_not_fit_is_asked_again(run: Run) -> None:
    steps = answered({"send": "perhaps"}, {}, {"send": True})
    result = await run(ask(form=FORM), put("x", "{{decision.send}}"), steps=steps)
    assert result.unwrap()["variables"] == {"x": True}


async def test_each_time_it_is_asked_is_told(run: Run) -> None:
    """Whoever follows the run must hear of the second question, with what was wrong."""
    log = MemoryLog()
    await run(ask(form=FORM), log=log, steps=answered({"send": "perhaps"}, {"send": True}))
    questions = [event.data["question"] for event in log.events if event.kind == "question.asked"]
    assert questions[0] == "Which code?"
    assert questions[1].startswith("Which code? (Expected boolean")


async def test_an_answer_is_mended_where_its_meaning_is_certain(run: Run) -> None:
    result = await run(ask(form=FORM), put("x", "{{decision.send}}"), steps=answered({"send": "true"}))
    assert result.unwrap()["variables"] == {"x": True}


async def test_nobody_answers_in_time(run: Run) -> None:
    result = await run(ask(timeoutMs=20), put("x", 1))
    assert result.fault is not None
    assert (result.fault.code, result.fault.message) == ("timeout", "Nobody answered within 20 ms: Which code?")
    assert result.data["variables"] == {}


async def test_it_waits_for_an_answer_that_comes_later(run: Run) -> None:
    steps, log = MemorySteps(), MemoryLog()
    running = asyncio.ensure_future(run(ask(), steps=steps, log=log))
    await heard(log, "question.asked")
    assert not running.done()
    steps.send("/1", {"answer": "late"})
    assert (await running).ok


async def test_a_question_in_a_loop_has_its_own_place(run: Run) -> None:
    steps = MemorySteps()
    steps.send("/2[1]/3", {"answer": "second"})
    steps.send("/2[0]/3", {"answer": "first"})
    loop = {"type": "iterate", "alias": "loop", "config": {"over": "list", "variable": "n", "body": 3}}
    outputs = [{"display_name": "told", "type": "json", "value": "{{loop.results}}"}]
    result = await run(put("list", [1, 2]), loop, ask(), steps=steps, outputs=outputs)
    assert result.unwrap()["outputs"]["told"] == [{"answer": "first"}, {"answer": "second"}]


def test_the_answers_shape_is_known(mistakes: Mistakes) -> None:
    assert mistakes(ask(form=FORM), put("x", "{{decision.sent}}")) == [
        ("/nodes/1/config/value", "'decision' has no 'sent'.")
    ]
    assert mistakes(ask(), put("x", "{{decision.answer}} {{decision.text}}")) == [
        ("/nodes/1/config/value", "'decision' has no 'text'.")
    ]


WRONG: list[tuple[Object, str]] = [
    ({"question": ""}, "/nodes/0/config/question"),
    ({"timeoutMs": 0}, "/nodes/0/config/timeoutMs"),
    ({"timeoutMs": 1.5}, "/nodes/0/config/timeoutMs"),
    ({"form": "text"}, "/nodes/0/config/form"),
    ({"question": "{{secret.x}}"}, "/nodes/0/config/question"),
]


@pytest.mark.parametrize(("config", "pointer"), WRONG)
def test_mistakes_are_told(mistakes: Mistakes, config: Object, pointer: str) -> None:
    assert [found for found, _ in mistakes(ask(**config))] == [pointer]


def test_a_form_that_is_no_schema(mistakes: Mistakes) -> None:
    assert [pointer for pointer, _ in mistakes(ask(form={"type": "objekt"}))] != []


def test_the_question_is_required(mistakes: Mistakes) -> None:
    assert mistakes({"type": "ask"}) == [("/nodes/0/config/question", "The key 'question' is missing.")]
