"""One thing said in several plain ways is one program."""

import pytest

from pollex.model.local.doing.answering import runs_down
from pollex.model.local.doing.gestures import CARRIED
from pollex.model.local.doing.keeping import TODAY
from pollex.model.local.doing.listing import ONWARDS
from pollex.model.local.doing.single import by_form
from pollex.model.local.doing.tables import LINE
from pollex.model.local.program import Act, Choose, Enter, Filter, If, Instruction, LogIn, Make, Question, Tick
from pollex.model.local.reading.reader import read


def steps(said: str) -> list[Instruction]:
    program = read(said)
    assert program.unknown == ()
    return list(program.steps)


@pytest.mark.parametrize(
    ("said", "tests"),
    [
        ("Filter the list for state Open and owner nobody.", [("state", "Open"), ("owner", "nobody")]),
        ("Filter by priority High and label search.", [("priority", "High"), ("label", "search")]),
        ("Narrow the rows down to status Open and owner Ann Bell.", [("status", "Open"), ("owner", "Ann Bell")]),
        ("Show only tasks with status Done and no owner.", [("tasks", ""), ("status", "Done"), ("owner", "nobody")]),
        (
            "Filter for type invoice, status Paid and owner none.",
            [("type", "invoice"), ("status", "Paid"), ("owner", "nobody")],
        ),
        ("Restrict it to brand Acme and colour red.", [("brand", "Acme"), ("colour", "red")]),
        ("Only show messages with label work and status New.", [("label", "work"), ("status", "New")]),
    ],
)
def test_two_filters_in_one_clause_are_two_tests(said: str, tests: list[tuple[str, str]]) -> None:
    [step] = steps(said)
    assert isinstance(step, Filter)
    assert [(test.field, test.value) for test in step.tests if test.field] == [pair for pair in tests if pair[1]]


@pytest.mark.parametrize(
    ("said", "opened"),
    [
        ('Comment "It works for me."', []),
        ('Add the comment "It works for me." and go on.', []),
        ('In any case post a short comment saying "It works for me."', []),
        ('Comment on AB-12: "It works for me."', ["AB-12"]),
        ('Leave the comment "It works for me." on AB-12.', ["AB-12"]),
        ('Add a comment to AB-12 with the text "It works for me."', ["AB-12"]),
    ],
)
def test_a_comment_is_written_and_posted(said: str, opened: list[str]) -> None:
    made = steps(said)
    assert [step.words for step in made if isinstance(step, Act) and step.verb == "open"] == opened
    assert Enter("the comment field", "It works for me.") in made
    assert any(isinstance(step, Act) and step.verb == "post" for step in made)


@pytest.mark.parametrize(
    "said",
    [
        "Log in with the stored login and stay signed in.",
        "Sign in with the stored login and make sure that I stay logged in.",
        'Log in with the stored login and tick "Stay signed in".',
        "Log in with the saved login. Remember me on this device.",
        "Log in with the saved login and keep me signed in.",
        "Log in with the saved login, and see to it that I remain logged in.",
    ],
)
def test_who_wants_to_stay_logged_in_says_so_before_the_form_is_sent(said: str) -> None:
    assert steps(said) == [LogIn(stay=True)]


@pytest.mark.parametrize(
    ("said", "noun", "named"),
    [
        ("There is one unread letter. Open it.", "unread letter", []),
        ("There is an invoice from Ann Bell; pay it.", "invoice", ["Ann Bell"]),
        ("You will see a message from Ann Bell. Archive it.", "message", ["Ann Bell"]),
        ("There is only one draft; open it.", "draft", []),
        ("There will be a new order. Cancel it.", "new order", []),
        ("There are two open tasks. Delete them.", "two open tasks", []),
    ],
)
def test_what_is_said_to_be_there_is_what_the_next_order_means(said: str, noun: str, named: list[str]) -> None:
    found = steps(said)[0]
    assert isinstance(found, Question)
    assert (found.of.noun, [test.value for test in found.of.tests], found.of.here) == (noun, named, True)


@pytest.mark.parametrize(
    ("said", "value", "negated"),
    [
        ("If it is about the shed, star it.", "shed", False),
        ("If the message is from Ann Bell, star it.", "Ann Bell", False),
        ("If it is not about the shed, star it.", "shed", True),
        ('If this is called "Plan B", star it.', "Plan B", False),
        ("If the letter was by Ann Bell, star it.", "Ann Bell", False),
        ("If that is about a new roof, star it.", "new roof", False),
    ],
)
def test_what_something_is_about_is_a_condition(said: str, value: str, negated: bool) -> None:
    [step] = steps(said)
    assert isinstance(step, If)
    assert (step.condition.kind, step.condition.value, step.condition.negated) == ("is", value, negated)


@pytest.mark.parametrize(
    "said",
    [
        "Enter Oslo as city and choose the suggestion.",
        "Enter Oslo as city and pick the suggestion that comes up.",
        "Enter Oslo as city and take the first suggestion.",
        "Enter Oslo as city, then select the matching suggestion.",
        "Enter Oslo as city and choose it from the suggestions.",
        "Enter Oslo as city and accept the only suggestion.",
    ],
)
def test_a_suggestion_that_is_to_be_chosen_is_part_of_the_entry(said: str) -> None:
    assert steps(said) == [Enter("city", "Oslo", offered=True)]


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("Select everything that is left there.", Tick("the select all checkbox")),
        ("Tick the rest.", Tick("the select all checkbox")),
        ("Set both filters back to Any.", Filter(())),
        ("Reset all the filters to All.", Filter(())),
        ("Choose Springfield, the one in Ohio.", Choose('"Springfield, Ohio"')),
        ("Pick the Grand Hotel, the one from Oslo.", Choose('"Grand Hotel, Oslo"')),
        ("Add Ann Bell as a second guest.", Enter("the guest field", "Ann Bell", add="end")),
        ("Add Ann Bell as another guest.", Enter("the guest field", "Ann Bell", add="end")),
        (
            'Add a rule: if the subject contains "Sale", move the message to Archive. Tick Always before you add it.',
            Make("rule", "add", (Enter("contains", "Sale"), Enter("move to", "Archive"), Tick("Always"))),
        ),
    ],
)
def test_plain_orders(said: str, step: Instruction) -> None:
    assert steps(said) == [step]


def test_two_questions_about_two_things_are_two() -> None:
    asked = steps("Tell me the rating of the Red Lamp and the weight of the Blue Lamp.")
    assert [(step.fields, step.of.noun) for step in asked if isinstance(step, Question)] == [
        (("rating",), "Red Lamp"),
        (("weight",), "Blue Lamp"),
    ]


@pytest.mark.parametrize(
    ("tail", "start", "to"),
    [
        ("from To do to In progress", "To do", "In progress"),
        ("to Doing", None, "Doing"),
        ("over to the Doing column", None, "Doing"),
        ("into the column Doing", None, "Doing"),
        ("out of Waiting into Doing", "Waiting", "Doing"),
        ("from Waiting over to Doing", "Waiting", "Doing"),
    ],
)
def test_where_a_card_is_carried_to(tail: str, start: str | None, to: str) -> None:
    match = CARRIED.fullmatch(tail)
    assert match is not None
    assert (match["start"], match["to"]) == (start, to)


def test_only_what_goes_on_with_the_list_is_its_next_page() -> None:
    names = [
        "Next",
        "Next page",
        "next ›",
        "›",
        "Older",
        "Show more",
        "Load more results",
        "Next lesson",
        "Next step",
        "Read more about us",
    ]
    assert [name for name in names if ONWARDS.fullmatch(name)] == names[:7]


def test_files_and_keys_are_known_by_their_form() -> None:
    text = "AB-17 Broken lamp\nplan.pdf 12 kB\nnotes.txt 1 kB\nBest wishes"
    assert [by_form(text, [name]) for name in ("attachment", "key", "colour")] == ["plan.pdf; notes.txt", "AB-17", None]


def test_lines_of_text_with_an_amount_are_rows() -> None:
    lines = ["R-1, £18.00 Pay", "R-2: €240.50", "Open bills", "Pay bill R-2."]
    assert [match["name"] for line in lines if (match := LINE.fullmatch(line))] == ["R-1", "R-2"]


@pytest.mark.parametrize(
    "said", ["Today is 15 November 2026.", "Today is the 15 November 2026", "(today: 15 November 2026)"]
)
def test_a_task_may_tell_the_day(said: str) -> None:
    match = TODAY.search(said)
    assert match is not None
    assert match["day"] == "15 November 2026"


@pytest.mark.parametrize(
    ("said", "tests"),
    [
        ("How many tasks are assigned to Ann Bell and not done?", [("contains", "Ann Bell"), ("lacks", "done")]),
        ("How many tasks are in progress but not urgent?", [("contains", "in progress"), ("lacks", "urgent")]),
        ("List the orders from Ann Bell replace not paid.", [("contains", "Ann Bell"), ("lacks", "paid")]),
        ("How many letters came from Ann Bell?", [("contains", "Ann Bell")]),
    ],
)
def test_what_must_not_hold_is_a_test_of_its_own(said: str, tests: list[tuple[str, str]]) -> None:
    [step] = steps(said)
    assert isinstance(step, Question)
    assert [(test.op, test.value) for test in step.of.tests] == tests


def test_a_filter_may_not_be_turned_round() -> None:
    [step] = steps("Show only tasks with status not Done.")
    assert isinstance(step, Filter)
    assert [(test.field, test.op, test.value) for test in step.tests if test.field] == [("status", "lacks", "Done")]


@pytest.mark.parametrize(
    ("said", "about", "deed"),
    [
        ("Move the newest letter from Ann Bell to Travel.", "the newest letter from Ann Bell", "it to Travel"),
        ("Move the oldest letter to Ann Bell to the archive.", "the oldest letter to Ann Bell", "it to the archive"),
        ("Move the oldest letter into the folder Family.", "the oldest letter", "it into the folder Family"),
    ],
)
def test_the_newest_is_found_first_and_then_moved(said: str, about: str, deed: str) -> None:
    found, moved = steps(said)
    assert isinstance(found, Question)
    assert isinstance(moved, Act)
    assert (found.said, moved.words) == (about, deed)


def test_days_without_years_are_in_order_when_the_latest_comes_first() -> None:
    days = ["03-01 10:00", "02-28 09:30", "02-28 08:00"]
    assert [runs_down(each) for each in (days, days[::-1], ["2026-03-01", "2026-02-28"])] == [True, False, False]
