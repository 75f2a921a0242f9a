"""`data-command`: a batch that waits in the HTML for a click or a submit, with four tokens."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.workspace.desks import OPEN, content, data, html, kept, op, opened, pointers, refused, reopened

from pollex.core.call import Call
from pollex.core.fault import Fault
from pollex.core.json import Object, dumps
from pollex.core.limits import DEFAULT_LIMITS
from pollex.core.path import MISSING
from pollex.core.result import Result
from pollex.workspace.acting import ACTING
from pollex.workspace.bound_command import TokenValues, fill_tokens, read_bound_command
from pollex.workspace.workspace import Workspace


def button(*batch: Object, tag: str = "button") -> Object:
    return html(f"<p id=status>Old</p><{tag} id=b data-command='{escape(dumps(list(batch)))}'>Go</{tag}>")


def put(value: Any, **params: Any) -> Object:
    return op("state.set", **{"scope": "workspace", "key": "k", "value": value, **params})


def command_id(workspace: Workspace, index: int = 1) -> str:
    found: str = content(workspace)[index]["command"]
    return found


def state(workspace: Workspace) -> Any:
    return [each["value"] for each in workspace.snapshot()["state"]]


async def pressed(*batch: Object, **values: Any) -> Workspace:
    """Return a workspace after a click on a button with this batch."""
    workspace = await opened(OPEN, button(*batch))
    await workspace.press("w", command_id(workspace), **values)
    return workspace


async def not_pressed(*batch: Object, **values: Any) -> Fault:
    """Return why a click did nothing."""
    workspace = await opened(OPEN, button(*batch))
    before = kept(workspace)
    with pytest.raises(Fault) as caught:
        await workspace.press("w", command_id(workspace), **values)
    assert kept(workspace) == before
    return caught.value


async def test_what_nobody_sees_in_a_label_is_marked_in_what_a_person_pressed() -> None:
    seen: list[str | None] = []

    async def note(call: Call) -> Result:
        seen.append(ACTING.get().pressed)
        return Result.success(None)

    batch = [op("api.call", url="pollex://tool/x")]
    drawn = html(f"<button data-command='{escape(dumps(batch))}'>Pay\u202e Eve\u2800</button>")
    props = {"label": "Pay\u2066 Eve", "command": batch}
    rendered = op("component.render", id="c", windowId="w", target="#root", type="button", props=props)
    workspace = await opened(OPEN, drawn, effects=note)
    await workspace.press("w", command_id(workspace, 0))
    await workspace.apply([rendered])
    await workspace.use("c", "press", {})

    assert seen == ["Pay\ufffd Eve\ufffd", "Pay\ufffd Eve"]


async def test_a_click_applies_the_batch_as_a_person() -> None:
    workspace = await pressed(put(1), html("New", "#status"))

    assert state(workspace) == [1]
    assert content(workspace)[0]["children"] == ["New"]
    events = await workspace.record.log.read(workspace.id)
    assert {event.data["by"] for event in events[-2:]} == {"person"}


async def test_one_envelope_may_stand_without_a_list() -> None:
    workspace = await opened(OPEN, html(f"<p></p><button data-command='{dumps(put(1))}'>Go</button>"))
    await workspace.press("w", command_id(workspace))

    assert state(workspace) == [1]


@pytest.mark.parametrize("tag", ["button", "form", "a", "div", "li", "span"])
async def test_anything_clickable_and_forms_carry_one(tag: str) -> None:
    workspace = await opened(OPEN, button(put(1), tag=tag))
    await workspace.press("w", command_id(workspace))

    assert state(workspace) == [1]


async def test_the_page_gets_an_opaque_id_of_the_batch_that_drew_it() -> None:
    workspace = await opened(OPEN, button(put("hidden")))
    batch = (await workspace.record.log.read(workspace.id))[-1].data["batch"]

    assert "hidden" not in dumps(workspace.snapshot())
    assert command_id(workspace).startswith(batch)


async def test_a_command_belongs_to_its_window() -> None:
    workspace = await opened(OPEN, op("window.create", id="v", title="V"), button(put(1)))
    with pytest.raises(Fault) as caught:
        await workspace.press("v", command_id(workspace))

    assert caught.value.code == "not_found"


async def test_a_command_that_was_drawn_over_is_gone() -> None:
    workspace = await opened(OPEN, button(put(1)))
    old = command_id(workspace)
    await workspace.apply([button(put(1))])
    with pytest.raises(Fault) as caught:
        await workspace.press("w", old)

    assert (caught.value.code, caught.value.message) == ("not_found", "This control is not there any more.")
    assert workspace.chat[-1].text.startswith("This control is not there any more.")


async def test_a_command_survives_a_restart() -> None:
    again = await reopened(await opened(OPEN, button(put(1))))
    await again.press("w", command_id(again))

    assert state(again) == [1]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("[{", "not JSON"),
        ("[]", "A command is a batch of envelopes."),
        ("3", "A command is a batch of envelopes."),
        ('[{"op": "window.open", "params": {}}]', "at /0/op"),
        ('[{"op": "window.close", "params": {}}]', "at /0/params/id"),
        ('[{"op": "state.set", "params": {"scope": "workspace", "key": "k", "value": "{{other}}"}}]', "no token"),
        ('[{"op": "state.set", "params": {"scope": "workspace", "key": "k", "value": "{{env.HOME}}"}}]', "no token"),
        ('[{"op": "state.set", "params": {"scope": "workspace", "key": "k", "value": "{{form.a + 1}}"}}]', "/value"),
        ('[{"op": "state.set", "params": {"scope": "workspace", "key": "k", "value": "{{secret.x}}"}}]', "secrets"),
        (
            '[{"op": "state.set", "params": {"scope": "workspace", "key": "k", "value": "&#123;{secret.x}}"}}]',
            "secrets",
        ),
    ],
)
async def test_a_wrong_command_is_found_when_the_html_arrives(wrong: str, message: str) -> None:
    markup = wrong.replace('"', "&quot;")
    fault = await refused(await opened(OPEN), [html(f'<button id="b" data-command="{markup}">Go</button>')])

    assert pointers(fault)[0] == "/0/params/html"
    assert message in " ".join(issue.message for issue in fault.issues)


async def test_all_mistakes_of_a_command_are_listed_at_once() -> None:
    fault = await refused(
        await opened(OPEN), [button(op("window.close"), put("{{a}}"), put("{{b}}"), op("dom.set", html=3))]
    )

    assert len(fault.issues) >= 6


async def test_a_command_may_have_32_kilobytes_in_utf8_and_no_more() -> None:
    room = DEFAULT_LIMITS.data_command_bytes - len(json.dumps([put("")], separators=(",", ":")))
    text = "é" * (room // 2) + "a" * (room % 2)
    workspace = await opened(OPEN, button(put(text)))
    await workspace.press("w", command_id(workspace))
    assert state(workspace) == [text]

    fault = await refused(workspace, [button(put(text + "a"))])
    assert (fault.issues[0].expected, fault.issues[0].received) == ("at most 32768 bytes", "32769 bytes")


async def test_a_command_may_have_16_tokens_and_no_more() -> None:
    await opened(OPEN, button(put("{{value}}" * 15), put("{{windowId}}")))
    fault = await refused(await opened(OPEN), [button(put("{{value}}" * 16), put("{{windowId}}"))])

    assert "too many tokens" in fault.message


async def test_a_command_may_have_64_operations_and_no_more() -> None:
    await opened(OPEN, button(*[put(1)] * 64))
    fault = await refused(await opened(OPEN), [button(*[put(1)] * 65)])

    assert "batch of envelopes" in fault.message


async def test_the_four_tokens() -> None:
    workspace = await opened(OPEN, button(put(["{{value}}", "{{form.title}}", "{{windowId}}", "{{componentId}}"])))
    await workspace.press("w", command_id(workspace), value="v", form={"title": "t"}, component="c")

    assert state(workspace) == [["v", "t", "w", "c"]]


async def test_a_token_alone_keeps_the_type_of_its_value_and_text_around_it_makes_text() -> None:
    workspace = await pressed(
        put({"alone": "{{value}}", "within": "n = {{value}}, {{form.on}}"}), value=3, form={"on": True}
    )

    assert state(workspace) == [{"alone": 3, "within": "n = 3, true"}]


async def test_tokens_are_filled_once() -> None:
    workspace = await pressed(put("{{value}}"), value="{{windowId}}")

    assert state(workspace) == ["{{windowId}}"]


async def test_keys_of_objects_are_never_tokens() -> None:
    assert state(await pressed(put({"{{value}}": 1}), value="x")) == [{"{{value}}": 1}]


async def test_a_field_that_is_missing_is_a_fault() -> None:
    fault = await not_pressed(put("{{form.titel}}"), form={"title": "t"})

    assert (fault.code, fault.pointer) == ("unknown_reference", "/0/params/value")
    assert fault.hint == "Did you mean 'form.title'?"


@pytest.mark.parametrize("token", ["{{value}}", "{{componentId}}"])
async def test_a_value_that_is_missing_is_a_fault(token: str) -> None:
    fault = await not_pressed(put(token))

    assert (fault.code, fault.pointer) == ("unknown_reference", "/0/params/value")


async def test_all_that_is_missing_is_listed_at_once_and_said_in_the_chat() -> None:
    workspace = await opened(OPEN, button(put("{{form.a}}"), html("{{form.b}} {{value}}", "#status")))
    with pytest.raises(Fault) as caught:
        await workspace.press("w", command_id(workspace))

    assert pointers(caught.value) == ["/0/params/value", "/1/params/html", "/1/params/html"]
    assert [message.role for message in workspace.chat] == ["system"]


async def test_a_filled_command_is_checked_again() -> None:
    fault = await not_pressed(op("window.update", id="w", width="{{value}}"), value=3)

    assert (fault.code, fault.pointer) == ("invalid_input", "/0/params/width")


async def test_what_is_put_into_html_is_text() -> None:
    workspace = await pressed(html("Saved: {{form.title}}", "#status"), form={"title": "<b onclick=x>&amp;\"'</b>"})

    assert content(workspace)[0]["children"] == ["Saved: <b onclick=x>&amp;\"'</b>"]


@pytest.mark.parametrize("quotes", ['"', "'", ""])
async def test_what_is_put_into_an_attribute_stays_in_it(quotes: str) -> None:
    evil = "x\"'> <img src=x onerror=y> =`\t\n/"
    workspace = await pressed(html(f"<p title={quotes}{{{{value}}}}{quotes}>Hi</p>", "#status"), value=evil)

    assert content(workspace)[0]["children"] == [{"tag": "p", "attributes": {"title": evil}, "children": ["Hi"]}]


async def test_filled_html_passes_the_gate_again() -> None:
    workspace = await pressed(html("<a href='{{value}}'>go</a>", "#status"), value="javascript:alert(1)")

    assert content(workspace)[0]["children"] == [{"tag": "a", "children": ["go"]}]


async def test_a_value_cannot_become_a_tag() -> None:
    workspace = await pressed(html("<{{value}}>x</{{value}}>", "#status"), value="script")

    assert "script" not in {each.get("tag") for each in content(workspace)[0].get("children", []) if each != "x"}


async def test_tokens_of_an_inner_command_belong_to_it() -> None:
    inner = escape(dumps([put("{{form.name}}: {{value}}")]))
    workspace = await pressed(
        html(f"{{{{value}}}} <button data-command='{inner}'>2</button>", "#status"), value="outer"
    )
    drawn = content(workspace)[0]["children"]
    assert drawn[0] == "outer "
    await workspace.press("w", drawn[1]["command"], value="inner", form={"name": "n"})

    assert state(workspace) == ["n: inner"]


async def test_tokens_of_inner_commands_do_not_count() -> None:
    inner = f"<button data-command='{escape(dumps([put('{{value}}' * 16)]))}'>x</button>"

    await opened(OPEN, button(html(inner + "{{value}}" * 16, "#status")))


@pytest.mark.parametrize(
    ("batch", "values"),
    [
        ([put("{{value}}")], {"value": "{{secret.x}}"}),
        ([put(["{{form.a}}{{form.b}}"])], {"form": {"a": "{{sec", "b": "ret.x}}"}}),
        ([put("{{value}}")], {"value": {"deep": ["{{ secret.x }}"]}}),
        ([html("{{value}}", "#status")], {"value": "{{secret.x}}"}),
        ([html("<p title={{form.a}}{{form.b}}>", "#status")], {"form": {"a": "{{secret", "b": ".x}}"}}),
        ([op("api.call", url="https://x/?q={{value}}")], {"value": "{{secret.x}}"}),
        (
            [op("api.call", url="https://x/", headers={"X": "{{form.a}}{{form.b}}"})],
            {"form": {"a": "{", "b": "{secret.x}}"}},
        ),
        ([op("api.call", url="https://x/", headers="{{value}}")], {"value": {"X": "{{secret.x}}"}}),
    ],
)
async def test_a_secret_out_of_a_filled_token_is_a_fault(batch: list[Object], values: Any) -> None:
    fault = await not_pressed(*batch, **values)

    assert [issue.message for issue in fault.issues] == ["A workspace never holds secrets."]


async def test_state_of_the_window_is_that_of_the_window_around_the_control() -> None:
    into = {"scope": "window", "key": "answer"}
    workspace = await pressed(
        put(1, scope="window"), op("state.get", scope="window", key="k"), op("api.call", url="x:y", into=into)
    )

    assert {(each["key"], each["windowId"]) for each in workspace.snapshot()["state"]} == {("k", "w"), ("answer", "w")}


async def test_a_window_that_the_command_names_is_meant() -> None:
    workspace = await opened(OPEN, op("window.create", id="v", title="V"))
    await workspace.apply([button(put(1, scope="window", windowId="v"), {**put(2, scope="window"), "windowId": "v"})])
    await workspace.press("w", command_id(workspace))

    assert [(each["windowId"], each["value"]) for each in workspace.snapshot()["state"]] == [("v", 2)]


async def test_a_key_in_a_command_makes_it_happen_once() -> None:
    workspace = await opened(OPEN, button({**op("window.create", title="New"), "idempotencyKey": "once"}))
    first = await workspace.press("w", command_id(workspace))
    second = await workspace.press("w", command_id(workspace))

    assert data(first) == data(second)
    assert len(workspace.desk.windows) == 2


PLACES = st.sampled_from(["{{value}}", "<p>{{value}}</p>", "<p title={{value}}>", "<a href='{{value}}'>x</a>"])


@given(text=st.text(), place=PLACES)
def test_filled_html_holds_only_letters_and_digits_of_a_value_as_they_are(text: str, place: str) -> None:
    filled = fill_tokens([html(place)], TokenValues("w", value=text))[0]["params"]["html"]
    before, after = place.split("{{value}}")
    middle = filled[len(before) : len(filled) - len(after)]

    assert not set(middle) & set("<>\"'`= \t\n/{}")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=10,
    )
)
def test_a_batch_without_tokens_is_filled_with_nothing(value: Any) -> None:
    batch = [put(value)]
    try:
        read = read_bound_command(dumps(batch))
    except Fault:
        return
    if "{{" not in dumps(read):
        assert fill_tokens(read, TokenValues("w", MISSING)) == read
