"""Tasks in words as programs: what careful people write to one another, on any site."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.model.local.program import (
    Act,
    Both,
    Choose,
    Close,
    Dialog,
    Drag,
    Each,
    Enter,
    Filter,
    If,
    Instruction,
    LogIn,
    Make,
    Open,
    Press,
    Question,
    Records,
    Remark,
    Scroll,
    Search,
    Sort,
    Test,
    Tick,
    Travel,
    Until,
    Upload,
    Wait,
)
from pollex.model.local.reading.reader import read

Test.__test__ = False  # type: ignore[attr-defined]  # it is no test, though it is called so


def act(verb: str, words: str, said: str) -> Act:
    return Act(verb, words, said=said)


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("Open https://example.org/news", Open("https://example.org/news")),
        ("Please go to https://example.org.", Open("https://example.org")),
        ("Click Save", act("click", "Save", "Click Save")),
        ('Click on "Save and close".', act("click", '"Save and close"', "Click on Save and close")),
        ("Could you press the Submit button?", act("click", "the Submit button", "press the Submit button")),
        ("Open the Downloads page", act("open", "the Downloads page", "Open the Downloads page")),
        ("Now head to the imprint", act("open", "the imprint", "head to the imprint")),
        ("Go back", Travel("back")),
        ("Reload the page", Travel("refresh")),
        ("Close the tab", Travel("close_tab")),
        ("Press Enter", Press("Enter")),
        ("Press the Escape key", Press("Escape")),
        ("Press Tab three times", Press("Tab", times=3)),
        ('Type "Ada" into the name field', Enter("the name field", "Ada")),
        ("Enter 'Hello there' in the message box", Enter("the message box", "Hello there")),
        ("Set the street to Mill Lane 5", Enter("the street", "Mill Lane 5")),
        ("Fill in the town with Bergen", Enter("the town", "Bergen")),
        ("Change the amount of the second row to 7", Enter("the amount of the second row", "7")),
        ("Select Norway from the country list", Choose("Norway", "the country list")),
        ("Choose the size Large", Choose("Large", "size")),
        ("Choose Express delivery", Choose("Express delivery")),
        ("Pick Ann Smith as the contact", Choose("Ann Smith", "the contact")),
        ("Tick I accept the rules", Tick("I accept the rules")),
        ("Untick Newsletter", Tick("Newsletter", False)),
        ("Turn on Dark mode", Tick("Dark mode")),
        ("Turn Dark mode off", Tick("Dark mode", False)),
        ("Make sure that Remember me is ticked", Tick("Remember me")),
        ("Search for garden chairs", Search("garden chairs")),
        ('Search for a "blue pen"', Search("blue pen")),
        ("Sort by price", Sort("price")),
        ("Sort the list by date, newest first", Sort("date", "down")),
        ("Sort them by price from low to high", Sort("price", "up")),
        ("Order the results by name in descending order", Sort("name", "down")),
        ("Filter by colour Red", Filter((Test("colour", "contains", "Red"),), "colour Red")),
        ("Log in with the stored credential work", LogIn("work")),
        ("Sign in with the saved work credential", LogIn("work")),
        ("Sign in", LogIn()),
        ("Wait 3 seconds", Wait(3.0)),
        ("Scroll down", Scroll("down", 1.0)),
        ("Scroll down two pages", Scroll("down", 2.0)),
        ("Close the cookie banner", Close("cookie banner")),
        ("Confirm the dialog", Dialog(True)),
        ("Dismiss the question of the browser", Dialog(False)),
        ("Upload report.pdf", Upload(("report.pdf",))),
        ("Drag Report onto Done", Drag("Report", "Done")),
        ("Continue", act("continue", "", "Continue")),
        ("Remove the red chair", act("remove", "the red chair", "Remove the red chair")),
        ("Add it to the cart", act("add", "it to the cart", "Add it to the cart")),
        ("Do not send it.", Remark("Do not send it")),
        ("Thank you!", Remark("Thank you")),
    ],
)
def test_an_order_is_read(said: str, step: Instruction) -> None:
    program = read(said)
    assert (program.steps, program.unknown) == ((step,), ())


def question(
    what: str, fields: tuple[str, ...], of: Records, by: str | None = None, number: int | None = None
) -> object:
    return what, fields, of, by, number


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("How many rows are there?", question("count", (), Records("rows"))),
        ("Count the open tickets", question("count", (), Records("open tickets"))),
        (
            "How many of the tickets were closed?",
            question("count", (), Records("tickets", (Test(None, "contains", "closed"),))),
        ),
        ("What is the total?", question("value", ("total",), Records("page"))),
        ("Tell me its price and its weight.", question("value", ("price", "weight"), Records("it"))),
        ("What does it cost?", question("value", ("price",), Records("it"))),
        ("Tell me what it costs", question("value", ("price",), Records("it"))),
        ("Tell me the phone number of Ann Smith", question("value", ("phone number",), Records("Ann Smith"))),
        ("What is the cheapest chair?", question("least", ("name",), Records("chair"), "price")),
        (
            "Tell me the name and the price of the most expensive one",
            question("most", ("name", "price"), Records("row"), "price"),
        ),
        ("Which chair has the highest rating?", question("most", ("name",), Records("chair"), "rating")),
        ("Tell me the titles of the first three results", question("first", ("titles",), Records("results"), None, 3)),
        ("Add up the amounts of all bookings", question("sum", (), Records("bookings"), "amount")),
        ("What is the average price of the chairs?", question("average", (), Records("chairs"), "price")),
        ("List all members", question("list", ("name",), Records("members"))),
        (
            "List the tickets with their dates",
            question("list", ("name", "dates"), Records("tickets")),
        ),
        (
            "Tell me the names of all chairs under 20 euro",
            question("list", ("name",), Records("chairs", (Test("price", "lt", "20 euro"),))),
        ),
    ],
)
def test_a_question_is_read(said: str, asked: object) -> None:
    program = read(said)
    [step] = program.steps
    assert isinstance(step, Question)
    assert (step.what, step.fields, step.of, step.by, step.number) == asked


def test_sentences_and_clauses_are_cut_where_orders_begin() -> None:
    program = read('Search for "pots and pans", tick Steel and Iron, then go back and tell me the total.')
    assert [type(step) for step in program.steps] == [Search, Tick, Travel, Question]


def test_a_numbered_list_is_read_in_order() -> None:
    program = read("1. Open the shop page\n2) Click Next\n- Press Enter")
    assert [type(step) for step in program.steps] == [Act, Act, Press]


def test_pairs_on_lines_belong_to_the_form_above_them() -> None:
    program = read("Fill in the form:\nName: Ada Byron\nTown: London\nThen click Send.")
    assert program.steps == (
        Enter("Name", "Ada Byron"),
        Enter("Town", "London"),
        act("click", "Send", "click Send"),
    )


def test_pairs_in_a_sentence() -> None:
    program = read("Fill in the form with name Ada Byron, town London and postcode 1234.")
    assert program.steps == (Enter("name", "Ada Byron"), Enter("town", "London"), Enter("postcode", "1234"))


def test_a_condition_holds_what_follows_it_and_otherwise() -> None:
    [step] = read('If there is a cookie banner, click "Accept". Otherwise, press Enter.').steps
    assert isinstance(step, If)
    assert (step.condition.kind, step.condition.words) == ("there", "a cookie banner")
    assert step.then == (act("click", '"Accept"', "click Accept"),)
    assert step.otherwise == (Press("Enter"),)


def test_a_repetition_holds_its_body() -> None:
    [step] = read("For each ticket with status Open: open it and press Close.").steps
    assert isinstance(step, Each)
    assert step.of == Records("ticket", (Test("status", "contains", "Open"),))
    assert step.body == (act("open", "it", "open it"), act("click", "Close", "press Close"))


def test_until_repeats() -> None:
    [step] = read("Click Next until you reach the last page").steps
    assert isinstance(step, Until)
    assert step.condition.kind == "end"


def test_two_things_are_compared() -> None:
    [step] = read("Which is cheaper, the oak table or the pine table?").steps
    assert isinstance(step, Both)
    assert (step.way, step.names, step.first.fields) == ("least", ("oak table", "pine table"), ("price",))


def test_what_is_to_be_made_has_its_values() -> None:
    [step] = read('Write a new letter to Ann Smith with the subject "Hello" and the text "See you."').steps
    assert step == Make(
        "letter", "write", (Enter("to", "Ann Smith"), Enter("subject", "Hello"), Enter("text", "See you"))
    )


@pytest.mark.parametrize("said", ["Write a nice poem about the sea", "Cheer me up", "Paint the fence blue tomorrow"])
def test_what_is_not_understood_is_kept_word_for_word(said: str) -> None:
    assert read(said).unknown == (said,)


@given(st.text(max_size=200))
def test_any_text_is_read_without_a_fault(text: str) -> None:
    program = read(text)
    assert all(isinstance(said, str) for said in program.unknown)
