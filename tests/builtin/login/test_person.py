"""Codes and links are read out of what a person answers, which may be a whole message."""

import pytest

from pollex.builtin.login.person import read_code, read_link


@pytest.mark.parametrize(
    ("answer", "length", "code"),
    [
        ("482913", 0, "482913"),
        (" 482 913 ", 6, "482913"),
        ("K7QF2X", 0, "K7QF2X"),
        ("Hello Ada,\nyour code is 482913.\nIt holds for 10 minutes, until 14:35 on 2026-11-16.", 0, "482913"),
        ("Dear customer 10442,\n\n    7731\n\nThanks, Example Ltd, 12345 Town", 4, "7731"),
        ("Subject: Sign in\n\nEnter this code:\n\nABCD-EFGH\n\nhttps://a.example/x?code=999999", 0, "ABCD-EFGH"),
        ("I do not know", 0, None),
        ("", 6, None),
    ],
)
def test_a_code(answer: str, length: int, code: str | None) -> None:
    assert read_code(answer, length) == code


@pytest.mark.parametrize(
    ("answer", "link"),
    [
        ("https://a.example/in?t=1", "https://a.example/in?t=1"),
        ("Open <https://a.example/in?t=1>, or\nhttps://b.example/", "https://a.example/in?t=1"),
        ("See https://b.example/help.\nSign in: https://a.example/in/1.", "https://a.example/in/1"),
        ("https://a.example.evil.example/in", None),
        ("no idea", None),
    ],
)
def test_a_link_of_the_site_and_no_other(answer: str, link: str | None) -> None:
    assert read_link(answer, "a.example") == link
