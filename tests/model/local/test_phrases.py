"""Turns of phrase, statements and what belongs together: text in, program out."""

import pytest

from pollex.model.local.program import (
    Act,
    Both,
    Dialog,
    Enter,
    If,
    Instruction,
    LogIn,
    Make,
    Mention,
    Question,
    Records,
    Search,
    Test,
    Tick,
)
from pollex.model.local.reading.reader import read

Test.__test__ = False  # type: ignore[attr-defined]  # it is no test, though it is called so


def steps(said: str) -> list[Instruction]:
    program = read(said)
    assert program.unknown == ()
    return list(program.steps)


def words(said: str) -> list[tuple[str, str]]:
    return [(step.verb, step.words) for step in steps(said) if isinstance(step, Act)]


@pytest.mark.parametrize(
    ("said", "acts"),
    [
        ("Take the blue cup off the list.", [("remove", "the blue cup from the list")]),
        ("Strike him off the list.", [("remove", "him from the list")]),
        ("Get rid of the old address.", [("remove", "the old address")]),
        ("Take it back with Undo.", [("click", "Undo")]),
        ("Take that back.", [("click", "Undo")]),
        ("Undo it by pressing Restore.", [("click", "Restore")]),
        ("After opening Drafts, press New.", [("open", "Drafts"), ("click", "New")]),
        ("Before sending it, press Check.", [("click", "Check"), ("send", "it")]),
        ("Once you have opened Files, press New.", [("open", "Files"), ("click", "New")]),
        (
            "Put the Red Lamp and the Blue Lamp into the basket.",
            [("put", "the Red Lamp into the basket"), ("put", "the Blue Lamp into the basket")],
        ),
        (
            "Add two Red Lamps, one Blue Cup and a Green Pan to my basket.",
            [
                ("open", "the Red Lamps"),
                ("add", "it to my basket"),
                ("add", "one Blue Cup to my basket"),
                ("add", "a Green Pan to my basket"),
            ],
        ),
        ('Remove "A" and "B" from the list.', [("remove", '"A" from the list'), ("remove", '"B" from the list')]),
        ("Hover over Gold to see what it costs.", [("hover", "Gold")]),
    ],
)
def test_a_turn_of_phrase_is_plain_orders(said: str, acts: list[tuple[str, str]]) -> None:
    assert words(said) == acts


@pytest.mark.parametrize(
    "said",
    [
        "Subscribe ann@example.org to the newsletter.",
        "Subscribe to the newsletter with ann@example.org.",
        "Subscribe to the newsletter using the address ann@example.org.",
    ],
)
def test_an_address_is_typed_before_the_button_is_pressed(said: str) -> None:
    assert steps(said) == [
        Enter("the e-mail field", "ann@example.org"),
        Act("click", "the Subscribe button", said="click the Subscribe button"),
    ]


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("Ann Bell has left us. Remove her.", Mention("Ann Bell", "Ann Bell has left us")),
        ("Somewhere down this list is Row 40. Click it.", Mention("Row 40", "Somewhere down this list is Row 40")),
        ("My colleague Ann Bell wrote to me. Open it.", Mention("Ann Bell", "My colleague Ann Bell wrote to me")),
        ("I'd like the Red Paper Lamp. Open it.", Search("Red Paper Lamp")),
        ("I am looking for a tent. Open it.", Search("tent")),
        ("I need the Red Lamp. Open it.", Search("Red Lamp")),
        ("The title should be “Hello”.", Enter("title", "Hello")),
        ("Its status must be Open. Save it.", Enter("status", "Open")),
    ],
)
def test_a_statement_says_what_the_rest_speaks_of(said: str, first: Instruction) -> None:
    assert steps(said)[0] == first


def test_what_is_looked_for_with_a_limit_is_a_list_that_the_questions_speak_of() -> None:
    assert steps("I'm looking for lamps that cost 40 euros at most. How many are there?") == [
        Search("lamps"),
        Question("list", ("name",), Records("lamps", (Test("price", "le", "40 euros"),)),
                 said="lamps that cost 40 euros at most", quietly=True),
        Question("count", (), Records("them"), said="How many are there"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "pairs"),
    [
        ("Create a new ticket.\nTitle: Broken\nPriority: High", [("Title", "Broken"), ("Priority", "High")]),
        ("Create a new ticket. Title: Broken. Priority: High.", [("Title", "Broken"), ("Priority", "High")]),
        ('Write a message to a@b.org with the subject "Hi" and the text "Ho".',
         [("to", "a@b.org"), ("subject", "Hi"), ("text", "Ho")]),
        ('Write a message to a@b.org. Subject: Hi. Text: "Ho".',
         [("to", "a@b.org"), ("Subject", "Hi"), ("Text", "Ho")]),
        ("Transfer 75 euros from the Main Account to Ann Bell, IBAN DE89 3704 0044, on 1 May 2027, purpose Rent.",
         [("amount", "75"), ("from", "Main Account"), ("to", "Ann Bell"), ("IBAN", "DE89 3704 0044"),
          ("date", "1 May 2027"), ("purpose", "Rent")]),
    ],
)  # fmt: skip
def test_values_after_something_new_are_its_own(said: str, pairs: list[tuple[str, str]]) -> None:
    [made] = steps(said)
    assert isinstance(made, Make)
    assert [(pair.field, pair.value) for pair in made.pairs if isinstance(pair, Enter)] == pairs


@pytest.mark.parametrize(
    ("said", "pairs"),
    [
        ("Name: Ada, Guests: 4, Day: 20.11.2026.", [("Name", "Ada"), ("Guests", "4"), ("Day", "20.11.2026")]),
        ("Note: hello there. Order: 5.", [("Order", "5")]),
        ("Payee: Ann Bell. Purpose: Rent.", [("Payee", "Ann Bell"), ("Purpose", "Rent")]),
        ("Fill in the form: I arrive on 24 December 2026, dinner is at 7:15 pm.",
         [("I arrive on", "24 December 2026"), ("dinner is at", "7:15 pm")]),
        ('Type "heron" into Code word and press Check.', [("Code word", "heron")]),
    ],
)  # fmt: skip
def test_a_word_with_a_colon_is_a_field_and_a_verb_is_none(said: str, pairs: list[tuple[str, str]]) -> None:
    found = [(step.field, step.value) for step in read(said).steps if isinstance(step, Enter)]
    assert found == pairs


def test_by_how_much_belongs_to_the_comparison() -> None:
    [step] = steps("Which one is cheaper, the Red Lamp or the Blue Lamp, and by how much?")
    assert isinstance(step, Both)
    assert (step.names, step.way, step.gap) == (("Red Lamp", "Blue Lamp"), "least", True)


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        (
            "Try the voucher AB12. If the shop doesn't know it, use CD34 instead.",
            Act("try", "the voucher CD34", said="try the voucher CD34"),
        ),
        (
            "Redeem the voucher AB12. If it is not accepted, try CD34.",
            Act("redeem", "the voucher CD34", said="redeem the voucher CD34"),
        ),
        ("Set the size to 4. If the page complains about the size, use 5.", Enter("size", "5")),
        ("Set the size to 4. If it is refused, use 5 instead.", Enter("the size", "5")),
    ],
)
def test_what_is_refused_is_done_with_another_value(said: str, instead: Instruction) -> None:
    step = steps(said)[-1]
    assert isinstance(step, If)
    assert (step.condition.kind, step.then) == ("refused", (instead,))


def test_the_better_of_two_is_the_one_that_the_comparison_found() -> None:
    last = steps("Compare the prices of the Red Lamp and the Blue Lamp, and add the cheaper of the two to the basket.")[
        -1
    ]
    assert isinstance(last, Act)
    assert last.words == "it to the basket"


def test_a_login_that_comes_first_is_done_first() -> None:
    assert steps("After logging in, tick Mail.") == [LogIn(), Tick("Mail")]


def test_a_question_of_the_page_is_answered_as_the_sentence_says() -> None:
    assert steps("Press Delete, replace when the browser asks, say no.")[1:] == [Dialog(False)]


@pytest.mark.parametrize(
    ("said", "unknown"),
    [
        ("Who gave the Red Lamp only two stars?", "Who gave the Red Lamp only two stars?"),
        (
            "When did I last order more than five things in one go?",
            "When did I last order more than five things in one go?",
        ),
        ("By how much has the Red Lamp been reduced?", "By how much has the Red Lamp been reduced?"),
    ],
)
def test_what_is_not_understood_is_named_and_not_searched_for(said: str, unknown: str) -> None:
    assert read(said).unknown == (unknown,)
