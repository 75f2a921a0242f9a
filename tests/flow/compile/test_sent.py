"""What the last change sent: outputs of a run without values, and of answers that repeat it."""

from collections.abc import Callable
from typing import Any

from pollex.core.json import Object
from pollex.flow.compile import Compiled

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
HOME = "https://example.org/"
TASK = "Write to Ada, subject Ferry times, 50 euros, due on 1 January 2027."


def typed(did: Did, name: str, text: str) -> Object:
    return did("page.type", {"index": 1, "text": text}, element={"role": "textbox", "name": name, "xpath": f"//{name}"})


def pressed(did: Did) -> Object:
    return did("page.click", {"index": 2}, {"url": HOME, "sent": 1}, element={"role": "button", "name": "Send"})


def sent(act: str, **fields: str) -> Object:
    changes = [{"path": f"/{name}", "kind": "changed", "before": "", "after": value} for name, value in fields.items()]
    return {"act": act, "method": "POST", "url": HOME, "changes": changes, "status": 201}


def outputs(made: Compiled) -> dict[str, Any]:
    return {each["display_name"]: each["value"] for each in made.document.get("outputs", [])}


def test_a_run_without_values_tells_what_it_sent(did: Did, compiled: Compile) -> None:
    acts = typed(did, "Subject", "Ferry times"), typed(did, "Note", "Ada"), pressed(did)
    made = compiled(TASK, *acts, effects=[sent("/3/1", subject="Ferry times", html="<p>Ada</p>")])
    assert outputs(made) == {"subject": "{{subject}}"}


def test_an_answer_that_repeats_what_was_sent_however_it_is_written(did: Did, compiled: Compile) -> None:
    acts = typed(did, "Amount", "50"), typed(did, "Date", "2027-01-01"), pressed(did)
    values = {"amount": "€50.00", "next": "1 Jan 2027", "other": "€7.00"}
    made = compiled(TASK, *acts, values=values, effects=[sent("/3/1", amount="50", day="2027-01-01")])
    assert outputs(made) == {"amount": "{{amount}}", "next": "{{date}}"}
    assert any("“other”" in each for each in made.unsure)


def test_a_run_without_values_tells_in_which_row_it_acted(did: Did, compiled: Compile) -> None:
    row = {
        "role": "button",
        "name": "Cancel",
        "xpath": "//tr[2]/td/button",
        "likes": 2,
        "neighbours": ["Heron Library"],
    }
    cancel = did("page.click", {"index": 3}, element=row)
    agreed = did("page.dialog", {"accept": True}, {"url": HOME})
    made = compiled("Cancel the order to Heron Library.", cancel, agreed, effects=[sent("/2/1")])
    assert outputs(made) == {"order": "{{order}}"}


def test_an_answer_of_a_run_that_changed_nothing_is_not_repeated(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Which is cheaper, the Oak Lamp or the Ash Lamp?", typed(did, "Query", "Oak Lamp"), values="Oak Lamp"
    )
    assert not outputs(made)
