"""What a judge is shown of what a choice rests on."""

from typing import Any

import pytest

from pollex.agent.guard.case import Act, Case, Past
from pollex.agent.guard.grounds import chosen_for, lines_read
from pollex.agent.guard.judge import VERDICT, prompt
from pollex.agent.guard.provenance import Provenance
from pollex.agent.history import History, PastCall, Turn
from pollex.agent.look import Look
from pollex.agent.task import Task
from pollex.browser.effect import Effect
from pollex.browser.evidence import Evidence
from pollex.browser.outgoing_request import OutgoingRequest
from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.difference import Difference
from pollex.core.json import Object
from pollex.core.pipeline.redact import Redactor
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.text.literal import Statements

TASK = "A tenth of my last pay goes to the savings account"
OUTLINE = """# Account
[4] link Savings €13,752.49 DE56 5001
28 Oct 2026 · Engines Ltd · Salary October · €2,760.00
27 Oct 2026 · Bakery · €4.20
[7] checkbox Select Leon · Leon Fischer 11-14 Offer for the shed
[8] checkbox Select Mara · Mara Lind 11-13 Holidays
[9] textbox Purpose = A tenth of the October salary
Transfers: A tenth of the October salary
↓ 2 screens below: Salary October"""


def history(*actions: PastCall) -> History:
    return History([Turn("/1", Look("http://bank.example/", "Bank", OUTLINE), actions=list(actions))])


def called(path: str, tool: str, element: Evidence, **args: Any) -> PastCall:
    return PastCall(path, path, tool, args, Result(True, proof={"/selector": element.to_json()}), 1.0)


def case(changes: Object, *entered: str) -> Case:
    request = OutgoingRequest("POST", "http://bank.example/transfer")
    act = Act(VERDICT, Call("page.click", {}), {}, Context(Registry()), Evidence(role="button", name="Send"))
    made = tuple(Difference((name,), "added", None, text, ()) for name, text in changes.items())
    provenance = Provenance(TASK, dict.fromkeys(entered, 0), lambda _: Statements(""), [OUTLINE], Redactor())
    return Case(Effect(1, request, made, "nothing"), act, Task(TASK), provenance)


def test_the_lines_come_first_that_share_most_with_the_values() -> None:
    paid = case({"iban": "DE56 5001", "payee": "Engines Ltd", "note": "Salary"})
    assert lines_read(paid, history())[:2] == [
        "28 Oct 2026 · Engines Ltd · Salary October · €2,760.00",
        "Savings €13,752.49 DE56 5001",
    ]


def test_what_the_model_wrote_itself_is_no_ground_for_it() -> None:
    own = "A tenth of the October salary"
    read = lines_read(case({"note": own}, own), history())
    assert read == ["28 Oct 2026 · Engines Ltd · Salary October · €2,760.00"]


def test_what_a_tool_read_is_a_ground_record_by_record() -> None:
    data = [{"payee": "Bakery", "amount": 4.2}, {"payee": "Engines Ltd", "purpose": "October salary", "amount": 2760}]
    read = PastCall("/1/1", "1", "page.extract", {}, Result(True, data), 1.0)
    assert "Engines Ltd · October salary · 2760" in lines_read(case({"note": "October salary"}), history(read))


def ticked(path: str, name: str, near: str, *, on: bool = True) -> PastCall:
    return called(path, "page.check", Evidence(role="checkbox", name=name, neighbours=(near,)), on=on)


@pytest.mark.parametrize(("on", "told"), [(True, "True"), (False, "False")])
def test_what_was_ticked_is_told_by_its_row(on: bool, told: str) -> None:
    done = history(ticked("/1/1", "Select Leon", "Leon Fischer", on=on))
    assert chosen_for(done, []) == [f"Leon Fischer 11-14 Offer for the shed = {told}"]


def test_what_was_chosen_for_an_earlier_effect_is_not_told_again() -> None:
    first, second = ticked("/1/1", "Select Leon", "Leon Fischer"), ticked("/1/2", "Select Mara", "Mara Lind")
    sent = case({})
    sent.act.path = "/1/1"
    past = [Past(sent.effect, sent.act, "", 0)]
    assert chosen_for(history(first, second), past) == ["Mara Lind 11-13 Holidays = True"]


def test_a_prompt_shows_as_much_of_it_as_there_is_room_for() -> None:
    judged = case({"note": "October salary"})
    judged.chosen, judged.read = ["x" * 100] * 3, ["y" * 100] * 4
    assert "x" * 100 in prompt(judged, Redactor())[1].text
    judged.read = ["y" * 100] * 40
    assert len(prompt(judged, Redactor())[1].text) < 2_100
