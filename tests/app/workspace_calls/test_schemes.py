"""`api.call` by scheme: tools, the chat, and addresses that do nothing; every row of 003."""

from typing import Any

import pytest

from pollex.core.declare import tool
from pollex.core.fault import Fault
from pollex.core.json import Object

from .workspace import Caller, fault_of


@tool(effect="read")
async def add(a: int, b: int = 1) -> int:
    """Add."""
    return a + b


@tool(effect="destroy", name="files/drop:all")
async def drop() -> str:
    """Remove everything."""
    return "gone"


def calling(*tools: Any) -> Caller:
    return Caller(tools=(add, *tools))


def test_the_tool_explains_itself() -> None:
    made = calling().tool
    assert (made.name, made.effect) == ("api.call", "act")
    assert [made.input.check(example, repair=False).issues for example in made.examples] == [()] * len(made.examples)
    properties = made.to_json()["input"]["properties"]
    assert [name for name, each in properties.items() if not each.get("description")] == []


async def test_names_are_read_in_snake_case_too() -> None:
    result = await calling().call("pollex://tool/add", body={"a": 1}, idempotency_key="k")
    assert (result.ok, result.data) == (True, 2)


@pytest.mark.parametrize("url", ["pollex://tool/add", "POLLEX://tool/%61dd", "pollex://TOOL/add"])
async def test_a_tool_is_called_with_the_body(url: str) -> None:
    assert (await calling().call(url, method="POST", body={"a": 2, "b": 3})).data == 5


async def test_a_tool_call_is_an_event_of_the_same_run() -> None:
    caller = calling()
    await caller.call("pollex://tool/add", body={"a": 2})
    events = await caller.log.read(caller.context.run)
    assert [(event.kind, event.data.get("tool")) for event in events] == [
        ("call.started", "api.call"),
        ("call.started", "add"),
        ("call.finished", "add"),
        ("call.finished", "api.call"),
    ]


async def test_a_mistake_in_the_body_is_pointed_at_from_the_arguments() -> None:
    fault = fault_of(await calling().call("pollex://tool/add", body={"a": "x"}))
    assert (fault.code, fault.pointer, fault.issues[0].pointer) == ("invalid_input", "/body/a", "/body/a")


async def test_a_repair_of_the_body_is_a_note() -> None:
    result = await calling().call("pollex://tool/add", body={"a": "2"})
    assert (result.data, len(result.notes)) == (3, 1)
    assert result.notes[0].startswith("Repaired at '/a'")


async def test_an_unknown_tool_is_a_fault_with_a_similar_name() -> None:
    fault = fault_of(await calling().call("pollex://tool/ad"))
    assert (fault.code, fault.hint) == ("unknown_tool", "Did you mean 'add'?")


async def test_a_tool_is_approved_as_any_call_is() -> None:
    caller = calling(drop)
    assert fault_of(await caller.call("pollex://tool/files/drop:all")).code == "denied"
    caller.approve_with(approved=True)
    assert (await caller.call("pollex://tool/files%2Fdrop%3aall")).data == "gone"
    assert caller.asked == ["its effect is 'destroy'"]


async def test_a_key_runs_a_tool_once() -> None:
    ran: list[int] = []

    @tool
    async def count() -> int:
        """Count."""
        ran.append(1)
        return len(ran)

    caller = calling(count)
    answers = [(await caller.call("pollex://tool/count", idempotencyKey="k")).data for _ in range(2)]
    assert (answers, len(ran)) == ([1, 1], 1)


@pytest.mark.parametrize("url", ["pollex://tool/", "pollex://tools/add", "pollex:add", "pollex://tool/add?a=1"])
async def test_an_address_of_ours_that_names_no_tool_is_a_fault(url: str) -> None:
    fault = fault_of(await calling().call(url))
    assert (fault.code, fault.pointer) == ("invalid_input", "/url")


async def test_what_a_scheme_does_not_use_is_noted() -> None:
    result = await calling().call("pollex://tool/add", body={"a": 1}, headers={"Accept": "x"}, credential="c")
    assert result.notes == (
        "'headers' means nothing to pollex://, and was not used.",
        "'credential' means nothing to pollex://, and was not used.",
    )


async def test_a_text_goes_to_the_chat_with_the_last_request() -> None:
    caller = calling()
    caller.door.request = "Show my orders"
    result = await caller.call("uicp://intent", method="POST", body={"text": "of May", "windowId": "w"})
    said = "Show my orders\n\nAdditional details: of May"
    assert (result.data, caller.door.said) == ({"said": said}, [said])


async def test_a_text_goes_to_the_chat_alone_when_there_is_no_request() -> None:
    caller = calling()
    await caller.call("uicp://intent/", body={"text": "of May"})
    assert caller.door.said == ["of May"]


CLARIFIER: Object = {"textPrompt": "Which month?", "fields": [{"name": "month", "label": "Month"}]}


async def test_a_clarifier_is_drawn_in_a_window_of_its_own() -> None:
    caller = calling()
    windows = [(await caller.call("uicp://intent", body=CLARIFIER)).data["windowId"] for _ in range(2)]
    assert [batch[0]["params"]["id"] for batch in caller.door.drawn] == windows
    assert windows[0] != windows[1]
    assert [command["op"] for command in caller.door.drawn[0]] == ["window.create", "dom.set"]
    assert caller.door.said == []


async def test_a_clarifier_may_name_its_window() -> None:
    caller = calling()
    said = (await caller.call("uicp://intent", body={**CLARIFIER, "windowId": "w"})).data
    assert said == {"windowId": "w", "answers": {"scope": "workspace", "key": "w"}}
    assert caller.door.drawn[0][1]["params"]["windowId"] == "w"


async def test_a_mistake_in_a_clarifier_is_pointed_at_from_the_arguments() -> None:
    caller = calling()
    fault = fault_of(await caller.call("uicp://intent", body={**CLARIFIER, "text": "both"}))
    assert (fault.pointer, fault.issues[0].pointer, caller.door.drawn) == ("/body/text", "/body/text", [])


async def test_a_form_that_cannot_be_drawn_is_a_failure() -> None:
    caller = calling()
    caller.door.refusal = Fault("conflict", "There is already a window 'w'.")
    assert fault_of(await caller.call("uicp://intent", body=CLARIFIER)) == caller.door.refusal


@pytest.mark.parametrize("url", ["mailto:a@example.com", "file:///etc/passwd", "javascript:alert(1)", "ws://x/", "x:"])
async def test_other_schemes_do_nothing_and_say_so(url: str) -> None:
    result = await calling().call(url, method="POST", body={"a": 1})
    scheme = url.partition(":")[0]
    assert (result.ok, result.data, result.notes) == (True, None, (f"The scheme {scheme!r} does nothing here.",))


async def test_other_places_of_a_known_scheme_say_what_may_be_meant() -> None:
    result = await calling().call("tauri://fs/writeTextFil")
    assert result.ok
    assert result.notes == ("'tauri://fs/writeTextFil' does nothing here. Did you mean 'tauri://fs/writeTextFile'?",)


@pytest.mark.parametrize("url", ["", "items", "/api/items", "//example.com", "https ://example.com", "http://a\tb/"])
async def test_an_address_has_a_scheme(url: str) -> None:
    fault = fault_of(await calling().call(url))
    assert (fault.code, fault.pointer) == ("invalid_input", "/url")


@pytest.mark.parametrize(
    ("args", "pointer"),
    [
        ({"url": "https://example.com/{{secret.bank.password}}"}, "/url"),
        ({"url": "uicp://intent", "body": {"text": "It is {{ secret.x }}."}}, "/body/text"),
        ({"url": "pollex://tool/add", "body": {"a": ["{{secret}}"]}}, "/body/a/0"),
        ({"url": "nothing://", "body": "{{secret.x}}"}, "/body"),
    ],
)
async def test_no_secret_is_named_anywhere(args: Object, pointer: str) -> None:
    caller = calling()
    fault = fault_of(await caller.call(**args))
    assert (fault.code, fault.pointer, caller.door.said) == ("invalid_input", pointer, [])


async def test_other_braces_are_text() -> None:
    caller = calling()
    await caller.call("uicp://intent", body={"text": "{{name}}, ${HOME}, {{secretary}} and {secret.x}"})
    assert caller.door.said == ["{{name}}, ${HOME}, {{secretary}} and {secret.x}"]


async def test_into_is_accepted_and_left_to_the_workspace() -> None:
    into = {"scope": "window", "key": "answer", "windowId": "w"}
    assert (await calling().call("pollex://tool/add", body={"a": 1}, into=into)).data == 2
    fault = fault_of(await calling().call("pollex://tool/add", body={"a": 1}, into={"scope": "global", "key": "k"}))
    assert fault.pointer == "/into/scope"
