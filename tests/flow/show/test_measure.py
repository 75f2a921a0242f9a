"""How much room words take, and how they are cut."""

from hypothesis import given
from hypothesis import strategies as st

from pollex.flow.show.measure import cells, is_right_to_left, truncated, wrapped
from pollex.flow.show.printable import printable


def test_cells() -> None:
    assert [cells(words) for words in ("abc", "日本", "é", "e\u0301", "👍")] == [3, 4, 1, 1, 2]


def test_words_that_fit_stay() -> None:
    assert truncated("twelve cells", 12) == "twelve cells"
    assert truncated("twelve cells", 11) == "twelve cel…"


def test_what_is_written_as_one_sign_is_not_cut_in_two() -> None:
    assert truncated("ab👩‍👧cd", 6) == "ab…"
    assert truncated("abe\u0301fg", 4) == "abe\u0301…"


def test_lines_are_broken_at_spaces() -> None:
    assert wrapped("make sure that the page says so", 12, 3) == ["make sure", "that the", "page says so"]
    assert wrapped("make sure that the page says so", 12, 2) == ["make sure", "that the pa…"]
    assert wrapped("abcdefghijkl", 5, 2) == ["abcde", "fghi…"]
    assert wrapped("", 5, 2) == []


@given(st.text(), st.integers(2, 30), st.integers(1, 4))
def test_no_line_is_longer_than_its_room(words: str, room: int, lines: int) -> None:
    made = wrapped(printable(words), room, lines)
    assert len(made) <= lines
    assert all(cells(line) <= room for line in made)


@given(st.text(st.characters(codec="utf-8")))
def test_plain_words_are_one_line_that_xml_can_hold(words: str) -> None:
    from xml.etree import ElementTree as ET
    from xml.sax.saxutils import escape

    made = printable(words)
    assert made == " ".join(made.split())
    assert (ET.fromstring(f"<a>{escape(made)}</a>").text or "") == made


def test_the_first_letter_says_the_direction() -> None:
    assert is_right_to_left("123 שלום abc")
    assert is_right_to_left("مرحبا")
    assert not is_right_to_left("abc שלום")
    assert not is_right_to_left("123")
