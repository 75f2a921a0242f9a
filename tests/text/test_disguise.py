"""What disguises words is left out or marked; what scripts and emoji need stays."""

import pytest

from pollex.text.disguise import MARK, undisguised, undisguised_json


@pytest.mark.parametrize(
    "letter",
    [
        *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",
        *"\u2800\u3164\u115f\u1160\uffa0\u034f",
        *"\u00ad\u200b\u200c\u200d\u2060\u2064\ufeff\U000e0041\x00\x1b\x9b",
    ],
)
def test_what_nobody_sees_is_left_out_or_marked(letter: str) -> None:
    assert undisguised(f"Pay{letter}Eve{letter}") == "PayEve"
    assert undisguised(f"Pay{letter}Eve", MARK) == "Pay\ufffdEve"


@pytest.mark.parametrize(
    "text",
    [
        "Notes of today\n\t2",
        "שלום, world",
        "می\u200cخواهم",
        "क्\u200dष",
        "👩\u200d💻",
        "🏳\ufe0f\u200d🌈",
        "é ü 한국어 ÿ",
        "",
    ],
)
def test_what_people_write_stays(text: str) -> None:
    assert undisguised(text) == text


def test_the_keys_and_texts_of_a_value_are_marked() -> None:
    found = undisguised_json({"to\u202e": ["a\u2066", 1, None], "b": {"c": "\u3164"}}, MARK)
    assert found == {"to\ufffd": ["a\ufffd", 1, None], "b": {"c": "\ufffd"}}
