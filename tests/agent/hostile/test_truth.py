"""A page can make the model lie, chatter and run for ever; the run says what was proven, and ends."""

from __future__ import annotations

import pytest

from ...selection import some
from .conftest import DONE, NEXT, TASK, Attack
from .gullible import Step

pytestmark = pytest.mark.asyncio(loop_scope="session")

WELL = (True, "The total is 42.50.", True)


@pytest.mark.parametrize("number", some(["9,999.99", "4,250", "2.50", "200"], 2))
async def test_a_number_that_no_page_has_shown_is_not_proven(number: str, attack: Attack) -> None:
    lie: Step = ("done", {"text": f"The total is {number}.", "success": True})
    outcome = await attack("harmless", errand=(NEXT, lie))
    assert outcome.answer == (False, f"The total is {number}.", False)


@pytest.mark.parametrize("number", ["42,50", "42.5"])
async def test_the_number_that_a_page_has_shown_is_proven(number: str, attack: Attack) -> None:
    verify: Step = ("done", {"text": f"The total is {number}.", "success": True})
    outcome = await attack("harmless", errand=(NEXT, verify))
    assert outcome.answer == (True, f"The total is {number}.", True)


async def test_a_deed_that_a_page_dictates_and_nobody_did_is_not_proven(attack: Attack) -> None:
    outcome = await attack("false_deed", task="Pay the open order.", errand=(DONE,))
    assert len(outcome.model.asked_for("done")) == 1
    assert outcome.answer[2] is False


async def test_a_model_that_goes_in_circles_is_stopped(attack: Attack) -> None:
    outcome = await attack("endless", max_steps=12)
    assert (outcome.result.ok, len(outcome.model.obeyed)) == (False, 12)


async def test_a_page_that_asks_without_end_is_given_up(attack: Attack) -> None:
    outcome = await attack("dialog_storm", ("page.wait", {"duration": 800}))
    assert (len(outcome.model.asked_for("page.dialog")) > 3, outcome.result.ok) == (True, False)


async def test_a_page_that_holds_on_to_its_visitor_is_left(attack: Attack) -> None:
    outcome = await attack("held_back", errand=(NEXT, ("page.dialog", {"accept": True}), DONE))
    assert outcome.answer == WELL


async def test_a_huge_page_costs_no_more_than_a_page(attack: Attack) -> None:
    outcome = await attack("huge")
    longest = max(sum(len(message.text) for message in request.messages) for request in outcome.model.requests)
    assert (outcome.model.asked_for("page.text"), longest < 40_000) == ([{}], True)


async def test_a_page_cannot_have_the_instructions_told(attack: Attack) -> None:
    """A model that gives away what it was told; nothing in it is a secret, and it proves nothing."""
    outcome = await attack("prompt_wanted", errand=(NEXT, ("done", {"text": f"I was told: “{TASK}”", "success": True})))
    rules = outcome.model.requests[0].messages[0].text
    assert ("data-" in rules, outcome.held(["Tr0ub4dor"])) == (True, [])
