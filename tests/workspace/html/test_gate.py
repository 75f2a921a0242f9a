from __future__ import annotations

import pytest

from pollex.core.fault import Fault
from pollex.core.limits import Limits
from pollex.workspace.html import GatedHtml, gate
from pollex.workspace.tree import BoundCommand, Element


def command(text: str) -> BoundCommand:
    return BoundCommand("c", ({"text": text},))


def gated(html: str, inside: str = "div") -> GatedHtml:
    return gate(html, window="w", inside=inside, command=command)


def test_html_becomes_typed_nodes() -> None:
    html = '<h1>Notes</h1> and <ul class="plain"><li>One &amp; two</li><li><b>three</b></li></ul>'

    assert gated(html) == GatedHtml(
        (
            Element("h1", {}, ("Notes",)),
            " and ",
            Element(
                "ul",
                {"class": "plain"},
                (Element("li", {}, ("One & two",)), Element("li", {}, (Element("b", {}, ("three",)),))),
            ),
        ),
        (),
    )


def test_forms_and_their_fields_are_kept() -> None:
    html = (
        "<form><fieldset disabled><legend>Who</legend><input type=EMAIL name=mail required placeholder='a@b.c'>"
        "<textarea name=text rows=3>Hi</textarea><select name=size><option value=s selected>Small</select>"
        "<button type=submit>Send</button></fieldset></form>"
    )

    assert gated(html) == GatedHtml(
        (
            Element(
                "form",
                {},
                (
                    Element(
                        "fieldset",
                        {"disabled": ""},
                        (
                            Element("legend", {}, ("Who",)),
                            Element("input", {"type": "email", "name": "mail", "required": "", "placeholder": "a@b.c"}),
                            Element("textarea", {"name": "text", "rows": "3"}, ("Hi",)),
                            Element(
                                "select",
                                {"name": "size"},
                                (Element("option", {"value": "s", "selected": ""}, ("Small",)),),
                            ),
                            Element("button", {"type": "submit"}, ("Send",)),
                        ),
                    ),
                ),
            ),
        ),
        (),
    )


@pytest.mark.parametrize(
    "html", ["", "just text", "  ", "a < b and c > d", "R&D &amp; more", "it's <3", "<!-- a comment -->"]
)
def test_plain_text_has_no_notes(html: str) -> None:
    assert gated(html).notes == ()


def test_white_space_around_elements_stays() -> None:
    assert gated(" <p>a</p>\n").nodes == (" ", Element("p", {}, ("a",)), "\n")


def test_html_over_the_limit_is_refused_by_its_bytes() -> None:
    limits = Limits(op_html_bytes=10)

    assert gate("éééé", window="w", command=command, limits=limits).nodes == ("éééé",)
    with pytest.raises(Fault, match="The HTML has 12 bytes") as raised:
        gate("éééééé", window="w", command=command, limits=limits)
    assert (raised.value.code, raised.value.pointer, raised.value.expected) == ("limit", "", "at most 10 bytes")


def test_half_a_surrogate_pair_is_a_fault() -> None:
    with pytest.raises(Fault, match="not valid Unicode: half of a surrogate pair stands at character 2"):
        gated("ab\ud800")


def test_a_password_is_refused_with_the_way_to_ask_for_one() -> None:
    with pytest.raises(Fault) as raised:
        gated('<input id="key" type=" PassWord">')

    assert raised.value.code == "invalid_input"
    assert raised.value.message == "<input id='key'> asks for a password."
    assert "`credential`" in (raised.value.hint or "")


def test_all_faults_of_one_html_come_at_once_in_their_order() -> None:
    with pytest.raises(Fault) as raised:
        gated('<p data-state-key="a">x</p><input type="password"><hr data-command="[]">')

    assert [issue.message for issue in raised.value.issues] == [
        "<p> cannot be bound to state.",
        "<input> asks for a password.",
        "<hr> cannot be clicked, so its data-command would do nothing.",
    ]
    assert {issue.pointer for issue in raised.value.issues} == {""}


def test_no_more_issues_are_listed_than_the_limit() -> None:
    with pytest.raises(Fault) as raised:
        gate("<input type=password>" * 9, window="w", command=command, limits=Limits(issues=3))

    assert len(raised.value.issues) == 3


def test_html_that_parses_differently_a_second_time_is_settled_first() -> None:
    html = "<form><div></form><form><input></form></div>"

    assert gated(html) == GatedHtml(
        (Element("form", {}, (Element("div", {}, (Element("input"),)),)),),
        ("<form> was dropped and its content kept: it cannot stand there",),
    )


@pytest.mark.parametrize("tag", ["iframe", "math", "noscript", "object", "script", "style", "svg", "template", "title"])
def test_some_elements_are_dropped_with_their_content(tag: str) -> None:
    assert gated(f"a<{tag}>b</{tag}>c").nodes == ("ac",)
