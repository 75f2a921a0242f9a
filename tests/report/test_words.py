"""Actions in words."""

from typing import Any

import pytest

from pollex.report.story import Action
from pollex.report.words import said


def done(tool: str, args: dict[str, Any], **evidence: str) -> Action:
    return Action(tool, args, {"ok": True, "data": {}, "proof": {"/selector": evidence} if evidence else {}})


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (done("page.click", {"index": 4}, role="button", name="Add to basket"), "Clicked the button “Add to basket”"),
        (done("page.click", {"index": 4}), "Clicked element 4"),
        (done("page.click", {"selector": ["css=.buy", "text=Buy"]}), "Clicked css=.buy"),
        (done("page.click", {}, tag="div", css="#x"), "Clicked the element #x"),
        (
            done("page.type", {"text": "{{secret.bank.password}}"}, role="textbox", label="Password"),
            "Typed “{{secret.bank.password}}” into the field “Password”",
        ),
        (done("page.keypress", {"key": "Enter"}), "Pressed Enter"),
        (
            done("page.select", {"option": "Peru"}, role="combobox", name="Country"),
            "Chose “Peru” in the list “Country”",
        ),
        (done("page.check", {"on": False}, role="checkbox", name="News"), "Switched the checkbox “News” off"),
        (done("page.upload", {"files": ["/a/b.pdf"]}, role="button", name="Photo"), "Put b.pdf in the button “Photo”"),
        (done("page.navigate", {"url": "https://example.org"}), "Went to https://example.org"),
        (done("page.wait", {"text": "Confirmed"}), "Waited for the text “Confirmed”"),
        (done("page.dialog", {"accept": False}), "Answered the page with no"),
        (done("done", {"text": "No such lamp.", "success": False}), "Said that it cannot be done: “No such lamp.”"),
        (done("mail.send", {"to": "ada"}), "Called mail.send"),
    ],
)
def test_what_was_done(action: Action, words: str) -> None:
    assert said(action) == words


def test_what_failed_and_what_nobody_knows_of() -> None:
    args = {"selector": "text=Buy"}
    assert said(Action("page.click", args, {"ok": False})) == "Could not click text=Buy"
    assert said(Action("page.click", args)) == "Began to click text=Buy"


def test_an_action_in_words_says_what_it_came_to() -> None:
    result = {"ok": True, "data": {"did": "page.click"}, "proof": {"/selector": {"role": "link", "name": "Basket"}}}
    assert said(Action("page.act", {"instruction": "open the basket"}, result)) == "Clicked the link “Basket”"
    assert said(Action("page.act", {"instruction": "open the basket"}, {"ok": True})) == "Did “open the basket”"


def test_long_texts_are_cut() -> None:
    assert said(done("page.find", {"text": "word " * 100})) == f"Looked for “{('word ' * 100)[:79]}…”"
