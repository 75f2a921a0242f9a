from __future__ import annotations

import pytest

from pollex.workspace.html.tags import Tag, Unread, tags


@pytest.mark.parametrize(
    ("written", "attributes"),
    [
        ("<p>", []),
        ("<p a>", [("a", "")]),
        ("<p A=b>", [("a", "b")]),
        ("<p a='>' b=\">\">", [("a", ">"), ("b", ">")]),
        ("<p a = b/c d>", [("a", "b/c"), ("d", "")]),
        ("<p/a/b>", [("a", ""), ("b", "")]),
        ("<p a=>", [("a", "")]),
        ("<p =a>", [("=a", "")]),
        ('<p a"b>', [('a"b', "")]),
        ("<p a='b'c=d>", [("a", "b"), ("c", "d")]),
        ("<p\na\t=\n'b'>", [("a", "b")]),
    ],
)
def test_attributes_are_read_as_a_browser_reads_them(written: str, attributes: list[tuple[str, str]]) -> None:
    (tag,) = tags(written)

    assert isinstance(tag, Tag)
    assert (tag.name, tag.closes, tag.attributes) == ("p", False, attributes)


@pytest.mark.parametrize(
    ("html", "names"),
    [
        ("a < b <3 <p>x</p>", ["p", "/p"]),
        ("<!-- <b> --><p>", ["p"]),
        ("<!--><p>", ["p"]),
        ("<script><b></script ><p>", ["script", "/script", "p"]),
        ("<textarea><b></TEXTAREA>", ["textarea", "/textarea"]),
        ("<svg><style><b></style></svg>", ["svg", "style", "b", "/style", "/svg"]),
        ("<svg><p><style><b></style>", ["svg", "p", "style", "/style"]),
        ("<svg/><style><b></style>", ["svg", "style", "/style"]),
        ("<plaintext><b>", ["plaintext"]),
        ("</ x><b>", ["b"]),
    ],
)
def test_only_tags_are_read(html: str, names: list[str]) -> None:
    found = [("/" if tag.closes else "") + tag.name for tag in tags(html) if isinstance(tag, Tag)]

    assert found == names


@pytest.mark.parametrize(
    ("html", "unread"),
    [
        ("<p><b class='x", [Unread("<b class='x", finished=False)]),
        ("<p><b", [Unread("<b", finished=False)]),
        ("<?xml?><!x>", [Unread("<?xml?>", finished=True), Unread("<!x>", finished=True)]),
        ("<p><!-- x", [Unread("<!-- x", finished=False)]),
    ],
)
def test_what_a_browser_drops_is_reported(html: str, unread: list[Unread]) -> None:
    assert [tag for tag in tags(html) if isinstance(tag, Unread)] == unread
