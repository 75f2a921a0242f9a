"""Elements, and what became of calls on them, in words."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.browser.description import asked_words, element_words, outcome_sentence
from pollex.text.phrase import PHRASES

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=6,
)


def proof(evidence: Any) -> dict[str, Any]:
    return {"/selector": evidence}


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        ({"role": "button", "name": "Add to basket"}, "the button “Add to basket”"),
        ({"role": "textbox", "placeholder": "Search"}, "the field “Search”"),
        ({"tag": "div", "css": "#x"}, "the element #x"),
        ({"tag": "a"}, "the link without a name"),
        (
            {"role": "generic", "css": ".knob", "neighbours": ["Count for MIPS?"]},
            "the element beside “Count for MIPS?”",
        ),
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
    assert outcome_sentence("page.click", args, {"ok": True}) == "Clicked “Buy”"
    assert outcome_sentence("page.click", args, {"ok": False}) == "Could not click “Buy”"
    assert outcome_sentence("page.click", args, None) == "Began to click “Buy”"


def test_fields_that_were_named_by_indices_are_told_by_their_labels() -> None:
    args = {"fields": {"Vaccine": "MMR", "40": "Intramuscular", "41": "Left arm", "42": "x"}}
    proof = {"/fields/40": {"label": "Method", "name": "Method *"}, "/fields/41": {"name": "Site"}}
    told = outcome_sentence("page.fill", args, {"ok": True, "proof": proof})
    assert told == "Filled in Vaccine, Method, Site, 42"


def test_an_instruction_is_told_by_what_was_done() -> None:
    args, proof = {"instruction": "open the basket"}, {"/selector": {"role": "link", "name": "Basket"}}
    done = {"ok": True, "data": {"did": "page.click"}, "proof": proof}
    assert outcome_sentence("page.act", args, done) == "Clicked the link “Basket”"
    assert outcome_sentence("page.act", args, {"ok": True}) == "Did “open the basket”"


@given(
    st.sampled_from(sorted({key.partition(" ")[0] for key in PHRASES})),
    st.dictionaries(st.sampled_from(["selector", "fallback", "index", "text", "files", "fields", "to", "on"]), JSON),
    st.none() | st.fixed_dictionaries({"ok": st.booleans(), "data": JSON, "proof": st.just({}) | JSON.map(proof)}),
)
def test_whatever_a_model_called_a_tool_with_can_be_told(
    tool: str, args: dict[str, Any], result: dict[str, Any] | None
) -> None:
    assert outcome_sentence(tool, args, result)
