"""Turns of phrase and conditions, as the orders that they stand for."""

import pytest

from pollex.model.local.program import Act, Condition, Each, Enter, If, Question, Until
from pollex.model.local.reading.reader import read


@pytest.mark.parametrize(
    "task",
    [
        "Point at Plus to see what it costs.",
        "Point to Plus.",
        "Move the mouse over Plus.",
        "Hover over Plus so that the price is shown.",
        "Rest the pointer on Plus.",
        "Hold your mouse over Plus.",
    ],
)
def test_pointing_is_hovering(task: str) -> None:
    steps = [step for step in read(task).steps if isinstance(step, Act)]
    assert [(step.verb, step.words) for step in steps] == [("hover", "Plus")]


@pytest.mark.parametrize(
    "task",
    [
        "Page on to Oslo.",
        "Page through the offers to Oslo.",
        "Click on until you see Oslo.",
        "Leaf through the pages until Oslo.",
        "Go on to the next page until Oslo is shown.",
        "Flip through all slides till you reach Oslo.",
    ],
)
def test_paging_on_goes_to_the_next_page_until_it_is_there(task: str) -> None:
    step = read(task).steps[0]
    assert isinstance(step, Until)
    assert "Oslo" in step.condition.words
    assert isinstance(step.body[0], Act)


@pytest.mark.parametrize(
    "words",
    [
        "everything is shown correctly",
        "everything is correct",
        "it looks right",
        "all is fine",
        "the summary looks good",
        "everything is as it should be",
    ],
)
def test_what_was_not_refused_is_fine(words: str) -> None:
    step = read(f"If {words}, confirm it.").steps[0]
    assert isinstance(step, If)
    assert step.condition == Condition("there", "it")


@pytest.mark.parametrize(
    "words",
    [
        "there is an error about the number of guests",
        "you get an error about the number of guests",
        "the form complains about the number of guests",
        "there is a warning about the number of guests",
        "an error message about the number of guests appears",
        "it complains about the number of guests",
    ],
)
def test_an_error_is_a_refusal_and_it_is_the_field(words: str) -> None:
    step = read(f"Press Book. If {words}, change it to 4 and save.").steps[1]
    assert isinstance(step, If)
    assert step.condition == Condition("refused", "number of guests")
    assert step.then[0] == Enter("number of guests", "4")


@pytest.mark.parametrize("verb", ["remember", "memorise", "note", "keep in mind", "write down", "take down"])
def test_what_is_to_be_remembered_is_read(verb: str) -> None:
    step = read(f'Open "Help", then {verb} the code.').steps[1]
    assert isinstance(step, Question)
    assert step.fields == ("code",)


@pytest.mark.parametrize(
    "task",
    [
        'Reply to the message from Ann Bell with "See you".',
        'Answer the message from Ann Bell with "See you" and send it.',
        "Reply to the message from Ann Bell: See you",
        'Respond to the message from Ann Bell saying "See you" and send it.',
        'Reply to the message from Ann Bell and write "See you".',
        'Answer the message from Ann Bell with the text "See you".',
    ],
)
def test_a_reply_is_opened_written_and_sent(task: str) -> None:
    steps = [step for step in read(task).steps if isinstance(step, Act | Enter)]
    said = [step.verb if isinstance(step, Act) else step.value for step in steps]
    assert said == ["open", "click", "See you", "send"]


@pytest.mark.parametrize(
    ("task", "pairs"),
    [
        ("Set AB-1 and AB-2 to Done.", [("AB-1", "Done"), ("AB-2", "Done")]),
        (
            "Change the rank of AB-1 to High and its owner to Ann Bell.",
            [("the rank of AB-1", "High"), ("its owner", "Ann Bell")],
        ),
        ('Rename AB-1 to "Faster".', [("the title of AB-1", "Faster")]),
        ("Set Ann Bell as the owner.", [("the owner", "Ann Bell")]),
        ("Make Ann Bell the owner.", [("the owner", "Ann Bell")]),
        ("Title: Fair, Rank: High.", [("Title", "Fair"), ("Rank", "High")]),
    ],
)
def test_values_for_fields_in_people_s_own_words(task: str, pairs: list[tuple[str, str]]) -> None:
    steps = [step for step in read(task).steps if isinstance(step, Enter)]
    assert [(step.field, step.value) for step in steps] == pairs


def test_what_is_to_be_done_before_comes_before() -> None:
    steps = read('Press Save. Tick "Keep" before you do.').steps
    assert [type(step).__name__ for step in steps] == ["Tick", "Act"]


def test_a_button_that_is_named_sends_what_was_written() -> None:
    steps = read('For each row: open it, add the comment "Fine" and press Post.').steps
    assert isinstance(steps[0], Each)
    assert [step.verb for step in steps[0].body if isinstance(step, Act)] == ["open", "click"]
