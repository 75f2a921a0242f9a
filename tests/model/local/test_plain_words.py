"""Plain words of shops and banks: remarks, amounts, places, buttons, and questions about what was just shown."""

import pytest

from pollex.model.local.program import (
    Act,
    Both,
    Choose,
    Each,
    Enter,
    Filter,
    If,
    Instruction,
    Joined,
    Question,
    Records,
    Remark,
    Search,
    Within,
)
from pollex.model.local.program import Test as Check
from pollex.model.local.reading.reader import read


def orders(task: str) -> list[Instruction]:
    """What is to be done, without remarks; all of the task is understood."""
    program = read(task)
    assert program.unknown == ()
    return [step for step in program.steps if not isinstance(step, Remark)]


def only(task: str) -> Instruction:
    [step] = orders(task)
    return step


def asked(task: str) -> Question:
    step = only(task)
    assert isinstance(step, Question)
    return step


@pytest.mark.parametrize(
    "words",
    [
        "Mind that there may be more pages.",
        "Keep in mind that the list is long.",
        "Do a little tidying.",
        "Look whether everything is right.",
        "Make sure that all is in order.",
        "The date stays as it is.",
        "If it is cheaper than that, do not order anything.",
        "Compare the two.",
    ],
)
def test_what_asks_for_nothing_is_no_order(words: str) -> None:
    assert orders(words) == []


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("it is more than 9,000 euros", "9,000 euros"),
        ("the total is over €2,000", "€2,000"),
        ("the sum is at least 1,250.50 euros", "1,250.50 euros"),
        ("it costs less than 1,000", "1,000"),
        ("the price is below £3,400", "£3,400"),
        ("it is at most 10,000 dollars", "10,000 dollars"),
    ],
)
def test_the_comma_of_a_number_cuts_nothing(condition: str, value: str) -> None:
    step = only(f"If {condition}, press Stop.")
    assert isinstance(step, If)
    assert (step.condition.value, step.then) == (value, (Act("click", "Stop", said="press Stop"),))


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("In the basket", Within("the basket", (Act("click", "New", said="press New"),))),
        ("Under Letters,", Within("Letters", (Act("click", "New", said="press New"),))),
        ("From the Archive", Within("the Archive", (Act("click", "New", said="press New"),))),
        ("On this page", Act("click", "New", said="press New")),
        ("On the left", Act("click", "New", said="press New")),
        ("In the row of Ann,", Act("click", "New", "the row of Ann", "press New")),
    ],
)
def test_a_place_stands_before_its_order(place: str, expected: Instruction) -> None:
    assert only(f"{place} press New.") == expected


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("Then set it up.", Act("create", "it", said="create it")),
        ("Put it in place.", Act("create", "it", said="create it")),
        ("Hand it in.", Act("submit", "it", said="submit it")),
        ("Then put it through.", Act("submit", "it", said="submit it")),
        ("Save it.", Act("save", "it", said="Save it")),
        ("Create it.", Act("create", "it", said="Create it")),
    ],
)
def test_a_form_is_sent_by_its_own_button(last: str, expected: Act) -> None:
    pairs = [Enter("name", "Ann Bell"), Enter("return date", "5 May 2027"), Enter("order number", "12")]
    assert orders(f"Fill in: name Ann Bell, return date 5 May 2027, order number 12. {last}") == [*pairs, expected]


def test_press_a_and_continue_may_name_one_button() -> None:
    joined, confirmed = orders("Press Check and continue, see that everything is fine, and confirm.")
    assert isinstance(joined, Joined)
    assert (joined.words, confirmed) == ("Check and continue", Act("confirm", "", said="confirm"))


@pytest.mark.parametrize(
    "words",
    [
        "What do they come to?",
        "How much do they cost altogether?",
        "Tell me what those add up to.",
        "Add them up.",
        "Tell me their sum.",
        "What did they amount to?",
    ],
)
def test_what_was_shown_is_added_up(words: str) -> None:
    step = asked(words)
    assert (step.what, step.of, step.by) == ("sum", Records("them"), "price")


def test_some_of_those_are_added_up() -> None:
    step = asked("How much do the returned ones add up to?")
    assert (step.what, step.of) == ("sum", Records("them", (Check(None, "contains", "returned"),)))


@pytest.mark.parametrize(
    ("words", "what", "by"),
    [
        ("Which of the two has the longer guarantee?", "most", "guarantee"),
        ("Which one has the shorter delivery time?", "least", "delivery time"),
        ("Which of them offers the larger discount?", "most", "discount"),
        ("Which of these has the lower rating?", "least", "rating"),
        ("Which of both comes with the better warranty?", "most", "warranty"),
        ("Which has the higher limit?", "most", "limit"),
    ],
)
def test_two_are_compared_by_what_they_have(words: str, what: str, by: str) -> None:
    step = asked(words)
    assert (step.what, step.of.noun, step.by) == (what, "them", by)


@pytest.mark.parametrize(
    "words",
    [
        "Look at the Red Lamp and at the Blue Lamp. Which of the two has the higher price?",
        "Open the Red Lamp. Open the Blue Lamp. Which of them has the higher price?",
        "Find the Red Lamp and read its price. Find the Blue Lamp and read its price. Buy the more expensive one.",
        "Open the Red Lamp and tell me its price. Open the Blue Lamp and tell me its price. Which is the dearer one?",
    ],
)
def test_what_was_looked_at_twice_is_one_comparison(words: str) -> None:
    [step] = [step for step in orders(words) if isinstance(step, Both)]
    assert (step.names, step.way, step.first.fields) == (("Red Lamp", "Blue Lamp"), "most", ("price",))


@pytest.mark.parametrize(
    ("words", "of", "number"),
    [
        ("Press the heart on the first three results.", "results", 3),
        ("Tap the heart of the top two results.", "results", 2),
        ("Press the heart in each row.", "row", None),
        ("Click the heart next to every lamp.", "lamp", None),
        ("Hit the heart beside all of the lamps.", "lamps", None),
        ("Press the heart for each of the lamps.", "lamps", None),
    ],
)
def test_a_button_of_each_row(words: str, of: str, number: int | None) -> None:
    step = only(words)
    assert isinstance(step, Each)
    assert (step.of.noun, step.number) == (of, number)
    assert [inner.words for inner in step.body if isinstance(inner, Act)] == ["the heart in it"]


@pytest.mark.parametrize(
    "after",
    [
        "Read its total. Go back to the list of orders.",
        "Tell me its total.",
        "Note its total and go back.",
        "Read its total. Then return to the overview.",
    ],
)
def test_what_is_read_of_each_belongs_to_the_repetition(after: str) -> None:
    step = only(f"For each order with the status Returned, open the order. {after}")
    assert isinstance(step, Each)
    assert [type(inner) for inner in step.body] == [Act, Question]


@pytest.mark.parametrize("words", ["I want four mugs.", "We need 3 lamps.", "I would like two chairs."])
def test_a_number_of_things_that_is_only_wished_for_is_not_understood(words: str) -> None:
    assert read(words).unknown == (words.rstrip("."),)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Look for the Red Lamp, 2 m instead.", [Search("Red Lamp, 2 m")]),
        ("Choose size M and colour Red.", [Choose("M", "size"), Choose("Red", "colour")]),
        ("Leave the driver the note \"Ring twice\".", [Enter("note", "Ring twice")]),
        ("Set the fee of the order to Ann to 55 euros.", [Enter("the fee of the order to Ann", "55 euros")]),
        ("Enter \"Rent\" as name or text, from 1 July 2026 to 3 July 2026.",
         [Enter("name or text", "Rent"), Enter("from", "1 July 2026"), Enter("to", "3 July 2026")]),
    ],
)  # fmt: skip
def test_names_and_values_are_cut_where_they_end(words: str, expected: list[Instruction]) -> None:
    assert orders(words) == expected


@pytest.mark.parametrize(
    ("words", "things"),
    [
        ("Put the Red Pot, 1 l and the Blue Pot, small in the basket.", ["the Red Pot, 1 l", "the Blue Pot, small"]),
        ("Add the Red Pot and a Blue Pot to my list.", ["the Red Pot", "a Blue Pot"]),
        (
            "Remove the Red Pot, the Blue Pot and the Big Pan from the list.",
            ["the Red Pot", "the Blue Pot", "the Big Pan"],
        ),
    ],
)
def test_what_is_named_one_after_the_other_is_done_one_after_the_other(words: str, things: list[str]) -> None:
    found = [step.words for step in orders(words) if isinstance(step, Act)]
    assert [each.partition(" in the ")[0].partition(" to my ")[0].partition(" from ")[0] for each in found] == things


@pytest.mark.parametrize("noun", ["payment to Ann", "order", "message from Ann", "transfer", "booking", "purchase"])
def test_the_last_that_happened_is_the_newest(noun: str) -> None:
    step = asked(f"What is the amount of the last {noun}?")
    assert (step.what, step.by) == ("most", "date")


def test_the_last_row_is_the_one_that_stands_last() -> None:
    assert asked("What is the amount of the last row?").what == "last"


@pytest.mark.parametrize(
    "words",
    [
        "Look at the issues that are not done.",
        "Look through the orders which were returned.",
        "Look at the notes marked urgent.",
    ],
)
def test_whoever_looks_at_some_of_them_leaves_the_others_out(words: str) -> None:
    """Else what is asked of these would be answered from all."""
    assert [type(step) for step in read(words).steps] == [Filter]
