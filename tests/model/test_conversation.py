"""Whole conversations of the agent over each provider's real client, held against what the provider takes."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from pollex import App
from pollex.core.dialect import violations
from pollex.practice.server import Server

from .test_wire import NAMES, chat, claude, gemini

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Open, Wire

    Calls = list[tuple[str, str, Any]]

EVERY = {**NAMES, "browser-use": "browser-use@{}"}
NAME = {
    "openai": r"[a-zA-Z0-9_-]{1,64}",
    "anthropic": r"[a-zA-Z0-9_-]{1,128}",
    "google": r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}",
}
ID = {"openai": r"[a-zA-Z0-9_-]{1,40}", "anthropic": r"[a-zA-Z0-9_-]+", "google": r".+"}
"""What the providers' own pages say that names of tools and ids of calls may be."""
DIALECT = {"openai-responses": "openai", "ollama": "openai", "browser-use": "openai"}
LISTS: Calls = [("c/1", "more", {"about": "tab"}), ("c/1", "page.klick me!", {"x": 1})]
BATCHES: list[Calls] = [
    LISTS,
    [("c/1", "page_list_tabs", {})],
    [("c/1", "page_click", {"index": 1}), ("c/1", "page_type", "not an object")],
    [("c/2", "page_navigate", {"url": "/shop/basket"})],
    [("c/9", "page_scroll", {"down": True})],
    [("c/1", "done", {"text": "No.", "success": False})],
]
"""A careless model: the same id twice, which others do not take, a tool that is made up, and what cannot be read."""


def answer(provider: str, calls: Calls) -> dict[str, Any]:
    if provider == "google":
        return gemini(
            [
                {"functionCall": {"name": name, "args": args if isinstance(args, dict) else {}}}
                for _, name, args in calls
            ]
        )
    if provider == "browser-use":
        return {"completion": {"action": [{name: args} for _, name, args in calls]}}
    written = [(each, name, args if isinstance(args, str) else json.dumps(args)) for each, name, args in calls]
    if provider == "openai-responses":
        output = [
            {
                "type": "function_call",
                "id": f"fc_{at}",
                "call_id": each,
                "name": name,
                "arguments": args,
                "status": "completed",
            }
            for at, (each, name, args) in enumerate(written)
        ]
        return {"id": "r", "object": "response", "created_at": 1, "model": "gpt-5", "status": "completed",
                "output": output, "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}  # fmt: skip
    made = [
        {"id": each, "type": "function", "function": {"name": name, "arguments": args}} for each, name, args in written
    ]
    return chat({"tool_calls": made}, "tool_calls")


def tell(wire: Wire, provider: str, calls: Calls) -> None:
    """Have the server answer with these calls; Anthropic's long answers come as a stream."""
    if provider != "anthropic":
        wire.answers(answer(provider, calls))
        return
    events: list[dict[str, Any]] = [{"type": "message_start", "message": claude([])}]
    for at, (each, name, args) in enumerate(calls):
        block = {"type": "tool_use", "id": each, "name": name, "input": {}}
        written = {"type": "input_json_delta", "partial_json": args if isinstance(args, str) else json.dumps(args)}
        events += [
            {"type": "content_block_start", "index": at, "content_block": block},
            {"type": "content_block_delta", "index": at, "delta": written},
            {"type": "content_block_stop", "index": at},
        ]
    ending = {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 3}}
    wire.streams(*events, ending, {"type": "message_stop"})


@dataclass
class Read:
    """What a request says of tools."""

    definitions: list[dict[str, Any]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """In the history."""
    called: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)


def definitions(provider: str, body: dict[str, Any]) -> list[dict[str, Any]]:
    """The tools that a request offers, as the dialect of its provider has them."""
    match provider:
        case "google":
            declared = body["tools"][0]["functionDeclarations"]
            return [{**each, "parametersJsonSchema": each["parameters_json_schema"]} for each in declared]
        case "openai-responses":
            return [{"function": each} for each in body["tools"]]
        case "browser-use":
            actions = [each["properties"] for each in body["output_format"]["properties"]["action"]["items"]["anyOf"]]
            tools = [tool for action in actions for tool in action.items()]
            return [{"function": {"name": name, "parameters": schema}} for name, schema in tools]
    offered: list[dict[str, Any]] = body["tools"]
    return offered


def read(provider: str, body: dict[str, Any]) -> Read:
    found = Read(definitions(provider, body))
    for part in parts(provider, body):
        match part:
            case {"functionCall": call}:
                found.names.append(call["name"])
                found.called.append(call["id"])
            case {"functionResponse": call}:
                found.names.append(call["name"])
                found.answered.append(call["id"])
            case {"type": "tool_use", "id": one, "name": name} | {
                "type": "function_call",
                "call_id": one,
                "name": name,
            }:
                found.names.append(name)
                found.called.append(one)
            case {"type": "tool_result", "tool_use_id": one} | {"type": "function_call_output", "call_id": one}:
                found.answered.append(one)
            case {"tool_calls": calls}:
                found.names += [call["function"]["name"] for call in calls]
                found.called += [call["id"] for call in calls]
            case {"role": "tool", "tool_call_id": one}:
                found.answered.append(one)
            case {"role": "assistant", "content": str(text)} if provider == "browser-use":
                found.names += [name for action in json.loads(text)["action"] for name in action]
    return found


def parts(provider: str, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if provider == "google":
        yield from (part for turn in body["contents"] for part in turn["parts"])
    elif provider == "openai-responses":
        yield from body["input"]
    elif provider == "anthropic":
        yield from (part for turn in body["messages"] if isinstance(turn["content"], list) for part in turn["content"])
    else:
        yield from body["messages"]


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with App(home=tmp_path) as running:
        yield running


@pytest.mark.parametrize("provider", EVERY)
async def test_every_name_id_and_schema_is_one_that_the_provider_takes(
    provider: str, wire: Wire, opened: Open, app: App
) -> None:
    """Also in words: what the model reads of tools in answers and hints is spelt as it has to call them."""
    for calls in BATCHES:
        tell(wire, provider, calls)
    with Server() as server:
        model, task = opened(EVERY[provider].format(wire.url)), f"Look at {server.url}/shop/basket"
        run = await app.run(task, url=f"{server.url}/shop/", model=model, durable=False, pictures=False)
    assert run.result is not None
    assert run.result.data["answer"] == "No.", str(run.result.fault)
    assert len(wire.seen) == len(BATCHES)

    dialect = DIALECT.get(provider, provider)
    said = [read(provider, seen.body) for seen in wire.seen]
    for each in said:
        assert [issue for tool in each.definitions for issue in violations(tool, dialect)] == []
        assert [name for name in each.names if not re.fullmatch(NAME[dialect], name)] == []
        assert [one for one in [*each.called, *each.answered] if not re.fullmatch(ID[dialect], one)] == []
        assert sorted(set(each.called)) == sorted(each.called) == sorted(each.answered)
    assert max(len(each.names) for each in said) >= 3
    assert "page_list_tabs" in {name for each in said for name in each.names}

    bodies = [json.dumps(seen.body) for seen in wire.seen]
    dotted = re.findall(r"\bpage\.[a-z_]+", " ".join(bodies))
    assert [name for name in dotted if name in app.tools] == []
    assert "page_list_tabs" in bodies[1]
