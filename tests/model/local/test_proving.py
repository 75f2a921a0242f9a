"""Before something is said to be done: each literal was used, each order did something, each answer fits."""

import pytest

from pollex.model.local.doing.kinds import fits
from pollex.model.local.doing.labels import alike
from pollex.model.local.doing.literals import literals
from pollex.model.local.doing.proving import is_only_excused, must_have_acted, unused
from pollex.model.local.doing.script import Asked, Outcome, Stop
from pollex.model.local.doing.suggesting import parts_of
from pollex.model.local.program import Act, Question, Records


@pytest.mark.parametrize(
    ("task", "found"),
    [
        ('Type "heron" into Code.', [("quote", "heron"), ("name", "Code")]),
        ("1. Open Files.\n2. Add 3 of them.", [("number", "3"), ("name", "Files")]),
        ("Write to a@b.org on 4 May 2027.", [("address", "a@b.org"), ("date", "4 May 2027")]),
        ("Pay to DE89 3704 0044 0532 0130 00.", [("address", "DE89 3704 0044 0532 0130 00")]),
        ("Please remove Ann Bell.", [("name", "Ann Bell")]),
    ],
)
def test_literals_of_a_task(task: str, found: list[tuple[str, str]]) -> None:
    assert list(literals(task)) == found


TYPED = (Asked("page.type", {"selector": "act:date", "text": "2027-05-04"}), Outcome(True, {}))
CLICKED = (Asked("page.click", {"selector": "act:subscribe a@b.org"}), Outcome(True, {"url": "http://a.test/"}))


@pytest.mark.parametrize(
    ("task", "past", "told", "left"),
    [
        ("Set the date to 4 May 2027.", [TYPED], [], []),
        ("Set the date to 5 May 2027.", [TYPED], [], ["5 May 2027"]),
        ("Subscribe a@b.org.", [CLICKED], [], ["a@b.org"]),
        ("Which one costs 20 euros?", [], ["Lamp, €20.00"], []),
        ("Which one costs 20 euros?", [], ["Lamp"], ["20"]),
    ],
)
def test_what_nothing_has_taken_up(
    task: str, past: list[tuple[Asked, Outcome]], told: list[str], left: list[str]
) -> None:
    assert unused(task, past, told, "") == left


def test_words_of_a_branch_that_was_not_gone_are_excused() -> None:
    assert unused('If it fails, type "B".', [], ["no"], "Enter(field='', value='B')") == []
    doubt = "The run does not show that this is done: 'B' of the task was neither used nor seen."
    assert is_only_excused(doubt, "value='B'")
    assert not is_only_excused(doubt, "")


def test_an_order_for_which_nothing_was_done_is_not_done() -> None:
    looked = (Asked("page.query", {"selector": "act:send"}), Outcome(True, {"elements": []}))
    with pytest.raises(Stop, match="nothing was done for it"):
        must_have_acted(Act("send", "it", said="send it"), [looked])


def test_a_button_without_effect_has_not_done_it() -> None:
    pressed = (Asked("page.click", {"selector": "act:send"}), Outcome(True, {"url": "http://a.test/"}))
    with pytest.raises(Stop, match="nothing happened"):
        must_have_acted(Act("send", "it", said="send it"), [pressed])


@pytest.mark.parametrize(
    ("said", "field", "value", "is_answer"),
    [
        ("how much is it", "price", "€4.50", True),
        ("how much is it", "price", "low to high", False),
        ("the total", "total", "1 thing", False),
        ("when was it sent", "date", "4 May 2027", True),
        ("when was it sent", "date", "Ann Bell", False),
        ("who sent it", "from", "Ann Bell", True),
        ("who sent it", "from", "2027", False),
        ("the red paper lamp", "name", "Results for “red paper lamp”", False),
    ],
)
def test_an_answer_is_of_the_kind_that_is_asked_for(said: str, field: str, value: str, is_answer: bool) -> None:
    assert fits(Question("value", (field,), Records("it"), said=said), value) is is_answer


def test_words_of_one_family_tell_the_field() -> None:
    assert alike("I arrive on", "Day of arrival") > alike("I arrive on", "Dinner at")


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ("bug, design and export", ["bug", "design", "export"]),
        ("bug and export", ["bug", "export"]),
        ("Ann Bell", ["Ann Bell"]),
        ("12 Mill Lane, 4000 Basel", ["12 Mill Lane, 4000 Basel"]),
    ],
)
def test_values_one_after_the_other(value: str, parts: list[str]) -> None:
    assert parts_of(value) == parts
