"""What an answer claims by name, and what of it was a reference."""

from pollex.agent.claims import Claim, claims


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
