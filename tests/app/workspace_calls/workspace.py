"""A workspace as `api.call` sees it, and calls through the real pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pollex.app.workspace_calls.export_folders import ExportFolder, below
from pollex.app.workspace_calls.http_policy import HttpPolicy
from pollex.app.workspace_calls.http_scheme import http_handler
from pollex.app.workspace_calls.outgoing import Handler
from pollex.app.workspace_calls.tool import api_call_tool
from pollex.builtin.tools import LIST
from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.invoke import invoke
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.tool import Tool

NOWHERE = below(Path("never"))


@dataclass
class KeptDoor:
    """A workspace that keeps what was drawn and said."""

    full_control: bool = False
    request: str | None = None
    drawn: list[list[Object]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    kept: dict[str, bytes] = field(default_factory=dict)
    refusal: Fault | None = None

    async def draw(self, batch: list[Object]) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.drawn.append(batch)

    async def say(self, text: str, answers: Object | None = None) -> None:
        self.said.append(text)

    async def tell(self, text: str, file: Object | None = None) -> None:
        self.told.append(text)

    async def keep_file(self, name: str, content: bytes) -> str:
        self.kept[name] = content
        return f"/api/files/{name}"

    def last_request(self) -> str | None:
        return self.request


class Caller:
    """Calls `api.call` of one workspace."""

    def __init__(
        self,
        *,
        http: Handler | None = None,
        exports: ExportFolder = NOWHERE,
        tools: tuple[Tool, ...] = (LIST,),
    ) -> None:
        self.door = KeptDoor()
        self.log = MemoryLog()
        self.tool = api_call_tool(self.door, exports=exports, http=http)
        self.context = Context(Registry(self.tool, *tools), log=self.log)
        self.asked: list[str] = []

    async def call(self, url: str, **args: Any) -> Result:
        return await invoke(Call("api.call", {"url": url, **args}), self.context)

    def approve_with(self, *, approved: bool) -> None:
        async def approve(tool: Tool, call: Call, args: Any, why: str) -> bool:
            self.asked.append(why)
            return approved

        self.context.approve = approve


def local(policy: HttpPolicy | None = None, **more: Any) -> Caller:
    """A caller that may reach this machine, as a person has said in the settings."""
    return Caller(http=http_handler(policy or HttpPolicy(allow_private=("127.0.0.1", "localhost")), **more))


def fault_of(result: Result) -> Fault:
    assert result.fault is not None, result
    assert not result.ok
    return result.fault


def body_of(result: Result) -> Any:
    assert result.ok, result.fault
    data: Mapping[str, Any] = result.data
    return data["body"]
