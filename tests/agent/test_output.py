"""`app.run(output=…)`: the model is told the schema, what does not fit is sent back, and the value has the type."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field, field_validator

from pollex import App
from pollex.practice.server import Server
from pollex.testing import ScriptedModel

from .conftest import Do, Says

pytestmark = pytest.mark.asyncio(loop_scope="session")

TASK = "What is the shop called, and how many things are in the basket?"


class Part(BaseModel):
    name: str
    parts: list["Part"] = Field(default_factory=list)


class Shop(BaseModel):
    name: str
    things: int = Field(ge=0)
    sections: list[Part] = Field(default_factory=list)


class Capitals(Shop):
    @field_validator("name")
    @classmethod
    def capital(cls, name: str) -> str:
        if not name.istitle():
            raise ValueError("a name begins with a capital")
        return name


def done(**values: Any) -> tuple[str, dict[str, Any]]:
    return ("done", {"text": "It is Harbour & Pine.", "success": True, **values})


async def test_the_value_has_the_type_and_the_schema_is_told(do: Do, says: Says) -> None:
    ended = await do(TASK, says(done(values={"name": "Harbour & Pine", "things": "0"})), output=Shop)
    assert ended.result.ok, ended.result.fault
    assert ended.run.output == Shop(name="Harbour & Pine", things=0)
    [told] = [each["function"] for each in ended.requests[0].tools if each["function"]["name"] == "done"]
    assert told["parameters"]["properties"]["values"]["properties"]["things"]["type"] == "integer"
    assert "Part" in told["parameters"]["$defs"]


async def test_what_does_not_fit_is_sent_back_with_a_pointer_to_each_mistake(do: Do, says: Says) -> None:
    wrong = {"name": "Harbour & Pine", "things": -1, "sections": [{"nam": "Home"}]}
    right = {"name": "Harbour & Pine", "things": 0}
    ended = await do(TASK, says(done(values=wrong)), says(done()), says(done(values=right)), output=Shop)
    assert ended.run.output == Shop(name="Harbour & Pine", things=0)
    told = [answer.result for request in ended.requests[1:] for answer in request.messages[-2].answers]
    assert [each.ok for each in told] == [False, False]
    assert "/values/things" in str(told[0].fault)
    assert "/values/sections/0" in str(told[0].fault)
    assert told[1].fault is not None
    assert told[1].fault.pointer == "/values"


async def test_a_schema_gives_plain_data(do: Do, says: Says) -> None:
    schema = {"type": "array", "items": {"type": "string"}}
    ended = await do(TASK, says(done(values=["Harbour & Pine"])), output=schema)
    assert ended.run.output == ["Harbour & Pine"]


async def test_a_task_that_cannot_be_done_has_no_output(do: Do, says: Says) -> None:
    ended = await do(TASK, says(("done", {"text": "There is no shop.", "success": False})), output=Shop)
    assert (ended.result.ok, ended.run.output) == (False, None)


async def test_no_type_no_run(do: Do) -> None:
    ended = await do(TASK, output=object())
    assert ended.result.fault is not None
    assert (ended.result.fault.pointer, ended.requests) == ("/output", [])


async def test_a_run_that_is_kept_is_held_to_the_type_and_can_be_compiled_later(
    says: Says, server: Server, tmp_path: Path
) -> None:
    replies = [says(done(values={"name": name, "things": 0})) for name in ("harbour & pine", "Harbour & Pine")]
    model = ScriptedModel(replies)
    async with App(home=tmp_path) as app:  # its own: an engine is one a process, and ends with its app
        run = await app.run(TASK, url=f"{server.url}/shop/", model=model, pictures=False, output=Capitals)
        assert run.output == Capitals(name="Harbour & Pine", things=0)
        told = [answer.result.fault for answer in model.requests[1].messages[-2].answers]
        assert ["/values/name" in str(fault) and "with a capital" in str(fault) for fault in told] == [True]
        workflow = await app.find_run(run.id).compile(name="shop")
    assert workflow.name == "shop"
