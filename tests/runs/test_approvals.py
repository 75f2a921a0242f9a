"""Runs wait for approvals and answers as rows of the database: any process answers, once, and a kill loses nothing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.processes import Nursery
from tests.waits import until_async

import pollex
from pollex import App, Fault
from pollex.core.call import new_id

PROGRAM = """
import asyncio, sys
from pathlib import Path
import pollex

done = Path(sys.argv[1]) / "wiped"

@pollex.tool(effect="destroy", examples=[{"what": "a"}])
async def wipe(what: str) -> str:
    "Wipe something."
    done.write_text(what)
    return f"wiped {what}"

async def main():
    async with pollex.App(home=sys.argv[1], tools=[wipe], environ={}) as app:
        app.runs.execution.waits = True
        app.runs.executor = "here"
        if len(await app.runs.engine.recover()) == 0:
            await app.start(tool="wipe", inputs={"what": "the disk"}, run=sys.argv[2])
        result = await app.find_run(sys.argv[2]).wait()
        print(result.unwrap()["outputs"], flush=True)

asyncio.run(main())
"""


@pollex.tool(effect="destroy", examples=[{"what": "a"}])
async def wipe(what: str) -> str:
    """Wipe something."""
    return f"wiped {what}"


@pytest.fixture
async def waiting(tmp_path: Path) -> AsyncIterator[tuple[App, pollex.Run]]:
    """A run that waits for an approval, in an app whose home is the folder."""
    async with App(home=tmp_path, tools=[wipe], environ={}) as app:
        app.runs.execution.waits = True
        run = await app.start(tool="wipe", inputs={"what": "it"})
        await until_async("it asks", lambda: app.runs.questions(run.id))
        yield app, run


@pytest.mark.parametrize("approved", [True, False])
async def test_another_app_answers(tmp_path: Path, waiting: tuple[App, pollex.Run], approved: bool) -> None:
    app, run = waiting
    async with App(home=tmp_path, environ={}) as other:
        [question] = (await other.runs.questions(run.id)).values()
        await other.runs.approve(run.id, approved=approved, by="cli")
    result = await run.wait()
    assert (question.kind, question.call and question.call["args"]) == ("approval", {"what": "it"})
    assert result.ok is approved
    if approved:
        assert result.unwrap()["outputs"] == "wiped it"
    else:
        assert result.fault is not None
        assert result.fault.code == "denied"
    events = await run.events()
    said = [event.data for event in events if event.kind == "approval.answered"]
    assert [(each["approved"], each["by"]) for each in said] == [(approved, "cli")]
    assert await app.runs.questions(run.id) == {}


async def test_only_the_first_answer_counts(tmp_path: Path, waiting: tuple[App, pollex.Run]) -> None:
    _, run = waiting

    async def answer(by: str) -> bool:
        async with App(home=tmp_path, environ={}) as other:
            with suppress(Fault):
                await other.runs.approve(run.id, by=by)
                return True
            return False

    won = await asyncio.gather(*(answer(f"door-{number}") for number in range(4)))
    await run.wait()
    [said] = [event.data for event in await run.events() if event.kind == "approval.answered"]
    assert won.count(True) == 1
    assert said["by"] == f"door-{won.index(True)}"


async def test_what_is_not_asked_cannot_be_answered(waiting: tuple[App, pollex.Run]) -> None:
    app, run = waiting
    [path] = await app.runs.questions(run.id)
    with pytest.raises(Fault) as unknown:
        await app.runs.approve(run.id, "/approve/nothing")
    with pytest.raises(Fault) as unfit:
        await app.runs.answer(run.id, path, {"approved": "perhaps"})
    assert (unknown.value.code, unfit.value.code) == ("not_found", "invalid_input")
    assert path in str(unknown.value.expected)
    await app.runs.control.cancel(run.id)


async def test_nobody_to_ask_denies_at_once(tmp_path: Path) -> None:
    async with App(home=tmp_path, tools=[wipe], environ={}) as app:
        result = await (await app.start(tool="wipe", inputs={"what": "it"})).wait()
    assert result.fault is not None
    assert (result.fault.code, "nobody to ask" in result.fault.message) == ("denied", True)


async def test_a_killed_run_finds_the_answer_that_came_meanwhile(nursery: Nursery, tmp_path: Path) -> None:
    run, program = new_id(), tmp_path / "program.py"
    program.write_text(PROGRAM)
    async with App(home=tmp_path, environ={}) as app:
        with nursery.start(program, str(tmp_path), run) as process:
            await until_async("it asks", lambda: app.runs.questions(run))
            process.kill()
        assert not (tmp_path / "wiped").exists()
        await app.runs.approve(run, by="cli")
        with nursery.start(program, str(tmp_path), run) as again:
            _, printed, complaints = await asyncio.to_thread(again.end)
        events = await app.find_run(run).events()
    assert printed == "wiped the disk\n", complaints
    kinds = [event.kind for event in events if event.kind.startswith("approval")]
    assert kinds == ["approval.asked", "approval.answered"]


async def test_the_command_approves_once(nursery: Nursery, tmp_path: Path, waiting: tuple[App, pollex.Run]) -> None:
    _, run = waiting

    async def command(*arguments: str) -> tuple[int, str]:
        with nursery.start("pollex", "runs", *arguments, environ={"POLLEX_HOME": str(tmp_path)}) as process:
            code, said, complaints = await asyncio.to_thread(process.end)
            return code, said + complaints

    unasked = await command("answer", run.id)
    approved = await command("approve", run.id[:8])
    result = await run.wait()
    again = await command("approve", run.id)
    assert (unasked[0], "waits for no question" in unasked[1]) == (1, True), unasked
    assert (approved, result.ok) == ((0, f"{run.id} approved\n"), True)
    assert (again[0], "waits for no approval" in again[1]) == (1, True), again
