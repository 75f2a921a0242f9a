"""A batch: applied as a whole or not at all, with everything that is wrong said at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.workspace.desks import OPEN, content, data, heard, html, op, opened, pointers, refused

from pollex.core.event import MemoryLog
from pollex.core.json import dumps
from pollex.workspace.batch import draw_batch, read_batch
from pollex.workspace.desk import Desk


async def test_answers_come_in_the_order_of_the_commands() -> None:
    answers = await (await opened()).apply([html("x"), OPEN, op("state.get", scope="user", key="k")])

    assert data(answers) == [{"windowId": "w"}, {"id": "w"}, {"value": None, "found": False}]


async def test_one_envelope_may_stand_without_a_list() -> None:
    workspace = await opened()
    await workspace.apply(OPEN)

    assert workspace.windows() == [{"id": "w", "title": "Window"}]


async def test_json_text_is_read() -> None:
    workspace = await opened()
    await workspace.apply(dumps([OPEN]))
    await workspace.apply(dumps(html("Hi")).encode())

    assert content(workspace) == ["Hi"]


@pytest.mark.parametrize(
    ("wrong", "code"), [("[{", "invalid_json"), ([], "invalid_input"), (None, "invalid_input"), (3, "invalid_input")]
)
async def test_what_is_no_batch_is_a_fault(wrong: Any, code: str) -> None:
    fault = await refused(await opened(), wrong)

    assert (fault.code, fault.pointer) == (code, "")


@pytest.mark.document("003", "An empty batch is said to be empty.")
async def test_an_empty_batch_says_that_it_is_empty() -> None:
    fault = await refused(await opened(), [])

    assert (fault.message, fault.expected) == ("The batch is empty.", "a list of envelopes")


@pytest.mark.document("003", "The message for a wrong `id` says what an id looks like.")
async def test_a_wrong_id_says_what_an_id_looks_like() -> None:
    batch = [op("window.create", id="my notes", title="Notes"), {**OPEN, "id": "1"}]
    fault = await refused(await opened(), batch)

    assert [(issue.pointer, issue.message, issue.hint) for issue in fault.issues] == [
        (
            "/0/params/id",
            "This is not an id of at most 128 letters, digits and _ . : -.",
            "As in 'notes' or 'order-1.total'.",
        ),
        (
            "/1/id",
            "This is not a UUID.",
            "As in '7b0f6a52-6a5d-4d43-9f0d-0d1f6a1f0001'; without an id the envelope gets one.",
        ),
    ]


async def test_64_operations_are_a_batch_and_65_are_not() -> None:
    workspace = await opened()
    await workspace.apply([op("window.create", title=str(number)) for number in range(64)])
    fault = await refused(workspace, [op("window.create", title=str(number)) for number in range(65)])

    assert (fault.code, fault.expected, fault.received) == ("limit", "at most 64 operations", "65")


async def test_all_mistakes_are_listed_at_once() -> None:
    fault = await refused(
        await opened(),
        [
            op("window.create", width=3),
            OPEN,
            op("dom.set", windowId="w", html=5),
            {"op": "nothing", "params": {}},
            html("x" * 65_537),
        ],
    )

    assert pointers(fault) == [
        "/0/params/title",
        "/0/params/width",
        "/2/params/html",
        "/2/params/target",
        "/3/op",
        "/4/params/html",
    ]


async def test_all_that_does_not_fit_the_desk_is_listed_at_once() -> None:
    fault = await refused(
        await opened(OPEN),
        [OPEN, html("x", "#a"), op("window.close", id="v"), op("component.destroy", id="c"), html("<p>fine</p>")],
    )

    assert (fault.code, pointers(fault)) == (
        "invalid_input",
        ["/0/params/id", "/1/params/target", "/2/params/id", "/3/params/id"],
    )


async def test_nothing_of_a_batch_is_applied_where_one_command_fails() -> None:
    workspace = await opened()
    updates = heard(workspace)
    await refused(
        workspace, [OPEN, html("x"), op("state.set", scope="user", key="k", value=1), op("window.close", id="v")]
    )

    assert (workspace.windows(), updates) == ([], [])


async def test_a_fault_is_a_message_of_the_system_in_the_chat() -> None:
    log = MemoryLog()
    workspace = await opened(log=log)
    heard_messages: list[str] = []
    workspace.messages.add(lambda message: heard_messages.append(message.text))
    await refused(workspace, [op("window.create", width=3), op("window.close", id="v")])

    assert [(message.role, message.text) for message in workspace.chat] == [("system", heard_messages[0])]
    assert "/0/params/title" in heard_messages[0]
    assert [event.kind for event in log.events] == ["workspace.chat"]


async def test_batches_are_applied_in_the_order_in_which_they_come() -> None:
    workspace = await opened(OPEN)
    texts = [str(number) for number in range(20)]
    await asyncio.gather(
        *(workspace.apply([op("dom.append", windowId="w", target="#root", html=text)]) for text in texts)
    )

    assert content(workspace) == texts


async def test_a_pointer_is_into_the_batch_also_where_other_commands_are_repeats() -> None:
    workspace = await opened({**OPEN, "idempotencyKey": "k"})
    fault = await refused(workspace, [{**OPEN, "idempotencyKey": "k"}, op("window.close", id="v")])

    assert pointers(fault) == ["/1/params/id"]


async def test_repairs_are_answered() -> None:
    answers = await (await opened()).apply([op("window.create", title="T", width="300")])

    assert [repair.pointer for repair in answers[0].repairs] == ["/params/width"]


def test_drawing_leaves_the_desk_as_it_is() -> None:
    desk = Desk()
    change = draw_batch(desk, "b", read_batch([OPEN, html("x")]), now=0)

    assert (desk, list(change.desk.windows)) == (Desk(), ["w"])
