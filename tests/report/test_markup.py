"""Text stays text."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from pollex.report.markup import UNSEEN, Html, tag


class Reader(HTMLParser):
    """What a browser would make of it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_tags() -> None:
    made = tag("p", "a < b", None, [tag("b", "c"), " & "], class_="x", aria_hidden="true", hidden=True, title=None)
    assert made == '<p class="x" aria-hidden="true" hidden>a &lt; b<b>c</b> &amp; </p>'
    assert tag("img", alt='"') == '<img alt="&quot;">'


@given(st.text())
def test_no_text_becomes_markup(text: str) -> None:
    read = Reader(tag("p", text, title=text))
    shown = UNSEEN.sub("\ufffd", text)
    assert read.tags == [("p", [("title", shown)])]
    assert read.text == shown


def test_what_turns_text_around_or_cannot_be_written_is_shown_as_such() -> None:
    assert tag("p", "a\u202eb\0c\ud800") == "<p>a\ufffdb\ufffdc\ufffd</p>"
    assert isinstance(tag("p"), Html)
