"""Full Control, STOP, pending plans: what is drawn at once, what is taken back, what a restart still has."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from pollex.core.call import Call
from pollex.core.event import Event, MemoryLog, NewEvent
from pollex.core.fault import Fault
from pollex.core.protocols import ModelReply, ModelRequest
from pollex.core.result import Result
from pollex.workspace.planner import Orchestrator
from pollex.workspace.planner.drawing import BatchDrawing
from pollex.workspace.workspace import Workspace

from .scripts import (
    CREATE,
    DRAW,
    GOOD,
    ID,
    WRONG,
    StreamedModel,
    asked,
    command,
    kinds,
    said,
    told,
    with_control,
    workspace,
)


class HeldModel(StreamedModel):
    """Streams the first part of an answer, then waits to be told to go on."""

    def __init__(self, first: str, rest: str = "") -> None:
        super().__init__([rest])
        self.first = first
        self.drawn = asyncio.Event()
        self.go_on = asyncio.Event()

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        yield self.first
        self.drawn.set()
        try:
            await self.go_on.wait()
        except BaseException:
            self.closed_early += 1
            raise
        async for piece in super().stream(request):
            yield piece


async def again(log: MemoryLog) -> Workspace:
    return await workspace(log)


def picture(made: Workspace) -> object:
    return made.desk.to_json()


async def test_drawing_is_applied_while_the_batch_still_streams() -> None:
    made = await workspace()
    text = told(*GOOD)
    cut = text.index('{"op": "dom.set"')
    model = HeldModel(text[:cut], text[cut:])
    orchestrator = await with_control(made, model)
    turn = asyncio.ensure_future(orchestrator.send("notes"))
    await model.drawn.wait()
    assert (made.windows(), made.desk.windows["notes"].content) == ([{"id": "notes", "title": "Notes"}], ())
    model.go_on.set()
    assert ((await turn).status, len(made.desk.windows["notes"].content)) == ("applied", 1)


async def test_a_call_waits_for_the_whole_batch() -> None:
    called: list[str] = []

    async def effect(call: Call) -> Result:
        called.append(call.args["url"])
        return Result.success(None)

    made = await workspace(effects=effect)
    call = command("api.call", url="pollex://tool/a", into={"scope": "workspace", "key": "a"})
    text = told(call, *GOOD)
    cut = text.index('{"op": "dom.set"')
    model = HeldModel(text[:cut], text[cut:])
    turn = asyncio.ensure_future((await with_control(made, model)).send("notes"))
    await model.drawn.wait()
    assert (called, len(made.windows())) == ([], 1)
    model.go_on.set()
    assert ((await turn).status, called) == ("applied", ["pollex://tool/a"])


async def test_what_was_drawn_is_taken_back_as_one_where_a_later_envelope_fails() -> None:
    log = MemoryLog()
    made = await workspace(log)
    await made.apply([command("window.create", id="mine", title="Mine")])
    before = picture(made)
    call = command("api.call", url="pollex://tool/never")
    model = StreamedModel([told(CREATE, DRAW, call, WRONG), "I give up."])
    turn = await (await with_control(made, model)).send("notes")
    assert (turn.status, picture(made)) == ("answered", before)
    assert (await kinds(made)).count("workspace.undone") == 1
    assert picture(await again(log)) == before


async def test_a_batch_that_was_drawn_in_pieces_is_undone_and_redone_as_one() -> None:
    log = MemoryLog()
    made = await workspace(log)
    await (await with_control(made, StreamedModel([told(*GOOD)]))).send("notes")
    after = picture(made)
    await made.undo()
    assert (made.windows(), (await again(log)).windows()) == ([], [])
    await made.redo()
    assert (picture(made), picture(await again(log))) == (after, after)


async def test_what_a_person_did_meanwhile_stays_when_a_batch_is_taken_back() -> None:
    log = MemoryLog()
    made = await workspace(log)
    text = told(CREATE, DRAW, WRONG)
    cut = text.index('{"op": "dom.set"')
    model = HeldModel(text[:cut], text[cut:])
    turn = asyncio.ensure_future((await with_control(made, model)).send("notes"))
    await model.drawn.wait()
    await made.apply([command("window.create", id="mine", title="Mine", x=1, y=2)], by="person")
    await made.apply([command("window.update", id="mine", title="My own")], by="person")
    model.go_on.set()
    await turn
    assert made.windows() == [{"id": "mine", "title": "My own"}]
    assert picture(await again(log)) == picture(made)
    await made.undo()
    assert made.windows() == [{"id": "mine", "title": "Mine"}]
    assert picture(await again(log)) == picture(made)


async def test_a_key_does_not_answer_for_a_batch_that_was_taken_back() -> None:
    made = await workspace()
    keyed = {**CREATE, "idempotencyKey": "once"}
    model = StreamedModel([told(keyed, DRAW, WRONG), told(keyed, DRAW)])
    turn = await (await with_control(made, model)).send("notes")
    assert (turn.status, len(made.desk.windows["notes"].content)) == ("applied", 1)
    assert made.windows() == [{"id": "notes", "title": "Notes"}]


async def test_without_full_control_a_batch_becomes_a_plan() -> None:
    made = await workspace()
    orchestrator = Orchestrator(made, StreamedModel([told(*GOOD)]))
    turn = await orchestrator.send("notes")
    assert (turn.status, made.windows()) == ("pending", [])
    assert turn.plan is not None
    assert orchestrator.plans.props(turn.plan.id) == {
        "plan": turn.plan.id,
        "title": "notes",
        "steps": [
            {
                "id": "0",
                "title": "window.create notes",
                "state": "waiting",
                "command": turn.plan.commands[0],
                "after": 'notes "Notes" 400×300 at 40,40',
            },
            {
                "id": "1",
                "title": "dom.set notes #root",
                "state": "waiting",
                "command": turn.plan.commands[1],
                "before": 'notes "Notes" 400×300 at 40,40',
                "after": 'notes "Notes" 400×300 at 40,40\nh1#head "Hello"',
            },
        ],
    }


async def test_a_plan_is_decided_step_by_step_and_a_restart_still_has_it() -> None:
    log = MemoryLog()
    made = await workspace(log)
    extra = command("state.set", scope="workspace", key="a", value=1)
    turn = await Orchestrator(made, StreamedModel([told(*GOOD, extra)])).send("notes")
    assert turn.plan is not None

    plans = Orchestrator(await again(log), StreamedModel([])).plans
    [kept] = plans.waiting()
    assert kept == turn.plan
    await plans.accept(kept.id, [0])
    await plans.refuse(kept.id, [2])

    later = await again(log)
    plans = Orchestrator(later, StreamedModel([])).plans
    [kept] = plans.waiting()
    assert ([step["state"] for step in kept.steps], kept.waiting) == (["done", "waiting", "refused"], [1])
    await plans.edit(kept.id, 1, command("dom.set", windowId="notes", target="#root", html="<p>Edited</p>"))
    await plans.accept(kept.id)
    assert (plans.waiting(), "Edited" in str(picture(later)), later.desk.state) == ([], True, {})
    assert Orchestrator(await again(log), StreamedModel([])).plans.waiting() == []


async def test_a_step_that_cannot_be_applied_stays_and_an_edit_is_checked() -> None:
    made = await workspace()
    orchestrator = Orchestrator(made, StreamedModel([told(*GOOD)]))
    turn = await orchestrator.send("notes")
    assert turn.plan is not None
    await made.apply([CREATE])
    with pytest.raises(Fault, match="There is a window 'notes' already"):
        await orchestrator.plans.accept(turn.plan.id, [0])
    with pytest.raises(Fault, match="titel"):
        await orchestrator.plans.edit(turn.plan.id, 0, command("window.create", titel="x"))
    with pytest.raises(Fault, match="Step 7 of the plan"):
        await orchestrator.plans.refuse(turn.plan.id, [7])
    with pytest.raises(Fault, match="No plan 'x' waits"):
        await orchestrator.plans.accept("x")
    assert [plan.waiting for plan in orchestrator.plans.waiting()] == [[0, 1]]
    assert orchestrator.plans.previews(turn.plan.id)[0].fault is not None


async def test_a_step_is_not_accepted_twice_at_once() -> None:
    begun, go_on, called = asyncio.Event(), asyncio.Event(), []

    async def effect(call: Call) -> Result:
        called.append(call.tool)
        begun.set()
        await go_on.wait()
        return Result.success(None)

    made = await workspace(effects=effect)
    into = {"scope": "workspace", "key": "a"}
    orchestrator = Orchestrator(
        made, StreamedModel([told(CREATE, command("api.call", url="pollex://tool/a", into=into))])
    )
    turn = await orchestrator.send("call")
    assert turn.plan is not None
    plans, plan = orchestrator.plans, turn.plan.id
    first = asyncio.ensure_future(plans.accept(plan, [1]))
    await begun.wait()
    with pytest.raises(Fault, match="Step 1 of the plan"):
        await plans.accept(plan, [1])
    await plans.accept(plan)
    go_on.set()
    await first
    assert (len(called), made.windows(), plans.waiting()) == (1, [{"id": "notes", "title": "Notes"}], [])


async def test_full_control_that_is_switched_off_meanwhile_makes_a_plan_of_the_batch() -> None:
    made = await workspace()
    text = told(*GOOD)
    cut = text.index('{"op": "dom.set"')
    model = HeldModel(text[:cut], text[cut:])
    orchestrator = await with_control(made, model)
    turn = asyncio.ensure_future(orchestrator.send("notes"))
    await model.drawn.wait()
    await orchestrator.full_control.switch(on=False)
    model.go_on.set()
    assert ((await turn).status, made.windows()) == ("pending", [])
    [plan] = orchestrator.plans.waiting()
    assert plan.commands == GOOD


async def test_a_model_goes_on_when_a_person_accepts_the_call_that_it_waits_for() -> None:
    async def effect(call: Call) -> Result:
        return Result.success(["Lamp"])

    made = await workspace(effects=effect)
    model = StreamedModel([told(command("api.call", url="pollex://tool/orders")), "One lamp."])
    orchestrator = Orchestrator(made, model)
    turn = await orchestrator.send("what is ordered?")
    assert turn.plan is not None
    done = asyncio.Event()
    made.messages.add(lambda message: done.set() if message.role == "model" else None)
    await orchestrator.plans.accept(turn.plan.id)
    await done.wait()
    assert ('"data":["Lamp"]' in asked(model, 1), said(made)[-1]) == (True, ("model", "One lamp."))


async def test_stop_ends_the_request_keeps_whole_batches_and_locks_full_control() -> None:
    log = MemoryLog()
    made = await workspace(log)
    await made.apply([command("window.create", id="earlier", title="Earlier")])
    stopped: list[str] = []

    async def stop_runs() -> None:
        stopped.append("runs")

    async def fails() -> None:
        raise RuntimeError("no run")

    text = told(*GOOD)
    model = HeldModel(text[: text.index('{"op": "dom.set"')])
    orchestrator = await with_control(made, model, on_stop=[stop_runs, fails])
    first = asyncio.ensure_future(orchestrator.send("notes"))
    await model.drawn.wait()
    second = asyncio.ensure_future(orchestrator.send("more"))
    await asyncio.sleep(0)
    async with asyncio.timeout(1):
        told_so = await orchestrator.stop()
    assert [(await turn).status for turn in (first, second)] == ["stopped", "stopped"]
    assert (model.closed_early, stopped, told_so["failed"]) == (1, ["runs"], ["no run"])
    assert made.windows() == [{"id": "earlier", "title": "Earlier"}]  # of the half batch nothing is left
    assert (await kinds(made))[-2:] == ["workspace.command", "workspace.chat"]
    later = Orchestrator(await again(log), StreamedModel([told(DRAW)]))
    assert (later.full_control.on, later.full_control.locked, later.full_control.applies) == (True, True, False)
    with pytest.raises(Fault, match="Full Control is locked"):
        await later.full_control.switch(on=True)
    assert (await later.send("go on")).status == "pending"
    await later.full_control.unlock()
    assert later.full_control.applies


async def two_processes() -> tuple[Orchestrator, Orchestrator, str]:
    """Return two processes that have the same workspace open, with a plan of two steps."""
    log = MemoryLog()
    here = Orchestrator(await workspace(log), StreamedModel([]))
    plan = await here.plans.keep(GOOD)
    return here, Orchestrator(await again(log), StreamedModel([])), plan.id


@pytest.mark.document("003", "Of two processes that decide about a step of a plan at once, one wins and one is told.")
@pytest.mark.parametrize("late", ["accept", "refuse", "edit"])
async def test_of_two_that_decide_about_a_step_one_wins_and_the_other_is_told(late: str) -> None:
    here, there, plan = await two_processes()
    await here.plans.accept(plan)
    decide = {"accept": there.plans.accept, "refuse": there.plans.refuse}.get(late)
    with pytest.raises(Fault) as caught:
        await (there.plans.edit(plan, 0, CREATE) if decide is None else decide(plan))
    assert caught.value.code in ("conflict", "not_found")
    for each in (here, there):
        assert (each.workspace.windows(), each.plans.waiting()) == ([{"id": "notes", "title": "Notes"}], [])
    written = [
        event.data["batch"] for event in await there.workspace.record.log.read(ID) if event.kind == "workspace.command"
    ]
    assert len(set(written)) == 1


async def test_two_that_accept_at_once_apply_it_once() -> None:
    here, there, plan = await two_processes()
    answers = await asyncio.gather(*(each.plans.accept(plan) for each in (here, there)), return_exceptions=True)
    assert sorted(isinstance(each, Fault) for each in answers) == [False, True]
    written = [event for event in await here.workspace.record.log.read(ID) if event.kind == "workspace.command"]
    assert len(written) == len(GOOD)


async def test_a_step_that_another_process_has_edited_is_not_accepted_as_it_was() -> None:
    here, there, plan = await two_processes()
    await here.plans.edit(plan, 0, {"op": "window.create", "params": {"id": "notes", "title": "Mine"}})
    with pytest.raises(Fault) as caught:
        await there.plans.accept(plan)
    assert (caught.value.code, there.workspace.windows()) == ("conflict", [])
    await there.plans.accept(plan)
    assert there.workspace.windows() == [{"id": "notes", "title": "Mine"}]


async def test_stop_drops_effects_under_way() -> None:
    begun = asyncio.Event()

    async def hangs(call: Call) -> Result:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    made = await workspace(effects=hangs)
    into = {"scope": "workspace", "key": "a"}
    orchestrator = await with_control(
        made, StreamedModel([told(command("api.call", url="pollex://tool/x", into=into))])
    )
    turn = asyncio.ensure_future(orchestrator.send("call"))
    await begun.wait()
    await orchestrator.stop()
    assert (await turn).status == "stopped"
    [entry] = made.snapshot()["state"]
    assert (entry["value"]["status"], "cancelled" in entry["value"]["error"]["message"]) == ("error", True)


async def test_cancelling_who_waits_is_not_stop() -> None:
    made = await workspace()
    model = HeldModel("[")
    orchestrator = await with_control(made, model)
    turn = asyncio.ensure_future(orchestrator.send("notes"))
    await model.drawn.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert (model.closed_early, orchestrator.full_control.locked) == (1, False)


class HeldLog(MemoryLog):
    """Writes at once, and says so only when told to: as a database does whose writer cannot be cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.written = asyncio.Event()
        self.go_on = asyncio.Event()

    async def append_all(self, run: str, events: Sequence[NewEvent], *, after: int) -> list[Event] | None:
        written = await super().append_all(run, events, after=after)
        self.written.set()
        await self.go_on.wait()
        return written


async def test_a_batch_that_is_cancelled_while_it_is_written_is_there_as_a_whole() -> None:
    log = HeldLog()
    made = await workspace(log)
    drawn: list[list[str]] = []
    made.updates.add(lambda update: drawn.append(list(update.windows)))
    applied = asyncio.ensure_future(made.apply(GOOD))
    await log.written.wait()
    applied.cancel()
    with pytest.raises(asyncio.CancelledError):
        await applied
    log.go_on.set()
    await made.apply([command("state.set", scope="workspace", key="a", value=1)])
    assert (made.windows(), picture(await again(log))) == ([{"id": "notes", "title": "Notes"}], picture(made))
    assert drawn == [["notes"], []]


async def test_a_batch_that_is_cancelled_before_its_turn_is_never_applied() -> None:
    log = HeldLog()
    made = await workspace(log)
    first = asyncio.ensure_future(made.apply([CREATE]))
    await log.written.wait()
    second = asyncio.ensure_future(made.apply([DRAW]))
    await asyncio.sleep(0)
    second.cancel()
    log.go_on.set()
    await asyncio.wait([first, second])
    await made.apply([command("state.set", scope="workspace", key="a", value=1)])
    assert (second.cancelled(), made.desk.windows["notes"].content) == (True, ())


async def test_a_piece_that_is_still_being_written_is_taken_back_too() -> None:
    log = HeldLog()
    made = await workspace(log)
    drawing = BatchDrawing(made, lambda: True)
    adding = asyncio.ensure_future(drawing.add(CREATE))
    await log.written.wait()
    adding.cancel()
    log.go_on.set()
    await asyncio.wait([adding])
    await drawing.take_back()
    assert (made.windows(), (await again(log)).windows()) == ([], [])


async def test_the_gate_is_part_of_the_snapshot_for_pages() -> None:
    made = await workspace()
    await with_control(made, StreamedModel([]))
    assert made.snapshot()["gate"] == {"fullControl": True}
    assert [event.data for event in await made.record.log.read(ID)] == [
        {"flags": {"fullControl": True}, "by": "person"}
    ]


async def test_a_plan_marks_what_nobody_sees() -> None:
    made = await workspace()
    plans = Orchestrator(made, StreamedModel([])).plans
    call = command("api.call", url="pollex://tool/mail.send", body={"to": "eve\u202e@x", "text": "a\u2800b"})
    plan = await plans.keep([call], title="Se\u200bnd")
    props = plans.props(plan.id)
    [step] = props["steps"]
    assert (props["title"], step["title"]) == ("Send", "calls mail.send (to: eve\ufffd@x; text: a\ufffdb)")
    assert step["after"] == 'GET pollex://tool/mail.send {"to":"eve\ufffd@x","text":"a\ufffdb"}'
