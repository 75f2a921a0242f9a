"""Calls of tools in words."""

from typing import Any

import pytest

from pollex.agent.menu import DONE, MORE, REMEMBER, REST
from pollex.builtin.aggregate import AGGREGATE
from pollex.builtin.excerpt import EXCERPT
from pollex.core.tool import Tool
from pollex.page.tools import page_tools
from pollex.text.phrase import PHRASES, SLOT, Phrase, element, phrase, sentence

TOOLS: dict[str, Tool] = {
    tool.name: tool for tool in (*page_tools(), AGGREGATE, EXCERPT, DONE, MORE, REMEMBER, REST)
}  # fmt: skip
NEWS = {"role": "checkbox", "name": "News"}
CASES: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("page.click", {"index": 4}, {"role": "button", "name": "Add to basket"}, "Clicked the button “Add to basket”"),
    ("page.click", {"index": 4}, {}, "Clicked element 4"),
    ("page.click", {"selector": ["css=.buy", "text=Buy"]}, {}, "Clicked css=.buy"),
    ("page.click", {"selector": "act:the first row"}, {}, "Clicked the first row"),
    ("page.click", {}, {"tag": "div", "css": "#x"}, "Clicked the element #x"),
    ("page.click", {}, {"tag": "a"}, "Clicked the link without a name"),
    ("page.click", {"index": 4, "count": 2}, {}, "Double-clicked element 4"),
    ("page.click", {"index": 4, "button": "right", "count": 1}, {}, "Right-clicked element 4"),
    (
        "page.type",
        {"text": "{{secret.bank.password}}"},
        {"role": "textbox", "label": "Password"},
        "Typed “{{secret.bank.password}}” into the field “Password”",
    ),
    ("page.type", {"text": ""}, {"role": "textbox", "name": "City"}, "Typed into the field “City”"),
    ("page.keypress", {"key": "Enter"}, {}, "Pressed Enter"),
    ("page.keypress", {"key": "Enter", "selector": "#q"}, {}, "Pressed Enter in #q"),
    ("page.select", {"option": "Peru"}, {"role": "combobox", "name": "Land"}, "Chose “Peru” from the list “Land”"),
    ("page.check", {}, NEWS, "Ticked the checkbox “News”"),
    ("page.check", {"on": False}, NEWS, "Unticked the checkbox “News”"),
    ("page.upload", {"files": ["/a/b.pdf", "c:\\d.png"], "index": 2}, {}, "Put b.pdf, d.png into element 2"),
    ("page.fill", {"fields": {"Name": "Ada", "I accept": True}}, {}, "Filled in Name, I accept"),
    ("page.drag", {"selector": "text=A", "to": "the bin"}, {}, "Dragged text=A to the bin"),
    ("page.drag", {"selector": "text=A", "by": {"x": 1, "y": 2}}, {}, "Dragged text=A"),
    ("page.navigate", {"url": "https://example.org"}, {}, "Went to https://example.org"),
    ("page.open_tab", {"url": "u", "name": "help"}, {}, "Opened u in a new tab “help”"),
    ("page.wait", {"text": "Confirmed", "duration": 5}, {}, "Waited for the text “Confirmed”"),
    ("page.wait", {"url": "/done"}, {}, "Waited for an address with /done"),
    ("page.wait", {"selector": "#x"}, {}, "Waited for #x"),
    ("page.wait", {"selector": "#x", "gone": True}, {}, "Waited until #x is gone"),
    ("page.wait", {"duration": 500}, {}, "Waited 500 ms"),
    ("page.wait", {}, {}, "Waited"),
    ("page.scroll", {"down": False}, {}, "Scrolled up"),
    ("page.scroll", {"until": ["text=End", "#end"]}, {}, "Scrolled down until text=End"),
    ("page.dialog", {"accept": False}, {}, "Dismissed the dialog"),
    ("page.dialog", {"accept": True, "text": "Ada"}, {}, "Accepted the dialog with “Ada”"),
    ("page.screenshot", {}, {}, "Took a picture of the page"),
    ("page.extract", {"instruction": "the\n items"}, {}, "Extracted the items"),
    ("page.read", {}, {}, "Read the page"),
    ("page.current_tab", {}, {}, "Saw which tab is open"),
    ("aggregate", {"rows": [], "what": "count"}, {}, "Counted the rows"),
    ("aggregate", {"rows": [], "what": "sum", "by": "price"}, {}, "Added up price"),
    ("aggregate", {"rows": [], "what": "least", "by": "price"}, {}, "Worked out the least by price"),
    ("remember", {"plan": ["pay"]}, {}, "Noted the plan"),
    ("done", {"text": "Bought.", "success": True}, {}, "Said that it is done: “Bought.”"),
    ("done", {"text": "No such lamp.", "success": False}, {}, "Said that it cannot be done: “No such lamp.”"),
    ("mail.send", {"to": "ada"}, {}, "Called mail.send"),
]


@pytest.mark.parametrize(("tool", "args", "evidence", "words"), CASES, ids=[case[-1] for case in CASES])
def test_what_was_done(tool: str, args: dict[str, Any], evidence: dict[str, Any], words: str) -> None:
    assert sentence(tool, args, {"ok": True, "data": {}, "proof": {"/selector": evidence}}) == words


def test_what_failed_and_what_is_not_known() -> None:
    assert sentence("page.click", {"selector": "text=Buy"}, {"ok": False}) == "Could not click text=Buy"
    assert sentence("page.click", {"selector": "text=Buy"}, None) == "Began to click text=Buy"


def test_an_instruction_is_told_by_what_was_done() -> None:
    args, proof = {"instruction": "open the basket"}, {"/selector": {"role": "link", "name": "Basket"}}
    done = {"ok": True, "data": {"did": "page.click"}, "proof": proof}
    assert sentence("page.act", args, done) == "Clicked the link “Basket”"
    assert sentence("page.act", args, {"ok": True}) == "Did “open the basket”"


@pytest.mark.parametrize(
    ("given", "past", "gerund"),
    [
        ("click", "clicked", "clicking"),
        ("type", "typed", "typing"),
        ("go", "went", "going"),
        ("drag", "dragged", "dragging"),
        ("see", "saw", "seeing"),
    ],
)
def test_verbs(given: str, past: str, gerund: str) -> None:
    assert (Phrase(given, "x").past, Phrase(given, "x").gerund) == (f"{past} x", f"{gerund} x")


def test_values_are_one_line_of_some_length_and_never_part_of_the_phrase() -> None:
    assert phrase("page.find", {"text": "word " * 100}).imperative == f"look for “{('word ' * 100)[:99]}…”"
    given = {"text": "[{element}] {key}", "element": "no"}
    assert phrase("page.type", given, "the [field] {text}").imperative == (
        "type “[{element}] {key}” into the [field] {text}"
    )


def test_an_element_is_named_by_what_people_see() -> None:
    assert element({"role": "textbox", "placeholder": "Search"}, {}) == "the field “Search”"
    assert element({}, {"fallback": "the tab"}) == "the tab"
    assert element({}, {}) == ""


def test_every_tool_of_pollex_has_a_phrase() -> None:
    assert set(TOOLS) - set(PHRASES) == set()


@pytest.mark.parametrize("key", PHRASES)
def test_a_phrase_reads_only_parameters_that_its_tool_has(key: str) -> None:
    tool, _, special = key.partition(" ")
    rows = PHRASES[key]
    slots = {name for row in ([rows] if isinstance(rows, str) else rows) for name in SLOT.findall(row)}
    document = TOOLS[tool].input.document
    assert isinstance(document, dict)
    known = {*document["properties"], "element"}
    assert slots | {special.partition("=")[0]} - {""} <= known
