"""The MCP door with the official client, in both protocols: by HTTP one thing each, by stdio everything in a row."""

import asyncio
import base64
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from mcp import Client
from mcp_types import (
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitResult,
    ImageContent,
    InputRequiredResult,
    InputResponse,
)
from tests.processes import Nursery
from tests.serve.mcp.conftest import Door
from tests.serve.mcp.door_tools import PIXEL
from tests.serve.mcp.doors import PROTOCOLS, TOOLS, Protocol, by_http, by_stdio, environ, http_server, text
from tests.waits import until_async

import pollex
from pollex.serve.mcp.server import McpServer
from pollex.serve.server_file import read_server_file

EACH = pytest.mark.parametrize("protocol", PROTOCOLS)
Answer = Callable[[Any, ElicitRequestParams], Awaitable[ElicitResult]]


def answering(*replies: ElicitResult) -> tuple[Answer, list[ElicitRequestParams]]:
    """A person who gives these answers, and what was asked."""
    asked: list[ElicitRequestParams] = []

    async def answer(context: Any, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params)
        return replies[len(asked) - 1]

    return answer, asked


def accepted(**content: Any) -> ElicitResult:
    return ElicitResult(action="accept", content=content)


def shown(contents: list[Any]) -> str:
    """The text of a resource."""
    [content] = contents
    return str(content.text)


@EACH
async def test_tools_are_listed(door: Door, protocol: Protocol) -> None:
    async with by_http(door.url, protocol) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    add, wipe = tools["add"], tools["wipe"]
    assert {"doctor", "page_click"} < tools.keys()
    assert add.title == "Add"
    assert add.output_schema is not None
    assert add.annotations is not None
    assert wipe.annotations is not None
    assert add.annotations.model_dump(exclude_none=True) == {
        "read_only_hint": True,
        "destructive_hint": False,
        "idempotent_hint": False,
        "open_world_hint": False,
    }
    assert (wipe.annotations.read_only_hint, wipe.annotations.destructive_hint) == (False, True)


async def everything(client: Client) -> None:
    """Call what needs no person."""
    added = await client.call_tool("add", {"a": 1, "b": 2})
    mended = await client.call_tool("add", {"a": "1", "b": 2})
    wrong = await client.call_tool("add", {"a": "x", "b": 2})
    unknown = await client.call_tool("ad", {})
    taken = await client.call_tool("picture", {})
    assert added.structured_content == {"total": 3}
    assert json.loads(text(added)) == {"total": 3}
    assert mended.structured_content == {"total": 3}
    assert "repaired /a" in text(mended)
    assert wrong.is_error
    assert text(wrong).splitlines()[1:] == ["at: /a", "expected: integer", 'received: "x" (string)']
    assert wrong.meta is not None
    assert wrong.meta["pollex/fault"]["code"] == "invalid_input"
    assert "Did you mean 'add'?" in text(unknown)
    [picture] = [block for block in taken.content if isinstance(block, ImageContent)]
    assert base64.b64decode(picture.data) == PIXEL


async def count(client: Client) -> None:
    """Hear the progress of a call."""
    heard: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    result = await client.call_tool("count", {}, progress_callback=hear)
    assert text(result) == "three"
    assert heard == [(1, 3, "at 1"), (2, 3, "at 2"), (3, 3, "at 3")]


async def stop(client: Client, home: Path, tool: str) -> None:
    """Cancel a call that would go on for ever."""
    name = uuid4().hex
    calling = asyncio.ensure_future(client.call_tool(tool, {"name": name}))
    await until_async("it waits", (home / f"{name}-waits").exists)
    calling.cancel()
    await until_async("it was stopped", (home / f"{name}-stopped").exists)


@EACH
async def test_tools_are_called(door: Door, protocol: Protocol) -> None:
    async with by_http(door.url, protocol) as client:
        await everything(client)


@EACH
async def test_progress_is_heard(door: Door, protocol: Protocol) -> None:
    async with by_http(door.url, protocol) as client:
        await count(client)


@EACH
@pytest.mark.parametrize("tool", ["wait_forever", "wipe_forever"])
async def test_cancelling_stops_the_call(door: Door, protocol: Protocol, tool: str) -> None:
    person, _ = answering(accepted(approved=True))
    async with by_http(door.url, protocol, elicitation_callback=person) as client:
        await stop(client, door.home, tool)
        assert (await client.call_tool("add", {"a": 1, "b": 1})).structured_content == {"total": 2}


@EACH
async def test_everything_goes_by_stdio_too(mcp_nursery: Nursery, tmp_path: Path, protocol: Protocol) -> None:
    person, _ = answering(accepted(name="Ada"), accepted(approved=True), accepted(approved=True))
    async with by_stdio(mcp_nursery, tmp_path, protocol, elicitation_callback=person) as client:
        await everything(client)
        await count(client)
        assert text(await client.call_tool("greet", {})) == "Hello, Ada!"
        assert text(await client.call_tool("wipe", {"what": "it"})) == "wiped it"
        await stop(client, tmp_path, "wipe_forever")
        await stop(client, tmp_path, "wait_forever")
        assert "wipe" in shown((await client.read_resource("pollex://runs")).contents)


@EACH
@pytest.mark.parametrize("approved", [True, False])
async def test_an_approval_is_answered_by_the_client(door: Door, protocol: Protocol, approved: bool) -> None:
    person, asked = answering(accepted(approved=approved))
    what = uuid4().hex
    async with by_http(door.url, protocol, elicitation_callback=person) as client:
        result = await client.call_tool("wipe", {"what": what})
    [question] = asked
    assert "May wipe be called?" in question.message
    assert what in question.message
    assert result.is_error is not approved
    assert (door.home / f"{what}-wiped").exists() is approved
    assert ("wiped" if approved else "not approved") in text(result)


@EACH
async def test_a_yes_holds_for_a_kind_where_the_form_offers_it(door: Door, protocol: Protocol) -> None:
    person, asked = answering(accepted(approved=True), accepted(approved=True, kind=True))
    async with by_http(door.url, protocol, elicitation_callback=person) as client:
        result = await client.call_tool("tidy", {})
    plain, offering = asked
    assert text(result) == "kind: True"
    assert isinstance(plain, ElicitRequestFormParams)
    assert isinstance(offering, ElicitRequestFormParams)
    assert [list(each.requested_schema["properties"]) for each in (plain, offering)] == [
        ["approved"],
        ["approved", "kind"],
    ]
    assert '"book": "Faust"' in offering.message


@EACH
async def test_without_elicitation_the_run_waits_for_another_door(door: Door, protocol: Protocol) -> None:
    what = uuid4().hex
    async with by_http(door.url, protocol) as client:
        denied = await client.call_tool("wipe", {"what": what})
        assert denied.meta is not None
        run = denied.meta["pollex/run"]
        async with pollex.App(home=door.home, environ={}) as other:
            await other.runs.approve(run, by="cli")

        async def done() -> Any:
            seen = json.loads(shown((await client.read_resource(f"pollex://runs/{run}")).contents))
            return seen if seen["status"] == "done" else None

        seen = await until_async("the run is done", done)
        events = shown((await client.read_resource(f"pollex://runs/{run}/events")).contents)
        report = shown((await client.read_resource(f"pollex://runs/{run}/report")).contents)
        listed = shown((await client.read_resource("pollex://runs")).contents)
    assert denied.is_error
    assert denied.meta["pollex/fault"]["code"] == "denied"
    assert f"pollex runs approve {run}" in text(denied)
    assert f"pollex://runs/{run}" in text(denied)
    assert seen["result"]["data"]["outputs"] == f"wiped {what}"
    assert (door.home / f"{what}-wiped").read_text() == "once\n"
    assert '"run.finished"' in events
    assert "<html" in report
    assert run in listed


async def test_a_repeated_request_takes_the_run_up_again_after_a_kill(mcp_nursery: Nursery, tmp_path: Path) -> None:
    args = {"what": "it"}
    person, _ = answering()
    with http_server(mcp_nursery, tmp_path) as url:
        async with by_http(url, "2026-07-28", elicitation_callback=person) as client:
            waits = await client.session.call_tool("wipe", args, allow_input_required=True)
    assert isinstance(waits, InputRequiredResult)
    assert waits.input_requests is not None
    [key] = waits.input_requests
    said: dict[str, InputResponse] = {key: accepted(approved=True)}
    with http_server(mcp_nursery, tmp_path) as url:
        async with by_http(url, "2026-07-28", elicitation_callback=person) as client:
            for _ in range(2):  # a client that did not hear the answer repeats its request
                result = await client.session.call_tool(
                    "wipe", args, allow_input_required=True, input_responses=said, request_state=waits.request_state
                )
                assert text(result) == "wiped it"
    assert (tmp_path / "it-wiped").read_text() == "once\n"
    assert (tmp_path / "mcp.key").stat().st_mode & 0o777 == 0o600


async def test_a_server_that_ends_does_not_stop_its_runs(tmp_path: Path) -> None:
    person, _ = answering(accepted(approved=True))
    command = [sys.executable, "-m", "pollex", "serve", "--port", "0", "--from", str(TOOLS)]
    process = await asyncio.create_subprocess_exec(*command, env=environ(tmp_path))
    try:
        known = await until_async("it serves", lambda: read_server_file(tmp_path))
        assert known is not None
        url, token = f"{known['url']}/mcp", known["token"]
        async with by_http(url, "2026-07-28", token=token, elicitation_callback=person) as client:
            calling = asyncio.ensure_future(client.call_tool("wipe_forever", {"name": "it"}))
            await until_async("it waits", (tmp_path / "it-waits").exists)
            process.terminate()
            await process.wait()
            await asyncio.gather(calling, return_exceptions=True)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    async with pollex.App(home=tmp_path, environ={}) as app:
        [run] = await app.runs.control.list()
    assert run.status == "running"


@EACH
async def test_another_door_may_answer_first(door: Door, protocol: Protocol) -> None:
    what = uuid4().hex

    async def person(context: Any, params: ElicitRequestParams) -> ElicitResult:
        async with pollex.App(home=door.home, environ={}) as other:
            running = await other.runs.control.list(status="running")
            [run] = [each.id for each in running if await other.runs.questions(each.id)]
            await other.runs.approve(run, by="cli")
        if protocol == "legacy":
            await asyncio.Event().wait()  # the question is taken back
        return accepted(approved=False)

    async with by_http(door.url, protocol, elicitation_callback=person) as client:
        result = await client.call_tool("wipe", {"what": what})
    assert text(result) == f"wiped {what}"


@EACH
async def test_a_plain_call_may_ask(door: Door, protocol: Protocol) -> None:
    person, asked = answering(accepted(name="x"), accepted(name="Ada"))
    async with by_http(door.url, protocol, elicitation_callback=person) as client:
        result = await client.call_tool("greet", {})
    assert text(result) == "Hello, Ada!"
    assert "does not fit" in asked[1].message


async def test_a_plain_call_knows_that_nobody_can_be_asked(door: Door) -> None:
    async with by_http(door.url, "legacy") as client:
        assert "whoever" in text(await client.call_tool("greet", {}))


MALFORMED = ("{", "[]", "\x00", '{"jsonrpc": "2.0", "id": 7}', '{"jsonrpc": "2.0", "id": 8, "method": 3}')


def test_malformed_messages_do_not_end_the_server(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pollex", "mcp"]
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }
    sent = "".join(f"{each}\n" for each in (*MALFORMED, json.dumps(hello)))
    ended = subprocess.run(command, env=environ(tmp_path), input=sent, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert next(said for said in answers if said.get("id") == 1)["result"]["serverInfo"]["name"] == "pollex"


async def test_ten_thousand_tools_are_searched(mcp_nursery: Nursery, tmp_path: Path) -> None:
    many = tmp_path / "many_tools.py"
    many.write_text(
        "import pollex\n"
        "@pollex.tool(effect='read')\n"
        "async def double_0(value: int) -> int:\n"
        "    'Double a number.'\n"
        "    return value * 2\n"
        "for number in range(1, 10_000):\n"
        "    globals()[f'double_{number}'] = double_0.replace(name=f'double_{number}')\n"
    )
    async with by_stdio(mcp_nursery, tmp_path, "legacy", sources=(many,)) as client:
        listed = [tool.name for tool in (await client.list_tools()).tools]
        found = await client.call_tool("search_tools", {"query": "double_7777"})
        doubled = await client.call_tool("call_tool", {"name": "double_7777", "arguments": {"value": 21}})
        direct = await client.call_tool("double_1", {"value": 4})
        none = await client.call_tool("search_tools", {"query": "xyzzy"})
    assert listed == ["search_tools", "call_tool"]
    assert found.structured_content is not None
    assert found.structured_content["tools"][0]["name"] == "double_7777"
    assert (text(doubled), text(direct)) == ("42", "8")
    assert none.is_error


async def test_tools_that_change_are_announced(tmp_path: Path) -> None:
    """`tools/list_changed` follows the first call after a change."""
    changed = asyncio.Event()

    async def hear(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/tools/list_changed":
            changed.set()

    @pollex.tool(effect="read")
    async def extra() -> str:
        """Another tool."""
        return "extra"

    async with (
        pollex.App(home=tmp_path, environ={}) as app,
        Client(McpServer(app).sdk, mode="legacy", message_handler=hear) as client,
    ):
        await client.list_tools()
        app.tools.add(extra)
        assert text(await client.call_tool("extra", {})) == "extra"
        await asyncio.wait_for(changed.wait(), 60)
