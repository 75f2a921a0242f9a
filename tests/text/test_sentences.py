"""Sentences, and full stops that end none."""

import pytest

from pollex.text.sentences import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Seen by Dr. Chen. Come back.", ["Seen by Dr. Chen.", "Come back."]),
        ("Ask J. Smith, Ph.D. Then go.", ["Ask J. Smith, Ph.D.", "Then go."]),
        ("Use it, e.g. for tea. Really?", ["Use it, e.g. for tea.", "Really?"]),
        ("See No. 5. The answer is No. Good.", ["See No. 5.", "The answer is No.", "Good."]),
        ("One line\nand the next", ["One line", "and the next"]),
        ("", []),
    ],
)
def test_a_full_stop_of_an_abbreviation_ends_no_sentence(text: str, expected: list[str]) -> None:
    assert list(sentences(text)) == expected


def test_other_signs_may_end_one_too() -> None:
    assert list(sentences("First this; then Mr. Platt: that", ".!?;:")) == ["First this;", "then Mr. Platt:", "that"]
