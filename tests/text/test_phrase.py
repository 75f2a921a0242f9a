"""Calls of tools in words."""

from typing import Any

import pytest

from pollex.agent.own_tools import OWN
from pollex.builtin.aggregate import AGGREGATE
from pollex.builtin.excerpt import EXCERPT
from pollex.core.tool import Tool
from pollex.page.tools import page_tools
from pollex.text.phrase import PHRASES, SLOT, CallPhrase, phrase
from pollex.workspace.operations import OPERATIONS

TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in (
        *page_tools(), AGGREGATE, EXCERPT, *OWN.values(), *(each.tool for each in OPERATIONS.values()),
    )
}  # fmt: skip
CASES: list[tuple[str, dict[str, Any], str]] = [
    ("page.navigate", {"url": "https://example.org"}, "go to https://example.org"),
    ("page.click", {"button": "left", "count": 1}, "click it"),
    ("page.click", {"count": 2}, "double-click it"),
    ("page.click", {"button": "right", "count": 1}, "right-click it"),
    ("page.type", {"text": "{{secret.bank.password}}"}, "type “{{secret.bank.password}}” into it"),
    ("page.type", {"text": ""}, "type into it"),
    ("page.keypress", {"key": "Enter"}, "press Enter in it"),
    ("page.select", {"option": "Peru"}, "choose “Peru” from it"),
    ("page.check", {}, "tick it"),
    ("page.check", {"on": False}, "untick it"),
    ("page.upload", {"files": ["/a/b.pdf", "c:\\d.png"]}, "put b.pdf, d.png into it"),
    ("page.fill", {"fields": {"Name": "Ada", "I accept": True}}, "fill in Name, I accept"),
    ("page.drag", {"to": ["act:the bin", "#bin"]}, "drag it to the bin"),
    ("page.drag", {"by": {"x": 1, "y": 2}}, "drag it"),
    ("page.open_tab", {"url": "u"}, "open u in a new tab"),
    ("page.open_tab", {"url": "u", "name": "help"}, "open u in a new tab “help”"),
    ("page.wait", {"text": "Score:", "says": ">= 80"}, "wait until “Score:” says “>= 80”"),
    ("page.wait", {"text": "Confirmed", "duration": 5}, "wait for the text “Confirmed”"),
    ("page.wait", {"url": "/done"}, "wait for an address with /done"),
    ("page.wait", {}, "wait for it"),
    ("window.create", {"title": "Notes"}, "open the window “Notes”"),
    ("dom.set", {"windowId": "notes", "target": "#root", "html": "<p>"}, "draw #root of the window notes"),
    ("component.render", {"type": "table", "windowId": "notes"}, "draw the component (table) in the window notes"),
    ("txn.cancel", {}, "cancel the pending work"),
    ("page.wait", {"gone": True}, "wait until it is gone"),
    ("page.scroll", {"down": False}, "scroll up"),
    ("page.dialog", {"accept": False}, "dismiss the dialog"),
    ("page.dialog", {"accept": True, "text": "Ada"}, "accept the dialog with “Ada”"),
    ("page.screenshot", {}, "take a picture of it"),
    ("page.extract", {"instruction": "the\n items"}, "extract the items"),
    ("aggregate", {"rows": [], "what": "count"}, "count the rows"),
    ("aggregate", {"rows": [], "what": "sum", "by": "price"}, "add up price"),
    ("aggregate", {"rows": [], "what": "least", "by": "price"}, "work out the least by price"),
    ("remember", {"plan": ["pay"]}, "note the plan"),
    ("done", {"text": "Bought.", "success": True}, "say that it is done: “Bought.”"),
    ("done", {"text": "No such lamp.", "success": False}, "say that it cannot be done: “No such lamp.”"),
    ("mail.send", {"to": "ada"}, "call mail.send"),
]
WITHOUT_ELEMENT: list[tuple[str, dict[str, Any], str]] = [
    ("page.click", {}, "click"),
    ("page.keypress", {"key": "Enter"}, "press Enter"),
    ("page.wait", {"duration": 500}, "wait 500 ms"),
    ("page.wait", {}, "wait"),
    ("page.scroll", {"until": ["text=End", "#end"]}, "scroll down until text=End"),
    ("page.screenshot", {}, "take a picture of the page"),
    ("page.read", {}, "read the page"),
]


@pytest.mark.parametrize(("tool", "args", "words"), CASES, ids=[case[-1] for case in CASES])
def test_calls(tool: str, args: dict[str, Any], words: str) -> None:
    assert phrase(tool, args, "it").imperative == words


@pytest.mark.parametrize(("tool", "args", "words"), WITHOUT_ELEMENT, ids=[case[-1] for case in WITHOUT_ELEMENT])
def test_calls_without_an_element(tool: str, args: dict[str, Any], words: str) -> None:
    assert phrase(tool, args).imperative == words


@pytest.mark.parametrize(
    ("verb", "past", "gerund"),
    [
        ("click", "clicked", "clicking"),
        ("type", "typed", "typing"),
        ("go", "went", "going"),
        ("drag", "dragged", "dragging"),
        ("see", "saw", "seeing"),
    ],
)
def test_verbs(verb: str, past: str, gerund: str) -> None:
    assert (CallPhrase(verb, "it").past, CallPhrase(verb, "it").gerund) == (f"{past} it", f"{gerund} it")


def test_values_are_one_line_of_some_length() -> None:
    assert phrase("page.find", {"text": "word " * 100}).imperative == f"look for “{('word ' * 100)[:99]}…”"


def test_a_value_is_never_read_as_part_of_the_phrase() -> None:
    words = phrase("page.type", {"text": "[{element}] {key}", "element": "no"}, "the [field] {text}").imperative
    assert words == "type “[{element}] {key}” into the [field] {text}"


def test_every_tool_of_pollex_has_a_phrase() -> None:
    assert set(TOOLS) - set(PHRASES) == set()


@pytest.mark.parametrize("key", PHRASES)
def test_a_phrase_reads_only_parameters_that_its_tool_has(key: str) -> None:
    tool, _, special = key.partition(" ")
    rows, document = PHRASES[key], TOOLS[tool].input.document
    slots = {name for row in ([rows] if isinstance(rows, str) else rows) for name in SLOT.findall(row)}
    assert isinstance(document, dict)
    assert slots | {special.partition("=")[0]} - {""} <= {*document["properties"], "element"}
