"""Parts of texts by the numbers of their words, and the same parts of other texts."""

import pytest

from pollex.page.extract.span import Span, cut, cut_alike, numbered


def test_words_have_their_numbers_behind_them() -> None:
    assert numbered("Deck 4 (of 5), 1,200 km", 40) == "Deck{1} 4{2} (of{3} 5{4}), 1,200{5} km{6}"
    assert (numbered("Deck", 40), numbered("a b c", 2)) == ("Deck", "a{1} b{2} …")


def test_a_part_is_cut_as_it_stands_but_for_the_end_of_its_sentence() -> None:
    text = "Told by Nora Vance. (Acme Inc. in Kiel)"
    assert [cut(text, Span(*span)) for span in ((3, 4), (5, 6), (4, 8))] == [
        "Nora Vance", "Acme Inc.", "Vance. (Acme Inc. in Kiel)",
    ]  # fmt: skip
    assert [cut("a b", Span(*span)) for span in ((0, 1), (2, 1), (1, 3))] == [None, None, None]


@pytest.mark.parametrize(
    ("sample", "span", "text", "part"),
    [
        ("Bern, Switzerland", (1, 1), "New York, United States", "New York"),
        ("Bern, Switzerland", (2, 2), "New York, United States", "United States"),
        ("2 rooms · 54 m²", (1, 1), "1 room · 30 m²", "1"),
        ("2 rooms · 54 m²", (3, 4), "1 room · 30 m²", "30 m²"),
        ("from A to B", (2, 2), "from New York to Rome", "New York"),
        ("06.05.2026 07:52", (2, 2), "1.5.26 7:52", "7:52"),
        ("A, B, C, D", (3, 3), "E, F, G H, I", "G H"),
        ("Bern, Switzerland", (1, 1), "Atlantis", None),
        ("Ada Byron", (1, 1), "Bob Sugar", None),
        ("from A to B", (4, 4), "all the way", None),
        ("a b", (2, 3), "c d", None),
    ],
)
def test_the_same_part_of_another_text(sample: str, span: tuple[int, int], text: str, part: str | None) -> None:
    assert cut_alike(sample, Span(*span), text) == part
