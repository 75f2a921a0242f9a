"""Where something is to be done, what is left of a list, and things that are named one by one: text in, program out."""

import pytest

from pollex.model.local.program import (
    Act,
    Choose,
    Drag,
    Each,
    Enter,
    Filter,
    Instruction,
    LogIn,
    Records,
    Test,
    Tick,
    Within,
)
from pollex.model.local.reading.reader import read

Test.__test__ = False  # type: ignore[attr-defined]  # it is no test, though it is called so


def steps(said: str) -> list[Instruction]:
    program = read(said)
    assert program.unknown == ()
    return list(program.steps)


@pytest.mark.parametrize(
    ("said", "place", "inner"),
    [
        ("In the settings, turn off sounds.", "the settings", Tick),
        ("In the settings turn off sounds.", "the settings", Tick),
        ("On the settings page, turn off sounds.", "the settings page", Tick),
        ("Turn off sounds in the settings.", "the settings", Tick),
        ("In my account, open the newest invoice.", "my account", Act),
        ("In Garden, open the first result.", "Garden", Act),
        ('In the folder "Taxes", open Letter 4.', 'the folder "Taxes"', Act),
        ("Under Brand tick Acme.", "Brand", Tick),
        ("Under Colour, tick Blue.", "Colour", Tick),
        ("On the Returns tab, press Print.", "the Returns tab", Act),
        ("Delete everything in the spam folder.", "the spam folder", Act),
        ("Open invoice R-12 in my account.", "my account", Act),
        ("Cancel the booking in my profile.", "my profile", Act),
        ("Star the letter from Ann in the archive.", "the archive", Act),
        ("In the inbox tick every message from Ann.", "the inbox", Each),
    ],
)
def test_a_place_is_gone_to_first(said: str, place: str, inner: type) -> None:
    first = steps(said)[0]
    assert isinstance(first, Within)
    assert (first.place, type(first.steps[-1])) == (place, inner)


@pytest.mark.parametrize(
    "said",
    [
        "In the dialog, press OK.",
        "In the form, press Save.",
        "On this page, press Save.",
        "Put it in my wish list.",
        "Move the letter to the archive.",
        "In the row of Ann, press Edit.",
        "At the end, press Save.",
    ],
)
def test_a_part_of_the_page_and_a_goal_are_no_place_to_go_to(said: str) -> None:
    assert not any(isinstance(step, Within) for step in steps(said))


def contains(*values: str) -> tuple[Test, ...]:
    return tuple(Test(None, "contains", value) for value in values)


@pytest.mark.parametrize(
    ("said", "tests"),
    [
        ("Keep only Acme and Borel.", contains("Acme", "Borel")),
        ("Keep only what is in stock.", contains("in stock")),
        ("Keep only Acme, only what is in stock.", contains("Acme", "in stock")),
        ("Show only the unread messages.", contains("unread")),
        ("Show just the unread ones.", contains("unread")),
        ("Only show what is in stock.", contains("in stock")),
        ("Filter for issues that are in review.", contains("in review")),
        ("Limit the list to Acme.", contains("Acme")),
        ("Keep only 4 stars and up.", contains("4 stars or up")),
        ("Filter by status Waiting.", (Test("status", "contains", "Waiting"),)),
        (
            'Filter by label "tax" and by owner Ann.',
            (Test("label", "contains", "tax"), Test("owner", "contains", "Ann")),
        ),
        (
            "Filter by status Waiting and owner Ann.",
            (Test("status", "contains", "Waiting"), Test("owner", "contains", "Ann")),
        ),
        (
            "Filter by the brands Acme and Borel.",
            (Test("brand", "contains", "Acme"), Test("brand", "contains", "Borel")),
        ),
        ("Filter by a highest price of 100 euros.", (Test("price", "le", "100 euros"),)),
        ("Filter by a lowest price of 20.", (Test("price", "ge", "20"),)),
        ("Limit the list to products under 50 euros.", (Test("price", "le", "50 euros"),)),
        ("Set the price from 20 to 60 euros.", (Test("price", "ge", "20"), Test("price", "le", "60 euros"))),
    ],
)
def test_what_is_to_be_left_is_read_as_tests(said: str, tests: tuple[Test, ...]) -> None:
    (found,) = steps(said)
    assert isinstance(found, Filter)
    assert found.tests == tests


@pytest.mark.parametrize(
    ("phrase", "noun", "tests"),
    [
        ("the issues that nobody has", "issues", (Test("assignee", "eq", "nobody"),)),
        ("issues that are assigned to nobody", "issues", (Test("assignee", "eq", "nobody"),)),
        ("unassigned issues", "issues", (Test("assignee", "eq", "nobody"),)),
        ("issues without an assignee", "issues", (Test("assignee", "eq", "nobody"),)),
        ("issues with no due date", "issues", (Test("due date", "eq", ""),)),
        ("Ann Bell's open issues", "open issues", (Test(None, "contains", "Ann Bell"),)),
        ("urgent issues that are not done yet", "urgent issues", (Test(None, "lacks", "done"),)),
        ("messages that are still waiting", "messages", (Test(None, "contains", "waiting"),)),
    ],
)
def test_whose_they_are_and_what_they_lack_are_tests(phrase: str, noun: str, tests: tuple[Test, ...]) -> None:
    (found,) = steps(f"How many {phrase} are there?")
    assert (found.of.noun, found.of.tests) == (noun, tests)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("said", "opened"),
    [
        ("For each of AB-1, AB-2 and AB-3: open it and press Save.", ["AB-1", "AB-2", "AB-3"]),
        ('For each of "X" and "Y": open it and press Save.', ['"X"', '"Y"']),
        ("For both AB-1 and AB-2: open it and press Save.", ["AB-1", "AB-2"]),
        ("Open it and press Save for each of these: AB-1, AB-2, AB-3.", ["AB-1", "AB-2", "AB-3"]),
    ],
)
def test_named_things_are_taken_one_by_one(said: str, opened: list[str]) -> None:
    acts = [(step.verb, step.words) for step in steps(said) if isinstance(step, Act)]
    assert acts == [pair for name in opened for pair in (("open", name), ("click", "Save"))]


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("Move the card AB-7 to the column Doing.", Drag("AB-7", "Doing")),
        ("Drag the card AB-7 from Waiting to Doing.", Drag("AB-7", "Doing", "Waiting")),
        ("Move the card AB-7 into the Doing column.", Drag("AB-7", "Doing")),
        ("Show 96 per page.", Choose("96", "per page")),
        ("Display 50 results per page.", Choose("50", "per page")),
        ("Give them all priority Minor.", Enter("priority", "Minor")),
        ("Give them the owner Ann.", Enter("owner", "Ann")),
        ("Log in with the stored credential shop.", LogIn("shop")),
        ('Log in with the credential "shop".', LogIn("shop")),
        ("Log in.", LogIn()),
        ("Sign in with the stored login.", LogIn()),
        (
            'Sign in with the user name ann and the password "secret".',
            LogIn(given=(Enter("the user name field", "ann"), Enter("the password field", "secret"))),
        ),
    ],
)
def test_one_order_is_one_step(said: str, step: Instruction) -> None:
    assert steps(said) == [step]


def test_rows_that_are_in_a_place_are_looked_for_there() -> None:
    (found,) = steps("Move every message from Ann that is in the inbox to the folder Trips.")
    assert isinstance(found, Each)
    assert found.of == Records("message", contains("Ann"), place="the inbox")
