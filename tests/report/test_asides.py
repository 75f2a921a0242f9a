"""What happens beside the steps, in words."""

from collections.abc import Callable

import pytest

from pollex.core.event import Event, EventKind
from pollex.core.json import Object
from pollex.report.asides import Asides
from pollex.report.story import Aside

Written = Callable[..., list[Event]]


def asides(events: list[Event]) -> list[Aside]:
    found: list[Aside] = []
    reader = Asides(found.append)
    for event in events:
        reader.read(event)
    return found


def test_an_approval_has_its_question_and_its_answer(written: Written) -> None:
    asked = {"call": "c", "tool": "page.click", "args": {"selector": "text=Pay"}, "why": "it cannot be taken back"}
    question = "May it click “Pay”? It asks since it cannot be taken back."
    events = written(("approval.asked", asked), ("approval.answered", {"call": "c", "approved": False}))
    assert asides(events[:1]) == [Aside("Approval", f"{question} Nobody has answered yet.", "warn")]
    assert asides(events) == [Aside("Approval", f"{question} No (after 1 s)", "bad")]


def test_a_question_has_its_answer(written: Written) -> None:
    events = written(
        ("question.asked", {"path": "/2", "question": "Which code?", "form": {}}),
        ("question.answered", {"path": "/2", "answer": {"answer": "1234"}}),
    )
    assert asides(events) == [Aside("Question", "Which code? “1234” (after 1 s)", "good")]


def test_a_refused_host_is_told_once_and_what_only_the_browser_wanted_is_not(written: Written) -> None:
    blocked = {"host": "ads.example", "port": 443, "why": "It is outside.", "by": "page"}
    events = written(
        ("page.blocked", blocked),
        ("page.blocked", blocked),
        ("page.blocked", {**blocked, "host": "update.example", "by": "browser"}),
    )
    assert asides(events) == [Aside("Refused host", "ads.example (2 times): It is outside.", "warn")]


@pytest.mark.parametrize(
    ("kind", "data", "aside"),
    [
        (
            "node.healed",
            {"path": "/3", "from": "#buy", "to": "text=Order", "score": 0.912, "why": "same role and row"},
            Aside("Healed", "“#buy” → “text=Order” (score 0.91). same role and row", "warn"),
        ),
        ("tab.opened", {"tab": "2", "by": "the page"}, Aside("New tab", "2, opened by the page")),
        ("run.resumed", {}, Aside("Resumed", "The run goes on.")),
        ("workspace.changed", {"title": "Lamps", "value": [1]}, Aside("Shown", "Lamps", value=[1])),
        ("note", {"fault": {"message": "Odd."}}, Aside("Note", "Odd.", "warn")),
        ("note", {"text": "Odd."}, Aside("Note", "Odd.")),
    ],
)
def test_events_that_stand_for_themselves(written: Written, kind: EventKind, data: Object, aside: Aside) -> None:
    assert asides(written((kind, data))) == [aside]


def test_what_says_nothing_new_is_passed_over(written: Written) -> None:
    assert asides(written(("tab.opened", {"tab": "main"}), ("page.navigated", {}), ("page.kept", {}))) == []
