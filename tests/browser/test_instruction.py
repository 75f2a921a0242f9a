"""One instruction in words as the call of a page tool."""

import pytest

from pollex.browser.instruction import read_instruction
from pollex.core.fault import Fault


@pytest.mark.parametrize(
    ("said", "tool", "args"),
    [
        ("click Save", "click", {"selector": "act:Save"}),
        ("Please click on the second Buy button.", "click", {"selector": "act:the second Buy button"}),
        ("press Enter", "keypress", {"key": "Enter"}),
        ("press the Escape key", "keypress", {"key": "Escape"}),
        ("hit ctrl+a", "keypress", {"key": "Control+a"}),
        ("press Submit order", "click", {"selector": "act:Submit order"}),
        ('type "ada@example.org" into Email', "type", {"selector": "act:Email", "text": "ada@example.org"}),
        ("type 5 into the quantity field", "type", {"selector": "act:the quantity field", "text": "5"}),
        ("fill in the name with 'Ada'", "type", {"selector": "act:the name", "text": "Ada"}),
        ("clear the search box", "type", {"selector": "act:the search box", "text": ""}),
        ("select Portugal from Country", "select", {"selector": "act:Country", "option": "Portugal"}),
        (
            "choose “Price: low” in Sort by",
            "select",
            {"selector": "act:Sort by", "option": "Price: low"},
        ),
        ("choose Express delivery", "click", {"selector": "act:Express delivery"}),
        ("tick I accept the terms", "check", {"selector": "act:I accept the terms"}),
        ("uncheck Newsletter", "check", {"selector": "act:Newsletter", "on": False}),
        ("double-click the row of order 7", "click", {"selector": "act:the row of order 7", "count": 2}),
        (
            "drag Report onto the Done column",
            "drag",
            {"selector": "act:Report", "to": "act:the Done column"},
        ),
        ("hover over Products", "hover", {"selector": "act:Products"}),
        ("scroll down 2 pages", "scroll", {"down": True, "pages": 2.0}),
    ],
)
def test_instructions_are_read(said: str, tool: str, args: dict[str, object]) -> None:
    assert read_instruction(said) == (f"page.{tool}", args)


def test_what_is_not_understood_is_named() -> None:
    with pytest.raises(Fault) as caught:
        read_instruction("the weather is nice")
    assert (caught.value.pointer, caught.value.received) == ("/instruction", "the weather is nice")
    assert "click Save" in (caught.value.hint or "")
