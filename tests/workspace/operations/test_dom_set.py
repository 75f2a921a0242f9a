"""`dom.set`: the content of a target is replaced by HTML that passed the gate."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.workspace.desks import OPEN, content, data, frame, html, notes, op, opened, pointers, refused, reopened

from pollex.core.limits import DEFAULT_LIMITS, Limits

LIMIT = DEFAULT_LIMITS.op_html_bytes


async def test_the_content_of_the_slot_is_replaced() -> None:
    workspace = await opened(OPEN, html("<p>Old</p>"))

    assert data(await workspace.apply([html("<p>New</p>text")])) == [{"windowId": "w"}]
    assert content(workspace) == [{"tag": "p", "children": ["New"]}, "text"]


async def test_the_content_of_the_target_is_replaced_and_the_target_stays() -> None:
    workspace = await opened(OPEN, html("<p id=status>Old</p><p>Kept</p>"), html("<b>New</b>", "#status"))

    assert content(workspace) == [
        {"tag": "p", "attributes": {"id": "w--status"}, "children": [{"tag": "b", "children": ["New"]}]},
        {"tag": "p", "children": ["Kept"]},
    ]


async def test_a_target_that_is_not_there_is_a_fault() -> None:
    fault = await refused(await opened(OPEN, html("<p id=status></p>")), [html("x", "#staus")])

    assert (fault.code, fault.pointer, fault.hint) == ("not_found", "/0/params/target", "Did you mean '#status'?")


async def test_a_target_that_fits_several_elements_is_a_fault() -> None:
    fault = await refused(await opened(OPEN, html("<p>1</p><p>2</p>")), [html("x", "p")])

    assert (fault.code, fault.pointer) == ("ambiguous", "/0/params/target")


async def test_a_target_that_is_no_selector_is_a_fault() -> None:
    fault = await refused(await opened(OPEN), [html("x", "p >")])

    assert (fault.code, fault.pointer) == ("invalid_input", "/0/params/target")


async def test_an_unknown_window_is_made_by_the_safety_net_and_kept() -> None:
    workspace = await opened()
    answers = await workspace.apply([html("<p>Hi</p>", window="new")])

    assert (frame(workspace, "new")["title"], frame(workspace, "new")["synthetic"]) == ("new", True)
    assert notes(answers) == ["There was no window 'new': an empty one was made."]
    assert len(answers) == 1
    events = [event.data for event in await workspace.record.log.read(workspace.id)]
    assert [(each["command"]["op"], each["index"], each["count"], each.get("synthetic")) for each in events] == [
        ("window.create", 0, 2, True),
        ("dom.set", 1, 2, None),
    ]
    assert (await reopened(workspace)).desk == workspace.desk


async def test_a_target_that_is_missing_in_a_shell_means_the_slot() -> None:
    workspace = await opened()
    answers = await workspace.apply([html("<p>Hi</p>", "#status", "new")])

    assert content(workspace, "new") == [{"tag": "p", "children": ["Hi"]}]
    assert notes(answers) == [
        "There was no window 'new': an empty one was made.",
        "There is nothing at '#status' in the new window: the whole content was meant.",
    ]
    assert (await reopened(workspace)).desk == workspace.desk


async def test_a_target_that_is_there_in_a_shell_is_meant() -> None:
    workspace = await opened(html("<p id=status></p>", window="new"), html("Hi", "#status", "new"))

    assert content(workspace, "new") == [{"tag": "p", "attributes": {"id": "new--status"}, "children": ["Hi"]}]


async def test_a_missing_target_in_a_completed_window_is_a_fault() -> None:
    fault = await refused(await opened(html("x"), OPEN), [html("x", "#status")])

    assert fault.code == "not_found"


async def test_what_the_gate_drops_is_noted() -> None:
    workspace = await opened(OPEN)
    answers = await workspace.apply(
        [
            html(
                "<script>alert(1)</script><p onclick=x style=color:red class='muted zzz' id='a b'>Hi</p>"
                "<a href=javascript:x>go</a><form action=/x><input formaction=/y></form>"
            )
        ]
    )

    dropped = " ".join(notes(answers))
    for what in ("<script>", "onclick", "style", "'zzz'", "'a b'", "javascript:x", "action", "formaction"):
        assert what in dropped
    assert "alert" not in str(content(workspace))


async def test_html_without_anything_to_drop_has_no_notes() -> None:
    workspace = await opened(OPEN)

    assert notes(await workspace.apply([html("<p id=a class=muted>Hi <b>there</b></p>")])) == []


async def test_there_is_no_off_switch() -> None:
    fault = await refused(await opened(OPEN), [op("dom.set", windowId="w", target="#root", html="x", sanitize=False)])

    assert (fault.pointer, fault.issues[0].message) == ("/0/params/sanitize", "HTML is always sanitised.")


async def test_the_switch_may_be_on() -> None:
    workspace = await opened(OPEN, op("dom.set", windowId="w", target="#root", html="x", sanitize=True))

    assert content(workspace) == ["x"]


async def test_a_password_is_refused() -> None:
    fault = await refused(await opened(OPEN), [html("<input type=password>")])

    assert pointers(fault) == ["/0/params/html"]
    assert "credential" in (fault.hint or "")


async def test_rows_are_parsed_as_the_target_wants() -> None:
    workspace = await opened(OPEN, html("<table><tbody id=rows></tbody></table>"), html("<tr><td>1</td></tr>", "#rows"))

    assert content(workspace)[0]["children"][0]["children"] == [
        {"tag": "tr", "children": [{"tag": "td", "children": ["1"]}]}
    ]


async def test_a_target_that_holds_nothing_is_a_fault() -> None:
    fault = await refused(await opened(OPEN, html("<input id=a>")), [html("x", "#a")])

    assert fault.code == "invalid_input"


async def test_components_in_the_replaced_content_are_gone() -> None:
    workspace = await opened(
        OPEN,
        html("<div id=a></div><div id=b></div>"),
        op("component.render", id="inside", windowId="w", target="#a", type="text", props={"text": "1"}),
        op("component.render", id="beside", windowId="w", target="#b", type="text", props={"text": "2"}),
        html("new", "#a"),
    )

    assert list(workspace.desk.components) == ["beside"]


@pytest.mark.parametrize("letter", ["a", "é", "€", "😀"])
async def test_html_may_have_64_kilobytes_in_utf8_and_no_more(letter: str) -> None:
    workspace = await opened(OPEN)
    text = letter * (LIMIT // len(letter.encode()))
    text += "a" * (LIMIT - len(text.encode()))
    await workspace.apply([html(text)])

    assert content(workspace) == [text]
    fault = await refused(workspace, [html(text + "a")])
    assert fault.issues[0].to_json() | {"hint": None} == {
        "pointer": "/0/params/html",
        "message": "The HTML is too long.",
        "expected": "at most 65536 bytes",
        "received": "65537 bytes",
        "hint": None,
    }


async def test_params_as_json_text_count_in_the_budget_too() -> None:
    workspace = await opened(OPEN)
    long = '{"windowId": "w", "target": "#root", "html": "' + "a" * 60_000 + '"}'

    fault = await refused(workspace, [{"op": "dom.append", "params": long}] * 3)
    assert pointers(fault) == [""]


async def test_html_of_a_batch_may_have_128_kilobytes_and_no_more() -> None:
    workspace = await opened(OPEN)
    await workspace.apply([html("a" * LIMIT), html("b" * LIMIT)])

    fault = await refused(workspace, [html("a" * LIMIT), html("b" * LIMIT), html("c")])
    assert [(issue.pointer, issue.received) for issue in fault.issues] == [("", "131073 bytes")]
    assert fault.issues[0].expected == "at most 131072 bytes"


async def test_a_window_holds_a_limited_number_of_nodes() -> None:
    workspace = await opened(OPEN, limits=_limits(window_nodes=4))
    await workspace.apply([html("<p>1</p><p>2</p>")])

    fault = await refused(workspace, [html("<p>1</p><p>2</p>3")])
    assert (fault.code, fault.pointer, fault.received) == ("limit", "/0/params/html", "5")


def _limits(**changed: int) -> Limits:
    return replace(DEFAULT_LIMITS, **changed)


async def test_a_restart_does_not_gate_again() -> None:
    workspace = await opened(OPEN, html("<p>Hi</p><script>x</script>"))
    events = await workspace.record.log.read(workspace.id)

    assert events[-1].data["drawn"] == [{"tag": "p", "children": ["Hi"]}]
    assert (await reopened(workspace)).desk == workspace.desk
