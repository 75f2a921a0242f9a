from __future__ import annotations

import pytest

from pollex.core.fault import Fault, Issue
from pollex.core.limits import Limits
from pollex.workspace.html import gate
from pollex.workspace.tree import BoundCommand, Element, StateBinding


def command(text: str) -> BoundCommand:
    return BoundCommand("c", ({"text": text},))


def refused(text: str) -> BoundCommand:
    raise Fault.from_issues(
        "unknown_tool", [Issue("/0/op", "No operation 'x'.", "an operation", "x", "Did you mean 'y'?")]
    )


@pytest.mark.parametrize("tag", ["input", "textarea", "select"])
@pytest.mark.parametrize("scope", ["workspace", "window", "user"])
def test_a_control_is_bound_to_state(tag: str, scope: str) -> None:
    found = gate(
        f'<{tag} data-state-scope="{scope}" data-state-key="a.b" name="n"></{tag}>', window="w", command=command
    )

    assert found.nodes == (Element(tag, {"name": "n"}, (), StateBinding(scope, "a.b")),)
    assert found.notes == ()


@pytest.mark.parametrize(
    ("html", "message", "expected"),
    [
        (
            '<input name="n" data-state-key="k">',
            "<input name='n'> has no data-state-scope.",
            "both data-state-scope and data-state-key",
        ),
        (
            '<input data-state-scope="window">',
            "<input> has no data-state-key.",
            "both data-state-scope and data-state-key",
        ),
        (
            '<input data-state-scope="window" data-state-key=" ">',
            "<input> has no data-state-key.",
            "both data-state-scope and data-state-key",
        ),
        (
            '<input data-state-scope="windows" data-state-key="k">',
            "<input> names an unknown data-state-scope.",
            "one of 'workspace', 'window', 'user'",
        ),
        (
            '<div id="d" data-state-scope="window" data-state-key="k"></div>',
            "<div id='d'> cannot be bound to state.",
            "data-state-scope and data-state-key on <input>, <textarea> or <select>",
        ),
    ],
)
def test_half_a_binding_or_a_wrong_one_is_a_fault(html: str, message: str, expected: str) -> None:
    with pytest.raises(Fault) as raised:
        gate(html, window="w", command=command)

    assert (raised.value.code, raised.value.message, raised.value.expected) == ("invalid_input", message, expected)
    assert raised.value.received
    assert raised.value.hint


@pytest.mark.parametrize("tag", ["button", "form", "div", "a", "li", "td", "input", "img", "summary"])
def test_what_can_be_clicked_has_a_command(tag: str) -> None:
    html = f"""<{tag} data-command='[{{"html": "<p>&amp;amp;</p>"}}]'>"""
    inside = "tr" if tag == "td" else "div"

    (node,) = gate(html, window="w", inside=inside, command=command).nodes

    assert node == Element(tag, {}, (), None, BoundCommand("c", ({"text": '[{"html": "<p>&amp;</p>"}]'},)))


@pytest.mark.parametrize("tag", ["br", "hr", "option", "datalist"])
def test_a_command_on_what_cannot_be_clicked_is_a_fault(tag: str) -> None:
    with pytest.raises(Fault, match=f"<{tag}> cannot be clicked, so its data-command would do nothing"):
        gate(f'<{tag} data-command="[]">', window="w", command=command)


def test_a_command_over_the_limit_is_a_fault_by_its_bytes() -> None:
    with pytest.raises(Fault, match="The data-command of <button> has 12 bytes") as raised:
        gate('<button data-command="éééééé">', window="w", command=command, limits=Limits(data_command_bytes=11))
    assert raised.value.code == "limit"


def test_a_fault_of_the_command_names_the_element_and_the_place() -> None:
    with pytest.raises(Fault) as raised:
        gate('<p>x</p><button id="go" data-command="[1]">Go</button>', window="w", command=refused)

    assert raised.value.code == "unknown_tool"
    assert raised.value.issues == (
        Issue(
            "",
            "The data-command of <button id='go'> at /0/op: No operation 'x'.",
            "an operation",
            "x",
            "Did you mean 'y'?",
        ),
    )


def test_faults_of_different_kinds_are_one_of_the_input() -> None:
    with pytest.raises(Fault) as raised:
        gate('<button data-command="[1]">Go</button><input type=password>', window="w", command=refused)

    assert (raised.value.code, len(raised.value.issues)) == ("invalid_input", 2)
