"""What a text is to say, in a sign and a number, or in words."""

import pytest

from pollex.text.condition import holds


@pytest.mark.parametrize(
    ("condition", "text", "expected"),
    [
        (">= 80", "Score: 80 of 100", True),
        (">= 80", "79 %", False),
        ("< 1,000", "€999.50", True),
        ("= 7", "7 left", True),
        ("!= 7", "7 left", False),
        ("!= Loading", "Loading", False),
        ("!=Loading", "Ready", True),
        ("== ready", " Ready ", True),
        ("Ready", "It is ready now", True),
        ("Ready", "It is loading", False),
        ("> 5", "soon", False),
    ],
)
def test_whether_a_condition_holds(condition: str, text: str, expected: bool) -> None:
    assert holds(condition, text) is expected
