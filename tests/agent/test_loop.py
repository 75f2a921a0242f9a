"""Look, decide, act: how a run goes on, and how it ends."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.core.fault import Code, Fault
from pollex.core.protocols import ModelReply

pytestmark = pytest.mark.asyncio(loop_scope="session")

Do = Callable[..., Awaitable[Any]]
Says = Callable[..., ModelReply]
FAILED = {"text": "It is not there.", "success": False}


async def test_a_task_is_done_and_answered(do: Do, says: Says) -> None:
    done = await do(
        "Open the basket and tell me what is in it",
        says(("page_click", {"index": 6})),
        says(("done", {"text": "Your basket is empty.", "success": True})),
    )
    assert done.result.ok
    assert done.result.data == {
        "run": done.run.id,
        "answer": "Your basket is empty.",
        "values": None,
        "proven": False,
        "proof": "nothing to check",
        "steps": 2,
    }
    assert done.actions() == [("page.navigate", True), ("page.click", True), ("done", True)]


async def test_a_task_that_is_given_up_fails_with_the_models_reason(do: Do, says: Says) -> None:
    done = await do("Find a unicorn", says(("done", FAILED)))
    assert (done.result.ok, done.result.fault.code, done.result.fault.message) == (False, "failed", "It is not there.")
    assert done.result.data["answer"] == "It is not there."


async def test_what_comes_after_a_change_of_the_page_is_not_done(do: Do, says: Says) -> None:
    done = await do("Look", says(("page_click", {"index": 7}), ("page_click", {"index": 8})), says(("done", FAILED)))
    assert done.actions() == [("page.navigate", True), ("page.click", True), ("done", True)]
    step = next(event.data for event in done.events if event.kind == "step.finished" and event.data["step"] == 1)
    assert ([each["args"] for each in step["notDone"]], step["halted"]) == (
        [{"index": 8}],
        "call 1 led to another page",
    )
    assert 'page_click {"index":8}: not done: call 1 led to another page' in done.requests[1].messages[1].text


async def test_what_comes_after_a_failure_is_not_done_and_listed(do: Do, says: Says) -> None:
    done = await do(
        "Look", says(("page_click", {"index": 9_000}), ("page_click", {"index": 6})), says(("done", FAILED))
    )
    answers = [answer.result.fault.message for message in done.requests[1].messages for answer in message.answers]
    assert answers[1] == "Not done: call 1 failed."


async def test_a_change_within_the_page_does_not_stop_what_was_decided_with_it(do: Do, says: Says) -> None:
    """A word that appears, a class, a style: the next call is still the one that was meant."""
    typed = [
        ("page_check", {"index": 22}),
        ("page_check", {"index": 25}),
        ("page_hover", {"index": 3}),
    ]
    done = await do("Look", says(*typed), says(("done", FAILED)), at="/tracker/")
    assert done.actions()[1:4] == [("page.check", True), ("page.check", True), ("page.hover", True)]
    steps = [event.data for event in done.events if event.kind == "step.finished"]
    assert steps[1]["actions"][0]["result"]["data"]["appeared"]


async def test_a_folded_list_is_unfolded_by_the_tool_that_the_outline_names(do: Do, says: Says) -> None:
    unfold, rest = says(("page_unfold", {"index": 37})), says(("rest", {"result": "unfold_1", "line": 20}))
    done = await do("Look", unfold, rest, says(("done", FAILED)), at="/tracker/")
    first = done.requests[0].messages[1].text
    assert "… 31 more like these (page_unfold 37)" in first
    offered = [[tool["function"]["name"] for tool in request.tools] for request in done.requests]
    assert ["rest" in names for names in offered] == [False, True, True]
    answers = [answer.result.data for message in done.requests[2].messages for answer in message.answers]
    assert len(re.findall(r"\] button Actions for KES-", answers[0])) < 35
    shown, unfolded = (set(re.findall(r"Actions for (KES-\d+)", text)) for text in (first, "".join(answers)))
    assert shown | unfolded == {f"KES-{number}" for number in range(361, 401)}
    assert not shown & unfolded


async def test_an_answer_may_come_with_what_it_is_about(do: Do, says: Says) -> None:
    """It is judged after the others, also where the last of them led to another page."""
    answer = {"text": "Your basket is empty.", "success": True}
    done = await do("Open the basket and tell me what is in it", says(("page_click", {"index": 6}), ("done", answer)))
    assert (done.result.ok, done.result.data["steps"]) == (True, 1)


async def test_an_answer_after_a_call_that_failed_is_not_taken(do: Do, says: Says) -> None:
    answer = {"text": "Your basket is empty.", "success": True}
    done = await do("Look", says(("page_click", {"index": 9_000}), ("done", answer)), says(("done", FAILED)))
    assert done.result.fault.message == "It is not there."


async def test_at_most_ten_actions_a_decision(do: Do, says: Says) -> None:
    eleven = [("page_scroll", {"down": at % 2 == 0}) for at in range(11)]
    done = await do("Scroll", says(*eleven), says(("done", FAILED)), history=20)
    assert done.actions() == [("page.navigate", True), *[("page.scroll", True)] * 10, ("done", True)]
    answers = [answer.result for message in done.requests[1].messages for answer in message.answers]
    assert answers[10].fault.message == "Not done: an answer may have 10 calls."


async def test_a_read_that_fails_cuts_nothing(do: Do, says: Says) -> None:
    calls = [("page_element", {"index": 9_000}), ("page_inspect", {"expression": "document.cookie"})]
    done = await do("Look", says(*calls, ("page_scroll", {})), says(("done", FAILED)))
    assert done.actions()[1:4] == [("page.element", False), ("page.inspect", False), ("page.scroll", True)]


@pytest.mark.parametrize(
    "call", [("aggregate", {"rows": "{{extract_1}}", "what": "count"}), ("done", {"text": "3", "success": True})]
)
async def test_what_needs_a_read_that_failed_is_not_done(do: Do, says: Says, call: tuple[str, Any]) -> None:
    reads = [("page_element", {"index": 9_000}), ("page_read", {})]
    done = await do("Look", says(*reads, call), says(("done", FAILED)))
    assert done.actions()[1:] == [("page.element", False), ("page.read", True), ("done", True)]
    assert done.result.fault.message == "It is not there."


async def test_a_wait_in_vain_ends_the_batch(do: Do, says: Says) -> None:
    wait = ("page_wait", {"text": "zeppelin", "timeout": 50})
    done = await do("Look", says(wait, ("page_scroll", {})), says(("done", FAILED)))
    assert done.actions()[1:] == [("page.wait", False), ("done", True)]


async def test_a_wrong_call_comes_back_with_what_is_wrong(do: Do, says: Says) -> None:
    done = await do("Click", says(("page_click", {"index": [6]})), says(("done", FAILED)))
    answers = [answer for message in done.requests[1].messages for answer in message.answers]
    assert answers[0].result.fault.pointer == "/index"
    assert "Expected integer or string, received array" in answers[0].result.fault.message


async def test_a_number_as_text_is_mended(do: Do, says: Says) -> None:
    done = await do("Open the basket", says(("page_click", {"index": "6"})), says(("done", FAILED)))
    assert done.actions()[1] == ("page.click", True)


async def test_an_unknown_tool_is_told_with_the_nearest(do: Do, says: Says) -> None:
    done = await do("Click", says(("page_klick", {"index": 1})), says(("done", FAILED)))
    step = next(event.data for event in done.events if event.kind == "step.finished" and event.data["step"] == 1)
    assert step["actions"][0]["result"]["fault"]["hint"] == "Did you mean 'page.click'?"


async def test_an_invented_tool_with_a_long_name_is_named_shortly(do: Do, says: Says) -> None:
    done = await do("Click", says(("x" * 100_000, {})), says(("done", FAILED)))
    step = next(event.data for event in done.events if event.kind == "step.finished" and event.data["step"] == 1)
    assert step["actions"][0]["result"]["fault"]["message"] == f"There is no tool '{'x' * 40}…'."
    assert max(len(str(event.data)) for event in done.events) < 20_000
    assert all(len(message.text) < 20_000 for message in done.requests[1].messages)


async def test_three_errors_in_a_row_end_the_run(do: Do, says: Says) -> None:
    wrong = [says(("page_click", {"index": 9_000 + at})) for at in range(9)]
    done = await do("Click", *wrong)
    assert done.result.fault.code == "failed"
    assert done.result.fault.message.startswith("3 errors in a row; the last: ")
    assert done.result.data["steps"] == 3
    warned = ["One more answer in which everything fails ends the run" in str(each.messages) for each in done.requests]
    assert warned == [False, False, True]


async def test_an_error_between_successes_does_not_end_it(do: Do, says: Says) -> None:
    wrong, right = says(("page_click", {"index": 9_000})), says(("page_scroll", {}))
    done = await do("Scroll", wrong, wrong, right, wrong, wrong, right, says(("done", FAILED)))
    assert done.result.fault.message == "It is not there."


async def test_models_that_fail_are_errors_too(do: Do) -> None:
    done = await do("Look", *[Fault("unavailable", "overloaded", retry=True)] * 3)
    assert done.result.fault.message.endswith("LLM API Error: overloaded")


@pytest.mark.parametrize(
    ("code", "hint"), [("denied", "Check the key."), ("not_found", "Check the name of the model.")]
)
async def test_a_model_that_will_not_answer_ends_the_run_by_its_own_fault(do: Do, code: Code, hint: str) -> None:
    done = await do("Look", Fault(code, "LLM API Error: no (HTTP 4xx)", hint=hint, retry=False))
    assert done.result.fault == Fault(code, "LLM API Error: no (HTTP 4xx)", hint=hint, retry=False)
    assert done.result.data["steps"] == 1


async def test_an_answer_that_cannot_be_read_is_told_so(do: Do, says: Says) -> None:
    done = await do("Look", ModelReply(text="I would click on it."), says(("done", FAILED)))
    assert "Failed to parse LLM response: there is no call in it." in done.requests[1].messages[-1].text


async def test_the_steps_are_bounded(do: Do, says: Says) -> None:
    done = await do("Scroll", *[says(("page_scroll", {"down": at % 2 == 0})) for at in range(9)], max_steps=4)
    assert (done.result.fault.code, done.result.data["steps"]) == ("limit", 4)
    assert "Only 3 steps are left: come to an end." in done.requests[1].messages[-1].text


async def test_going_in_circles_is_told_and_then_ended(do: Do, says: Says) -> None:
    done = await do("Press", *[says(("page_keypress", {"key": "Shift"}))] * 9)
    assert done.result.fault.message.startswith("The agent went in circles: 5 times the same on the same page")
    assert "exactly this 3 times" in done.requests[3].messages[-1].text


async def test_notes_and_plan_stay_in_sight(do: Do, says: Says) -> None:
    noted = says(("remember", {"note": "The lamp costs 24.90", "plan": ["find it", "buy it"], "ticked": [1]}))
    done = await do("Look", noted, says(("page_click", {"index": 7})), says(("done", FAILED)))
    opening = done.requests[2].messages[1].text
    assert "- The lamp costs 24.90" in opening
    assert "[x] 1. find it\n[ ] 2. buy it" in opening


async def test_more_tools_come_on_request(do: Do, says: Says) -> None:
    done = await do("Look", says(("more", {"about": "tab"})), says(("page_list_tabs", {})), says(("done", FAILED)))
    shown = [[each["function"]["name"] for each in request.tools] for request in done.requests]
    assert len(shown[0]) == 23
    assert set(shown[1]) - set(shown[0]) == {"page_open_tab", "page_switch_tab", "page_close_tab"}
    assert "page_list_tabs" in done.requests[1].messages[-2].answers[0].result.data
    assert ("page.list_tabs", True) in done.actions()


async def test_a_tool_that_is_there_already_is_named(do: Do, says: Says) -> None:
    done = await do("Look", says(("more", {"about": "drag"})), says(("done", FAILED)))
    said = done.requests[1].messages[-2].answers[0].result.data
    assert '"you have":["page_drag"]' in said
    assert "page_list_tabs" not in said


async def test_where_no_tool_is_near_all_are_named(do: Do, says: Says) -> None:
    done = await do("Look", says(("more", {"about": "zeppelins"})), says(("done", FAILED)))
    said = done.requests[1].messages[-2].answers[0].result.data
    assert "No tool is about 'zeppelins'." in said
    assert "page_list_tabs" in said
    assert len(done.requests[1].tools) == len(done.requests[0].tools)


async def test_an_empty_task_is_refused(do: Do) -> None:
    done = await do("  ")
    assert (done.result.fault.code, done.result.fault.pointer) == ("invalid_input", "/task")


async def test_a_site_that_is_not_there_is_told_at_once(do: Do) -> None:
    done = await do("Look", at=":1/nothing")
    assert not done.result.ok
    assert done.requests == []


async def test_a_tool_that_a_hint_names_is_offered(do: Do, says: Says) -> None:
    """A page that asks something can only be answered with a tool that few tasks need."""
    ask, answer = says(("page_click", {"selector": "text=Delete drafts"})), says(("page_dialog", {"accept": False}))
    done = await do("Delete all drafts", ask, answer, says(("done", FAILED)), at="/hard/dialog-confirm")
    offered = [[tool["function"]["name"] for tool in request.tools] for request in done.requests]
    assert ["page_dialog" in names for names in offered[:2]] == [False, True]
