"""From events to a story: of the agent, of workflows, of plain calls, finished or not."""

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pollex.core.event import KINDS, Event, EventKind
from pollex.core.result import Cost
from pollex.report.ending import Ending
from pollex.report.gather import gather
from pollex.report.story import Aside, ReportedCall, StoryPart

Written = Callable[..., list[Event]]

GONE = {"code": "not_found", "message": "It is gone.", "hint": "Look again."}
CLICK: dict[str, Any] = {"call": "c", "tool": "page.click", "effect": "act", "args": {"index": 4}}


def answer(ok: bool = True, **more: Any) -> dict[str, Any]:
    return {"ok": ok, "data": None, "fault": None if ok else GONE, "files": [], **more}


def parts(events: list[Event]) -> list[StoryPart]:
    return gather(events).parts


def test_a_step_has_what_was_decided_done_and_spent(written: Written) -> None:
    action = {
        "path": "/1/1",
        "tool": "page.click",
        "args": {"index": 4},
        "result": answer(),
        "ms": 40,
        "box": [1, 2, 3, 4],
    }
    cost = {"ms": 900, "tokensIn": 10, "tokensOut": 2, "usd": 0.5}
    story = gather(
        written(
            ("run.started", {"task": "Buy it", "model": "local"}),
            ("step.started", {"path": "/1", "step": 1, "url": "http://x/", "title": "Shop", "fingerprint": "f"}),
            ("model.asked", {"path": "/1"}),
            ("model.answered", {"path": "/1", "text": "I buy.", "requests": [{"tool": "page.click"}], "cost": cost}),
            ("call.started", CLICK),
            ("call.finished", {"call": "c", "tool": "page.click", "result": answer()}),
            ("step.finished", {"path": "/1", "step": 1, "picture": "1.png", "actions": [action], "notes": ["a"],
                               "plan": ["buy"], "cost": cost, "notDone": [{}], "halted": "call 1 failed",
                               "problem": None}),
            ("run.finished", {"result": answer(data={"answer": "Bought.", "proof": "proven"}, cost=cost)}),
        )
    )  # fmt: skip
    [part] = story.parts
    assert (part.path, part.after, part.ms, part.data["title"], part.data["picture"]) == (
        "/1", 1000, 5000, "Shop", "1.png",
    )  # fmt: skip
    assert (part.decided, part.wanted, part.plan, part.notes) == ("I buy.", [{"tool": "page.click"}], ["buy"], ["a"])
    assert part.actions == [ReportedCall("page.click", {"index": 4}, answer(), 40, (1, 2, 3, 4), "/1/1")]
    assert (part.cost, part.data["halted"]) == (Cost(900, 10, 2, 0.5), "call 1 failed")
    assert (story.ending, story.cost) == (Ending("done", "Done and proven"), Cost(900, 10, 2, 0.5))
    assert (story.title, story.data["answer"], story.ms) == ("Buy it", "Bought.", 7000)


def test_notes_and_plan_are_told_when_they_are_new(written: Written) -> None:
    steps = [({"notes": ["a"], "plan": ["p"]}), ({"notes": ["a", "b"], "plan": ["p"]})]
    told = [("step.finished", {"path": f"/{n}", "step": n, "actions": [], **step}) for n, step in enumerate(steps)]
    assert [(part.notes, part.plan) for part in parts(written(*told))] == [(["a"], ["p"]), (["b"], [])]


def test_the_agents_own_looks_are_no_steps_and_its_first_step_takes_its_call(written: Written) -> None:
    look, going = {"call": "l", "tool": "page.state", "effect": "read"}, {"call": "g", "tool": "page.navigate"}
    did = {"tool": "page.navigate", "args": {"url": "http://x/"}, "result": answer(), "ms": 1}
    story = parts(
        written(
            ("run.started", {"task": "Look"}),
            ("call.started", going),
            ("call.finished", {**going, "result": answer()}),
            ("step.finished", {"path": "/0", "step": 0, "actions": [did]}),
            ("call.started", look),
            ("call.finished", {**look, "result": answer()}),
        )
    )
    assert [(part.path, part.after, part.ms, part.headline) for part in story] == [
        ("/0", 1000, 2000, "Went to http://x/")
    ]


def test_a_run_that_was_cut_off_shows_how_far_it_came(written: Written) -> None:
    story = gather(
        written(
            ("run.started", {"task": "Buy it"}),
            ("step.started", {"path": "/1", "step": 1, "url": "http://x/", "title": "Shop"}),
            ("model.answered", {"path": "/1", "text": "I buy.", "cost": {"tokensIn": 7}}),
            ("call.started", CLICK),
        ),
        "interrupted",
    )
    [part] = story.parts
    assert (part.ms, part.ok, part.actions) == (None, None, [ReportedCall("page.click", {"index": 4})])
    assert part.headline == "Began to click element 4"
    assert (story.ending.words, story.cost.tokens_in) == ("Interrupted: nobody goes on with it", 7)


def test_nodes_are_in_order_with_their_calls_but_not_the_calls_inside(written: Written) -> None:
    act = {"call": "a", "tool": "page.act", "effect": "act", "args": {"instruction": "buy"}}
    [outer, inner, after] = parts(
        written(
            ("run.started", {"workflow": "Shop", "inputs": {}}),
            ("node.started", {"path": "/1", "alias": None, "type": "iterate"}),
            ("node.started", {"path": "/1[0]/2", "alias": "buy", "type": "browser_action"}),
            ("call.started", act),
            ("call.started", CLICK),
            ("call.finished", {"call": "c", "tool": "page.click", "result": answer()}),
            ("call.finished", {"call": "a", "tool": "page.act", "result": answer(files=["a.pdf"])}),
            ("node.finished", {"path": "/1[0]/2", "ok": True, "rung": "later", "ms": 12.5, "fault": None}),
            ("node.finished", {"path": "/1", "ok": True, "ms": 20}),
            ("node.started", {"path": "/3", "type": "browser_action"}),
            ("call.finished", {"call": "x", "tool": "page.clik", "result": answer(ok=False)}),
            ("node.finished", {"path": "/3", "ok": False, "ms": 3, "fault": GONE}),
        )
    )
    assert (outer.path, outer.depth, outer.ms, outer.actions, outer.ok) == ("/1", 0, 20, [], True)
    assert (inner.path, inner.depth, inner.data["rung"], inner.ms) == ("/1[0]/2", 1, "later", 12.5)
    assert inner.actions == [ReportedCall("page.act", {"instruction": "buy"}, answer(files=["a.pdf"]), 3000)]
    assert (after.ok, after.data["fault"], after.actions) == (
        False,
        GONE,
        [ReportedCall("page.clik", {}, answer(ok=False))],
    )


def test_files_are_told_once(written: Written) -> None:
    told = {"call": "c", "tool": "page.pdf", "result": answer(files=["a.pdf"])}
    story = gather(
        written(("call.finished", told), ("file.written", {"path": "a.pdf"}), ("file.written", {"path": "b"}))
    )
    assert (story.files, story.kind, story.parts[0].kind) == (["a.pdf", "b"], "calls", "calls")


def test_what_happens_between_the_steps_stands_between_them(written: Written) -> None:
    story = gather(
        written(
            ("run.started", {"task": "t"}),
            ("step.finished", {"path": "/1", "step": 1, "actions": []}),
            ("page.crashed", {"what": "a tab"}),
            ("step.started", {"path": "/2", "step": 2}),
            ("page.dialog", {"kind": "confirm", "message": "Sure?"}),
            ("step.finished", {"path": "/2", "step": 2, "actions": []}),
        )
    )
    first, between, second = story.entries
    assert isinstance(first, StoryPart)
    assert between == Aside("Crash", "Gone, and opened again: a tab", "bad")
    assert isinstance(second, StoryPart)
    assert second.asides == [Aside("Dialog", "The page asked (confirm): “Sure?”", "warn")]


def test_endings(written: Written) -> None:
    def ended(result: Any = None, status: str | None = None) -> tuple[str, str]:
        told = [("run.started", {"task": "t"}), *([("run.finished", {"result": result})] if result else [])]
        ending = gather(written(*told), status).ending
        return ending.state, ending.words

    assert ended(answer(data={"proof": "proven"})) == ("done", "Done and proven")
    assert ended(answer(data={"proof": "seen"})) == ("done", "Done; not every part could be checked")
    assert ended(answer(data={"proof": "nothing to check"})) == ("done", "Done")
    assert ended(answer(data={"proof": "partly"}))[0] == "unproven"
    assert ended(answer(ok=False)) == ("failed", "Failed")
    assert ended({"ok": False, "fault": {"code": "cancelled"}}) == ("stopped", "Stopped")
    assert ended(status="paused") == ("running", "Paused")
    assert ended(status="cancelled") == ("stopped", "Stopped")
    assert ended(status="dead")[0] == "failed"
    assert ended() == ("running", "Not finished")


def test_every_second_belongs_to_what_was_going_on(written: Written) -> None:
    call, look = {"call": "a", "effect": "act"}, {"call": "b", "effect": "read"}
    events = written(
        ("run.started", {}),  # else
        ("call.started", look),  # looking
        ("call.finished", look),  # else
        ("step.started", {"path": "/1"}),  # looking
        ("model.asked", {}),  # deciding
        ("model.answered", {}),  # looking
        ("approval.asked", {}),  # waiting
        ("approval.answered", {}),  # looking
        ("call.started", call),  # acting
        ("call.started", {"call": "inner", "effect": "read"}),  # acting
        ("call.finished", {"call": "inner"}),  # acting
        ("call.finished", call),  # looking
        ("step.finished", {"path": "/1"}),  # else
        ("run.finished", {}),
    )
    story = gather(events)
    assert story.spent == {"other": 3000, "looking": 5000, "deciding": 1000, "waiting": 1000, "acting": 3000}
    assert {part.path: part.spent for part in story.steps} == {
        "/1": {"looking": 4000, "deciding": 1000, "waiting": 1000, "acting": 3000}
    }


def test_the_time_until_a_killed_run_goes_on_is_waiting(written: Written) -> None:
    call = {"call": "a", "effect": "act"}
    events = written(
        ("node.started", {"path": "/1"}),
        ("call.started", call),
        ("run.resumed", {}),
        ("call.started", call),
        ("call.finished", call),
        ("node.finished", {"path": "/1"}),
    )
    assert gather(events).spent == {"other": 3000, "waiting": 1000, "acting": 1000}


KIND: st.SearchStrategy[EventKind] = st.sampled_from(sorted(KINDS))


@given(st.lists(st.tuples(KIND, st.sampled_from(["/1", "/2", "/2/3"])), min_size=1, max_size=40))
def test_nothing_is_counted_twice_or_lost(told: list[tuple[EventKind, str]]) -> None:
    events = [
        Event("r", seq, f"2026-11-15T10:00:{seq:02}Z", kind, {"path": path, "call": path, "effect": "act"})
        for seq, (kind, path) in enumerate(told)
    ]
    story = gather(events)
    assert story.ms == 1000 * (len(events) - 1)
    assert sum(sum(part.spent.values()) for part in story.parts) <= story.ms


def test_a_run_of_a_library_tool_is_called_by_its_name(written: Written) -> None:
    assert gather(written(("run.started", {"tool": "shop.find-products", "inputs": {}}))).title == "shop.find-products"
