"""What a page said of the last change is told by the workflow, and proves it where nothing else does."""

from collections.abc import Callable
from typing import Any

import pytest

from pollex.core.event import Event
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.flow.compile import Compiled, compile_run
from pollex.flow.expected import as_expected
from pollex.flow.node import Node

Did = Callable[..., Object]
Written = Callable[..., list[Event]]
HOME = "https://example.org/"
HEAD = "Things\nSent\nAssigned to me"


def done(
    did: Did,
    written: Written,
    shown: str,
    *,
    button: str = "Create issue",
    status: int = 200,
    method: str = "POST",
    **told: Any,
) -> Compiled:
    """What comes of pressing a button, after which the page shows this."""
    pressed = did(
        "page.click", {"index": 1}, {"url": HOME, "sent": 1, **told}, element={"role": "button", "name": button}
    )
    effect = {"act": "/1/1", "method": method, "url": HOME, "changes": [], "status": status}
    events = written("Do it.", pressed, effects=[effect])
    events[1].data.update(shown=f"{HEAD}\n{shown}\nFooter", url=HOME)
    return compile_run(events)


def outputs(made: Compiled) -> dict[str, str]:
    return {each["display_name"]: each["value"] for each in made.document.get("outputs", [])}


def rules(made: Compiled) -> list[Any]:
    return [rule for node in made.document["nodes"] for rule in node["config"].get("rules", [])]


def test_a_key_that_the_page_gave_is_an_output(did: Did, written: Written) -> None:
    made = done(did, written, "KES-401 created", appeared=["KES-401 created Undo"])
    assert outputs(made) == {"issue": "{{issue.value}}", "confirmation": "{{issue.value}} created"}


def test_a_number_is_called_by_the_word_before_it_or_by_what_it_counts(did: Did, written: Written) -> None:
    transfer = done(did, written, "Your transfer is on its way. Reference 9E229C72")
    assert list(outputs(transfer)) == ["reference", "confirmation"]
    moved = done(did, written, "4 issues changed", appeared=["4 issues changed Undo"])
    assert list(outputs(moved)) == ["issues", "confirmation"]


def test_a_notice_proves_what_nothing_else_does(did: Did, written: Written) -> None:
    made = done(did, written, "Your table is booked.")
    assert rules(made) == [{"type": "text", "text": "Your table is booked."}]
    assert outputs(made) == {"confirmation": "Your table is booked."}
    assert not any("is not checked" in each for each in made.unsure)


def test_contents_and_names_are_no_notices(did: Did, written: Written) -> None:
    letter = "Dear Robin, the tickets are booked. We leave at 8:12. Best wishes"
    assert not outputs(done(did, written, letter))


def test_of_two_notices_the_one_about_the_button_counts(did: Did, written: Written) -> None:
    assert not outputs(done(did, written, "Message sent\nDraft deleted"))
    made = done(did, written, "Your parcel is on its way\nMessage sent", button="Send")
    assert outputs(made) == {"confirmation": "Message sent"}


@pytest.mark.parametrize("line", ["Frequently contacted", "The old sync has been deprecated."])
def test_what_a_page_says_anyway_is_no_notice_of_what_it_sent_by_a_script(
    line: str, did: Did, written: Written
) -> None:
    made = done(did, written, line, button="Calendar sync", method="PUT")
    assert (outputs(made), rules(made)) == ({}, [])
    late = done(did, written, f"{line}\nIssue created", method="PUT")
    assert outputs(late) == {"confirmation": "Issue created"}


def test_a_notice_on_another_page_is_told_only_where_it_is_there(did: Did, written: Written) -> None:
    led: dict[str, Any] = {"from": f"{HOME}compose"}
    made = done(did, written, "Message sent", button="Send", **led)
    assert outputs(made) == {"confirmation": "{{confirmation}}"}
    assert [each["text"] for each in rules(made) if each["type"] == "text"] == ["Message sent"]


def test_what_was_answered_by_a_redirect_has_to_be_so_again(did: Did, written: Written) -> None:
    made = done(did, written, "Standing orders", status=303)
    node = next(each for each in made.document["nodes"] if "taken" in each)
    assert node["taken"] == "redirect"
    again = {"url": HOME, "sent": 1, "requests": [{"method": "POST", "url": HOME, "status": 200}]}
    refused = as_expected(Node(node), Result.success(again))
    assert refused.fault is not None
    assert "the page was shown again" in refused.fault.message
    again["requests"] = [{"method": "POST", "url": HOME, "status": 303}]
    assert as_expected(Node(node), Result.success(again)).ok
