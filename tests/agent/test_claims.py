"""What an answer claims by name, and what of it was a reference."""

import pytest

from pollex.agent.claims import Claim, claims, has_values


def test_values_by_their_names() -> None:
    found = list(claims({"count": 3, "left": ["Ada", "Hana"], "none": None}))
    assert found == [Claim("count", 3, False), Claim("left", "Ada", False), Claim("left", "Hana", False)]


def test_a_reference_as_a_whole_and_words_beside_one() -> None:
    given = {"sum": "{{aggregate_1.text}}", "both": "about {{aggregate_1.text}}", "rows": "{{collect_1.rows}}"}
    values = {"sum": "€5.00", "both": "about €5.00", "rows": [{"name": "Mug"}]}
    assert [(each.name, each.referred) for each in claims(values, given)] == [
        ("sum", True),
        ("both", False),
        ("rows", True),
    ]


def test_a_row_that_was_picked_by_its_number_was_chosen_by_the_model() -> None:
    [picked] = claims({"cheapest": "Mug"}, {"cheapest": "{{extract_1.things[3].name}}"})
    assert not picked.referred


@pytest.mark.parametrize("values", [None, {}, [], {"total": None}, {"rows": []}])
def test_an_answer_that_names_no_value_claims_none(values: object) -> None:
    assert not has_values({"text": "All is done.", "values": values})
