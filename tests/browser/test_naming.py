"""Elements, and what became of calls on them, in words."""

from typing import Any

import pytest

from pollex.browser.naming import asked_words, element_words, sentence


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        ({"role": "button", "name": "Add to basket"}, "the button “Add to basket”"),
        ({"role": "textbox", "placeholder": "Search"}, "the field “Search”"),
        ({"tag": "div", "css": "#x"}, "the element #x"),
        ({"tag": "a"}, "the link without a name"),
        ({}, "“Buy”"),
    ],
)
def test_an_element_that_was_acted_on(evidence: dict[str, Any], words: str) -> None:
    assert element_words(evidence, {"selector": "text=Buy"}) == words


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({"index": 4}, "element 4"),
        ({"selector": 4}, "element 4"),
        ({"selector": ["css=.buy", "text=Buy"]}, "“Buy”"),
        ({"selector": "act:the first row"}, "the first row"),
        ({"selector": "role=searchbox"}, "the search box"),
        ({"selector": 'role=button[name="Save"]'}, "the button “Save”"),
        ({"selector": "label=Email"}, "the field “Email”"),
        ({"selector": "testid=save"}, "the element save"),
        ({"selector": "#a"}, "#a"),
        ({"selector": "#a", "fallback": "the tab"}, "the tab, found by #a"),
        ({"fallback": "the tab"}, "the tab"),
        ({"selector": []}, "[]"),
        ({"selector": {"odd": True}}, '{"odd":true}'),
        ({}, ""),
    ],
)
def test_an_element_that_was_asked_for(args: dict[str, Any], words: str) -> None:
    assert asked_words(args) == words


def test_what_was_done_what_failed_and_what_is_not_known() -> None:
    args = {"selector": "text=Buy"}
    assert sentence("page.click", args, {"ok": True}) == "Clicked “Buy”"
    assert sentence("page.click", args, {"ok": False}) == "Could not click “Buy”"
    assert sentence("page.click", args, None) == "Began to click “Buy”"


def test_an_instruction_is_told_by_what_was_done() -> None:
    args, proof = {"instruction": "open the basket"}, {"/selector": {"role": "link", "name": "Basket"}}
    done = {"ok": True, "data": {"did": "page.click"}, "proof": proof}
    assert sentence("page.act", args, done) == "Clicked the link “Basket”"
    assert sentence("page.act", args, {"ok": True}) == "Did “open the basket”"
