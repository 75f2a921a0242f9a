"""Words beside the orders: headings, brackets, remarks. They are kept as remarks, and change nothing."""

import pytest

from pollex.model.local.program import Act, Enter, Instruction, Joined, Mention, Question, Remark, Tick
from pollex.model.local.reading.reader import read


def steps(said: str) -> list[Instruction]:
    program = read(said)
    assert program.unknown == ()
    return [step for step in program.steps if not isinstance(step, Remark)]


def remarks(said: str) -> list[str]:
    return [step.words for step in read(said).steps if isinstance(step, Remark)]


@pytest.mark.parametrize(
    ("said", "remark"),
    [
        ("Press Donate, only once.", "only once"),
        ("Press Donate, nothing else.", "nothing else"),
        ("Press Donate, we have one already.", "we have one already"),
        ("Press Donate, she is waiting for it.", "she is waiting for it"),
        ("Press Donate, any amount.", "any amount"),
        ("Press Donate, one after the other.", "one after the other"),
        ("Press Donate (use the one at the top).", "use the one at the top"),
        ("Press Donate. Leave the date as it is.", "Leave the date as it is"),
        ("Press Donate. Leave the other fields alone.", "Leave the other fields alone"),
        ("For the office:\n1. Press Donate.", "For the office"),
        ("Regression test of the form:\n- press Donate", "Regression test of the form"),
        ("Tidy up my list: press Donate.", "Tidy up my list"),
        ("Press Donate. Stop there, I will do the rest.", "Stop there"),
    ],
)
def test_what_asks_for_nothing_is_a_remark(said: str, remark: str) -> None:
    (step,) = steps(said)
    assert isinstance(step, Act)
    assert step.words == "Donate"
    assert remark in remarks(said)


@pytest.mark.parametrize(
    ("said", "verbs"),
    [
        ("Set the size to 4 (press Update).", ["click"]),
        ("Go to the cart and on to payment.", ["open", "open"]),
        ("Open Files and from there go to Trips.", ["open", "open"]),
        ("Press Next and then Finish.", ["click", "click"]),
        ("Press Next, then Finish.", ["click", "click"]),
        ("Could you press Next?", ["click"]),
    ],
)
def test_what_is_left_out_or_in_brackets_is_done(said: str, verbs: list[str]) -> None:
    assert [step.verb for step in steps(said) if isinstance(step, Act)] == verbs


@pytest.mark.parametrize("said", ["Press Check and continue.", "Check and continue.", "Click Check and continue"])
def test_two_orders_may_be_one_button(said: str) -> None:
    (step,) = steps(said)
    assert isinstance(step, Joined)
    assert (step.words, [inner.verb for inner in step.steps if isinstance(inner, Act)]) == (
        "Check and continue",
        ["click", "continue"],
    )


@pytest.mark.parametrize(
    "said",
    [
        "I'm packing for a trip. Tick Wool.",
        "I need a lamp for the hall. Tick Wool.",
        "We need new cups. Tick Wool.",
        "The offers change by themselves. Tick Wool.",
        "My sister has moved. Tick Wool.",
    ],
)
def test_a_statement_orders_nothing(said: str) -> None:
    first, second = steps(said)
    assert isinstance(first, Mention)
    assert second == Tick("Wool")


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Add the comment Seen again, it stops at noon.", "Seen again, it stops at noon"),
        ("Write the comment Fixed and go back to the list.", "Fixed"),
        ("Leave a comment: Done, thank you.", "Done, thank you"),
        ("Description: It stops at noon, every second day.", "It stops at noon, every second day."),
        ("Text: See you at the station.", "See you at the station."),
    ],
)
def test_a_text_without_quotes_is_kept_whole(said: str, text: str) -> None:
    assert [step.value for step in steps(said) if isinstance(step, Enter)] == [text]


@pytest.mark.parametrize(
    "said",
    [
        "I need one number for my report: the total of all bookings.",
        "One question: the total of all bookings.",
        "I just want one thing: the total of all bookings.",
    ],
)
def test_a_question_may_have_a_heading(said: str) -> None:
    (asked,) = steps(said)
    assert isinstance(asked, Question)
    assert (asked.what, asked.of.noun, asked.by) == ("sum", "bookings", "total")
